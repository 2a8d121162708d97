import { commandsOf, deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, never, onDesk } from './conditions';

/** A command of the list, which has the keyboard. */
const ruleCommand = commandsOf({ enabled: is('inRules'), keys: all(onDesk, is('inRules')), palette: never });

/** The list of rules. */
export const rules = {
  rules: deskCommand('law', 'shift+s'),
  leaveRules: ruleCommand('close', { key: 'escape', when: all(inAnnotationEditor, is('onDesk'), is('inRules')) }),
  ruleUp: ruleCommand('arrow-up', 'up'),
  ruleDown: ruleCommand('arrow-down', 'down'),
  ruleApplies: ruleCommand('edit', 'shift+x'),
  newRule: deskCommand('add', 'shift+n'),
  editRule: ruleCommand('pencil', 'f2'),
} satisfies CommandTable;
