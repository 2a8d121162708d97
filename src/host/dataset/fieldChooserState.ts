import * as vscode from 'vscode';
import { mappingInFull, previewOf, type Preview } from '../../core/dataset/items/preview';
import type { Reading } from '../../core/dataset/items/parse';
import type { Layout } from '../../core/dataset/layouts/layout';
import type { Head } from '../../core/dataset/records/head';
import type { Questions } from '../surface/questions';

/** How a dataset is to be read, as far as that is decided. */
export interface ReadingDraft extends Omit<Reading, 'layout'> {
  readonly layout: Layout | undefined;
}

/** What the chooser is opened with. */
export interface FieldChooserOptions {
  readonly title: string;
  /** Absolute paths of the dataset's files. */
  readonly files: readonly string[];
  readonly head: Head;
  readonly draft: ReadingDraft;
  /** Why the layout is undecided. */
  readonly why?: readonly string[];
  /** A question came before, to which Escape leads back. */
  readonly hasBack?: boolean;
  /** What Enter on the first row does. */
  readonly accept: { readonly label: string; readonly description: string };
}

/** What is known and decided while the chooser is open. Questions change it; the lines are drawn from it. */
export interface FieldChooserState {
  readonly options: FieldChooserOptions;
  readonly questions: Questions;
  head: Head;
  draft: ReadingDraft;
  /** Why the reading is a guess, until the person has seen that. */
  why: readonly string[] | undefined;
  /** Which of the first items is shown. */
  sample: number;
  /** What the data says of the responses is told only to who asks: they are judged blind later. */
  showsLabels: boolean;
  /** Labels whose values the person cannot tell either. */
  readonly skippedLabels: Set<string>;
}

/** The reading as it is decided so far; undefined while there is no layout. */
export function currentReading(state: FieldChooserState): Reading | undefined {
  const { layout } = state.draft;
  return layout && { ...state.draft, layout };
}

/** Returns `currentReading` with the fields that the layout finds by their names. */
export function currentReadingInFull(state: FieldChooserState): Reading | undefined {
  const reading = currentReading(state);
  return reading && { ...reading, mapping: mappingInFull(state.head, reading) };
}

/** What the reading makes of the first records. */
export function currentPreview(state: FieldChooserState): Preview | undefined {
  const reading = currentReading(state);
  return reading && previewOf(state.head, reading);
}

/** Tells whether the preview has labels that are not to be seen. */
export const hidesLabels = ({ showsLabels }: FieldChooserState, { items }: Preview): boolean =>
  !showsLabels && items.some(({ labels }) => labels.length > 0);

/** The title of a question. */
export function titled(state: FieldChooserState, question: string): string {
  return vscode.l10n.t('{0}: {1}', state.options.title, question);
}
