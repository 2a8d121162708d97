import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { nonPairRows } from '../../builders/nonPairRow';
import { promptText } from '../../texts/plainText';
import { text } from '../../formatRules';
import { stepsIn } from '../../derive/stepRows';
import { loadedFiles } from '../../commands/loadAndEvaluate';

const marker = 'ки';

/**
 * `{input: "… Step 1: … ки\nStep 2: … ки", label: "… Step 1: … +\nStep 2: … -", task}`: the text form of Math-Shepherd
 * (arXiv 2312.08935; peiyi9979/Math-Shepherd, dataset card). A row is a response as one annotator judged its steps;
 * steps get their number where they do not begin with it. `task` is the item's own where its metadata name one.
 */
export const mathShepherd: ExportFormat = {
  name: 'math-shepherd',
  title: 'Steps, each with + or -, as in Math-Shepherd',
  family: 'steps',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  takes: ['steps', 'neutral', 'unnecessary', 'context', 'evidence', 'media'],
  agreesOn: 'steps',
  trainers: [{ name: 'Math-Shepherd', command: loadedFiles() }],
  *rows(judged, options, _file, notify) {
    const prompt = promptText(judged.item);
    for (const { annotation, response, steps } of stepsIn(judged, options, notify)) {
      const numbered = steps.map((step, i) =>
        step.text.startsWith(`Step ${i + 1}:`) ? step.text : `Step ${i + 1}: ${step.text}`,
      );
      if (
        [prompt, ...numbered].some(
          (each, i) => each.includes(marker) || (i === 0 ? each.includes('Step 1:') : /\nStep \d+:/.test(each)),
        )
      ) {
        notify.drop('not-template');
        continue;
      }
      const joined = (sign: (i: number) => string): string =>
        `${prompt} ${numbered.map((step, i) => `${step} ${sign(i)}`).join('\n')}`;
      const value = {
        input: joined(() => marker),
        label: joined((i) => (steps[i]?.isRight ? '+' : '-')),
        task: taskOf(judged.source.metadata?.task),
      };
      yield* nonPairRows(
        judged,
        { annotations: [annotation], responses: [response], value, named: { response: response.id } },
        'text',
        notify,
      );
    }
  },
  rules: {
    row: z
      .strictObject({ input: text, label: text, task: text })
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
};

const taskOf = (task: unknown): string => (typeof task === 'string' ? task : '');
