import { commandsOf, type CommandTable } from './command';
import { all, inAnnotationEditor, inReading, inReadingText, is, never, onDesk } from './conditions';

/** A command of the steps of a run, one of which is in hand. */
const stepCommand = commandsOf({ enabled: is('inRun'), keys: all(onDesk, is('inRun')), palette: never });
/** A command that takes the steps of the selected run into the hand, where none is yet. */
const runCommand = commandsOf({ enabled: is('hasRun'), keys: all(onDesk, is('hasRun')), palette: never });

/** The steps of runs of agents. */
export const runs = {
  runDown: runCommand('arrow-down', 'down'),
  runUp: runCommand('arrow-up', 'up'),
  runNextEdit: stepCommand('edit', 'e'),
  runPreviousEdit: stepCommand('edit', 'shift+e'),
  runNextFailure: stepCommand('error', 'f'),
  runPreviousFailure: stepCommand('error', 'shift+f'),
  runNextJudged: stepCommand('pass', 'shift+down'),
  runPreviousJudged: stepCommand('pass', 'shift+up'),
  runDivergence: stepCommand('git-branch', 'd'),
  runInner: stepCommand('list-tree', 'b'),
  runFault: stepCommand('tag', 'c'),
  runCall: stepCommand('tools', 'shift+x'),
  runNote: stepCommand('note', 'n'),
  runOutput: stepCommand('output', 'o'),
  runFile: stepCommand('go-to-file', 'shift+o'),
  /** What was opened to be read closes, and the desk behind it has the keyboard. */
  closeReading: { icon: 'close', enabled: inReading, keys: [{ key: 'escape', when: inReadingText }], palette: never },
  leaveRun: stepCommand('close', { key: 'escape', when: all(inAnnotationEditor, is('onDesk'), is('inRun')) }),
} satisfies CommandTable;
