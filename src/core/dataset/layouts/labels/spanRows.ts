import type { Critique } from '../../../model/annotation/annotation';
import { isObject, textOf } from '../../fields/recordFields';
import { idOf } from '../../records/recordReader';
import { tableRowContent, joinByIds, tableFields, type TableRow } from './labelTable';
import type { Content, Layout } from '../layout';
import { meaningfulText } from '../texts/nestedValues';

type Span = NonNullable<Critique['spans']>[number];

/**
 * `{annotation, annotator, item, context, response, start, end, quote, type, polarity, severity, note, critique}`: one
 * marked passage a row, in code points of a response that is named by id. The rows of an annotation are its critiques
 * with their passages again; `annotators-spans` has `lost` and `about_…` as well, and no `critique`. The texts stand in
 * the study that the table is from.
 */
export const spanRows: Layout = {
  name: 'spans',
  title: 'Table of marked passages, with ids of items and responses',
  origin: "Tiebreak's own (spans)",
  labelsOnly: true,
  fields: {
    ...tableFields,
    response: 'response',
    start: 'start',
    end: 'end',
    quote: 'quote',
    type: 'type',
    polarity: 'polarity',
    severity: 'severity',
    note: 'note',
    critique: 'critique',
    aboutStart: 'about_start',
    aboutEnd: 'about_end',
    aboutQuote: 'about_quote',
    lost: 'lost',
  },
  matches: (record) =>
    record.has('item', 'response', 'start', 'end') &&
    record.hasText('quote') &&
    record.maybeNumber('start') !== undefined,
  read(record): Content {
    const response = idOf(record.value('response'));
    if (response === undefined) throw record.wrong('response', record.value('response'), 'responseId');
    const [start, end] = [placeAt(record, 'start'), placeAt(record, 'end')];
    const [type, polarity, severity, note] = [
      meaningfulText(record.value('type')),
      record.value('polarity'),
      record.maybeNumber('severity'),
      meaningfulText(record.value('note')),
    ];
    const about = aboutIn(record);
    const span: Span = {
      start,
      end,
      quote: record.textAt('quote'),
      ...(type !== undefined && { type }),
      ...((polarity === 'positive' || polarity === 'negative') && { polarity }),
      ...(severity !== undefined && { severity }),
      ...(note !== undefined && { note }),
      ...(about && { about }),
      ...(record.value('lost') === true && { lost: true }),
    };
    return tableRowContent(record, {
      responses: [response],
      values: { span, critique: record.maybeText('critique') ?? '' },
    });
  },
  joins: joinByIds((rows) => ({ judgement: { critiques: critiquesOf(rows) } })),
};

/** The stretch of the critique that speaks of the passage, in tables that tell it. */
function aboutIn(record: Parameters<Layout['read']>[0]): Span['about'] {
  const quote = record.maybeText('aboutQuote');
  return quote === undefined
    ? undefined
    : { start: placeAt(record, 'aboutStart'), end: placeAt(record, 'aboutEnd'), quote };
}

function placeAt(record: Parameters<Layout['read']>[0], name: 'start' | 'end' | 'aboutStart' | 'aboutEnd'): number {
  const place = record.numberAt(name);
  if (!Number.isInteger(place) || place < 0) throw record.wrong(name, place, 'codePoints');
  return place;
}

/** One critique for each response, with its passages in the order of the rows. */
function critiquesOf(rows: readonly TableRow[]): Critique[] {
  return [...new Set(rows.flatMap(({ responses }) => responses))].map((response) => {
    const own = rows.filter(({ responses }) => responses[0] === response);
    return {
      response,
      text: textOf(own[0]?.values.critique) ?? '',
      spans: own.flatMap(({ values: { span } }) => (isObject(span) ? [span as unknown as Span] : [])),
    };
  });
}
