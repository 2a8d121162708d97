import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { formatLine } from '../../../src/core/journal/line';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { KnownAnswer } from '../../../src/core/model/study/knownAnswer';
import { createStudy } from '../../../src/core/study/create';
import { scan } from '../../../src/core/dataset/sources/scan';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';

/** Somebody of a simulated study. */
export interface SimulatedAnnotator {
  readonly name: string;
  /** How often a preference is turned round. */
  readonly epsilon: number;
  /** Seconds per item. */
  readonly seconds: number;
  /** Always takes what is shown first, or the longer one, whatever it says. */
  readonly takesFirst?: boolean;
  readonly takesLonger?: boolean;
  /** Wants the opposite of what the others do. */
  readonly wantsOpposite?: boolean;
  /** Says what somebody else said, who is named before, where both judge an item. */
  readonly copies?: string;
  /** Takes what is shown first with this chance, whatever it says. */
  readonly firstShare?: number;
  /** Judges every item twice, in both orders. */
  readonly asksBothOrders?: boolean;
  /** From this share of the work on the noise is that. */
  readonly drift?: { readonly from: number; readonly epsilon: number };
  /** It is a model's, or one of the dataset's own labels. */
  readonly isModel?: boolean;
  readonly isImported?: boolean;
}

export interface Simulation {
  readonly items: number;
  /** Annotators of each item, drawn of all. */
  readonly perItem: number;
  readonly annotators: readonly SimulatedAnnotator[];
  /** Log-strengths of models. */
  readonly models: Readonly<Record<string, number>>;
  /** What twice the length adds to the log-odds of winning, and standing first on the screen. */
  readonly length?: number;
  readonly position?: number;
  /** Each model beats the next in this share, and the last the first, whatever their strengths. */
  readonly cycle?: number;
  /** Half of the items have this noise instead of the annotators'. */
  readonly hard?: number;
  /** With verdicts: those on a criterion "unclear" are a toss-up. */
  readonly withUnclear?: boolean;
  /** Share of comparisons that are said to be ties. */
  readonly ties?: number;
  /** Share of items that come to the annotator once more. */
  readonly repeats?: number;
  /** Items of which the best is known. */
  readonly controls?: number;
  /**
   * Verdicts on two criteria: by "decisive" the response that the annotator prefers passes, and by "idle" the first of
   * the dataset's does, whoever judges.
   */
  readonly withVerdicts?: boolean;
  /** Somebody who settles all items on which annotators differ (in the first setting), and is always right. */
  readonly adjudicator?: string;
  /** Items are easy or hard too, and of those of law that are hard nobody judges one. */
  readonly withEmptyCell?: boolean;
  /** Contexts and turns under which each item is judged by each of its annotators; as it stands where there are none. */
  readonly settings?: readonly Pick<Annotation, 'context' | 'turn'>[];
  /** The share of items on which the other response is the better one in a setting that is not the first. */
  readonly flips?: number;
  /** So many control items are a qualification test, of which that share must be as known. */
  readonly test?: { readonly first: number; readonly pass: number };
  readonly seed: number;
}

const words = ['water', 'boils', 'at', 'a', 'hundred', 'degrees', 'unless', 'pressure', 'is', 'lower', 'there'];

