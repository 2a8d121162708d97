import * as z from 'zod';
import { polarities } from '../../../model/annotation/judgementValues';
import { longTable, maybeText, responseId } from '../../builders/longTable';

const offset = z.int().nonnegative();

/**
 * Every marked passage. Offsets are code points of the response's exact text, as Python counts (`text[start:end] ==
 * quote`). The columns `about_…` are the stretch of the critique's text that speaks of it. `lost` is true where the
 * quote stands nowhere in the response any more, and the offsets are where it once stood.
 */
export const spanTable = longTable({
  name: 'spans',
  title: 'Table of all marked passages with type, severity and note, including lost ones',
  reals: ['severity'],
  names: ['response'],
  columns: {
    response: responseId,
    start: offset,
    end: offset,
    quote: z.string(),
    type: maybeText,
    polarity: z.enum(polarities).nullable(),
    severity: z.number().nullable(),
    note: maybeText,
    about_start: offset.nullable(),
    about_end: offset.nullable(),
    about_quote: maybeText,
    lost: z.boolean(),
  },
  *facts({ judgement: { critiques = [] } }) {
    for (const { response, spans = [] } of critiques) {
      for (const { start, end, quote, type, polarity, severity, note, about, lost } of spans) {
        yield {
          response,
          start,
          end,
          quote,
          type: type ?? null,
          polarity: polarity ?? null,
          severity: severity ?? null,
          note: note ?? null,
          about_start: about?.start ?? null,
          about_end: about?.end ?? null,
          about_quote: about?.quote ?? null,
          lost: lost ?? false,
        };
      }
    }
  },
});
