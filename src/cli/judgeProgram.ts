import * as l10n from '@vscode/l10n';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { countOf, nonEmptyText } from './arguments';
import { gateOption, runCertify } from './commands/certify';
import { runJudge } from './commands/judge';
import { judgeKinds } from '../core/model/annotation/judgeKind';
import { htmlFile, judgesOf, slicePaths } from './commands/report';
import { examples } from './examples';

/** `tiebreak judge` and `tiebreak certify`: models that suggest and never vote. */
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

  tiebreak
    .command('certify')
    .summary(l10n.t('Measure a judge against people, and make a certificate of it'))
    .description(
      l10n.t(
        'Measure a judge against people who judged blind: agreement beside that of people among themselves, errors, leanings, and whether it is as sure as it is right. The certificate names model, prompt, rubrics and data. It exits with 1 where a gate is not met, or a certificate that is checked is stale',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .requiredOption('--judge <file>', l10n.t('Judge file (YAML or JSON): model, prompt, what is asked'), nonEmptyText)
    .addOption(
      new Option(
        '--gate <condition>',
        l10n.t('What must hold, for example "kappa>=0.6 per criterion"; repeat for more, or join with “and”'),
      ).argParser(gateOption),
    )
    .option(
      '--by <paths>',
      l10n.t('Slices, separated by commas: source, model, language, or metadata paths such as meta.domain'),
      slicePaths,
    )
    .option(
      '--origins <kinds>',
      l10n.t(
        'Whose judgments count, separated by commas: {0}; by default human, those made at the desk',
        judgeKinds.join(', '),
      ),
      judgesOf,
    )
    .option('--check <file>', l10n.t('Hold this certificate against the judge as it is now'), nonEmptyText)
    .option('--out <file>', l10n.t('Write the certificate as JSON'), nonEmptyText)
    .option('--page <file>', l10n.t('Write it as a page (.html)'), htmlFile)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak certify study.tiebreak --judge judge.yaml --out certificate.json',
        'tiebreak certify study.tiebreak --judge judge.yaml --check certificate.json --gate "kappa>=0.6"',
      ),
    )
    .action(runCertify);
}

/** An amount of money. */
function amountOf(value: string): number {
  const amount = Number(value.trim());
  if (!/^\d*\.?\d+$/.test(value.trim()) || amount <= 0)
    throw new InvalidArgumentError(l10n.t('Use a number above 0, for example 2.50'));
  return amount;
}
