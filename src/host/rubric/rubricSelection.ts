import type { StudyDocument } from '../study/studyDocument';
import type { DeskEditor } from '../desk/deskEditor';
import type * as vscode from 'vscode';
import type { Rubrics } from '../../core/model/rubric/rubric';
import type { RubricPlace } from '../../core/model/rubric/rubricView';
import type { LibraryEdit } from '../../core/rubric/libraryEditor';
import type { RubricMessage } from '../../protocol/rubric';

/** An editor of rubrics, as the actions of its commands see it. */
export interface RubricSelection {
  readonly document: StudyDocument;
  readonly desks: DeskEditor;
  readonly context: vscode.ExtensionContext;
  readonly rubrics: Rubrics;
  readonly selected: RubricPlace | null;
  select(place: RubricPlace | null): void;
  /** Resolves to the id of what the edit made. */
  write(edit: LibraryEdit): Promise<string | undefined>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Asks something at the top of the window, and comes back. */
  ask<T>(question: () => Thenable<T>): Promise<T>;
  announce(text: string): void;
  onScreen(action: Extract<RubricMessage, { kind: 'do' }>['action']): void;
  listOld(): Promise<void>;
}
