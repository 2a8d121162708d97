import * as z from 'zod';
import type { Annotation } from '../../../model/annotation/annotation';
import { codePointOffset, TextOffsets } from '../../../model/text/codePoints';
import type { Item, Passage } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import { fgRlhfFiles } from '../../commands/researchAndHosted';
import { allComparisonsIn } from '../../derive/comparisons';
import { errorSpans, missingInfo, type ErrorSpan } from '../../derive/errorSpans';
import { improvementsOf } from '../../derive/refinements';
import type { Fields } from '../../fields';
import type { RowNotifier } from '../../format';
import { text } from '../../formatRules';
import { promptTextOf } from '../../sharedColumns';
import { completionText } from '../../texts/plainText';
import { isOnWords } from '../../texts/wordBounds';

/** The pairs that `preference` speaks of, in its order. */
const pairs = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;
const types = ['Irrelevant', 'Wrong-Grounding', 'Unverifiable', 'Redundant', 'Incoherent'];

const prediction = (place: number) => ({
  rule: text,
  value: ({ predictions }: { readonly predictions: readonly string[] }) => predictions[place] ?? '',
});

/**
 * Fine-Grained RLHF's QA feedback, a JSON array (allenai/FineGrainedRLHF, tasks/qa_feedback/data; read by
 * reward_modeling/create_rel_fact_rm_files.py and create_comp_rm_files.py): `{question, passages, gold, "prediction 1"
 * … 4, feedback: {errors, "missing-info", "corrected-prediction"}, preference: [6]}`. A row is an item of four
 * responses as one annotator judged it. Feedback is on the first response of the dataset's, which must have been
 * marked, as no errors means that it has none. A preference is 0 for none, 1 for the first and 2 for the second of
 * (1,2) (1,3) (1,4) (2,3) (2,4) (3,4). The corrected prediction is the last edit of the first response that was not
 * judged worse than it.
 */
export const fgRlhf = rowFormat({
  name: 'fg-rlhf',
  title: 'Error spans, missing information and six preferences, as in Fine-Grained RLHF',
  family: 'spans',
  shape: 'text',
  files: ['json'],
  takes: ['context', 'media'],
  keepsEvidence: true,
  trainers: [{ name: 'FG-RLHF (with the test split as dev_feedback.json)', command: fgRlhfFiles }],
  *find(judged, _options, notify) {
    const { item } = judged;
    const [first] = item.responses;
    for (const annotation of judged.annotations) {
      const critiques = annotation.judgement.critiques ?? [];
      const own = critiques.filter(
        ({ response, spans, missing }) => response === first?.id && (spans ?? missing) !== undefined,
      );
      const refusal =
        !first || item.responses.length !== 4
          ? 'not-four'
          : own.length === 0
            ? 'no-spans'
            : first.text.trim() === ''
              ? 'blank-response'
              : undefined;
      if (refusal || !first) {
        notify.drop(refusal ?? 'not-four');
        continue;
      }
      notify.drop(
        'other-response',
        critiques
          .filter(({ response }) => response !== first.id)
          .reduce((sum, { spans = [], missing = [] }) => sum + spans.length + missing.length, 0),
      );
      const corrected = improvementsOf(annotation, judged, notify.drop, true).findLast(
        ({ response }) => response.id === first.id,
      );
      const predictions = item.responses.map((response) => completionText(item, response));
      yield {
        annotation,
        responses: item.responses,
        named: {},
        predictions,
        errors: errorsIn(
          first.text,
          predictions[0] ?? '',
          own.flatMap(({ spans = [] }) => spans),
          notify,
        ),
        missing: missingInfo(
          item,
          own.flatMap(({ missing = [] }) => missing),
          notify,
        ),
        corrected: corrected ? completionText(item, corrected.after) : '',
        preference: preferencesIn(annotation, item, notify),
      };
    }
  },
  columns: {
    question: promptTextOf(),
    passages: {
      rule: z.array(z.array(z.string()).min(1, 'has no title')),
      value: ({ item }) => (item.evidence ?? []).map(passageOf),
    },
    gold: { rule: z.string(), value: ({ item }) => item.references?.[0] ?? '' },
    'prediction 1': {
      ...prediction(0),
      rule: text.refine(
        (words) => words.trim() !== '',
        'is empty: create_rel_fact_rm_files.py stops with "IndexError: list assignment index out of range"',
      ),
    },
    'prediction 2': prediction(1),
    'prediction 3': prediction(2),
    'prediction 4': prediction(3),
    feedback: {
      rule: z.strictObject({
        errors: z.array(
          z.strictObject({
            'error type': z.string('is missing: create_rel_fact_rm_files.py stops with "KeyError: \'error type\'"'),
            explanation: z.string(),
            start: z.int().nonnegative('is below 0: "assert start >= 0" fails'),
            end: z.int().nonnegative('is below 0: "assert end >= 0" fails'),
          }),
        ),
        'missing-info': z.array(
          z.strictObject({
            'error type': z.string(),
            passage_id: z.int().positive(),
            sentence_id: z.array(z.int().nonnegative()),
          }),
        ),
        'corrected-prediction': z.string('is missing: create_comp_rm_files.py stops at it'),
      }),
      value: ({ errors, missing, corrected }) => ({
        errors,
        'missing-info': missing,
        'corrected-prediction': corrected,
      }),
    },
    preference: {
      rule: z
        .array(z.int().min(0).max(2))
        .length(pairs.length, 'must be six: 0, 1 or 2 for the pairs (1,2) (1,3) (1,4) (2,3) (2,4) (3,4)'),
      value: ({ preference }) => preference,
    },
  },
  rules: {
    between: (row) =>
      row.superRefine((each, context) => {
        const fault = faultIn(each['prediction 1'], each.feedback.errors);
        if (fault !== undefined) context.addIssue({ code: 'custom', path: ['feedback', 'errors'], message: fault });
      }),
    silent: ({ feedback }: Fields) => {
      const { errors = [] } = feedback as { errors?: readonly Fields[] };
      const other = errors.find((error) => !types.includes(String(error['error type'])));
      return (
        other &&
        `"${String(other['error type'])}" is none of ${types.join(', ')}: create_rel_fact_rm_files.py takes it for an error that is not about facts (NF-ERR)`
      );
    },
  },
});

