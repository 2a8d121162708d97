import type { Judgement } from '../../../model/annotation/annotation';
import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { LayoutError } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import { contextAndEvidence, contextAndEvidenceFields } from '../texts/contextAndEvidence';
import { judgeNamed } from '../labels/whoJudged';
import { meaningfulText } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';
import { toolsAt } from '../texts/toolsAndMedia';
import { continuation, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';
import { answersIn, comparedBy, labelled, layoutOf, textsIn } from './layoutRow';

/** Tiebreak's own forms, and that of Potato. */

/**
 * `{prompt, initial, critique, refined, score}`: an edit of one response, with what was wrong with it and how good it
 * came to be. The edit is a refinement of the response, and is one that was judged with it only where it has a score;
 * that it is better is not said.
 */
export const refinements = layoutOf({
  name: 'refinements',
  title: 'A response, what is wrong with it, and the improved response',
  origin: "Tiebreak's own (refinements)",
  fields: {
    id: 'id',
    prompt: 'prompt',
    initial: 'initial',
    critique: 'critique',
    refined: 'refined',
    score: 'score',
    ...contextAndEvidenceFields,
  },
  needs: { values: ['prompt'], texts: ['initial', 'refined'] },
  both: (record) => {
    const { prompt, promptText } = record.promptAt();
    const initial = record.textAt('initial');
    return promptText !== undefined && isTranscriptPrompt(promptText)
      ? { prompt: promptOfTranscript(promptText), promptText, responses: [continuation('initial', initial)] }
      : { prompt, ...(promptText !== undefined && { promptText }), responses: [responseOf('initial', initial)] };
  },
  more: [
    (record, { responses }) => contextAndEvidence(record, responses) ?? {},
    (record) => {
      const [value, critique] = [record.maybeNumber('score'), meaningfulText(record.value('critique'))];
      const isScored = value !== undefined;
      const judgement: Judgement = {
        refinements: [{ response: 'initial', text: record.textAt('refined'), ...(isScored && { id: 'refined' }) }],
        ...(critique !== undefined && { critiques: [{ response: 'initial', text: critique }] }),
        ...(isScored && { ratings: [{ response: 'refined', aspect: 'overall', value }] }),
      };
      return labelled(judgement, () => (isScored ? { shown: ['initial', 'refined'] } : {}));
    },
  ],
});

const criterion = 'principle';

/**
 * `{prompt: [system: principle, …], chosen, rejected, principle}`: a pair under a principle. The principle is the
 * item's criterion, by which alone the one is better; it is taken out of the system message, where it stands behind
 * what is there already.
 */
export const principlePairs = layoutOf({
  name: 'principle-pairs',
  title: 'Pairs for a principle: a response that meets it over one that does not',
  origin: "Tiebreak's own (principle-pairs); RLBFF (arXiv 2509.21319), SALMON (arXiv 2310.05910)",
  fields: {
    id: 'id',
    prompt: 'prompt',
    chosen: 'chosen',
    rejected: 'rejected',
    principle: 'principle',
    tools: 'tools',
  },
  needs: {
    values: ['chosen', 'rejected'],
    texts: ['principle'],
    also: (record) =>
      withoutPrinciple(asMessages(record.value('prompt')), record.maybeText('principle') ?? '') !== undefined,
  },
  prompt: (record) => {
    const [principle, prompt] = [record.textAt('principle'), record.messagesAt('prompt')];
    return { prompt: withoutPrinciple(prompt, principle) ?? prompt };
  },
  responses: answersIn({ chosen: 'chosen', rejected: 'rejected' }),
  more: [
    toolsAt,
    (record) => ({ criteria: [{ id: criterion, text: record.textAt('principle') }] }),
    () => labelled({ comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a', criterion }] }),
  ],
});

/** The turns without the principle that leads them; undefined where it does not, or nothing follows it. */
function withoutPrinciple(prompt: readonly Message[] | undefined, principle: string): Message[] | undefined {
  const [first, ...rest] = prompt ?? [];
  if (first?.role !== 'system' || rest.length === 0 || principle === '') return undefined;
  if (first.content === principle) return rest;
  return first.content.endsWith(`\n\n${principle}`)
    ? [{ ...first, content: first.content.slice(0, -principle.length - 2) }, ...rest]
    : undefined;
}

/**
 * `{instance_id, prompt, chosen: "A" | "B", annotator}`: Potato's preference pairs name the winner, but do not hold the
 * two responses. They can be read once the responses have been joined to each row, as `A` and `B` or by a mapping.
 */
export const potato = layoutOf({
  name: 'potato',
  title: 'Potato preference pairs with their responses',
  origin: 'davidjurgens/potato, potato/export/coding_eval_exporter.py _export_preference',
  fields: { id: 'instance_id', prompt: 'prompt', a: 'A', b: 'B', chosen: 'chosen', annotator: 'annotator' },
  needs: { values: ['id', 'prompt'], also: (record) => ['A', 'B'].includes(record.maybeText('chosen') ?? '') },
  prompt: (record) => {
    if (!record.has('a', 'b'))
      throw new LayoutError(problem('layouts.potatoWithoutResponses', {}), { field: record.has('a') ? 'b' : 'a' });
    return record.promptAt();
  },
  responses: textsIn({ A: 'a', B: 'b' }),
  more: [
    comparedBy('chosen', { A: 'a', B: 'b' }, (record) => judgeNamed(record, meaningfulText(record.value('annotator')))),
  ],
});
