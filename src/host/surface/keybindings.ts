/**
 * Keys as they are printed. VS Code tells no extension what a user made of its keys: what the extension brings along
 * and what stands in the user's file of keybindings are put together here, by the rules of
 * https://code.visualstudio.com/docs/configure/keybindings. A key that is not certain is not told: one that the user's
 * file gives to another command, wherever that may be meant.
 */

/** A keybinding, as an extension's manifest or a user's file has it. */
export interface Keybinding {
  /** Behind a hyphen in a user's file: taken away from this command. */
  readonly command: string;
  readonly key: string;
  readonly mac?: string | undefined;
  readonly when?: string | undefined;
  readonly args?: unknown;
}

/** A key as people write it; `argument` is what its binding gives to the command. */
export interface PressedKey {
  readonly key: string;
  readonly argument?: unknown;
  /** Whether the command hears it in a text field too. */
  readonly isInText: boolean;
}

const prefix = 'tiebreak.';

/**
 * All keys of each command by its name without "tiebreak.", those that a user gave it before its own.
 * @param own those of a user, in their order
 * @param onMac how keys are named
 */
export function keysByCommand(
  contributed: readonly Keybinding[],
  own: readonly Keybinding[],
  onMac: boolean,
): Record<string, PressedKey[]> {
  const keyOf = ({ key, mac }: Keybinding): string => (onMac ? (mac ?? key) : key);
  const added = own.filter(({ command }) => command.startsWith(prefix));
  const left = contributed.filter(
    (each, _, all) => isTold(each, all) && !own.some((other) => takesAway(other, each, keyOf(each))),
  );
  const keys: Record<string, PressedKey[]> = {};
  // The last that a user says counts first.
  for (const binding of [...added.reverse(), ...left])
    (keys[binding.command.slice(prefix.length)] ??= []).push({
      key: written(keyOf(binding)),
      isInText: isInText(binding, keyOf(binding)),
      ...(binding.args !== undefined && { argument: binding.args }),
    });
  return keys;
}

/**
 * Whether a user's binding leaves one of the extension's without its key: it takes that away, or may give the key to
 * another command where that one is meant.
 */
function takesAway({ command, key, when, args }: Keybinding, contributed: Keybinding, contributedKey: string): boolean {
  if (!isSameOrBegins(normal(contributedKey), normal(key))) return false;
  if (command.startsWith('-'))
    return (
      command.slice(1) === contributed.command &&
      normal(key) === normal(contributedKey) &&
      (when === undefined || plain(when) === plain(contributed.when ?? ''))
    );
  if (command === contributed.command && JSON.stringify(args) === JSON.stringify(contributed.args)) return false;
  return when === undefined || !isElsewhere(when);
}

/** Contexts of which each says that the keyboard is elsewhere in the window. */
const elsewhere =
  /^(editorFocus|editorTextFocus|textInputFocus|terminalFocus|terminalTextSelected|listFocus|sideBarFocus|panelFocus|inputFocus|inSearchEditor|searchViewletFocus|searchViewletVisible|filesExplorerFocus|explorerViewletFocus|notebookEditorFocused|inDebugRepl|inQuickOpen|inQuickInput|suggestWidgetVisible|findWidgetVisible|commentEditorFocused|scmRepository|inChat|inChatInput|inKeybindings|inSettingsEditor|inInteractiveInput|resourceExtname|resourceLangId|editorLangId)\b(?!\s*[!=]=?\s*(false|''))/;

const isElsewhere = (when: string): boolean =>
  !when.includes('||') && when.split('&&').some((part) => elsewhere.test(part.trim()));

const plain = (when: string): string => when.replaceAll(/[\s"']+/g, '');

/** The same key however it is written: "Shift+CTRL+a" is "ctrl+shift+a". */
const normal = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((chord) =>
      chord
        .split(/\+(?=.)/)
        .sort()
        .join('+'),
    )
    .join(' ');

const isSameOrBegins = (one: string, other: string): boolean =>
  one === other || other.startsWith(`${one} `) || one.startsWith(`${other} `);

/**
 * Whether a key is told. The slash is Shift+7 in most of Europe (in Hungary Shift+6), where that key is a flag's: there
 * the binding of the slash is taken away again (VS Code compares bindings by the keys of the layout), so that it is
 * told only of what has no other key.
 */
function isTold({ command, key }: Keybinding, all: readonly Keybinding[]): boolean {
  return (
    !command.startsWith('-') && (key !== '/' || !all.some((other) => other.command === command && other.key !== key))
  );
}

/**
 * A key with Ctrl, Alt or Cmd, one of the function keys or Escape is no text, and is heard in a text field unless it is
 * one of the desk alone.
 */
const isInText = ({ when = '' }: Keybinding, key: string): boolean =>
  /\b(ctrl|alt|cmd|meta|escape|f\d+)\b/i.test(key) &&
  (when.includes('tiebreak.typing') || !/tiebreak\.on|!inputFocus/.test(when));

const names: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  escape: 'Esc',
  enter: 'Enter',
  delete: 'Del',
  backspace: 'Backspace',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  space: 'Space',
  tab: 'Tab',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  cmd: '⌘',
  meta: 'Meta',
  win: 'Win',
};

/**
 * Where the question mark stands: in the United States and Britain, in most of Europe, in France. VS Code binds no
 * characters.
 */
const questionMarks: readonly string[] = ['shift+/', 'shift+[Minus]', 'shift+,'];

/** The question mark is written as the character that it is. */
const written = (key: string): string =>
  questionMarks.includes(key) ? '?' : key.trim().split(/\s+/).map(chordText).join(' ');

/** `[KeyA]` is a place on the keyboard: the letter that stands there in the United States. */
const chordText = (chord: string): string =>
  chord
    .split(/\+(?=.)/)
    .map((part) => names[part.toLowerCase()] ?? part.replace(/^\[(?:Key|Digit)?(\w+)\]$/i, '$1').toUpperCase())
    .join('+');
