import type { Judgement } from '../../../model/annotation/annotation';
import { contextAndEvidence, contextAndEvidenceFields } from '../texts/contextAndEvidence';
import type { Content, Layout } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';
import { continuation, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';

const [initial, refined] = ['initial', 'refined'];

/**
 * `{prompt, initial, critique, refined, score}`: an edit of one response, with what was wrong with it and how good it
 * came to be. The edit is a refinement of the response, and is one that was judged with it only where it has a score;
 * that it is better is not said.
 */
export const refinements: Layout = {
  name: 'refinements',
  title: 'A response, what is wrong with it, and the improved response',
  origin: "Tiebreak's own (refinements)",
  fields: {
    id: 'id',
    prompt: 'prompt',
    initial,
    critique: 'critique',
    refined,
    score: 'score',
    ...contextAndEvidenceFields,
  },
  matches: (record) => record.has('prompt') && record.hasText('initial', 'refined'),
  read(record): Content {
    const { prompt, promptText } = record.promptAt();
    const isTranscript = promptText !== undefined && isTranscriptPrompt(promptText);
    const answer = (name: string): string => record.textAt(name);
    const response = isTranscript ? continuation(initial, answer('initial')) : responseOf(initial, answer('initial'));
    const [score, critique] = [record.maybeNumber('score'), meaningfulText(record.value('critique'))];
    const text = isTranscript ? continuation(refined, answer('refined')) : { text: answer('refined') };
    const judgement: Judgement = {
      refinements: [{ response: initial, text: text.text, ...(score !== undefined && { id: refined }) }],
      ...(critique !== undefined && { critiques: [{ response: initial, text: critique }] }),
      ...(score !== undefined && { ratings: [{ response: refined, aspect: 'overall', value: score }] }),
    };
    return {
      id: record.ownId(),
      prompt: isTranscript ? promptOfTranscript(promptText) : prompt,
      ...(promptText !== undefined && { promptText }),
      responses: [response],
      ...contextAndEvidence(record, [response]),
      labels: [{ ...(score !== undefined && { shown: [initial, refined] }), judgement }],
      ...metadataOf(record),
    };
  },
};
