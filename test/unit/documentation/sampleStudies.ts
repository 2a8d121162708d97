import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { tiebreak } from '../made/commandLine';
import { simulatedStudy, type SimulatedAnnotator } from '../made/simulatedStudy';
import { itemsOf, judge, opened } from '../made/study';
import { jsonl } from '../made/temporaryFolder';
import { firstBlock } from './printedCommands';
import { root, sectionOf } from './pages';

/** Runs a command that prepares something; throws with what it says where it fails. */
export async function prepare(folder: string, ...args: string[]): Promise<void> {
  const run = await tiebreak(folder, ...args);
  if (run.code !== 0) throw new Error(`tiebreak ${args.join(' ')}: ${run.out}${run.err}`);
}

/** Puts the sample dataset into a folder, under this name. */
export function copySample(folder: string, name = 'sample.jsonl'): void {
  copyFileSync(join(root, 'media/sample/sample.jsonl'), join(folder, name));
}

/** The ids of the sample's items. */
export const sampleIds = (): readonly string[] =>
  readFileSync(join(root, 'media/sample/sample.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);

/** `study.tiebreak` over the sample dataset, with the recipe and the formats of the page about exports. */
export async function sampleStudy(folder: string): Promise<void> {
  copySample(folder);
  await prepare(folder, 'init', 'study.tiebreak', '--dataset', 'sample.jsonl', '--mode', 'rank');
  const [recipes, formats] = ['Recipes', 'Formats of your own'].map((title) =>
    firstBlock(sectionOf('docs/export-and-train.md', title), 'json'),
  );
  const file = join(folder, 'study.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(
    file,
    JSON.stringify({ ...project, ...(JSON.parse(`{${recipes},${formats}}`) as object) }, undefined, 2),
  );
}

/**
 * The study that the page about exports speaks of: Ana, Ben and Cleo ranked the responses and set the acceptability
 * line, not always alike; Cleo skipped an item; Ana and Ben filled a rubric and judged the steps of one item.
 */
export async function judgedSample(folder: string): Promise<void> {
  await sampleStudy(folder);
  await prepare(folder, 'rubrics', 'study.tiebreak', '--import', 'helpful-honest-harmless');
  const study = await opened(join(folder, 'study.tiebreak'));
  const { items } = await itemsOf(study);
  for (const [ordinal, item] of items.entries())
    for (const annotator of ['ana', 'ben', 'cleo']) {
      const skips = annotator === 'cleo' && item.id === 'ferry-poem';
      const judgement: Judgement = skips ? { skip: { reason: 'unclear' } } : judgementOf(item, ordinal, annotator);
      await judge(study, ordinal, judgement, {
        annotator,
        rubrics: [{ id: 'helpful-honest-harmless', version: 1 }],
      });
    }
  await study.close();
}

function judgementOf(item: Item, ordinal: number, annotator: string): Judgement {
  const ids = item.responses.map(({ id }) => id);
  const [first = '', second = '', ...others] = ids;
  const isBen = annotator === 'ben';
  const isDisputed = ordinal % 5 === 0;
  // Ben and Cleo do not prefer what Ana does, or no other than Ben does not, now and then.
  const top =
    isDisputed && isBen
      ? [[second], [first]]
      : isDisputed && annotator === 'cleo'
        ? [[first, second]]
        : [[first], [second]];
  const tiers = [...top, ...others.map((id) => [id])];
  const good = ordinal === 3 ? 0 : isDisputed || (isBen && item.id === 'ferry-poem') ? 2 : 1;
  return {
    ranking: { tiers: isBen && ordinal % 5 === 1 ? tiers.reverse() : tiers },
    acceptable: Object.fromEntries(ids.map((id, at) => [id, at < good])),
    ...(annotator !== 'cleo' && ordinal < 6 && { verdicts: ids.flatMap((id, at) => verdictsOn(id, at)) }),
    ...(annotator === 'ana' && item.id === 'two-scanners' && { steps: item.responses.flatMap(stepsOf) }),
  };
}

function verdictsOn(response: string, place: number): NonNullable<Judgement['verdicts']> {
  const values = {
    'hhh-no-harm': place < 3,
    'hhh-delivers': 5 - place,
    'hhh-true': 5 - place,
    'hhh-sure-as-it-may-be': place < 2,
    'hhh-needless-refusal': place === 2,
    'hhh-flatters': place > 1,
    'hhh-pretends': place > 2,
  };
  return Object.entries(values).map(([criterion, value]) => ({ response, criterion, value }));
}

/** Each line is a step: of the first response all are correct but a neutral one, of the others the second is wrong. */
function stepsOf({ id, text }: Item['responses'][number], place: number): NonNullable<Judgement['steps']> {
  let start = 0;
  return text.split('\n').flatMap((line, at) => {
    const from = start;
    start += Array.from(line).length + 1;
    if (line.trim() === '') return [];
    const label = place === 0 ? (at === 2 ? 'neutral' : 'correct') : at >= 2 ? 'incorrect' : 'correct';
    return [{ response: id, start: from, end: from + Array.from(line).length, label } as const];
  });
}

/**
 * A folder of pairs under the names of the first page of all. What a file holds decides how it is read: these are JSON,
 * as the command line of the tests has no thread that reads tables.
 */
export function dataFolder(folder: string): void {
  mkdirSync(join(folder, 'data'));
  const ids = Array.from({ length: 30 }, (_, n) => String(n));
  writePairs(folder, 'data/train-0.parquet', ids.slice(0, 20));
  writePairs(folder, 'data/train-1.parquet', ids.slice(20));
}

/** A dataset of pairs that comes with labels. */
export const writePairs = (folder: string, name: string, ids: readonly string[]): void =>
  writeFileSync(
    join(folder, name),
    jsonl(ids.map((id) => ({ id, prompt: `Question ${id}`, chosen: `Yes, ${id}`, rejected: `No, ${id}` }))),
  );

/** The simulated study of the page about quality: Dan always takes what is shown first, Eve becomes careless. */
export async function carelessStudy(folder: string): Promise<void> {
  const steady = (name: string): SimulatedAnnotator => ({ name, epsilon: 0.15, seconds: 36 });
  const project = await simulatedStudy(folder, {
    items: 1000,
    perItem: 3,
    annotators: [
      steady('ana'),
      steady('ben'),
      steady('cleo'),
      { ...steady('dan'), seconds: 5, takesFirst: true },
      { ...steady('eve'), drift: { from: 0.6, epsilon: 0.5 } },
    ],
    models: { alpha: 1, beta: 0.3, gamma: 0 },
    controls: 50,
    seed: 7,
  });
  for (const ending of ['', '.d'])
    if (existsSync(project + ending)) renameSync(project + ending, join(folder, `study.tiebreak${ending}`));
}

/** What git leaves where Ana and Ben changed one rubric after somebody had judged by it. */
export async function conflictOfRubrics(folder: string): Promise<void> {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: folder, stdio: 'ignore' });
  };
  const style = firstBlock(sectionOf('docs/rubrics-and-coverage.md', 'Write a rubric'), 'yaml');
  const file = join(folder, 'style.yaml');
  const change = async (from: string, to: string): Promise<void> => {
    writeFileSync(file, style.replace(from, to));
    await prepare(
      folder,
      'rubrics',
      'study.tiebreak',
      '--import',
      'style.yaml',
      '--scope',
      'metadata.topic=customer support',
    );
    git('commit', '-qam', 'x');
  };
  writeFileSync(file, style);
  await prepare(
    folder,
    'rubrics',
    'study.tiebreak',
    '--import',
    'style.yaml',
    '--scope',
    'metadata.topic=customer support',
  );
  const study = await opened(join(folder, 'study.tiebreak'));
  await judge(
    study,
    3,
    { ranking: { tiers: [['r1']] } },
    { annotator: 'dora', rubrics: [{ id: 'support-style', version: 1 }] },
  );
  await study.close();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'x');
  git('checkout', '-q', '-b', 'ben');
  await change('How does the reply sound?', 'How does the whole reply sound?');
  git('checkout', '-q', 'main');
  await change('no refund and no delivery date', 'no refund, no voucher and no delivery date');
  try {
    git('merge', '-q', 'ben');
  } catch {
    return;
  }
  throw new Error('git could merge the rubric');
}