/** Makes a study of pairs with planted truth in `folder`; gives its project file. */
export async function simulatedStudy(folder: string, simulation: Simulation): Promise<string> {
  const {
    items,
    perItem,
    annotators,
    models,
    length = 0,
    position = 0,
    cycle,
    hard,
    withUnclear = false,
    ties = 0,
    repeats = 0,
    controls = 0,
    test = {},
    withVerdicts = false,
    adjudicator,
    withEmptyCell = false,
    settings = [{}],
    flips = 0,
    seed,
  } = simulation;
  const next = random(seed);
  const names = Object.keys(models);
  const records = Array.from({ length: items }, (_, at) => {
    const first = Math.floor(next() * names.length);
    const second = (first + 1 + Math.floor(next() * (names.length - 1))) % names.length;
    const made = (model: number): { id: string; model: string; text: string } => ({
      id: names[model]!,
      model: names[model]!,
      text: textOf(next),
    });
    return {
      id: `item-${String(at).padStart(6, '0')}`,
      prompt: `Question ${at}: why?`,
      responses: [made(first), made(second)],
      metadata: {
        domain: ['code', 'law', 'cooking'][at % 3],
        ...(withEmptyCell && { level: at % 2 === 0 ? 'easy' : 'hard' }),
      },
    };
  });
  await mkdir(folder, { recursive: true });
  const dataset = join(folder, 'simulated.jsonl');
  await writeFile(dataset, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const projectFile = join(folder, 'simulated.tiebreak');
  const answers: Record<string, KnownAnswer> = {};
  await createStudy({ projectFile, datasets: [dataset], layout: 'responses', mode: 'pair' });
  const study = await Study.open(projectFile);
  const hashes: string[] = [];
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const parsed of batch) hashes.push('item' in parsed ? parsed.item.hash : '');
  const lines = new Map(
    [...annotators.map(({ name }) => name), ...(adjudicator === undefined ? [] : [adjudicator])].map((name) => [
      name,
      [] as string[],
    ]),
  );
  const clock = new Map(annotators.map(({ name }) => [name, 0]));
  let count = 0;
  for (const [at, { id, responses }] of records.entries()) {
    const [a, b] = responses;
    if (!a || !b || (withEmptyCell && at % 3 === 1 && at % 2 === 1)) continue;
    const lead = models[a.model]! - models[b.model]! + length * Math.log2((a.text.length + 1) / (b.text.length + 1));
    // What is known of a control item is what strength and length say.
    if (at < controls) answers[id] = { best: lead >= 0 ? a.id : b.id };
    // Without an effect of the position the truth is one for all who judge the item.
    const chance =
      cycle === undefined ? 1 / (1 + Math.exp(-lead)) : beatsNext(a.model, b.model, names) ? cycle : 1 - cycle;
    const known = next() < chance;
    const isHard = hard !== undefined && next() < 0.5;
    const before = new Map<string, boolean>();
    const isFlipped = settings.map((_, place) => place > 0 && next() < flips);
    let [forFirst, forSecond] = [0, 0];
    const judging = at < controls ? annotators : drawn(annotators, perItem, next);
    const chosen = annotators.some(({ copies }) => copies)
      ? annotators.filter((each) => judging.includes(each))
      : judging;
    const judged = chosen.flatMap((annotator) => settings.map((setting, place) => ({ annotator, setting, place })));
    for (const { annotator, setting, place } of judged) {
      const own = lines.get(annotator.name)!;
      const part = at / items;
      const { epsilon: usual } = annotator.drift && part >= annotator.drift.from ? annotator.drift : annotator;
      const epsilon = isHard ? hard : usual;
      let wasFirstShown = false;
      for (let repeat = 0; repeat <= (annotator.asksBothOrders || next() < repeats ? 1 : 0); repeat++) {
        const isFirstShown: boolean = repeat > 0 && annotator.asksBothOrders ? !wasFirstShown : next() < 0.5;
        wasFirstShown = isFirstShown;
        const asIs =
          at < controls
            ? lead >= 0
            : position === 0
              ? known
              : next() < 1 / (1 + Math.exp(-(lead + (isFirstShown ? position : -position))));
        const truth = asIs !== (isFlipped[place] === true);
        const takesFirst =
          annotator.takesFirst || (annotator.firstShare !== undefined && next() < annotator.firstShare);
        const wanted = annotator.wantsOpposite ? !truth : truth;
        const byThemselves = takesFirst
          ? isFirstShown
          : annotator.takesLonger
            ? a.text.length > b.text.length
            : next() < epsilon
              ? !wanted
              : wanted;
        const said = before.get(annotator.copies ?? '') ?? byThemselves;
        before.set(annotator.name, said);
        const isTied = next() < ties;
        const time = (clock.get(annotator.name) ?? 0) + annotator.seconds * 1000;
        clock.set(annotator.name, time);
        const line: Annotation = {
          v: 1,
          type: 'annotation',
          id: `01J${(count++).toString().padStart(23, '0')}`,
          item: id,
          hash: hashes[at]!,
          annotator: annotator.name,
          time: new Date(1_767_225_600_000 + time).toISOString(),
          duration: Math.round(annotator.seconds * 1000 * (0.5 + next())),
          origin: annotator.isImported
            ? { kind: 'imported', from: 'labels' }
            : annotator.isModel
              ? { kind: 'model', name: annotator.name }
              : { kind: 'human' },
          round: 1,
          ...(repeat > 0 && { repeat }),
          ...setting,
          mode: 'pair',
          question: { version: 1 },
          rubrics: [],
          shown: isFirstShown ? [a.id, b.id] : [b.id, a.id],
          seed: at,
          judgement: {
            comparisons: [{ a: a.id, b: b.id, outcome: isTied ? 'tie' : said ? 'a' : 'b' }],
            ...(withVerdicts && {
              verdicts: [
                { response: a.id, criterion: 'decisive', value: said },
                { response: b.id, criterion: 'decisive', value: !said },
                { response: a.id, criterion: 'idle', value: true },
                { response: b.id, criterion: 'idle', value: false },
                ...(withUnclear ? [{ response: a.id, criterion: 'unclear', value: next() < 0.5 }] : []),
              ],
            }),
          },
        };
        own.push(formatLine(line));
        if (repeat === 0 && !isTied && place === 0) {
          if (said) forFirst++;
          else forSecond++;
        }
      }
    }
    if (adjudicator === undefined || forFirst === 0 || forSecond === 0) continue;
    const settled: Annotation = {
      v: 1,
      type: 'annotation',
      id: `01J${(count++).toString().padStart(23, '0')}`,
      item: id,
      hash: hashes[at]!,
      annotator: adjudicator,
      role: 'adjudicator',
      ...settings[0],
      time: new Date(1_767_225_600_000 + at).toISOString(),
      duration: 20_000,
      origin: { kind: 'human' },
      round: 1,
      mode: 'pair',
      question: { version: 1 },
      rubrics: [],
      shown: [a.id, b.id],
      seed: at,
      judgement: { comparisons: [{ a: a.id, b: b.id, outcome: known ? 'a' : 'b' }] },
    };
    lines.get(adjudicator)!.push(formatLine(settled));
  }
  const { annotations } = studyPaths(projectFile);
  await mkdir(annotations, { recursive: true });
  for (const [name, own] of lines) await writeFile(join(annotations, `${name}.jsonl`), own.join(''));
  if (controls > 0)
    await study.changeProject((project) => ({
      ...project,
      plan: { ...project.plan, controls: { items: Object.keys(answers), rate: 0.05, answers, ...test } },
    }));
  await study.close();
  return projectFile;
}

/** Whether a model stands before another in the circle of all. */
const beatsNext = (one: string, other: string, names: readonly string[]): boolean =>
  (names.indexOf(one) + 1) % names.length === names.indexOf(other);

function textOf(next: () => number): string {
  const count = 5 + Math.floor(next() ** 2 * 120);
  return Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(' ');
}

function drawn<T>(all: readonly T[], count: number, next: () => number): T[] {
  const rest = [...all];
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(Math.floor(next() * rest.length), 1)[0]!,
  );
}
