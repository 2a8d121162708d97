import * as z from 'zod';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { AnchorText } from '../../../model/annotation/anchors';
import { codePointOffset } from '../../../model/text/codePoints';
import { critiqueText } from '../../texts/critiqueText';
import type { ExportFormat } from '../../format';
import { rowOrigin } from '../../builders/pairFormat';
import { annotatorName } from '../../rows/pseudonyms';
import { pandas } from '../../commands/loadAndEvaluate';

/**
 * Every marked passage as a row of a long table: `{annotation, annotator, item, context, response, start, end, quote,
 * type, polarity, severity, note, critique}`. Offsets are code points of the response's exact text, as Python counts
 * (`text[start:end] == quote`); what was not said is null. `critique` is what the annotator wrote of that response.
 */
export const spans: ExportFormat = {
  name: 'spans',
  title: 'Table of all marked passages, with critiques',
  family: 'tables',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  reals: ['severity'],
  names: ['response'],
  takes: [],
  keepsContexts: true,
  trainers: [{ name: 'pandas', command: pandas }],
  *rows(judged, options, _file, notify) {
    for (const annotation of judged.annotations) {
      const critiques = annotation.judgement.critiques ?? [];
      const responses = new Map(
        judgedResponses(judged.source, annotation.judgement).map((response) => [response.id, response]),
      );
      if (critiques.every(({ spans: marked = [], missing = [] }) => marked.length + missing.length === 0))
        notify.drop('no-spans');
      for (const critique of critiques) {
        notify.drop('no-place', critique.missing?.length ?? 0);
        const response = responses.get(critique.response);
        const anchors = response && new AnchorText(response.text);
        for (const { type, polarity, severity, note, quote, ...where } of critique.spans ?? []) {
          const place = anchors?.placeOf({ ...where, quote });
          if (!place) {
            notify.drop(anchors ? 'span-lost' : 'stale');
            continue;
          }
          if (place.isMoved) notify.note('moved');
          const value = {
            annotation: annotation.id,
            annotator: annotatorName(annotation.annotator, options),
            item: judged.item.id,
            context: judged.context ?? null,
            response: critique.response,
            ...place.points,
            quote,
            type: type ?? null,
            polarity: polarity ?? null,
            severity: severity ?? null,
            note: note ?? null,
            critique: critiqueText(critique),
          };
          yield {
            value,
            from: { ...rowOrigin({ annotations: [annotation], context: judged.context }), response: critique.response },
          };
        }
      }
    }
  },
  rules: {
    row: z
      .strictObject({
        annotation: z.string().min(1),
        annotator: z.string().min(1),
        item: z.string().min(1),
        context: z.string().nullable(),
        response: z.string().min(1),
        start: z.int().nonnegative(),
        end: z.int().nonnegative(),
        quote: z.string(),
        type: z.string().nullable(),
        polarity: z.enum(['positive', 'negative']).nullable(),
        severity: z.number().nullable(),
        note: z.string().nullable(),
        critique: z.string(),
      })
      .refine(
        ({ start, end, quote }) => codePointOffset(quote, quote.length) === end - start,
        'has a quote whose length differs from "start" to "end" (counted in code points)',
      ),
  },
};
