import * as z from 'zod';
import { AnchorText } from '../../../model/annotation/anchors';
import { polarities } from '../../../model/annotation/judgementValues';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { codePointOffset } from '../../../model/text/codePoints';
import { maybeText } from '../../builders/longTable';
import { rowFormat } from '../../builders/rowFormat';
import { pandas } from '../../commands/loadAndEvaluate';
import { annotatorColumn } from '../../sharedColumns';
import { critiqueText } from '../../texts/critiqueText';

const name = z.string().min(1);

/**
 * Every marked passage as a row of a long table: `{annotation, annotator, item, context, response, start, end, quote,
 * type, polarity, severity, note, critique}`. Offsets are code points of the response's exact text, as Python counts
 * (`text[start:end] == quote`); what was not said is null. `critique` is what the annotator wrote of that response.
 */
export const spans = rowFormat({
  name: 'spans',
  title: 'Table of all marked passages, with critiques',
  family: 'tables',
  takes: [],
  keepsContexts: true,
  tells: 'nothing',
  trainers: [{ name: 'pandas', command: pandas }],
  *find({ source, annotations }, _options, notify) {
    for (const annotation of annotations) {
      const critiques = annotation.judgement.critiques ?? [];
      const responses = new Map(
        judgedResponses(source, annotation.judgement).map((response) => [response.id, response]),
      );
      if (critiques.every(({ spans: marked = [], missing = [] }) => marked.length + missing.length === 0))
        notify.drop('no-spans');
      for (const critique of critiques) {
        notify.drop('no-place', critique.missing?.length ?? 0);
        const response = responses.get(critique.response);
        const anchors = response && new AnchorText(response.text);
        for (const span of critique.spans ?? []) {
          const place = anchors?.placeOf(span);
          if (!response || !place) {
            notify.drop(anchors ? 'span-lost' : 'stale');
            continue;
          }
          if (place.isMoved) notify.note('moved');
          yield { annotation, response, span, points: place.points, critique };
        }
      }
    }
  },
  columns: {
    annotation: { rule: name, value: ({ annotation }) => annotation.id },
    annotator: { ...annotatorColumn, rule: name },
    item: { rule: name, value: ({ item }) => item.id },
    context: { rule: maybeText, value: ({ context }) => context ?? null },
    response: { rule: name, value: ({ response }) => response.id, isName: true },
    start: { rule: z.int().nonnegative(), value: ({ points }) => points.start },
    end: { rule: z.int().nonnegative(), value: ({ points }) => points.end },
    quote: { rule: z.string(), value: ({ span }) => span.quote },
    type: { rule: maybeText, value: ({ span }) => span.type ?? null },
    polarity: { rule: z.enum(polarities).nullable(), value: ({ span }) => span.polarity ?? null },
    severity: { rule: z.number().nullable(), value: ({ span }) => span.severity ?? null, isReal: true },
    note: { rule: maybeText, value: ({ span }) => span.note ?? null },
    critique: { rule: z.string(), value: ({ critique }) => critiqueText(critique) },
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ start, end, quote }) => codePointOffset(quote, quote.length) === end - start,
        'has a quote whose length differs from "start" to "end" (counted in code points)',
      ),
  },
});
