import type { Place } from '../records/rawRecord';
import type { Item } from '../../model/item/item';
import type { Label } from '../layouts/layout';
import type { UnreadLabel } from '../layouts/labels/labelCodes';
import type { SkippedValues } from '../layouts/labels/skippedValues';
import type { SourceTexts } from '../json/sourceTexts';
import type { FileProblem } from '../../model/problems/problem';

/** An item of a record, with the labels that the source gave it. */
export interface ParsedItem extends Place {
  readonly item: Item;
  readonly labels: readonly Label[];
  /** A judgement that was left out, as nobody says what its value means. */
  readonly unread?: UnreadLabel;
  /** Values of its labels that were left out, as a person said so. */
  readonly skipped?: SkippedValues;
  readonly file: string;
  /** What its record has in the field that rows are gathered by, where a mapping names one. */
  readonly group?: string;
  /** Where its long texts stand as JSON, where that was asked for; as long as nobody writes over these bytes. */
  readonly texts?: SourceTexts | undefined;
}

/** What a record gives: an item, or what is wrong with it. */
export type ItemOrProblem = ParsedItem | { readonly problem: FileProblem };
