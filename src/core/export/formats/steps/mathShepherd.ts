import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { metadataText } from '../../derive/criteria';
import { stepsIn } from '../../derive/stepRows';
import { text } from '../../formatRules';
import { promptText } from '../../texts/plainText';

const marker = 'ки';

/**
 * `{input: "… Step 1: … ки\nStep 2: … ки", label: "… Step 1: … +\nStep 2: … -", task}`: the text form of Math-Shepherd
 * (arXiv 2312.08935; peiyi9979/Math-Shepherd, dataset card). A row is a response as one annotator judged its steps;
 * steps get their number where they do not begin with it. `task` is the item's own where its metadata name one.
 */
export const mathShepherd = rowFormat({
  name: 'math-shepherd',
  title: 'Steps, each with + or -, as in Math-Shepherd',
  family: 'steps',
  shape: 'text',
  writesCalls: true,
  takes: ['steps', 'neutral', 'unnecessary', 'context', 'evidence', 'media'],
  agreesOn: 'steps',
  trainers: [{ name: 'Math-Shepherd', command: loadedFiles() }],
  *find(judged, options, notify) {
    for (const { annotation, response, steps, prompt = promptText(judged.item) } of stepsIn(judged, options, notify)) {
      const numbered = steps.map((step, i) =>
        step.text.startsWith(`Step ${i + 1}:`) ? step.text : `Step ${i + 1}: ${step.text}`,
      );
      const joined = (sign: (i: number) => string): string =>
        `${prompt} ${numbered.map((step, i) => `${step} ${sign(i)}`).join('\n')}`;
      if (
        [prompt, ...numbered].some(
          (each, i) => each.includes(marker) || (i === 0 ? each.includes('Step 1:') : /\nStep \d+:/.test(each)),
        )
      )
        notify.drop('not-template');
      else
        yield {
          annotation,
          response,
          input: joined(() => marker),
          label: joined((i) => (steps[i]?.isRight ? '+' : '-')),
        };
    }
  },
  columns: {
    input: { rule: text, value: ({ input }) => input },
    label: { rule: text, value: ({ label }) => label },
    task: { rule: text, value: ({ source }) => metadataText(source, 'task') ?? '' },
  },
  rules: {
    between: (row) =>
      row
        .refine(
          ({ input }) => input.includes(marker),
          `has no "${marker}" in its input, so there is no position for the sign of a step`,
        )
        .refine(
          ({ input, label }) =>
            input.split(marker).length - 1 === [...label.matchAll(/ [+-](?=\s*(?:\nStep \d+:|$))/g)].length,
          `has a different number of signs in its label than of "${marker}" in its input`,
        ),
  },
});
