import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages';

interface Binding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}

/** The manifest, as far as pages speak of it. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string; readonly vscode: string };
  readonly contributes: {
    readonly keybindings: readonly Binding[];
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
};

/** Where the keyboard is, as `when` clauses say it: what is true, and the editor or view in front. */
export type Place = Readonly<Record<string, string | true>>;

const desk: Place = { activeCustomEditorId: 'tiebreak.project', 'tiebreak.onDesk': true, 'tiebreak.studyOpen': true };
export const places = {
  desk: { ...desk, 'tiebreak.hasStrays': true },
  pairs: { ...desk, 'tiebreak.comparing': true },
  grid: { ...desk, 'tiebreak.inGrid': true },
  rules: { ...desk, 'tiebreak.inRules': true },
  runs: { ...desk, 'tiebreak.hasRun': true, 'tiebreak.inRun': true },
  critiques: { ...desk, 'tiebreak.inCritiques': true },
  marks: { activeCustomEditorId: 'tiebreak.project', 'tiebreak.marking': true },
  text: { activeCustomEditorId: 'tiebreak.project', 'tiebreak.typing': true, inputFocus: true },
  rubrics: { activeCustomEditorId: 'tiebreak.rubrics', 'tiebreak.onRubrics': true },
  coverage: { activeWebviewPanelId: 'tiebreak.report', 'tiebreak.onReport': true },
  quality: { activeWebviewPanelId: 'tiebreak.report', 'tiebreak.onQuality': true, 'tiebreak.qualityTab': true },
  export: { activeWebviewPanelId: 'tiebreak.export', 'tiebreak.onExport': true, 'tiebreak.inExport': true },
  settings: { activeWebviewPanelId: 'tiebreak.settings', 'tiebreak.onSettings': true },
  search: { inQuickOpen: true, 'tiebreak.searching': true },
  items: { focusedView: 'tiebreak.items' },
} as const satisfies Record<string, Place>;

/** The command, without `tiebreak.`, that a key runs there; undefined where it runs none of ours. */
export function commandOf(printed: string, place: Place): string | undefined {
  const key = keyOf(printed);
  // VS Code takes the last one that fits.
  return manifest.contributes.keybindings
    .filter((each) => !each.command.startsWith('-') && each.key === key && holds(each.when ?? 'true', place))
    .at(-1)
    ?.command.replace('tiebreak.', '');
}

const names: Readonly<Record<string, string>> = {
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
  esc: 'escape',
  pgdn: 'pagedown',
  pgup: 'pageup',
  '?': 'shift+/',
};

/** A key as the manifest has it: `Alt+Shift+↑` is `alt+shift+up`. */
export const keyOf = (printed: string): string =>
  printed
    .toLowerCase()
    .split(/\+(?!$)/)
    .map((part) => names[part] ?? part)
    .join('+');

/** Whether words in backticks are a key and no file, field or value. */
export const isKey = (printed: string): boolean =>
  /^(?:(?:Ctrl|Alt|Shift|Cmd)\+)*(?:[A-Z]|F\d|Enter|Esc|Delete|Backspace|Home|End|PgUp|PgDn|[↑↓←→?]|[A-Z][a-z]+\+\d)$/.test(
    printed,
  );

function holds(when: string, place: Place): boolean {
  const inner = /\(([^()]*)\)/.exec(when);
  if (inner) return holds(when.replace(inner[0], String(holds(inner[1] ?? '', place))), place);
  return when.split(' || ').some((all) => all.split(' && ').every((each) => isTrue(each.trim(), place)));
}

function isTrue(condition: string, place: Place): boolean {
  if (condition === 'true' || condition === 'false') return condition === 'true';
  if (condition.startsWith('!')) return !isTrue(condition.slice(1), place);
  const [name = '', value] = condition.split(' == ');
  return value === undefined ? place[name] === true : place[name] === value.replaceAll("'", '');
}
