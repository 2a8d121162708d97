import { conversationText, responseText } from '../export/texts/judgeTexts';
import { promptOf } from '../model/item/run';
import { turnsOf } from '../model/item/item';
import { stepsOf } from '../model/item/runSteps';
import { textOfTurn } from '../model/item/toolCallText';
import type { Criterion } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import type { Aspect } from '../model/annotation/aspect';
import { questionAsked, type Project } from '../model/study/project';
import type { JudgeFile } from './judgeFile';
import { answerForms, judgePrompts } from './prompts';
import type { Question } from './questions';

/** What is sent of a question: what the model is told, and what it is to judge. */
export interface Messages {
  readonly system: string;
  readonly user: string;
}

/**
 * Words a question. The item stands between tags, without ids, models, outcomes or labels: the same as annotators see
 * of it before they judge. A text that has such a tag cannot close it, as its `<` is written as `‹`.
 */
export function messagesFor(question: Question, judge: JudgeFile, project: Project): Messages {
  const { asks, item, shown, criteria, aspects } = question;
  const list =
    asks === 'verdicts' ? criteria.map(({ criterion }) => criterionLine(criterion)) : aspects.map(aspectLine);
  const told = (judge.prompt ?? judgePrompts[asks])
    .replaceAll('{{question}}', () => questionAsked(project, 'pair'))
    .replaceAll('{{criteria}}', () => list.join('\n'));
  const [first] = shown;
  const parts = [
    tagged('prompt', conversationText(asks === 'first-error' && first ? promptOf(item, first) : item.prompt)),
    ...(item.context === undefined ? [] : [tagged('context', item.context)]),
    ...(item.evidence ?? []).map(({ title, text }) =>
      tagged('evidence', title === undefined ? text : `${title}\n${text}`),
    ),
    ...shown.map((response, at) =>
      asks === 'first-error'
        ? tagged('run', stepsText(turnsOf(response)))
        : tagged(asks === 'pairs' ? `response_${labelOf(at)}` : 'response', responseText(response)),
    ),
  ];
  return {
    system: judge.answer === 'schema' ? told : `${told}\n\n${answerForms[asks]}`,
    user: parts.join('\n\n'),
  };
}

/** What a pair's responses are called, in the order in which they are read. */
export const labelOf = (at: number): 'A' | 'B' => (at === 0 ? 'A' : 'B');

const tags = /<(?=\/?(?:prompt|context|evidence|response(?:_[AB])?|run)>)/g;
const tagged = (tag: string, text: string): string => `<${tag}>\n${text.replaceAll(tags, '‹')}\n</${tag}>`;

/** The steps of a run, each under its number. */
const stepsText = (turns: Parameters<typeof stepsOf>[0]): string =>
  stepsOf(turns)
    .map((step, at) =>
      step.kind === 'message'
        ? `[${at}] ${step.turn.role}: ${textOfTurn(step.turn)}`
        : `[${at}] ${step.thought === '' ? '' : `${step.thought}\n`}call: ${step.call.name} ${JSON.stringify(step.call.arguments)}\nresult: ${step.observation?.content ?? ''}`,
    )
    .join('\n\n');

/** A criterion as a judge reads it: its id, its text, and how it is answered. */
function criterionLine(criterion: Criterion): string {
  const { id, text, min = 1, max = 5, levels = {}, categories = [] } = criterion;
  const kind = kindOfCriterion(criterion);
  const answer =
    kind === 'yes-no'
      ? 'true or false'
      : kind === 'scale'
        ? `a number from ${min} to ${max}${levelsText(levels)}`
        : `one of ${categories.map(({ name }) => JSON.stringify(name)).join(', ')}`;
  return `- ${id}: ${text} (${answer})`;
}

const aspectLine = ({ name, description, min, max, levels = {} }: Aspect): string =>
  `- ${name}${description === undefined ? '' : `: ${description}`} (a number from ${min} to ${max}${levelsText(levels)})`;

const levelsText = (levels: Readonly<Record<string, string>>): string =>
  Object.entries(levels)
    .map(([level, meaning]) => `; ${level}: ${meaning}`)
    .join('');
