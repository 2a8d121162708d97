import { deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, onDesk } from './conditions';

/** The list of rules. */
export const rules = {
  rules: deskCommand('law', 'shift+s'),
  leaveRules: {
    icon: 'close',
    enabled: is('inRules'),
    keys: [{ key: 'escape', when: all(inAnnotationEditor, is('onDesk'), is('inRules')) }],
  },
  ruleUp: { icon: 'arrow-up', enabled: is('inRules'), keys: [{ key: 'up', when: all(onDesk, is('inRules')) }] },
  ruleDown: { icon: 'arrow-down', enabled: is('inRules'), keys: [{ key: 'down', when: all(onDesk, is('inRules')) }] },
  ruleApplies: { icon: 'edit', enabled: is('inRules'), keys: [{ key: 'shift+x', when: all(onDesk, is('inRules')) }] },
  newRule: deskCommand('add', 'shift+n'),
  editRule: { icon: 'pencil', enabled: is('inRules'), keys: [{ key: 'f2', when: all(onDesk, is('inRules')) }] },
} satisfies CommandTable;
