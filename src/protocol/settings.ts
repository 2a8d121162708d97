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
  /** What annotators are to be asked. */
  z.object({ method: z.literal('ask'), text: z.string().max(10_000) }),
  z.object({ method: z.literal('act'), action: z.enum(settingsActions) }),
  /** Where the keyboard is. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type SettingsRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** Answer to `ready`. */
export interface SettingsSetting extends SurfaceSetting {
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
  /** As it stands in its file; null where that cannot be read, and `error` says why. */
  readonly project: Pick<Project, 'task' | 'plan' | 'round'> | null;
  /** What the task comes to, with what holds by default. */
  readonly task: Task | null;
  readonly question: string;
  readonly error: string | null;
  /** What was wrong with the last change, which was not written. */
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
