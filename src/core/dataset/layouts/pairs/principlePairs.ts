import type { Message } from '../../../model/item/item';
import { asMessages } from '../../items/messages';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { answerAt, pairParts } from '../texts/preferencePair';
import { toolsAt } from '../texts/toolsAndMedia';

const criterion = 'principle';

/**
 * `{prompt: [system: principle, …], chosen, rejected, principle}`: a pair under a principle. The principle is the
 * item's criterion, by which alone the one is better; it is taken out of the system message, where it stands behind
 * what is there already.
 */
export const principlePairs: Layout = {
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
  matches: (record) =>
    record.has('chosen', 'rejected') &&
    record.hasText('principle') &&
    withoutPrinciple(asMessages(record.value('prompt')), record.maybeText('principle') ?? '') !== undefined,
  read(record): Content {
    const principle = record.textAt('principle');
    const prompt = record.messagesAt('prompt');
    const bare = withoutPrinciple(prompt, principle) ?? prompt;
    return {
      id: record.ownId(),
      ...pairParts(bare, answerAt(record, 'chosen'), answerAt(record, 'rejected'), record.path('prompt')),
      ...toolsAt(record),
      criteria: [{ id: criterion, text: principle }],
      labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a', criterion }] } }],
      ...metadataOf(record),
    };
  },
};

/** The turns without the principle that leads them; undefined where it does not, or nothing follows it. */
function withoutPrinciple(prompt: readonly Message[] | undefined, principle: string): Message[] | undefined {
  const [first, ...rest] = prompt ?? [];
  if (first?.role !== 'system' || rest.length === 0 || principle === '') return undefined;
  if (first.content === principle) return rest;
  return first.content.endsWith(`\n\n${principle}`)
    ? [{ ...first, content: first.content.slice(0, -principle.length - 2) }, ...rest]
    : undefined;
}
