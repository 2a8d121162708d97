import * as l10n from '@vscode/l10n';
import { answererOf, refuseAccess } from '../../core/judge/access';
import { modelOf, readJudgeFile, suggestionFileName, type JudgeFile } from '../../core/judge/judgeFile';
import { identityOf } from '../../core/judge/identity';
import { judgeStudy, planJudge, unknownRubrics, type JudgePlan, type JudgeTally } from '../../core/judge/judgeStudy';
import { readSuggestions } from '../../core/judge/suggestionFile';
import { SuggestionWriter } from '../../core/judge/suggestionWriter';
import { counted } from '../../core/model/problems/counts';
import { digits } from '../../core/model/problems/program';
import { problem, UserError } from '../../core/model/problems/problem';
import { keepSuggestionsMergeable } from '../../core/study/gitAttributes';
import { studyPaths } from '../../core/study/studyPaths';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { printJson, printProblems, printWarnings } from '../output/print';

interface Options {
  readonly judge: string;
  readonly send?: true;
  readonly judged?: true;
  readonly limit?: number;
  readonly budget?: number;
  readonly again?: true;
  readonly json?: true;
}

/** Tells what a judge would be asked of a study, and asks it with `--send`. */
export async function runJudge(
  projectFile: string,
  { judge: file, send, json, budget, ...wanted }: Options,
): Promise<void> {
  const judge = await readJudgeFile(file);
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    refuseAccess(judge, study.project);
    const unknown = unknownRubrics(judge, study.rubrics);
    if (unknown.length > 0) throw new UserError(problem('judge.unknownRubrics', { ids: unknown }, file));
    if (budget !== undefined && !judge.price)
      throw new UserError(l10n.t('--budget needs the price of the model: add “price” to {0}', file));
    const folder = studyPaths(study.file).suggestions;
    const { suggestions, problems } = await readSuggestions(folder);
    const name = suggestionFileName(modelOf(judge), identityOf(judge, study).prompt);
    await interruptible(
      l10n.t('stopped; what was answered is kept, and the same command goes on there'),
      async (signal) => {
        const plan = await planJudge(study, judge, suggestions, wanted, signal);
        if (!send) {
          if (json) printJson(planAsJson(plan));
          else tellPlan(plan, judge);
          return;
        }
        if (!json) console.log(asked(plan, judge));
        await keepSuggestionsMergeable(study.file);
        const writer = new SuggestionWriter(folder);
        const tally = await judgeStudy(study, judge, answererOf(judge, file), suggestions, {
          ...wanted,
          ...(budget !== undefined && { budget }),
          signal,
          append: (line) => writer.append(line),
          ...(process.stderr.isTTY && !json && { onProgress: progressOf(plan.questions) }),
        });
        if (process.stderr.isTTY && !json) process.stderr.write('\n');
        if (json)
          printJson({ ...tally, problems: Object.fromEntries(tally.problems), stopped: reasonOf(tally), file: name });
        else tellTally(tally, name, judge);
        if (tally.stopped || tally.failed > 0) process.exitCode = 1;
      },
    );
    printWarnings(problems);
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}

const planAsJson = ({ cost, example, ...plan }: JudgePlan): object => ({
  ...plan,
  cost: cost ?? null,
  example: example ?? null,
});

/** Where texts go, in words. */
const placeOf = ({ endpoint, command }: JudgeFile): string =>
  endpoint ?? l10n.t('the command {0}', (command ?? []).join(' '));

const money = (cost: number): string =>
  digits(cost, cost < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });

const asked = (plan: JudgePlan, judge: JudgeFile): string =>
  l10n.t('{0} on {1} to {2}', counted(plan.questions, 'question'), counted(plan.items, 'item'), placeOf(judge));

function tellPlan(plan: JudgePlan, judge: JudgeFile): void {
  console.log(asked(plan, judge));
  if (plan.answered > 0)
    console.log(`  ${l10n.t('answered before and not asked again: {0}', counted(plan.answered, 'question'))}`);
  if (plan.without > 0)
    console.log(
      `  ${l10n.t('without a pair, criterion, aspect or run to ask about: {0}', counted(plan.without, 'item'))}`,
    );
  console.log(
    `  ${l10n.t('tokens: about {0} to read and {1} to write', digits(plan.tokens.input), digits(plan.tokens.output))}${
      plan.cost === undefined ? '' : `; ${l10n.t('about {0} by the price of the judge file', money(plan.cost))}`
    }`,
  );
  if (!plan.example) return;
  console.log(
    `\n${l10n.t('The first question:')}\n\n${indented(plan.example.system)}\n\n${indented(plan.example.user)}\n`,
  );
  console.log(l10n.t('Nothing was sent. The same command with --send asks.'));
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** Shows how far it is, in one line that is overwritten. */
const progressOf =
  (questions: number) =>
  (tally: JudgeTally): void => {
    process.stderr.write(`\r${l10n.t('{0} of {1} answered', digits(tally.answered), digits(questions))}  `);
  };

function tellTally(tally: JudgeTally, name: string, judge: JudgeFile): void {
  const { answered, notUnderstood, failed, tokens, cost, problems, stopped } = tally;
  console.log(l10n.t('answered: {0}, in suggestions/{1}', counted(answered, 'question'), name));
  if (tokens.input + tokens.output > 0)
    console.log(
      `  ${l10n.t('tokens: {0} read and {1} written', digits(tokens.input), digits(tokens.output))}${judge.price ? `; ${money(cost)}` : ''}`,
    );
  if (notUnderstood > 0)
    console.log(`  ${l10n.t('not understood: {0} (--again asks again)', counted(notUnderstood, 'question'))}`);
  if (failed > 0)
    console.log(`  ${l10n.t('without an answer: {0} (the same command asks again)', counted(failed, 'question'))}`);
  for (const [reason, count] of [...problems].sort((a, b) => b[1] - a[1]).slice(0, 5))
    console.error(`  ${digits(count)} × ${reason}`);
  if (stopped === 'budget') console.error(l10n.t('stopped before the next question could go over the budget'));
  else if (stopped) console.error(stopped.message);
}

const reasonOf = ({ stopped }: JudgeTally): string | null =>
  stopped === undefined ? null : stopped === 'budget' ? 'budget' : stopped.message;
