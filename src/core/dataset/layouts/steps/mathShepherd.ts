import { problem } from '../../../model/problems/problem';
import type { Step } from '../../../model/annotation/annotation';
import { LayoutError } from '../../fields/recordFields';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { responseOfSteps } from '../labels/steps';

const marker = 'ки';
const firstStep = /\s*(?=Step 1:)/;

/**
 * `{input: "… Step 1: … ки\nStep 2: … ки", label: "… Step 1: … +\nStep 2: … -", task}`: the marker stands where the
 * label has its sign. A program judged the steps, by completing them many times.
 */
export const mathShepherd: Layout = {
  name: 'math-shepherd',
  title: 'Math-Shepherd: solutions with + or - for each step',
  origin: 'peiyi9979/Math-Shepherd, dataset card; arXiv 2312.08935',
  ofSteps: true,
  fields: { input: 'input', label: 'label', task: 'task' },
  matches: (record) => record.hasText('input', 'label') && record.textAt('input').includes(marker),
  read(record): Content {
    const [input, label] = [record.textAt('input'), record.textAt('label')];
    const start = firstStep.exec(input)?.index ?? 0;
    const prompt = input.slice(0, start);
    const texts = stepsOf(input.slice(start), marker);
    const signs = signsOf(label);
    if (texts.length !== signs.length)
      throw new LayoutError(
        problem('layouts.signsDiffer', {
          path: record.path('input'),
          steps: texts.length,
          signsPath: record.path('label'),
          signs: signs.length,
        }),
      );
    const { response, steps } = responseOfSteps(
      'solution',
      texts.map((text, i) => ({ text, label: signs[i] ?? null })),
    );
    return {
      prompt: [{ role: 'user', content: prompt }],
      promptText: prompt,
      responses: [response],
      ...(steps.length > 0 && { labels: [{ judge: 'math-shepherd', judgement: { steps } }] }),
      ...metadataOf(record, { task: record.value('task') }),
    };
  },
};

/** The texts before each marker, without the white space around them. */
function stepsOf(solution: string, mark: string): string[] {
  const parts = solution.split(mark).map((part) => part.trim());
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** The sign at the end of each step's last line; a step that ends without one was not judged. */
function signsOf(label: string): Step['label'][] {
  return [...label.matchAll(/ ([+-])(?=\s*(?:\nStep \d+:|$))/g)].map(([, sign]) =>
    sign === '+' ? 'correct' : 'incorrect',
  );
}
