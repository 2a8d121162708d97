import type { ExportFormat } from '../format';
import { productOf } from '../trainers';
import all from './looks.json';
import { rowParts, type RowPart, type RowShape } from './rowShape';

/**
 * What a trainer does with a text: learns it, reads it without learning it (`masked`), learns some of it (`partly`),
 * has lost its end (`cut`, `cut-trained` where it learns what is left) or all of it (`lost`), or gives the whole
 * conversation one number (`read`).
 */
export type PartState = 'trained' | 'masked' | 'partly' | 'cut' | 'cut-trained' | 'lost' | 'read';

/** By kinds of text; `end` is what ends the last one. */
export type SideStates = Readonly<Partial<Record<RowPart | 'end', PartState>>>;

/** A row as a trainer read it: `both` where the two answers of a pair were treated alike. */
export type Look =
  | { readonly [Side in 'both' | 'chosen' | 'rejected' | 'completion']?: SideStates }
  | { readonly refused: string }
  | { readonly dropped: true };

/** What became of exported rows in one trainer, by its own code (`test/trainers/masks.py`, which writes looks.json). */
export interface TrainerLooks {
  readonly trainer: string;
  /** What formats call it (`productOf`). */
  readonly product: string;
  /** Of a reward model a conversation has one `score`; of `steps` the end of each is labeled. */
  readonly kind: 'tokens' | 'score' | 'steps';
  /** A version, or the commit of its repository. */
  readonly version: string;
  /** The files of its repository that decide it. */
  readonly sources: readonly string[];
  readonly formats: Readonly<Record<string, Readonly<Partial<Record<RowShape, Look>>>>>;
}

export const trainerLooks = all as unknown as readonly TrainerLooks[];

/** Formats whose rows have the columns of another one, with which they are read in the same way. */
const columnsOf: Readonly<Record<string, string>> = {
  'refinement-pairs': 'trl-dpo',
  'principle-pairs': 'trl-dpo',
  'rule-pairs': 'trl-dpo',
  'critique-preferences': 'trl-dpo',
  demonstrations: 'best-of-n',
  'critique-sft': 'best-of-n',
};

/** Returns what was looked at of a format, by trainers that it names. */
export function looksOf(
  format: Pick<ExportFormat, 'name' | 'trainers'>,
): { readonly looks: TrainerLooks; readonly shapes: Readonly<Partial<Record<RowShape, Look>>> }[] {
  const products = new Set(format.trainers.map(({ name }) => productOf(name)));
  const name = columnsOf[format.name] ?? format.name;
  return trainerLooks.flatMap((looks) => {
    const shapes = looks.formats[name];
    return shapes && products.has(looks.product) ? [{ looks, shapes }] : [];
  });
}

/** Returns the sides of a look with what became of them; none where the row was not read. */
export const sidesOf = (look: Look): (readonly [side: string, states: SideStates])[] =>
  'refused' in look || 'dropped' in look ? [] : Object.entries(look);

const isLearnt = (state: PartState | undefined): boolean =>
  state === 'trained' || state === 'partly' || state === 'cut-trained';

/** Returns the kinds of text of which a trainer learns something, of either side. */
export const learntParts = (look: Look): RowPart[] =>
  rowParts.filter((part) => sidesOf(look).some(([, states]) => isLearnt(states[part])));

/** What the environment said, or the person: texts that a model should not learn to write. */
export const othersParts: readonly RowPart[] = [
  'system',
  'tools',
  'user',
  'past-observations',
  'observations',
  'replies',
];
