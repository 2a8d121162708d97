import { isObject, otherFields, textOf } from '../../fields/recordFields';
import { numberOf } from '../../records/recordReader';
import { rankingLabel, unnamedModel } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { textIn } from '../texts/nestedValues';
import { isTranscript, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';

/**
 * `{prompt: "\n\nHuman: …\n\nAssistant: ", answers: [{answer, model, rank}], turns, num_responses, source: [text],
 * good_natured}`: seven answers that GPT-4 ranked, 1 for best.
 */
export const nectar: Layout = {
  name: 'nectar',
  title: 'Nectar: a transcript and seven ranked answers',
  origin: 'berkeley-nest/Nectar; axolotl-ai-cloud/axolotl, src/axolotl/prompt_strategies/dpo/zephyr.py',
  fields: { id: 'id', prompt: 'prompt', answers: 'answers' },
  matches(record) {
    const first = record.hasText('prompt') ? record.maybeList('answers')[0] : undefined;
    return isObject(first) && 'answer' in first && 'rank' in first;
  },
  read(record): Content {
    const prompt = record.textAt('prompt');
    const answers = record.objectsAt('answers').map((entry, index) => ({
      id: `r${index + 1}`,
      entry,
      text: textIn(entry.answer, `${record.path('answers')}[${index}].answer`),
      rank: numberOf(entry.rank),
    }));
    return {
      id: record.ownId(),
      prompt:
        isTranscript(prompt) || isTranscriptPrompt(prompt)
          ? promptOfTranscript(prompt.trimEnd())
          : [{ role: 'user', content: prompt }],
      promptText: prompt,
      responses: answers.map(({ id, entry, text, rank }) => {
        const model = textOf(entry.model);
        const metadata = otherFields(entry, ['answer', 'model', ...(rank === undefined ? [] : ['rank'])]);
        return { id, text, ...(model && { model }), ...(metadata && { metadata }) };
      }),
      labels: rankingLabel(answers).map((label) => ({ judge: unnamedModel, ...label })),
      ...record.rest(),
    };
  },
};
