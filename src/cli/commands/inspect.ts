import * as l10n from '@vscode/l10n';
import { isTaskField } from '../../core/code/taskRepository';
import { inspect } from '../../core/dataset/inspect';
import { layoutNamed } from '../../core/dataset/layouts';
import type { RunTotals } from '../../core/dataset/runs/runTotals';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { printJson, printProblems } from '../output/print';
import { filled, widthOf } from '../output/table';
import { mappingOf, type ReadingOptions } from '../readingOptions';

/** The second column begins there even where nothing is missing and its name is short. */
const minWidth = 9;

export async function runInspect(
  datasets: [string, ...string[]],
  options: ReadingOptions & { json?: true },
): Promise<void> {
  const found = await inspect(datasets, {
    layout: options.layout,
    mapping: mappingOf(options),
    gather: options.gather,
  });
  if (options.json) printJson(found);
  else {
    const { min, max } = found.responses;
    const imported = (labelled: number): string =>
      l10n.t('{0} (import them with "{1}")', digits(labelled), 'tiebreak import');
    const each =
      min === max
        ? l10n.t('{0}, {1} each', digits(found.items), counted(min, 'response'))
        : l10n.t('{0}, {1} to {2} responses each', digits(found.items), digits(min), digits(max));
    const ofTask = found.unused.filter(isTaskField);
    const unused = found.unused.filter((name) => !isTaskField(name));
    const rows: readonly (readonly [name: string, text: string])[] = [
      [l10n.t('layout'), `${found.layout} - ${layoutNamed(found.layout)?.title ?? ''}`],
      ...some(found.files > 1, l10n.t('files'), digits(found.files)),
      [l10n.t('items'), each],
      ...some(found.runs !== undefined, l10n.t('runs'), found.runs ? runsText(found.runs) : ''),
      [l10n.t('labeled'), found.labelled === 0 ? l10n.t('none') : imported(found.labelled)],
      [
        l10n.t('fields'),
        found.present
          .map((name) => (name === found.mapping[name] ? name : `${name}=${found.mapping[name] ?? ''}`))
          .join(', '),
      ],
      ...some(
        found.absent.length > 0,
        l10n.t('not found'),
        l10n.t('{0} (in none of the first records)', found.absent.join(', ')),
      ),
      ...some(
        ofTask.length > 0,
        l10n.t('code'),
        l10n.t('{0} (the repository and the tests of a task)', ofTask.join(', ')),
      ),
      ...some(unused.length > 0, l10n.t('unused'), l10n.t('{0} (kept as metadata)', unused.join(', '))),
      [l10n.t('problems'), found.problems.length === 0 ? l10n.t('none') : digits(found.problems.length)],
    ];
    const width = Math.max(minWidth, ...rows.map(([name]) => widthOf(name)));
    for (const [name, text] of rows) console.log(`${filled(name, width)}  ${text}`);
  }
  printProblems(found.problems);
}

const runsText = ({ harnesses, tasks, runs, steps, calls, outcomes, patches }: RunTotals): string =>
  l10n.t(
    'runs: {0}, tasks: {1}, steps: {2}, calls: {3}, with an outcome: {4}, with a patch: {5}. Written by {6}',
    digits(runs),
    digits(tasks),
    digits(steps),
    digits(calls),
    digits(outcomes),
    digits(patches),
    harnesses.join(', '),
  );

/** A row, if there is something to say. */
const some = (isThere: boolean, name: string, text: string): [string, string][] => (isThere ? [[name, text]] : []);
