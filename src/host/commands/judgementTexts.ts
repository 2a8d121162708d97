import { ctrl, deskCommand, type CommandTable } from './command';
import { inDeskText, is, never } from './conditions';

/** What an annotator writes. */
export const judgementTexts = {
  critique: deskCommand('edit', 'c'),
  rationale: deskCommand('note', 'r'),
  because: deskCommand('list-unordered', 'shift+b'),
  refine: deskCommand('wand', 'shift+e'),
  refineInEditor: deskCommand('diff-modified', 'alt+i'),
  answer: deskCommand('edit', 'w'),
  anotherAnswer: deskCommand('add', 'shift+w'),
  removeAnswer: deskCommand('trash', 'shift+delete'),
  clarification: deskCommand('question', 'q'),
  quote: { icon: 'quote', enabled: is('typing'), keys: [ctrl('shift+enter', { when: inDeskText })], palette: never },
  leaveField: { icon: 'close', enabled: is('typing'), keys: [{ key: 'escape', when: inDeskText }], palette: never },
} satisfies CommandTable;
