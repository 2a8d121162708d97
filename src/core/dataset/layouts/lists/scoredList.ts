import { problem } from '../../../model/problems/problem';
import type { Response } from '../../../model/item/item';
import { LayoutError } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { rankingLabel } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { metadataOf, textsAt } from '../texts/nestedValues';
import { continuation, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';

/** How a layout names a prompt, its responses and their scores. */
interface ScoredListForm {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly fields: { readonly prompt: string; readonly responses: string; readonly scores: string };
}

/**
 * A layout of a prompt as text, its responses as a list of texts, and a list of their scores: which of them is better
 * is all that its readers take of these, and so they are a ranking; equal ones are tied.
 */
export function scoredList({ name, title, origin, fields }: ScoredListForm): Layout {
  return {
    name,
    title,
    origin,
    fields: { id: 'id', ...fields },
    matches: (record) =>
      record.hasText('prompt') &&
      record.hasList('responses', 'scores') &&
      record.maybeList('responses').length === record.maybeList('scores').length &&
      record.maybeList('responses').every((entry) => typeof entry === 'string'),
    read(record): Content {
      const prompt = record.textAt('prompt');
      const isConversation = isTranscriptPrompt(prompt);
      const texts = textsAt(record, 'responses');
      const { responses, labels } = scoredResponses(
        record,
        'scores',
        texts.map((text, i) => (isConversation ? continuation(`r${i + 1}`, text) : { id: `r${i + 1}`, text })),
      );
      return {
        id: record.ownId(),
        prompt: isConversation ? promptOfTranscript(prompt.trimEnd()) : [{ role: 'user', content: prompt }],
        promptText: prompt,
        responses,
        labels,
        ...metadataOf(record),
      };
    },
  };
}

/**
 * Responses with the scores of a list beside them, which each keeps in its metadata, and the ranking that these are.
 * Throws `LayoutError` where the lists differ in their number or a score is none.
 */
export function scoredResponses(
  record: RecordReader,
  name: string,
  responses: readonly Response[],
): { readonly responses: readonly Response[]; readonly labels: ReturnType<typeof rankingLabel> } {
  const list = record.listAt(name);
  if (list.length !== responses.length)
    throw new LayoutError(
      problem('layouts.scoresDiffer', {
        path: record.path(name),
        scores: list.length,
        responses: responses.length,
      }),
      { field: name },
    );
  const scores = list.map((entry, i) => {
    const score = numberOf(entry);
    if (score === undefined) throw record.wrong(`${name}[${i}]`, entry, 'number');
    return score;
  });
  return {
    responses: responses.map((response, i) => ({ ...response, metadata: { score: scores[i] } })),
    labels: rankingLabel(responses.map(({ id }, i) => ({ id, rank: -(scores[i] ?? 0) }))),
  };
}
