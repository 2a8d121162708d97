import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { PartState } from '../../core/export/learning/looks';
import { partTexts, shapeTexts, stateTexts } from '../../core/export/learning/partTexts';
import { learningOf, type RowLearning } from '../../core/export/learning/rowLearning';
import type { RowShape } from '../../core/export/learning/rowShape';
import { exportFormatOf, formatOf, rowAt } from '../../core/export/validate';
import { UserError } from '../../core/model/problems/problem';
import { exportDataFiles } from '../exportDataFiles';
import { printJson } from '../output/print';

type Told = Omit<RowLearning, 'looks'> & { readonly trainer: string; readonly version: string };

const marks: Readonly<Record<PartState, string>> = {
  trained: '+',
  masked: '-',
  partly: '~',
  cut: '!',
  'cut-trained': '!',
  lost: '!',
  read: '=',
};

/** Prints which texts of a row each trainer of its format learns (`learning/looks`). */
export async function printTrainedTokens(
  path: string,
  { format: given, json, row: number }: { format?: string | undefined; json?: true | undefined; row: number },
): Promise<void> {
  const found = resolve(path);
  const [file = found] = (await stat(found).catch(() => undefined))?.isDirectory()
    ? await exportDataFiles(found)
    : [found];
  const name = given ?? (await exportFormatOf(file));
  const format = name === undefined ? undefined : await formatOf(file, name);
  if (!format) throw new UserError(l10n.t('{0}: is not a training file. Name its format with --format', file));
  const row = await rowAt(file, number);
  if (!row) throw new UserError(l10n.t('{0}: has no row {1} that can be read', file, number));
  const learning = learningOf(format, row);
  if (!learning)
    throw new UserError(
      l10n.t(
        '{0}: no trainer of the format {1} was looked at, so what it learns of a row is unknown',
        file,
        format.name,
      ),
    );
  const { shape, trainers } = learning;
  const told = trainers.map(({ looks: { trainer, version }, ...rest }) => ({ trainer, version, ...rest }));
  if (json) printJson({ row: number, format: format.name, shape, trainers: told });
  else for (const line of linesOf(basename(file), number, shape, told)) console.log(line);
}

function* linesOf(file: string, row: number, shape: RowShape, told: readonly Told[]): Generator<string> {
  yield l10n.t('{0}, row {1}: {2}', file, row, shapeTexts[shape]());
  for (const { trainer, version, refused, dropped, unknown, sides = [] } of told) {
    yield '';
    yield `${trainer} ${version}`;
    if (refused !== undefined) yield `  ${l10n.t('stops: {0}', refused)}`;
    if (dropped) yield `  ${l10n.t('leaves the row out')}`;
    if (unknown) yield `  ${l10n.t('rows like this one were not looked at')}`;
    for (const { side, spans } of sides) {
      if (sides.length > 1) yield `  ${side}`;
      for (const { part, text, state } of spans)
        yield `  ${state ? marks[state] : '?'} ${partTexts[part]()} (${state ? stateTexts[state]() : l10n.t('unknown')}): ${shortened(text)}`;
    }
  }
}

/** So much of a text tells which one it is. */
const shown = 60;
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > shown ? `${line.slice(0, shown)}…` : line;
};
