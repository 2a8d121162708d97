import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { fileErrorReason } from '../../core/journal/fileStatus';
import { certificateIn, certify, staleIn } from '../../core/judge/certificate';
import { gateBiases, gated, gateFigures, gatesIn, sliceFigures, type Gate, type Gated } from '../../core/judge/gate';
import { differencesOf, identityOf, type JudgeIdentity } from '../../core/judge/identity';
import { readJudgeFile } from '../../core/judge/judgeFile';
import { readSuggestions } from '../../core/judge/suggestionFile';
import type { JudgeKind } from '../../core/model/annotation/judgeKind';
import { problem, UserError } from '../../core/model/problems/problem';
import { certificateDocument } from '../../core/model/report/document/certificateDocument';
import { decimal, whole } from '../../core/model/text/numbers';
import { studyPaths } from '../../core/study/studyPaths';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { printJson, printProblems, printWarnings } from '../output/print';
import { lineWidth, wrapped } from '../output/table';
import { writeOut } from '../output/writeOut';
import { certificateHtml } from '../report/html/certificateHtml';
import { blockLines } from '../report/reportText';

interface Options {
  readonly judge: string;
  readonly gate?: readonly Gate[];
  readonly by?: readonly string[];
  readonly origins?: readonly JudgeKind[];
  readonly check?: string;
  readonly out?: string;
  readonly page?: string;
  readonly json?: true;
}

/** Gates, of one option after the other. */
export function gateOption(value: string, before: readonly Gate[] = []): readonly Gate[] {
  const gates = gatesIn(value);
  if (!gates)
    throw new InvalidArgumentError(
      l10n.t(
        'Use a figure, one of >= <= > <, and a number, for example "kappa>=0.6 per criterion" or "low(agreement)>0.7 and falsePass<0.1". The figures are {0}; per slice, {1}',
        [...gateFigures, ...gateBiases].join(', '),
        sliceFigures.join(', '),
      ),
    );
  return [...before, ...gates];
}

/** Measures a judge against people, or holds a certificate against the judge as it is now. */
export async function runCertify(projectFile: string, options: Options): Promise<void> {
  const { judge: file, gate = [], by, check, out, page, json } = options;
  const judge = await readJudgeFile(file);
  const before = check === undefined ? undefined : certificateIn(await textOf(check), check);
  // What a certificate was measured on is what it is held against.
  const origins = options.origins ?? before?.data.origins;
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    const changed = before ? differencesOf(before.judge, identityOf(judge, study)) : [];
    // Of another judge than the one that was certified nothing need be known, unless it is to be certified too.
    const { suggestions, problems } = await readSuggestions(studyPaths(study.file).suggestions);
    const found =
      changed.length > 0 && out === undefined
        ? undefined
        : await interruptible(l10n.t('stopped; no certificate was made'), (signal) =>
            certify(study, judge, suggestions, { signal, ...(by && { by }), ...(origins && { origins }) }),
          );
    const certificate = before ?? found;
    if (!certificate) return;
    const stale = before && found ? staleIn(before, identityOf(judge, study), found.data) : changed;
    const gates = gated(certificate, gate);
    if (out !== undefined && found) await writeOut(study, '--out', resolve(out), [JSON.stringify(found, null, 2)]);
    const document = certificateDocument(certificate);
    const notice = [...stale.map(staleText), ...gates.flatMap(gateText)];
    if (page !== undefined) await writeOut(study, '--page', resolve(page), [certificateHtml(document, notice)]);
    if (json) printJson({ ...certificate, stale, gates });
    else {
      console.log(document.title);
      for (const line of wrapped(document.head, lineWidth)) console.log(line);
      console.log('');
      for (const sentence of document.sentences)
        for (const [at, line] of wrapped(sentence, lineWidth - 4).entries())
          console.log(`${at === 0 ? '  · ' : '    '}${line}`);
      for (const line of document.blocks.flatMap(blockLines)) console.log(line);
      console.log('');
      for (const line of wrapped(document.foot, lineWidth)) console.log(line);
    }
    for (const line of notice) console.error(line);
    if (gates.some(({ isMet }) => !isMet) || stale.some((each) => each !== 'data')) process.exitCode = 1;
    printWarnings(problems);
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(problem('judge.noCertificate', { reason: fileErrorReason(error) }, path), { cause: error });
  }
}

function staleText(what: keyof JudgeIdentity | 'data'): string {
  switch (what) {
    case 'data':
      return l10n.t('People have judged since it was certified. Certify it again to count what they said.');
    case 'judge':
      return l10n.t('The certificate is of another judge.');
    case 'model':
      return l10n.t('The certificate is stale: the model is another.');
    case 'prompt':
      return l10n.t('The certificate is stale: what the model is told is another.');
    case 'sampling':
      return l10n.t('The certificate is stale: the sampling is another.');
    case 'asks':
      return l10n.t('The certificate is stale: the judge is asked for something else.');
    case 'rubrics':
      return l10n.t('The certificate is stale: the rubrics say something else.');
  }
}

/** What is to be said of a gate: that it is not met, or that it is and more judgments could change that. */
function gateText({ gate, of, found, isMet, more }: Gated): string[] {
  const settle =
    more === null || more === 0
      ? []
      : [l10n.t('To be judged by people until that is sure: about {0} more.', whole(more))];
  if (isMet)
    return settle.length === 0 ? [] : [[l10n.t('{0} is met, but not surely: {1}.', gate, of), ...settle].join(' ')];
  return [[unmetText(gate, of, found), ...settle].join(' ')];
}

function unmetText(gate: string, of: string, found: number | null): string {
  if (of === '') return l10n.t('{0} is not met: nothing is known.', gate);
  if (found === null) return l10n.t('{0} is not met: nothing is known of {1}.', gate, of);
  return l10n.t('{0} is not met: {1} has {2}.', gate, of, Number.isInteger(found) ? whole(found) : decimal(found));
}
