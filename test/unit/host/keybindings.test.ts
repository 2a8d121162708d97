import { describe, expect, it } from 'vitest';
import { keysByCommand, type Keybinding } from '../../../src/host/surface/keybindings';

const onDesk = "activeCustomEditorId == 'tiebreak.project' && tiebreak.onDesk && !inputFocus";
const contributed: readonly Keybinding[] = [
  { command: 'tiebreak.save', key: 'enter', when: onDesk },
  {
    command: 'tiebreak.save',
    key: 'ctrl+enter',
    mac: 'cmd+enter',
    when: "activeCustomEditorId == 'tiebreak.project' && (tiebreak.onDesk || tiebreak.typing)",
  },
  { command: 'tiebreak.answer', key: 'w', when: onDesk },
  { command: 'tiebreak.moveUp', key: 'alt+up', when: onDesk },
  { command: 'tiebreak.place', key: '1', when: onDesk, args: 1 },
  { command: 'tiebreak.place', key: '2', when: onDesk, args: 2 },
];
const keys = (own: readonly Keybinding[], onMac = false): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(keysByCommand(contributed, own, onMac)).map(([name, all]) => [name, all.map(({ key }) => key)]),
  );
const atFirst = { save: ['Enter', 'Ctrl+Enter'], answer: ['W'], moveUp: ['Alt+↑'], place: ['1', '2'] };

describe('keys as they are printed', () => {
  it('are those of the extension where nobody changed any', () => {
    expect(keys([])).toEqual(atFirst);
    expect(keys([], true).save).toEqual(['Enter', '⌘+Enter']);
  });

  it.each<[string, readonly Keybinding[], Record<string, string[]>]>([
    ['one that is added comes first', [{ command: 'tiebreak.save', key: 'x' }], { save: ['X', 'Enter', 'Ctrl+Enter'] }],
    [
      'of two that are added the last comes first',
      [
        { command: 'tiebreak.save', key: 'x' },
        { command: 'tiebreak.save', key: 'y' },
      ],
      { save: ['Y', 'X', 'Enter', 'Ctrl+Enter'] },
    ],
    ['one that is taken away is gone', [{ command: '-tiebreak.save', key: 'enter' }], { save: ['Ctrl+Enter'] }],
    [
      'one that is taken away where it is meant is gone',
      [{ command: '-tiebreak.save', key: 'enter', when: onDesk.replaceAll("'", '"') }],
      { save: ['Ctrl+Enter'] },
    ],
    [
      'one that is taken away elsewhere stays',
      [{ command: '-tiebreak.save', key: 'enter', when: 'tiebreak.onReport' }],
      {},
    ],
    [
      'the last one that is taken away leaves none',
      [{ command: '-tiebreak.answer', key: 'w' }],
      { answer: undefined! },
    ],
    [
      'one that is moved',
      [
        { command: 'tiebreak.answer', key: 'shift+a', when: onDesk },
        { command: '-tiebreak.answer', key: 'w', when: onDesk },
      ],
      { answer: ['Shift+A'] },
    ],
    [
      'one that another command may have is not told',
      [{ command: 'workbench.action.files.save', key: 'w' }],
      { answer: undefined! },
    ],
    [
      'one that another of our commands has is not told',
      [{ command: 'tiebreak.skip', key: 'enter', when: onDesk }],
      { save: ['Ctrl+Enter'], skip: ['Enter'] },
    ],
    [
      'one that another command has in another part of the window stays',
      [
        { command: 'x', key: 'w', when: 'editorTextFocus && !editorReadonly' },
        { command: 'y', key: 'enter', when: 'listFocus' },
      ],
      {},
    ],
    [
      'one that another command has where the keyboard is not elsewhere is not told',
      [
        { command: 'x', key: 'w', when: '!terminalFocus' },
        { command: 'y', key: 'enter', when: 'listFocus || tiebreak.onDesk' },
      ],
      { answer: undefined!, save: ['Ctrl+Enter'] },
    ],
    ['one that begins a chord is not told', [{ command: 'x', key: 'w w' }], { answer: undefined! }],
    [
      'modifiers are the same in any order and case',
      [{ command: '-tiebreak.save', key: 'Enter+CTRL' }],
      { save: ['Enter'] },
    ],
    ['one of several with arguments', [{ command: '-tiebreak.place', key: '1' }], { place: ['2'] }],
    [
      'a place on the keyboard is written by its letter',
      [{ command: 'tiebreak.answer', key: 'ctrl+k [KeyW]' }],
      { answer: ['Ctrl+K W', 'W'] },
    ],
  ])('%s', (_, own, changes) => {
    const expected: Record<string, string[] | undefined> = { ...atFirst, ...changes };
    expect(keys(own)).toEqual(Object.fromEntries(Object.entries(expected).filter(([, each]) => each !== undefined)));
  });

  it('tell which are heard in a text field', () => {
    const heard = (own: readonly Keybinding[] = []): string[] =>
      Object.values(keysByCommand(contributed, own, false)).flatMap((all) =>
        all.filter(({ isInText }) => isInText).map(({ key }) => key),
      );
    expect(heard()).toEqual(['Ctrl+Enter']);
    expect(
      heard([
        { command: 'tiebreak.answer', key: 'ctrl+w' },
        { command: 'tiebreak.answer', key: 'f7', when: onDesk },
      ]),
    ).toEqual(['Ctrl+W', 'Ctrl+Enter']);
  });
});
