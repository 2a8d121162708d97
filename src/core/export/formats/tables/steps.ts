import * as z from 'zod';
import { stepLabels } from '../../../model/annotation/judgementValues';
import { TextOffsets } from '../../../model/text/codePoints';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * Every step of a response with its label, all four of them, its type and note. Offsets are code points of the
 * response's exact text, as Python counts (`text[start:end]`); `text` is null where they lie outside of it, as the text
 * changed since. Steps are numbered from 1 in the order in which they stand in the journal; `label` is null where a
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
  },
  *facts({ judgement }, { item }) {
    const texts = new Map(
      judgedResponses(item, judgement).map(({ id, text }) => [id, { text, offsets: new TextOffsets(text) }]),
    );
    const counts = new Map<string, number>();
    for (const { response, start, end, label, type, note } of judgement.steps ?? []) {
      const step = (counts.get(response) ?? 0) + 1;
      counts.set(response, step);
      const own = texts.get(response);
      const range = own?.offsets.utf16({ start, end });
      yield {
        response,
        step,
        start,
        end,
        text: own && range ? own.text.slice(range.start, range.end) : null,
        label,
        type: type ?? null,
        note: note ?? null,
      };
    }
  },
});
