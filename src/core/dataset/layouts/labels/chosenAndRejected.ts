import type { Judgement } from '../../../model/annotation/annotation';
import type { RecordReader } from '../../records/recordReader';
import { textsAt } from '../texts/nestedValues';

interface RightAndWrong {
  readonly responses: readonly { readonly id: string; readonly text: string }[];
  readonly chosen: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * The lists `chosen` and `rejected` of texts, as responses called after their list: "chosen-1", "chosen-2",
 * "rejected-1".
 */
export function chosenAndRejected(record: RecordReader): RightAndWrong {
  const numbered = (name: string): { id: string; text: string }[] =>
    textsAt(record, name).map((text, i) => ({ id: `${name}-${i + 1}`, text }));
  const [chosen, rejected] = [numbered('chosen'), numbered('rejected')];
  return {
    responses: [...chosen, ...rejected],
    chosen: chosen.map(({ id }) => id),
    rejected: rejected.map(({ id }) => id),
  };
}

/** Each response with whether it is right. */
export function acceptable(right: readonly string[], wrong: readonly string[]): NonNullable<Judgement['acceptable']> {
  return Object.fromEntries([...right.map((id) => [id, true] as const), ...wrong.map((id) => [id, false] as const)]);
}

/** Whether these lists hold nothing but texts; a list that is not there does. */
export const areTexts = (record: RecordReader, ...names: readonly string[]): boolean =>
  names.every((name) => record.maybeList(name).every((entry) => typeof entry === 'string'));
