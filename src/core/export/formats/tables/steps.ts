import * as z from 'zod';
import { stepLabels } from '../../../model/annotation/judgementValues';
import { longTable, maybeText, responseId } from '../../builders/longTable';
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
  names: ['response'],
  agreesOn: 'steps',
  columns: {
    response: responseId,
    step: z.int().positive(),
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
    text: maybeText,
    label: z.enum(stepLabels).nullable(),
    type: maybeText,
    note: maybeText,
    lost: z.boolean(),
  },
  *facts(annotation, judged, _options, notify) {
    const counts = new Map<string, number>();
    const placed = new Map(
      placedSteps(annotation, { item: judged.source, source: judged.source }).flatMap(({ response, steps: own }) =>
        own.map(({ step, place }) => [step, place && { ...place, text: response?.text.slice(place.start, place.end) }]),
      ),
    );
    for (const each of annotation.judgement.steps ?? []) {
      const { response, start, end, quote, label, type, note } = each;
      const step = (counts.get(response) ?? 0) + 1;
      counts.set(response, step);
      const place = placed.get(each);
      if (place?.isMoved) notify.note('moved');
      if (!place) notify.note('lost');
      yield {
        response,
        step,
        ...(place?.points ?? { start, end }),
        text: place?.text ?? quote ?? null,
        label,
        type: type ?? null,
        note: note ?? null,
        lost: !place,
      };
    }
  },
});
