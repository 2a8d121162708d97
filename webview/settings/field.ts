import type { SettingPath } from '../../src/protocol/settings';

/** How a setting is filled in. */
export type Control =
  | { readonly kind: 'text' | 'number'; readonly example?: string }
  | { readonly kind: 'check' }
  /** One of a few values; undefined is what holds where nothing is said. */
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** Several texts, a line each. */
  | LinesControl
  | RowsControl;

export type Option = readonly [value: string | boolean | undefined, text: string];

export interface LinesControl {
  readonly kind: 'lines';
  readonly example?: string;
  /** How what stands in the project is written as lines and read from them, where it is no list of texts. */
  readonly asLines?: {
    readonly write: (value: unknown) => readonly string[];
    readonly read: (lines: readonly string[], before: unknown) => unknown;
    /** Spaces before a line say something. */
    readonly isIndented?: true;
  };
}

/** A list of things with a few fields each. */
export interface RowsControl {
  readonly kind: 'rows';
  readonly columns: readonly Column[];
  /** What is added to the list. */
  readonly added: (count: number) => Readonly<Record<string, unknown>>;
  readonly addLabel: string;
  /** What one of them is called where it is moved or removed. */
  readonly nameOf: (row: Readonly<Record<string, unknown>>) => string;
}

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly control: Exclude<Control, { kind: 'rows' | 'lines' }> | { readonly kind: 'levels' };
  /** Takes a line of its own. */
  readonly isWide?: true;
}

export interface Field {
  readonly path: SettingPath;
  readonly label: string;
  /** What it does, where the label does not say it all. */
  readonly about?: string;
  readonly control: Control;
}

export interface FieldGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
}
