import * as z from 'zod';
import { stepLabels } from '../../../model/annotation/judgementValues';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';
import { placedSteps } from '../../derive/stepRows';

/**
 * Every step of a response with its label, all four of them, its type and note. Offsets are code points of the
 * response's exact text, as Python counts (`text[start:end]`). `lost` is true where the step is no longer found there: the
 * offsets are where it once stood, and `text` is what stood there, or null where the journal does not say it. Steps are numbered from 1 in the order in which they stand in the journal; `label` is null where a
 * step was not judged.
 */
export const steps = longTable({
  name: 'steps',
  title: 'Table of all steps with label (correct, incorrect, unnecessary, neutral), type and note',
  agreesOn: 'steps',
  *facts(annotation, judged, _options, notify) {
    const counts = new Map<string, number>();
    const placed = new Map(
      placedSteps(annotation, { item: judged.source, source: judged.source }).flatMap(({ response: of, steps: own }) =>
        own.map(({ step, place }) => [step, place && { ...place, text: of?.text.slice(place.start, place.end) }]),
      ),
    );
    for (const each of annotation.judgement.steps ?? []) {
      const number = (counts.get(each.response) ?? 0) + 1;
      counts.set(each.response, number);
      const place = placed.get(each);
      if (place?.isMoved) notify.note('moved');
      if (!place) notify.note('lost');
      yield { ...each, ...place?.points, number, place };
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    step: { rule: z.int().positive(), value: ({ number }) => number },
    start: { rule: z.int().nonnegative(), value: ({ start }) => start },
    end: { rule: z.int().nonnegative(), value: ({ end }) => end },
    text: { rule: maybeText, value: ({ place, quote }) => place?.text ?? quote ?? null },
    label: { rule: z.enum(stepLabels).nullable(), value: ({ label }) => label },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    lost: { rule: z.boolean(), value: ({ place }) => !place },
  },
});
