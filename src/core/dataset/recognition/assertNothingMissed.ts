import { wordsOf } from '../../model/problems/problem';
import type { JsonObject } from '../fields/recordFields';
import type { Mapping } from '../fields/fieldMapping';
import { preferencePair } from '../layouts/texts/preferencePair';
import { uncertain, type DetectedReading } from './commonPlan';
import { firstObjectsOf } from './firstObjects';
import { generalLayouts, planOf } from './plan';
import { readingProblem } from './planChecks';
import { siblingProblems, unreadSiblings, type UnreadSiblings } from './unreadSiblings';
import { withResponses, type FieldReading } from './userFieldRoles';

/**
 * Throws `NoLayoutError` where a reading that nobody asked for leaves a field that looks like a sibling of a response or
 * of a label, with the reading that takes it too.
 */
export async function assertNothingMissed(paths: readonly string[], reading: DetectedReading): Promise<void> {
  for (const { path, records } of await firstObjectsOf(paths, reading.mapping)) {
    const missed = unreadSiblings(records, reading.layout, reading.mapping);
    const doubts = siblingProblems(missed).map(wordsOf);
    if (doubts.length > 0)
      throw await uncertain(paths, {
        ...proposal(records, reading, missed),
        doubts,
        guards: [],
        file: path,
        isWhole: true,
      });
  }
}

/** The reading with what it missed, if that can be read by a general layout; else as it is. */
function proposal(records: readonly JsonObject[], reading: DetectedReading, missed: UnreadSiblings): FieldReading {
  const { layout, mapping } = reading;
  if (!generalLayouts.includes(layout)) return { layout, mapping };
  const plan = reading.isPlanned ? undefined : planOf(records);
  const own: FieldReading = plan ? { layout: plan.layout, mapping: { ...plan.mapping, ...mapping } } : reading;
  const more =
    missed.responses.length > 0 && own.layout !== preferencePair
      ? withResponses(records, own, [...missed.read, ...missed.responses])
      : own;
  const [label] = missed.labels;
  const isFree = label !== undefined && more.mapping.label === undefined && Object.hasOwn(more.layout.fields, 'label');
  const whole = isFree ? withLabel(more, label) : more;
  return [whole, more, own].find((each) => readingProblem(records, each.layout, each.mapping) === undefined) ?? reading;
}

const withLabel = ({ layout, mapping }: FieldReading, label: string): FieldReading => {
  const labelled: Mapping = { ...mapping, label };
  return { layout, mapping: labelled };
};
