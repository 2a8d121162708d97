import type * as z from 'zod';
import type { Criterion } from '../../model/rubric/criterion';
import { callsTools, type Item } from '../../model/item/item';
import type { PackFormat } from '../../rubric/packs/packFormat';
import { criteriaForItem, idealAnswers, type NamedCriterion } from '../derive/criteria';
import { columnFormat, type ColumnFormat, type ExportSetting, type Frozen } from '../columns';
import type { ExportFormat, FormatOption, Judged, ExportRow } from '../format';
import type { DropReason } from '../dropReasons';
import { notesOn } from './rowNotes';
import { rowOrigin } from './pairFormat';
import { promptAlone } from '../texts/plainText';

/** An item with what responses to it are to be rewarded by. */
export interface RubricRow extends Pick<Judged, 'item' | 'source' | 'context'> {
  /** Those that the format can hold; never empty. */
  readonly criteria: readonly Criterion[];
  /** Answers that its annotators wrote, and references. */
  readonly ideals: readonly string[];
}

/** What a format of rubrics says of itself. */
export interface RubricFormat<Row> extends Omit<ColumnFormat<RubricRow, ExportSetting, Row>, 'family' | 'takes'> {
  /** The form of packs that its criteria are written in: what that leaves out, the format does. */
  readonly form: PackFormat;
  readonly takes?: readonly FormatOption[];
  /** Whether a score is the points over all positive ones, so that there must be some. */
  readonly needsPoints?: true;
  /** Whether its form has no place for the weights that these criteria have. */
  readonly cannotWeigh?: (criteria: readonly Criterion[]) => boolean;
  /** Why its reader could take no row of an item: a turn that it does not know. */
  readonly refuses?: (item: Item) => DropReason | undefined;
}

/**
 * A format of one row for each item (and context) that was judged and has criteria: the prompt with what responses to
 * it are rewarded by. An item without a judgement has one where all items are asked for (`items`): its criteria are
 * those in force.
 */
export function rubricFormat<Row>({
  form,
  takes = [],
  needsPoints,
  cannotWeigh = () => false,
  refuses = () => undefined,
  ...format
}: RubricFormat<Row>): ExportFormat {
  const { row, base } = columnFormat({
    ...format,
    family: 'rubrics',
    takes: [...takes, 'items', 'context', 'evidence', 'media'],
  });
  return {
    ...base,
    perItem: true,
    promptOnly: true,
    agreesOn: 'verdicts',
    *rows(judged, options, file, notify) {
      const { source, context, annotations } = judged;
      const item = base.shape === 'text' ? promptAlone(judged.item) : judged.item;
      const all = criteriaForItem(judged, options);
      const criteria = all
        .map(({ criterion }) => criterion)
        .filter((criterion) => form.leavesOut(criterion) === undefined);
      // An item without judgements is one that gives no row.
      const times = Math.max(1, annotations.length);
      notify.drop('criterion-kind', all.length - criteria.length);
      if (criteria.length === 0) {
        notify.drop('no-rubric', times);
        return;
      }
      if (needsPoints && !criteria.some(({ weight }) => weight > 0)) {
        notify.drop('no-points', times);
        return;
      }
      if (cannotWeigh(criteria)) {
        notify.drop('weights-too-fine', times);
        return;
      }
      const refusal = base.shape === 'text' && callsTools(item.prompt) ? 'tool-calls' : refuses(item);
      if (refusal) {
        notify.drop(refusal, times);
        return;
      }
      notesOn(item, [], base.shape, notify);
      if (item.tools && base.shape === 'messages') notify.note('tools-left-out');
      if (context !== undefined) notify.note('under-context');
      if (annotations.length === 0) notify.note('unjudged');
      yield {
        value: row({ item, source, context, criteria, ideals: idealAnswers(judged) }, { file, options }),
        from: annotations.length === 0 ? fromCriteria(all) : rowOrigin(judged),
      };
    },
  };
}

/** A column of what a pack writes of criteria under a name. */
export const packColumn = <Value>(pack: PackFormat, name: string, rule: z.ZodType<Value>) => ({
  rule,
  value: ({ criteria }: RubricRow) => pack.write({ criteria: [...criteria] }, {})[0]?.[name] as Frozen<Value>,
});

/** What a row rests on that no judgement stands behind: the rubric versions that its criteria are of. */
function fromCriteria(criteria: readonly NamedCriterion[]): ExportRow['from'] {
  const rubrics = [
    ...new Map(criteria.flatMap(({ rubric }) => (rubric ? [[rubric.id, rubric] as const] : []))).values(),
  ];
  return { annotations: [], annotators: [], rubrics };
}
