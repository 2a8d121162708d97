import { formatCount } from '../../core/model/text/formatCount';
import type { Messages } from '../../core/model/problems';
import type { ExportRowProblems, ParquetKind } from '../../core/model/problems/exportRows';

export const exportRowMessages: Messages<ExportRowProblems> = {
  'export.noSuchAnnotator': ({ annotators, known }) =>
    `there is no annotator ${quoted(annotators)} in this study; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ') || 'none yet'}`,
  'export.nothingJudged': ({ mayHaveAll }) =>
    `there is nothing to export: no item has been judged yet. Rank some items first, or import labels with "tiebreak import"${mayHaveAll ? ', or let all items have a row (--items all)' : ''}`,
  'export.noRowOfItems': ({ reasons }) => `there is nothing to export: no item gives a row (${because(reasons)})`,
  'export.noRowOfAnnotations': ({ annotations, reasons }) =>
    `there is nothing to export: of ${formatCount(annotations, 'annotation')} none gives a row (${because(reasons)})`,
  'export.emptySplit': ({ split, rows }) =>
    `the split leaves "${split}" without a row (${rows} in all), and trainers stop at an empty file. Choose other shares, another seed, or no split`,

  'export.noiseUnknown': () =>
    'no item was judged twice, so nothing tells how noisy the labels are, and they cannot be softened by it. Let several annotators judge some items, or weave in repeats (plan.repeats)',
  'export.noSuchCriterion': ({ criterion, criteria }) =>
    `nothing was preferred by the criterion ${JSON.stringify(criterion)}; ${criteria.length === 0 ? 'no judgement here is by one criterion only' : `there ${criteria.length === 1 ? 'is' : 'are'} ${quoted(criteria)}`}`,
  'export.onlyDates': ({ column, split }) =>
    `every text in "${column}" of ${split} is a date, and HF datasets would read that column as timestamps instead of text. Export as Parquet (--file parquet), which keeps texts as they are, judge items with other texts too, or export in another format`,

  'export.noSuchAttribute': ({ attribute, format, attributes }) =>
    `${format} has no attribute ${JSON.stringify(attribute)}; it has ${attributes.join(', ')}`,
  'export.aspectNotRated': ({ aspect, rated }) =>
    `nobody rated on ${JSON.stringify(aspect)}; what was rated is ${rated.join(', ') || 'nothing'}`,
  'export.aspectOfOtherScale': ({ aspect, scale, format, attribute, asked: { min, max } }) =>
    `the aspect ${JSON.stringify(aspect)} goes from ${scale.min} to ${scale.max}, and ${format} has ${attribute} from ${min} to ${max}. Rate on a scale from ${min} to ${max} (task.aspects of the project), let another aspect stand for it (--attributes ${attribute}=ASPECT), or export in a format that takes any scale (armorm, ms-swift-regression)`,
  'export.aspectNamedMessages': () =>
    'an aspect has the name "messages", like the column of the conversation. Give it another name (--attributes NAME=messages)',

  'export.columnOfSeveralTypes': ({ column, at, kind, first, firstKind }) =>
    `${at.file}: row ${at.row}: "${column}" is ${kindNames[kind]}, and in ${first.file}: row ${first.row} it is ${kindNames[firstKind]}. A column of Parquet holds values of one type: export as JSONL`,
  'export.objectWithoutFields': ({ column, at }) =>
    `${at.file}: row ${at.row}: "${column}" is an object without fields, in every row, which Parquet cannot hold. Export as JSONL`,
};

const kindNames: Readonly<Record<ParquetKind, string>> = {
  text: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  list: 'a list',
  struct: 'an object',
};

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

const because = (reasons: readonly { readonly count: number; readonly reason: string }[]): string =>
  reasons.map(({ count, reason }) => `${count.toLocaleString('en-US')} × ${reason}`).join('; ');