/**
 * Errors of the response as the row has it: a continuation of a transcript begins with a space, behind which its text
 * stands.
 */
function errorsIn(
  own: string,
  written: string,
  spans: Parameters<typeof errorSpans>[1],
  notify: RowNotifier,
): ErrorSpan[] {
  const lead = written === own ? 0 : written.indexOf(own);
  if (lead <= 0) return errorSpans(own, spans, notify);
  const shift = codePointOffset(written, lead);
  return errorSpans(own, spans, notify).map((error) => ({
    ...error,
    start: error.start + shift,
    end: error.end + shift,
  }));
}

/** A title and sentences: those that the source counts, or the passage as one. */
const passageOf = ({ title, text: body, sentences }: Passage): readonly string[] => sentences ?? [title ?? '', body];

function preferencesIn(annotation: Annotation, { responses }: Item, notify: RowNotifier): number[] {
  const compared = allComparisonsIn(annotation).filter(({ criterion }) => criterion === undefined);
  return pairs.map(([i, j]) => {
    const [one, other] = [responses[i]?.id, responses[j]?.id];
    const found = compared.findLast(({ a, b }) => (a === one && b === other) || (a === other && b === one));
    if (!found) notify.note('pair-not-compared');
    if (found?.outcome !== 'a' && found?.outcome !== 'b') return 0;
    return (found.outcome === 'a' ? found.a : found.b) === one ? 1 : 2;
  });
}

/** What get_token_labels asserts of the spans of a text. */
function faultIn(
  prediction: string,
  errors: readonly { readonly start: number; readonly end: number }[],
): string | undefined {
  const offsets = new TextOffsets(prediction);
  let last = 0;
  for (const { start, end } of errors.toSorted((a, b) => a.start - b.start)) {
    const range = offsets.utf16({ start, end });
    if (!range)
      return `reach from ${start} to ${end}, which lies outside of "prediction 1": "IndexError: string index out of range"`;
    if (!isOnWords(prediction, range))
      return `reach from ${start} to ${end}, which begins or ends within a word: AssertionError ("make sure the left of start index or the end index points to an empty char")`;
    if (start < last) return `overlap at ${start}: AssertionError ("make sure each token finds at most one tag label")`;
    last = end;
  }
  return undefined;
}
