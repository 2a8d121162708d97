import * as l10n from '@vscode/l10n';
import { enumOf, type Meanings, type Option, type Words } from './option';

/** Settings of a study: rows of what a project says of the task and the plan, with how the settings view has them. */

/** How a setting is filled in. */
export type SettingControl =
  | { readonly kind: 'text' | 'number'; readonly example?: string }
  | { readonly kind: 'check' }
  /** One of a few values; the default says nothing. */
  | { readonly kind: 'choice'; readonly values: readonly SettingValue[]; readonly default?: string | boolean }
  /** Several texts, a line each; `as` is how other things are written, and `hint` tells of it. */
  | {
      readonly kind: 'lines';
      readonly hint?: Words;
      readonly example?: string;
      readonly as?: 'spans' | 'stepErrors' | 'record' | 'controls';
    }
  /** A list of things with a few fields each; `added` is what a new one says, with its number for {0}. */
  | {
      readonly kind: 'rows';
      readonly columns: SettingTable;
      readonly addLabel: Words;
      readonly added: Readonly<Record<string, string | number>>;
    };

type SettingValue = readonly [value: string | boolean, meaning: Words];

/** The headings of the settings view, in their order. */
export const settingGroups = {
  judging: () => l10n.t('How items are judged'),
  aspects: () => l10n.t('Aspects to rate'),
  flags: () => l10n.t('Flags and reasons to skip'),
  texts: () => l10n.t('Texts to write'),
  spans: () => l10n.t('Passages to mark'),
  runs: () => l10n.t('Runs of agents'),
  criteria: () => l10n.t('Rubrics'),
  shown: () => l10n.t('What annotators see'),
  contexts: () => l10n.t('Contexts'),
  code: () => l10n.t('Repositories of code'),
  plan: () => l10n.t('Who judges what'),
} as const satisfies Readonly<Record<string, Words>>;
export type SettingGroup = keyof typeof settingGroups;

type Formed = Extract<Option, { readonly label: Words }> & {
  readonly control: SettingControl;
  /** The heading that it stands under; columns of a list have none. */
  readonly group?: SettingGroup;
  /** Takes a line of its own among the columns of a list. */
  readonly isWide?: true;
  /** As it is typed in a terminal, with its argument. */
  readonly flag?: `--${string}`;
};
/** `fields` are those of an object, which have rows of their own. */
export type SettingRow = (Formed | Extract<Option, { readonly about: string }>) & { readonly fields?: SettingTable };
export type SettingTable = Readonly<Record<string, SettingRow>>;

/** One of a few values. */
export const choice = <const Value extends string>(
  meanings: Meanings<Value>,
  byDefault?: NoInfer<Value>,
): {
  readonly schema: ReturnType<typeof enumOf<Value>>;
  readonly control: Extract<SettingControl, { kind: 'choice' }>;
} => ({
  schema: enumOf(meanings),
  control: {
    kind: 'choice',
    values: Object.entries<Words>(meanings),
    ...(byDefault !== undefined && { default: byDefault }),
  },
});
