import * as vscode from 'vscode';
import type { CheckEvidence, Checks, TestStatus } from '../../core/model/annotation/checkEvidence';
import { namesThatTell } from '../../core/desk/tests/deskTests';
import { letterOf } from '../../core/model/annotation/blindOrder';

/** Tests of one kind that are listed; more are counted. */
const mostListed = 2000;

/**
 * All results of an item's tests as text to read: a row for each test, those first that tell responses apart or should
 * pass and do not, then the ends of the outputs.
 * @param ids of the responses, in the order shown
 */
export function testResultsText(checks: Checks, ids: readonly string[], shouldPass: readonly string[]): string {
  const runs = [
    ...(checks.base ? [{ name: vscode.l10n.t('Base'), run: checks.base as CheckEvidence }] : []),
    ...ids.flatMap((id, index) => {
      const run = checks.responses.find(({ response }) => response === id);
      return run ? [{ name: letterOf(index), run: run }] : [];
    }),
  ];
  const telling = namesThatTell(
    runs.map(({ run }) => run),
    shouldPass,
  );
  const isTelling = new Set(telling);
  const others = [...new Set(runs.flatMap(({ run }) => Object.keys(run.statuses)))]
    .filter((name) => !isTelling.has(name))
    .sort();
  const wanted = new Set(shouldPass);
  const width =
    Math.max(
      8,
      ...runs.flatMap(({ name, run }) => [
        name.length,
        ...Object.keys(words()).map((each) => words()[each as TestStatus].length),
        run.ended.length,
      ]),
    ) + 2;
  const row = (name: string, cells: readonly string[]): string =>
    `${cells.map((cell) => cell.padEnd(width)).join('')}${name}`;
  const section = (title: string, names: readonly string[]): readonly string[] =>
    names.length === 0
      ? []
      : [
          '',
          title,
          row(
            '',
            runs.map(({ name }) => name),
          ).trimEnd(),
          ...names.slice(0, mostListed).map((name) =>
            row(
              `${name}${wanted.has(name) ? ` ${vscode.l10n.t('(should pass)')}` : ''}`,
              runs.map(({ run }) => cell(run, name)),
            ),
          ),
          ...(names.length > mostListed ? [vscode.l10n.t('and {0} more', names.length - mostListed)] : []),
        ];
  return [
    ...runs.map(({ name, run }) => `${name}: ${runText(run)}`),
    ...section(vscode.l10n.t('Tests that tell the responses apart, or should pass and do not'), telling),
    ...section(vscode.l10n.t('All other tests'), others),
    ...runs.flatMap(({ name, run }) => [
      '',
      `── ${vscode.l10n.t('The end of the output of {0}', name)} ──`,
      run.tail.trimEnd() || vscode.l10n.t('(nothing)'),
    ]),
    '',
  ].join('\n');
}

function cell({ statuses, flaky }: CheckEvidence, name: string): string {
  const status = Object.hasOwn(statuses, name) ? statuses[name] : undefined;
  const word = status === undefined ? '–' : words()[status];
  return flaky?.includes(name) === true ? `${word} ~` : word;
}

const words = (): Readonly<Record<TestStatus, string>> => ({
  passed: vscode.l10n.t('passed'),
  failed: vscode.l10n.t('failed'),
  error: vscode.l10n.t('error'),
  skipped: vscode.l10n.t('skipped'),
});

/** How a run went, in a line. */
function runText({
  ended,
  exit,
  seconds,
  statuses,
  sandbox,
  image,
  flaky,
  settings,
  unapplied,
}: CheckEvidence): string {
  const count = (...wanted: readonly TestStatus[]): number =>
    Object.values(statuses).filter((each) => wanted.includes(each)).length;
  return [
    vscode.l10n.t('{0} passed, {1} failed, {2} skipped', count('passed'), count('failed', 'error'), count('skipped')),
    ended === 'exit' ? vscode.l10n.t('exit code {0}', exit ?? '–') : endedText(ended),
    vscode.l10n.t('{0} s', seconds.toFixed(1)),
    sandbox === 'none'
      ? vscode.l10n.t('without isolation')
      : [sandbox, ...(image === undefined ? [] : [image])].join(' '),
    ...(flaky?.length ? [vscode.l10n.t('not the same when run again: {0} (~)', flaky.length)] : []),
    ...(unapplied?.length ? [vscode.l10n.t('not all of the patch could be tested: {0}', unapplied.join(', '))] : []),
    ...(settings?.length ? [vscode.l10n.t('changes how tests are run: {0}', settings.join(', '))] : []),
  ].join('; ');
}

function endedText(ended: Exclude<CheckEvidence['ended'], 'exit'>): string {
  switch (ended) {
    case 'timeout':
      return vscode.l10n.t('ended at the time limit');
    case 'output':
      return vscode.l10n.t('ended because of too much output');
    case 'disk':
      return vscode.l10n.t('ended because of too much on the disk');
    case 'processes':
      return vscode.l10n.t('ended because of too many processes');
    case 'memory':
      return vscode.l10n.t('ended because of too much memory');
    case 'aborted':
      return vscode.l10n.t('stopped');
  }
}
