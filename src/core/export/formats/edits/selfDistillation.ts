import * as z from 'zod';
import type { Annotation } from '../../../model/annotation/annotation';
import { systemPromptOf, type Item } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import { primeRlTaskset } from '../../commands/reinforcementLearning';
import { trlSelfDistillation } from '../../commands/fineTuningTools';
import { answerOf } from '../../derive/stepPairs';
import { writtenAnswersIn } from '../../derive/demonstrations';
import { improvementsIn } from '../../derive/refinements';
import type { ExportOptions, Judged, RowNotifier } from '../../format';
import { messages } from '../../formatRules';
import { besideLists, promptColumn } from '../../sharedColumns';
import { critiqueText } from '../../texts/critiqueText';
import { responseText } from '../../texts/judgeTexts';
import { trainerMessage } from '../../texts/messages';
import { toolTurn, withoutSystem } from '../../texts/turns';

/** What a teacher is told of an item and a student is not. */
interface Hint {
  readonly annotation: Annotation;
  /** With what a run was told at its beginning in its prompt. */
  readonly item: Item;
  readonly hint: string;
  readonly named: Readonly<Record<string, unknown>>;
}

/**
 * Answers that annotators wrote themselves, runs that they continued, and the last of each chain of edits: what an
 * expert would have said. A corrected call is the middle of a run, and no answer to its prompt.
 */
function* expertAnswersIn(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<Hint> {
  const quiet: RowNotifier = { ...notify, drop: () => undefined };
  let found = 0;
  for (const { annotation, response, named } of writtenAnswersIn(judged, options, quiet)) {
    if ('corrected' in named) continue;
    found++;
    const { item, response: answer } = answerOf(judged.item, response);
    yield { annotation, item, hint: responseText(answer), named };
  }
  const edits = [...improvementsIn(judged, options, quiet)];
  for (const { annotation, refinement, before, after } of edits) {
    if (edits.some((each) => each.annotation === annotation && each.before.id === after.id)) continue;
    found++;
    yield {
      annotation,
      item: judged.item,
      hint: after.text,
      named: { response: before.id, round: refinement.round ?? 1 },
    };
  }
  if (found === 0) notify.drop('no-demonstration', judged.annotations.length);
}

/** What an annotator wrote of responses, as feedback on an earlier attempt. */
function* feedbackIn(judged: Judged, _options: unknown, notify: RowNotifier): Generator<Hint> {
  for (const annotation of judged.annotations) {
    const written = (annotation.judgement.critiques ?? []).filter((critique) => critiqueText(critique) !== '');
    if (written.length === 0) notify.drop('no-words');
    for (const critique of written)
      yield { annotation, item: judged.item, hint: critiqueText(critique), named: { response: critique.response } };
  }
}

const privileged = z
  .string('must be text: SDFT stops with "`privileged_context` must not be None"')
  .refine((text) => text.trim() !== '', 'is empty: the teacher knows no more than the student');

const columns = {
  prompt: promptColumn(besideLists),
  privileged_context: { rule: privileged, value: ({ hint }: Hint) => hint },
};

/**
 * `{prompt: messages, privileged_context}` for self-distilled fine-tuning (I. Shenfeld et al., arXiv 2601.19897; trl at
 * f2cd577, `trl/experimental/sdft/sdft_trainer.py DemonstrationTeacherContextBuilder`): a row for each answer of an
 * expert. The teacher is the same model that is shown it behind the last user turn, and is what the student learns from
 * its own answers.
 */
export const trlSdft = rowFormat({
  name: 'trl-sdft',
  title: 'Prompts with the answer of an expert for the teacher, for self-distillation',
  family: 'texts',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'TRL SDFT (trl.experimental)', command: trlSelfDistillation('sdft') }],
  promptOnly: true,
  find: expertAnswersIn,
  columns: {
    ...columns,
    privileged_context: { ...columns.privileged_context, value: ({ hint }) => `Example response: ${hint}` },
  },
  rules: { silent: lastIsUser },
});

/**
 * `{prompt: messages, privileged_context}` for self-distillation policy optimization (J. Hübotter et al., arXiv
 * 2601.20802; trl at f2cd577, `trl/experimental/sdpo/sdpo_trainer.py`, with `include_environment_feedback`): a row for
 * each critique, which the teacher is shown as feedback on an attempt. It needs a reward as well.
 */
export const trlSdpo = rowFormat({
  name: 'trl-sdpo',
  title: 'Prompts with critiques as feedback for the teacher, for self-distillation',
  family: 'texts',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'TRL SDPO (trl.experimental; with a reward function)', command: trlSelfDistillation('sdpo') }],
  promptOnly: true,
  find: feedbackIn,
  columns,
  rules: { silent: lastIsUser },
});

/** `_extract_last_user_text` takes the last message whatever its role is. */
function lastIsUser({ prompt }: Readonly<Record<string, unknown>>): string | undefined {
  const last = Array.isArray(prompt) ? (prompt.at(-1) as { role?: unknown }) : undefined;
  return last?.role === 'user'
    ? undefined
    : 'the last turn is not the user’s: TRL puts the context into a user turn in its place';
}

/**
 * `{name, prompt: messages, system_prompt, demonstration}`: tasks of verifiers (`verifiers/v1/task.py TaskData` at
 * a60a606) with the answer of an expert, by which prime-rl's `opsd` distils a model from itself (prime-rl at 559b447,
 * `src/prime_rl/orchestrator/algo/opsd.py`, `demo_key = "demonstration"`).
 */
export const primeRlOpsd = rowFormat({
  name: 'prime-rl-opsd',
  title: 'Tasks with the answer of an expert, for self-distillation with prime-rl',
  family: 'texts',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'prime-rl (algorithm opsd, with a taskset of verifiers)', command: primeRlTaskset }],
  promptOnly: true,
  *find(judged, options, notify) {
    for (const found of expertAnswersIn(judged, options, notify)) {
      const refusal = toolTurn(found.item.prompt);
      if (refusal) notify.drop(refusal);
      else if (withoutSystem(found.item.prompt).length === 0) notify.drop('no-question');
      else yield found;
    }
  },
  columns: {
    name: { rule: z.string(), value: ({ item }) => item.id },
    prompt: {
      rule: messages('TaskData.prompt', 'is an empty list: there is nothing to answer'),
      value: ({ item }) => withoutSystem(item.prompt).map(trainerMessage),
    },
    system_prompt: { rule: z.string(), value: ({ item }) => systemPromptOf(item) ?? '' },
    demonstration: {
      rule: z
        .string('must be text: opsd requires "demonstration" of every task')
        .refine((text) => text.trim() !== '', 'is empty: the teacher knows no more than the student'),
      value: ({ hint }) => hint,
    },
  },
  rules: {},
});
