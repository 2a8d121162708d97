import * as z from 'zod';
import { polarities } from '../../../model/annotation/judgementValues';
import { AnchorText } from '../../../model/annotation/anchors';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

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
  *facts({ judgement }, { source }, _options, notify) {
    const texts = new Map(judgedResponses(source, judgement).map(({ id, text }) => [id, text]));
    for (const { response: of, text: critique, spans = [] } of judgement.critiques ?? []) {
      if (spans.length === 0) continue;
      const [anchors, links] = [new AnchorText(texts.get(of) ?? ''), new AnchorText(critique)];
      for (const span of spans) {
        const { start, end, quote, about } = span;
        const place = texts.has(of) ? anchors.placeOf({ start, end, quote }) : undefined;
        const link = about && links.placeOf(about);
        if (place?.isMoved) notify.note('moved');
        if (!place) notify.note('lost');
        if (about && !link) notify.note('link-lost');
        yield { ...span, ...place?.points, response: of, place, link, aboutPoints: link?.points ?? about };
      }
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    start: { rule: offset, value: ({ start }) => start },
    end: { rule: offset, value: ({ end }) => end },
    quote: { rule: z.string(), value: ({ quote }) => quote },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    polarity: { rule: z.enum(polarities).nullable(), value: ({ polarity }) => polarity ?? null },
    severity: { rule: z.number().nullable(), value: ({ severity }) => severity ?? null, isReal: true },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    about_start: { rule: offset.nullable(), value: ({ aboutPoints }) => aboutPoints?.start ?? null },
    about_end: { rule: offset.nullable(), value: ({ aboutPoints }) => aboutPoints?.end ?? null },
    about_quote: { rule: maybeText, value: ({ about }) => about?.quote ?? null },
    about_lost: { rule: z.boolean().nullable(), value: ({ about, link }) => (about ? !link : null) },
    lost: { rule: z.boolean(), value: ({ place }) => !place },
  },
});
