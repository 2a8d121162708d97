import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { msSwiftGrpo as command } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { isAnswerForSwift, namesForSwift, swiftFault, swiftMessages, swiftTurn } from '../pairs/msSwiftTurns';
import { groundTruthColumn } from './openInstructRubric';

/**
 * `{messages, solution}`: a reward function of ms-swift's GRPO gets the column `solution` (`swift/rewards/orm.py`), in
 * which the rubric stands as the same JSON text as open-instruct's. The rows of `open-instruct-rubric` stop it: their
 * column `dataset` is one that it adds itself (`swift/dataset/loader.py _inject_dataset_routing_tag`).
 */
export const msSwiftGrpo = rubricFormat({
  name: 'ms-swift-grpo',
  title: 'ms-swift: prompts with rubrics for a reward function',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift GRPO (with a reward function that reads the rubric)', command }],
  form: openInstructPack,
  refuses: swiftFault,
  columns: {
    messages: {
      rule: swiftMessages.refine(
        (list) => !isAnswerForSwift(list.at(-1)?.role),
        'ends with the assistant, whose turn ms-swift takes out of the prompt',
      ),
      value: ({ item }) => item.prompt.flatMap(swiftTurn),
    },
    solution: groundTruthColumn,
  },
  rules: { roles: namesForSwift, across: sameColumns },
});
