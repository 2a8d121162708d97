import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../../src/core/model/text/shortHash';
import { root } from './bundle';
import { temporaryFolder } from './temporaryFolder';

const golden = join(root, 'test/golden');
const read = (...path: string[]): string => readFileSync(join(golden, ...path), 'utf8');

/**
 * One study of all that the golden ones hold (rankings, ratings, rubrics, rules, steps, passages, contexts, refined and
 * written answers), so that every format finds something in it; the folder of `study.tiebreak`.
 * @param copies of every item with what was judged of it, each under a prompt of its own, so that a split finds rows
 *   for each of its parts; to be exported with `stale: 'keep'` where there are more than one
 */
export function everythingStudy(copies = 1, folder = temporaryFolder()): string {
  const beside = join(folder, 'study.tiebreak.d');
  // Runs have a layout of their own, and no place among records.
  const studies = readdirSync(golden)
    .sort()
    .filter((study) => existsSync(join(golden, study, 'data.jsonl')));
  writeFileSync(
    join(folder, 'data.jsonl'),
    studies.map((study) => copiesOf(copies, read(study, 'data.jsonl'), itemCopy)).join(''),
  );
  const project = JSON.parse(read('ratings', 'study.tiebreak')) as object;
  writeFileSync(join(folder, 'study.tiebreak'), JSON.stringify(project));
  mkdirSync(join(beside, 'annotations'), { recursive: true });
  for (const name of ['rubrics.json', 'rules.json'])
    writeFileSync(join(beside, name), read('rubrics', 'study.tiebreak.d', name));
  const journals = new Map<string, string>();
  for (const [n, study] of studies.entries()) {
    const texts = textsOf(read(study, 'data.jsonl'));
    for (const name of readdirSync(join(golden, study, 'study.tiebreak.d/annotations'))) {
      // Each study counts its annotations from 1.
      const journal = read(study, 'study.tiebreak.d/annotations', name).replaceAll(
        '01KAAA',
        `01KAA${'ABCDEFG'.charAt(n)}`,
      );
      journals.set(
        name,
        (journals.get(name) ?? '') + copiesOf(copies, journal, (line, copy) => annotationCopy(line, copy, texts)),
      );
    }
  }
  for (const [name, lines] of journals) writeFileSync(join(beside, 'annotations', name), lines);
  return folder;
}

const copiesOf = (copies: number, text: string, copy: (line: string, n: number) => string): string =>
  Array.from({ length: copies }, (_, n) =>
    n === 0
      ? text
      : text
          .split('\n')
          .map((line) => (line === '' ? line : copy(line, n)))
          .join('\n'),
  ).join('');

function itemCopy(line: string, n: number): string {
  const item = JSON.parse(line) as {
    readonly id: string;
    readonly prompt: string | readonly { readonly content: string }[];
  };
  const prompt =
    typeof item.prompt === 'string'
      ? `${item.prompt} (${n})`
      : item.prompt.map((turn, i, turns) =>
          i === turns.length - 1 ? { ...turn, content: `${turn.content} (${n})` } : turn,
        );
  return JSON.stringify({ ...item, id: `${item.id}-${n}`, prompt });
}

/**
 * Under ids of its own: the first digit behind their common beginning tells the copy. Its item is another than was
 * judged, so that its steps are found by their quotes, and its refinements are known to be of the same texts.
 */
const annotationCopy = (line: string, n: number, texts: ReadonlyMap<string, string>): string =>
  withTexts(line, texts)
    .replaceAll(/"item":"([^"]*)"/g, `"item":"$1-${n}"`)
    .replaceAll(/01KAA([A-G])0/g, `01KAA$1${n.toString(16).toUpperCase()}`);

interface JudgedLine {
  readonly item?: string;
  readonly judgement?: {
    readonly steps?: readonly { readonly response: string; readonly start: number; readonly end: number }[];
    readonly refinements?: readonly { readonly response: string }[];
  };
}

function withTexts(line: string, texts: ReadonlyMap<string, string>): string {
  const annotation = JSON.parse(line) as JudgedLine;
  const { item = '', judgement: { steps = [], refinements = [] } = {} } = annotation;
  if (steps.length + refinements.length === 0) return line;
  const quoted = steps.map((step) => {
    const text = texts.get(`${item} ${step.response}`);
    // Offsets count code points.
    return text === undefined ? step : { ...step, quote: Array.from(text).slice(step.start, step.end).join('') };
  });
  const named = refinements.map((refinement) => {
    const text = texts.get(`${item} ${refinement.response}`);
    return text === undefined ? refinement : { ...refinement, ofHash: shortHash(text) };
  });
  return JSON.stringify({
    ...annotation,
    judgement: {
      ...annotation.judgement,
      ...(steps.length > 0 && { steps: quoted }),
      ...(refinements.length > 0 && { refinements: named }),
    },
  });
}

/** The texts of responses, by their item and their own id. */
function textsOf(data: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const line of data.split('\n')) {
    if (line === '') continue;
    const { id, responses = [] } = JSON.parse(line) as { id: string; responses?: { id: string; text?: string }[] };
    for (const { id: response, text } of responses) if (text !== undefined) texts.set(`${id} ${response}`, text);
  }
  return texts;
}
