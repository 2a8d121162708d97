import * as z from 'zod';
import type { SettingIssue, SettingPath } from '../core/model/study/settingPath';
import type { Project } from '../core/model/study/project';
import type { Task } from '../core/model/study/taskSchema';
import { keyboardPlaces, type KeyboardPlace } from './desk';
import { numbered, type SurfaceSetting } from './protocol';

export type { KeyboardPlace, SettingIssue, SettingPath };

/**
 * Everything that host and study settings say to each other. The host checks and writes each change of the project at
 * once; the view draws the project as it stands in its file.
 */

/** Actions of the view that are commands too, each with a key in src/host/commands. */
export const settingsActions = ['undoSetting', 'redoSetting', 'openProjectFile', 'showAnnotationEditor'] as const;
export type SettingsAction = (typeof settingsActions)[number];

const path = z.array(z.union([z.string(), z.int().nonnegative()])).max(8);

const requestSchema = z.discriminatedUnion('method', [
  /** The view is there and has nothing; answered with what stays the same, and followed by the state. */
  z.object({ method: z.literal('ready') }),
  /** What a setting is to be; null for what holds by default. */
  z.object({ method: z.literal('set'), path, value: z.json() }),
  /** Sets what annotators are asked. */
  z.object({ method: z.literal('ask'), text: z.string().max(10_000) }),
  z.object({ method: z.literal('act'), action: z.enum(settingsActions) }),
  /** Reports the place of the keyboard. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type SettingsRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** A setting as it is filled in. */
export interface FormField {
  readonly path: SettingPath;
  readonly label: string;
  /** The help text: what the setting does, and how it is written. */
  readonly help: string | null;
  readonly control: FormControl;
}

export type FormControl = ColumnControl | RowsControl;

/** The control of a setting, or of a column of a list. */
export type ColumnControl =
  | { readonly kind: 'text' | 'number'; readonly example?: string }
  | { readonly kind: 'check' }
  /** A choice of one of a few values; null is the default. */
  | { readonly kind: 'choice'; readonly values: readonly NamedValue[] }
  | LinesControl;

export type NamedValue = readonly [value: string | boolean | null, label: string];

/** Several texts, a line each; `as` is how other things are written. */
export interface LinesControl {
  readonly kind: 'lines';
  readonly example: string;
  readonly as: 'spans' | 'stepErrors' | 'record' | 'controls' | null;
}

/** A list of things with a few fields each; `added` is what a new one says, with its number for {0}. */
export interface RowsControl {
  readonly kind: 'rows';
  readonly columns: readonly FormColumn[];
  readonly addLabel: string;
  readonly added: Readonly<Record<string, string | number>>;
}

export interface FormColumn {
  readonly key: string;
  readonly label: string;
  readonly control: ColumnControl;
  /** Takes a line of its own. */
  readonly isWide: boolean;
}

/** Settings that belong together. */
export interface FormGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly FormField[];
}

/** Answer to `ready`. */
export interface SettingsSetting extends SurfaceSetting {
  /** All settings, in groups as they are shown. */
  readonly form: readonly FormGroup[];
  /** Names the study, for the view to be brought back with its window. */
  readonly study: string;
}

export interface SettingsReplies {
  ready: SettingsSetting;
  set: null;
  ask: null;
  act: null;
  focus: null;
}

export interface SettingsState {
  readonly name: string;
  /** The project as it stands in its file; null where that cannot be read, and `error` says why. */
  readonly project: Pick<Project, 'task' | 'plan' | 'round'> | null;
  /** What the task comes to, with what holds by default. */
  readonly task: Task | null;
  readonly question: string;
  readonly error: string | null;
  /** The problems of the last change, which was not written. */
  readonly issues: readonly SettingIssue[];
  /** The place of that change. */
  readonly issuesOf: SettingPath | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export type SettingsMessage =
  | { readonly kind: 'state'; readonly state: SettingsState }
  | { readonly kind: 'notice'; readonly text: string; readonly isError: boolean };

export interface SettingsProtocol {
  readonly request: SettingsRequest;
  readonly replies: SettingsReplies;
  readonly message: SettingsMessage;
}
