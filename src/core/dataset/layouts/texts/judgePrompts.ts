import type { Item } from '../../../model/item/item';
import { behindHeadings, turnsInText } from './headedText';
import { rubricId, scoreRubric } from '../labels/scoreRubric';

/** What judges and critics are asked, as one text, taken apart again. */

/** What is to be judged. */
export interface JudgeQuestion extends Pick<Item, 'prompt' | 'promptText' | 'references' | 'criteria'> {
  /** In the order in which they stand: one that is graded or criticised, or two that are compared. */
  readonly responses: readonly string[];
}

/** What a judge or a critic is asked by a text; undefined where it is none of the prompts below. */
export function parseJudgePrompt(text: string): JudgeQuestion | undefined {
  return prometheusAbsolute(text) ?? prometheusRelative(text) ?? comparedByCriteria(text) ?? criticised(text);
}

/**
 * `ABSOLUTE_PROMPT` and `ABSOLUTE_PROMPT_WO_REF` (prometheus-eval/prometheus-eval,
 * libs/prometheus-eval/prometheus_eval/prompts.py).
 */
function prometheusAbsolute(text: string): JudgeQuestion | undefined {
  const [instruction, response, reference, rubric] =
    behindHeadings(withoutFeedback(text), [
      '###The instruction to evaluate:\n',
      '\n\n###Response to evaluate:\n',
      '?\n\n###Reference Answer (Score 5):\n',
      '\n\n###Score Rubrics:\n',
    ]) ?? [];
  return instruction === undefined || response === undefined
    ? undefined
    : { ...turnsInText(instruction), responses: [response], ...referenceIn(reference), ...rubricIn(rubric ?? '') };
}

/** `RELATIVE_PROMPT` and `RELATIVE_PROMPT_WO_REF` of the same file. */
function prometheusRelative(text: string): JudgeQuestion | undefined {
  const [instruction, a, b, reference, rubric] =
    behindHeadings(withoutFeedback(text), [
      '###Instruction:\n',
      '\n\n###Response A:\n',
      '\n\n###Response B:\n',
      '?\n\n###Reference Answer:\n',
      '\n\n###Score Rubric:\n',
    ]) ?? [];
  return instruction === undefined || a === undefined || b === undefined
    ? undefined
    : { ...turnsInText(instruction), responses: [a, b], ...referenceIn(reference), ...rubricIn(rubric ?? '') };
}

/** Tiebreak's prompt of generative reward models: the criteria are numbered, or there is a question in their place. */
function comparedByCriteria(text: string): JudgeQuestion | undefined {
  const [prompt, criteria, a, b] = text.startsWith('[Prompt]\n')
    ? (behindHeadings(text, ['[Prompt]\n', '\n\n[Criteria]\n', '\n\n[Response A]\n', '\n\n[Response B]\n']) ?? [])
    : [];
  return prompt === undefined || a === undefined || b === undefined
    ? undefined
    : { ...turnsInText(prompt), responses: [a, b], ...numberedCriteria(criteria ?? '') };
}

/** Tiebreak's prompt of critics: a sentence that says what to do, then prompt and response. */
function criticised(text: string): JudgeQuestion | undefined {
  const [prompt, response] = /^(?:[^\n]+\n\n)?\[Prompt\]\n/.test(text)
    ? (behindHeadings(text, ['[Prompt]\n', '\n\n[Response]\n']) ?? [])
    : [];
  return prompt === undefined || response === undefined ? undefined : { ...turnsInText(prompt), responses: [response] };
}

const withoutFeedback = (text: string): string => text.replace(/\n{0,2}###Feedback:\s*$/, '');

const referenceIn = (reference: string | undefined): Pick<Item, 'references'> =>
  reference === undefined || reference === '' ? {} : { references: [reference] };

/** `SCORE_RUBRIC_TEMPLATE`: what is measured in brackets, and for grades what each score means. */
function rubricIn(rubric: string): Pick<Item, 'criteria'> {
  const parts = behindHeadings(`\n${rubric}`, ['\n', ...[1, 2, 3, 4, 5].map((score) => `\nScore ${score}: `)]);
  const [heading = '', ...levels] = parts ?? [rubric];
  const criteria = scoreRubric({
    criteria: heading.replace(/^\[([^]*)\]$/, '$1'),
    ...Object.fromEntries(levels.map((level, i) => [`score${i + 1}_description`, level])),
  });
  return criteria.length > 0 ? { criteria } : {};
}

/** "1. … (weight 2)" and so on, each up to the line with the next number; a question is one criterion. */
function numberedCriteria(text: string): Pick<Item, 'criteria'> {
  const texts: string[] = [];
  for (let at = text.startsWith('1. ') ? 3 : -1; at >= 0;) {
    const next = `\n${texts.length + 2}. `;
    const end = text.indexOf(next, at);
    texts.push(text.slice(at, end < 0 ? undefined : end));
    at = end < 0 ? -1 : end + next.length;
  }
  if (texts.length === 0) return text.trim() === '' ? {} : { criteria: [{ id: rubricId, text }] };
  return {
    criteria: texts.map((each, i) => {
      const weight = / \(weight (-?\d+(?:\.\d+)?)\)$/.exec(each);
      return {
        id: String(i + 1),
        text: weight ? each.slice(0, weight.index) : each,
        ...(weight && { weight: Number(weight[1]) }),
      };
    }),
  };
}
