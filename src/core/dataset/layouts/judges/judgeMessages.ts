import { problem } from '../../../model/problems/problem';
import type { Critique, Judgement } from '../../../model/annotation/annotation';
import type { Message } from '../../../model/item/item';
import { LayoutError } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import { parseJudgePrompt, type JudgeQuestion } from '../texts/judgePrompts';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { rubricId } from '../labels/scoreRubric';

/**
 * `{messages: [user: what a judge or a critic is asked, assistant: what it answers]}`: Prometheus' prompts, answered by
 * a feedback and "[RESULT]" with a score or a letter, and those of Tiebreak's generative reward models and critics.
 * Prompt, responses, reference and rubric are taken out of the question. A grade is a rating by the rubric and its
 * feedback a critique; what is said of two responses is the rationale. Where there is no answer there is no label.
 */
export const judgeMessages: Layout = {
  name: 'judge-messages',
  title: 'Prompts for a judge or critic model, with its answers, as in Prometheus',
  origin:
    "prometheus-eval/prometheus-eval, train/recipes/prometheus-v2.0/prepare_dataset.py add_messages_column and prompts.py; Tiebreak's own",
  fields: { id: 'id', messages: 'messages' },
  matches: (record) => judged(asMessages(record.value('messages'))) !== undefined,
  read(record): Content {
    const found = judged(record.messagesAt('messages'));
    if (!found)
      throw new LayoutError(problem('layouts.notJudgePrompt', { path: record.path('messages') }), {
        field: 'messages',
      });
    const { responses, ...asked } = found.asked;
    const ids = responses.length === 1 ? ['response'] : ['a', 'b'];
    const judgement = answered(found.answer, ids);
    return {
      id: record.ownId(),
      ...asked,
      responses: responses.map((text, i) => ({ id: ids[i] ?? '', text })),
      ...(judgement && { labels: [{ judgement }] }),
      ...metadataOf(record),
    };
  },
};

function judged(
  messages: readonly Message[] | undefined,
): { readonly asked: JudgeQuestion; readonly answer: string | undefined } | undefined {
  const at = messages?.findIndex(({ role }) => role === 'user') ?? -1;
  const asked = parseJudgePrompt(messages?.[at]?.content ?? '');
  const answer = messages?.[at + 1];
  return asked && { asked, answer: answer?.role === 'assistant' ? answer.content : undefined };
}

/**
 * What an answer says of responses with these ids: the words before the last "[RESULT]" and the verdict behind it, or a
 * critique.
 */
function answered(answer: string | undefined, [first = '', second]: readonly string[]): Judgement | undefined {
  if (answer === undefined) return undefined;
  const at = answer.lastIndexOf('[RESULT]');
  const words = at < 0 ? answer : answer.slice(0, at).replace(second === undefined ? / $/ : /( |\n\n)$/, '');
  const result = at < 0 ? '' : answer.slice(at + '[RESULT]'.length).trim();
  const judgement: Judgement =
    second === undefined
      ? {
          ...(/^[1-5]$/.test(result) && { ratings: [{ response: first, aspect: rubricId, value: Number(result) }] }),
          ...(words !== '' && { critiques: [critiqueIn(first, words)] }),
        }
      : {
          ...(/^[AB]$/.test(result) && { comparisons: [{ a: first, b: second, outcome: result === 'A' ? 'a' : 'b' }] }),
          ...(words !== '' && { rationale: words }),
        };
  return Object.keys(judgement).length > 0 ? judgement : undefined;
}

const parts = [
  ['suggestion', 'Suggestion: '],
  ['weaknesses', 'Weaknesses: '],
  ['strengths', 'Strengths: '],
] as const;

/** A critique in words, or in the parts that stand under their names behind what is said of the whole. */
function critiqueIn(response: string, words: string): Critique {
  let text = words;
  let said: Pick<Critique, (typeof parts)[number][0]> = {};
  for (const [part, heading] of parts) {
    const behind = text.lastIndexOf(`\n\n${heading}`);
    const from = behind >= 0 ? behind + 2 : text.startsWith(heading) ? 0 : -1;
    const own = text.slice(from + heading.length);
    // A part is written without white space around it: anything else are words of the text.
    if (from < 0 || own === '' || own !== own.trim()) continue;
    said = { [part]: own, ...said };
    text = text.slice(0, Math.max(0, behind));
  }
  return { response, text, ...said };
}
