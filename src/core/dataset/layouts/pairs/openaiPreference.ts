import { isObject, otherFields } from '../../fields/recordFields';
import { toolsAt } from '../texts/toolsAndMedia';
import { firstIsBetter, type Content, type Layout } from '../layout';
import { messagesIn, metadataOf } from '../texts/nestedValues';
import { answerAt, responseOf } from '../texts/preferencePair';

/**
 * `{input: {messages, tools?, parallel_tool_calls?}, preferred_output: messages, non_preferred_output: messages}` of
 * OpenAI, Azure, Together and Fireworks.
 */
export const openaiPreference: Layout = {
  name: 'openai-preference',
  title: 'Preferred and non-preferred output, as for hosted fine-tuning services',
  origin:
    'OpenAI, direct preference optimization guide; togethercomputer/together-python, src/together/utils/files.py validate_preference_openai',
  fields: { input: 'input', preferred: 'preferred_output', other: 'non_preferred_output', tools: 'input.tools' },
  matches: (record) => isObject(record.value('input')) && record.has('preferred', 'other'),
  read(record): Content {
    const input = record.objectAt('input');
    const tools = toolsAt(record);
    return {
      prompt: messagesIn(input.messages, `${record.path('input')}.messages`),
      ...tools,
      responses: [
        responseOf('preferred', answerAt(record, 'preferred')),
        responseOf('non_preferred', answerAt(record, 'other')),
      ],
      labels: firstIsBetter('preferred', 'non_preferred'),
      ...metadataOf(record, { input: otherFields(input, ['messages', ...(tools.tools ? ['tools'] : [])]) }),
    };
  },
};
