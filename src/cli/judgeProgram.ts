import * as l10n from '@vscode/l10n';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { countOf, nonEmptyText } from './arguments';
import { runJudge } from './commands/judge';
import { examples } from './examples';

/** `tiebreak judge`: models that suggest and never vote. */
export function addJudgeCommands(tiebreak: Command, json: Option): void {
  tiebreak
    .command('judge')
    .summary(l10n.t('Ask a model to judge the items of a study'))
    .description(
      l10n.t(
        'Ask a model to judge the items of a study. Without --send it shows what would be sent, where to, and about how many tokens that is, and sends nothing. What the model says is a suggestion: it is kept beside the journals, is no annotation, and counts nowhere. Stopped or cut off, the same command goes on where it was',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .requiredOption('--judge <file>', l10n.t('Judge file (YAML or JSON): model, prompt, what is asked'), nonEmptyText)
    .option('--send', l10n.t('Send the questions'))
    .option('--judged', l10n.t('Only items that somebody has judged, as for a certificate'))
    .addOption(new Option('--limit <n>', l10n.t('Ask about at most this many items')).argParser(countOf))
    .addOption(
      new Option(
        '--budget <amount>',
        l10n.t(
          'Stop before the cost of this run goes over this amount, in the currency of the price in the judge file',
        ),
      ).argParser(amountOf),
    )
    .option('--again', l10n.t('Ask again where the answer was not understood'))
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak judge study.tiebreak --judge judge.yaml',
        'tiebreak judge study.tiebreak --judge judge.yaml --judged --send',
      ),
    )
    .action(runJudge);
}

/** An amount of money. */
function amountOf(value: string): number {
  const amount = Number(value.trim());
  if (!/^\d*\.?\d+$/.test(value.trim()) || amount <= 0)
    throw new InvalidArgumentError(l10n.t('Use a number above 0, for example 2.50'));
  return amount;
}
