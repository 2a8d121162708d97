import * as z from 'zod';
import { polarities } from '../../../model/annotation/judgementValues';
import { AnchorText } from '../../../model/annotation/anchors';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { longTable, maybeText, responseId } from '../../builders/longTable';

const offset = z.int().nonnegative();

/**
 * Every marked passage. Offsets are code points of the response's exact text, as Python counts (`text[start:end] ==
 * quote`). The columns `about_…` are the stretch of the critique's text that speaks of it, and `about_lost`
 * is true where that was rewritten since. `lost` is true where the
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
    about_lost: z.boolean().nullable(),
    lost: z.boolean(),
  },
  *facts({ judgement }, { source }, _options, notify) {
    const texts = new Map(judgedResponses(source, judgement).map(({ id, text }) => [id, text]));
    for (const { response, text: critique, spans = [] } of judgement.critiques ?? []) {
      if (spans.length === 0) continue;
      const [anchors, links] = [new AnchorText(texts.get(response) ?? ''), new AnchorText(critique)];
      for (const { start, end, quote, type, polarity, severity, note, about } of spans) {
        const place = texts.has(response) ? anchors.placeOf({ start, end, quote }) : undefined;
        const link = about && links.placeOf(about);
        if (place?.isMoved) notify.note('moved');
        if (!place) notify.note('lost');
        if (about && !link) notify.note('link-lost');
        yield {
          response,
          ...(place?.points ?? { start, end }),
          quote,
          type: type ?? null,
          polarity: polarity ?? null,
          severity: severity ?? null,
          note: note ?? null,
          about_start: (link?.points ?? about)?.start ?? null,
          about_end: (link?.points ?? about)?.end ?? null,
          about_quote: about?.quote ?? null,
          about_lost: about ? !link : null,
          lost: !place,
        };
      }
    }
  },
});
