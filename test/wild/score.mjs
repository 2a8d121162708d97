#!/usr/bin/env node
// Scores how files that nobody wrote for Tiebreak are read, against what a person found in them. usage: node
// test/wild/score.mjs FOLDER FOLDER has `index.tsv` (file, source, items, labelled, kind), `files/` and
// `expected/NAME.json`: for each item the text that its prompt must contain, its responses, and the index of the best
// one, "tie", null, or "unclear" where a label is there and only a person can say what it means. An empty text stands for any, and the items of a file may be more than those that are expected
// one by one. Kind P and S are to be read, X holds nothing to judge and is to be refused. A refusal that proposes a
// command which reads the file right counts as asked. Nothing of the folder is kept.
import { execFileSync, execSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder || !existsSync(path.join(folder, 'index.tsv'))) {
  console.log(`there is no ${folder ? path.join(folder, 'index.tsv') : 'FOLDER given'}: nothing was scored`);
  process.exit(0);
}
const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
if (!existsSync(cli)) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });

const words = (text) => String(text).replaceAll(/\s+/g, ' ').trim();

/** The index of the best response by the labels of an item; "tie", or null where they do not say. */
function bestOf({ item, labels }) {
  const ids = item.responses.map(({ id }) => id);
  for (const { judgement } of labels) {
    const [comparison, ...more] = judgement.comparisons ?? [];
    if (comparison && more.length === 0)
      return comparison.outcome === 'a'
        ? ids.indexOf(comparison.a)
        : comparison.outcome === 'b'
          ? ids.indexOf(comparison.b)
          : 'tie';
    const [first] = judgement.ranking?.tiers ?? [];
    if (first) return first.length === ids.length ? 'tie' : ids.indexOf(first[0]);
  }
  return bestByRatings(ids, labels);
}

/** The one response with the highest rating, or "tie" where all are equal, where one rating was given to each. */
function bestByRatings(ids, labels) {
  const given = labels
    .flatMap(({ judgement }) => judgement.ratings ?? [])
    .filter(({ value }) => typeof value === 'number');
  // Of several aspects the one that is called overall says which is best.
  const overall = given.filter(({ aspect }) => /overall|final|total/i.test(aspect ?? ''));
  const ratings = overall.length > 0 ? overall : given;
  if (
    ids.length < 2 ||
    ratings.length !== ids.length ||
    new Set(ratings.map(({ response }) => response)).size !== ids.length
  )
    return null;
  const most = Math.max(...ratings.map(({ value }) => value));
  const best = ratings.filter(({ value }) => value === most);
  return best.length === 1 ? ids.indexOf(best[0].response) : best.length === ids.length ? 'tie' : null;
}

/** What is wrong with the items, as they were read; undefined where nothing is. */
function faultIn(read, expected, items) {
  if (read.length !== items) return `${read.length} items of ${items}`;
  for (const [at, wanted] of expected.entries()) {
    const { item } = read[at];
    const prompt = words(item.prompt.map(({ content }) => content).join(' '));
    if (!prompt.includes(words(wanted.prompt_contains)))
      return `item ${at + 1}: the prompt is ${JSON.stringify(prompt.slice(0, 60))}, without ${JSON.stringify(words(wanted.prompt_contains).slice(0, 60))}`;
    const [texts, wantedTexts] = [item.responses.map(({ text }) => words(text)), wanted.responses.map(words)];
    if (
      texts.length !== wantedTexts.length ||
      texts.some((text, n) => wantedTexts[n] !== '' && text !== wantedTexts[n])
    )
      return `item ${at + 1}: the responses are ${JSON.stringify(texts.map((text) => text.slice(0, 40)))} and not ${JSON.stringify(wantedTexts.map((text) => text.slice(0, 40)))}`;
    const best = bestOf(read[at]);
    const isUnclear = wanted.best === 'unclear';
    if (wanted.responses.length > 1 && best !== (isUnclear ? null : wanted.best))
      return best === null ? `item ${at + 1}: no label` : `item ${at + 1}: the best is ${best} and not ${wanted.best}`;
  }
  return undefined;
}

const itemsIn = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each));

const expectedOf = (file) =>
  JSON.parse(readFileSync(path.join(folder, 'expected', `${path.parse(file).name}.json`), 'utf8'));

/** What the command reads that a refusal proposes; undefined where it proposes none. */
function proposedIn(refusal, file) {
  const options = /^ {2}tiebreak items .*? (--layout .*)$/m.exec(refusal)?.[1];
  if (options === undefined || options.includes('FIELD')) return undefined;
  try {
    return itemsIn(
      execSync(`"$NODE" "$CLI" items "$FILE" --json ${options}`, {
        encoding: 'utf8',
        env: { ...process.env, NODE: process.execPath, CLI: cli, FILE: file },
        maxBuffer: 1 << 30,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch (error) {
    return itemsIn(String(error.stdout ?? ''));
  }
}

const counts = { right: 0, asked: 0, part: 0, refused: 0, wrong: 0 };
for (const line of readFileSync(path.join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1)) {
  const [file, , items, , kind] = line.split('\t');
  if (!['P', 'S', 'X'].includes(kind)) continue;
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'items', path.join(folder, 'files', file), '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const read = itemsIn(stdout);
  const refusal = words(stderr.split('\n')[0]).slice(0, 120);
  let result;
  if (kind === 'X') result = read.length === 0 ? ['right', 'refused'] : ['wrong', `${read.length} items of nothing`];
  else if (read.length === 0) {
    const proposed = proposedIn(stderr, path.join(folder, 'files', file));
    const fault =
      proposed &&
      (proposed.length === 0
        ? 'the proposed command reads nothing'
        : faultIn(proposed, expectedOf(file), Number(items)));
    result = proposed && fault === undefined ? ['asked', refusal] : ['refused', `${fault ?? ''} ${refusal}`.trim()];
  } else {
    const fault = faultIn(read, expectedOf(file), Number(items));
    const isPart = /items of/.test(fault ?? '') && stderr.includes('could not be read');
    result =
      fault === undefined
        ? ['right', '']
        : [isPart ? 'part' : /no label$/.test(fault) && stderr.includes('--values') ? 'asked' : 'wrong', fault];
  }
  counts[result[0]]++;
  console.log(`${result[0].padEnd(8)}${file.padEnd(44)}${result[1]}`);
}
console.log(
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', '),
);
