import fc from 'fast-check';
import { idOf } from './journalLines';
import { studyOf } from './study';
import { itemsOf } from './study';
import { temporaryFolder } from './temporaryFolder';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { critiquesIn } from '../../../src/core/desk/othersCritiques/critique';
import { codePointOffset } from '../../../src/core/model/text/codePoints';
import type { Criterion } from '../../../src/core/model/rubric/criterion';
import type { Item, Response } from '../../../src/core/model/item/item';
import type { Study } from '../../../src/core/study/study';

/**
 * Generated studies that hold all at once: ties, lines of acceptability, ratings, verdicts, critiques without words,
 * marked passages, what is missing, steps, edits, answers of one's own, Unicode of all planes, and one list of 64
 * responses.
 */

/** The rubric that verdicts are given by: a scale whose levels are described, and a question. */
export const wholeScale: Criterion = {
  id: 'depth',
  text: 'How deep is it?',
  kind: 'scale',
  min: 1,
  max: 5,
  levels: { 1: 'shallow', 2: 'thin', 3: 'fair', 4: 'good', 5: 'deep' },
  weight: 1,
};
export const wholeQuestion: Criterion = { id: 'kind', text: 'Is it kind?\nTruly "kind"? 🙂', weight: 1 };
/** A fault that nobody gave a verdict by. */
const wholeFault: Criterion = { id: 'rude', text: 'Is rude to whoever asks.', weight: -2 };
export const wholeCriteria = [wholeScale, wholeQuestion, wholeFault];
/** The response of which the others are edits, in the item of five. */
export const wholeOriginal = 'original_response';

export const wholeAspects = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'];

/**
 * Characters of every plane that has some, of both directions, combining and controlling ones, and what JSON escapes.
 */
const character = fc.constantFrom(
  'a',
  'é',
  'e\u0301',
  'ש',
  '漢',
  '\u2028',
  '"',
  '\\',
  '<',
  '🙂',
  '👩‍🔬',
  '𝒳',
  '𠀋',
  '\u{3134A}',
  '\u{E0041}',
  '\u{F0000}',
  '\u{10FFFD}',
  '\uFEFF',
  '\u0001',
  '\n',
  ' ',
  '2',
);
const words = fc.array(character, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

export interface JudgedItem {
  readonly item: Item;
  readonly judgement: Judgement;
  /** That holds it, and what somebody else says of its critiques. */
  readonly annotation: Annotation;
  readonly meta: Annotation;
}

interface Drawn {
  readonly system: string | undefined;
  readonly turns: readonly string[];
  readonly texts: readonly string[];
  readonly places: readonly number[];
  readonly good: readonly (boolean | undefined)[];
  readonly ratings: readonly (readonly number[])[];
  readonly critiques: readonly string[];
  readonly rationale: string;
  readonly grades: readonly number[];
  /** Whether each response's first step, its second and a criterion are right. */
  readonly right: readonly (readonly boolean[])[];
}

function drawn(size: number, isPlain: boolean): fc.Arbitrary<Drawn> {
  const each = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { minLength: size, maxLength: size });
  return fc.record({
    system: isPlain ? fc.constant(undefined) : fc.option(words, { nil: undefined }),
    turns: fc.array(words, { minLength: 1, maxLength: isPlain ? 1 : 3 }),
    texts: each(words),
    places: each(fc.nat({ max: 6 })),
    good: each(fc.option(fc.boolean(), { nil: undefined })),
    ratings: each(fc.array(fc.nat({ max: 4 }), { minLength: 5, maxLength: 5 })),
    critiques: each(fc.oneof(fc.constant(''), words)),
    rationale: fc.oneof(fc.constant(''), words),
    grades: each(fc.integer({ min: 1, max: 5 })),
    right: each(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })),
  });
}

export const wholeSizes = [64, 2, 5, 4];

/** What a study is made of: items of 64, 2, 5 and 4 responses. @param isPlain each prompt is one turn of the user */
export const anyWholeStudy = (isPlain: boolean): fc.Arbitrary<readonly Drawn[]> =>
  fc.tuple(...wholeSizes.map((size) => drawn(size, isPlain)));

/**
 * Texts begin and end with a letter and have a number, so that none repeats, is blank, or loses white space where a
 * format joins it to a prompt; the last answer is empty.
 */
const answer = (text: string, i: number, texts: readonly string[]): string =>
  i === texts.length - 1 ? '' : `${i}: ${text}.`;

/**
 * The study, and what was judged of each item by one annotator, and by another of the first one's critiques.
 * @param context under which all is judged
 * @param own the context of each item
 * @param more further fields of each record
 */
export async function wholeStudy(
  sources: readonly Drawn[],
  context?: string,
  own?: string,
  folder?: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ study: Study; judged: readonly JudgedItem[] }> {
  const records = sources.map(({ system, turns, texts }, n) => ({
    id: `q${n}`,
    prompt:
      turns.length === 1 && system === undefined
        ? `Question ${n}: ${turns[0] ?? ''}?`
        : [
            ...(system === undefined ? [] : [{ role: 'system', content: `Be ${system}.` }]),
            ...turns.flatMap((content, i) => [
              ...(i > 0 ? [{ role: 'assistant', content: 'Well.' }] : []),
              { role: 'user', content: `${n}: ${content}?` },
            ]),
          ],
    responses: texts.map((text, i) => ({
      id: n === 2 && i === 0 ? wholeOriginal : `r${i + 1}`,
      text: answer(text, i, texts),
    })),
    evidence: [`Passage ${n}.`],
    ...(own !== undefined && { context: own }),
    ...more,
  }));
  const study = await studyOf(folder ?? temporaryFolder(), records);
  await study.changeProject((project) => ({
    ...project,
    task: { ...project.task, aspects: wholeAspects.map((name) => ({ name, min: 0, max: 4 })) },
  }));
  await study.changeRubrics(() => ({
    version: 1,
    rubrics: [{ id: 'main', title: 'Main', versions: [{ version: 1, criteria: wholeCriteria }] }],
  }));
  await study.changeRules(() => ({
    version: 1,
    rules: [{ id: 'polite', versions: [{ version: 1, feedback: 'Be polite.', scope: 'always' }] }],
  }));
  const { items } = await itemsOf(study);
  const judged = items.map((item, n): JudgedItem => {
    const source = sources[n]!;
    const judgement = {
      ...judgementOf(item, source),
      rules: [{ rule: 'polite', version: 1, scope: (['in', 'near', 'out'] as const)[n % 3] ?? 'in' }],
    };
    const annotation = lineOf(item, judgement, { n, annotator: 'ana', context });
    return {
      item,
      judgement,
      annotation,
      meta: lineOf(
        item,
        { metaCritiques: metaCritiquesOf(item, annotation, source), confidence: 1 },
        { n, annotator: 'ben', context },
      ),
    };
  });
  await study.append(
    judged.flatMap(({ annotation, meta }) =>
      meta.judgement.metaCritiques?.length === 0 ? [annotation] : [annotation, meta],
    ),
  );
  return { study, judged };
}

function judgementOf(
  { responses, evidence }: Item,
  { places, good, ratings, critiques, rationale, grades, right }: Drawn,
): Judgement {
  const full = responses.filter(({ text }) => text !== '');
  const at = (response: Response): number => responses.indexOf(response);
  const tiers = [...new Set(places)]
    .sort((a, b) => a - b)
    .map((place) => responses.flatMap(({ id }, i) => (places[i] === place ? [id] : [])));
  return {
    ranking: { tiers },
    acceptable: Object.fromEntries(responses.flatMap(({ id }, i) => (good[i] === undefined ? [] : [[id, good[i]]]))),
    ratings: responses.flatMap(({ id }, i) =>
      wholeAspects.map((aspect, k) => ({ response: id, aspect, value: ratings[i]?.[k] ?? null })),
    ),
    critiques: responses.map(({ id, text }, i) => ({
      response: id,
      text: critiques[i] ?? '',
      ...(i === 0 && {
        spans: [
          {
            start: 0,
            end: 2,
            quote: text.slice(0, 2),
            type: 'Irrelevant',
            polarity: 'negative' as const,
            note: `Why ${rationale}`,
          },
        ],
        missing: [{ type: 'Missing-Answer', evidence: evidence?.[0]?.id ?? '', sentences: [1] }],
      }),
    })),
    steps: full.flatMap((response) => stepsOf(response, right[at(response)] ?? [])),
    refinements: full.map(({ id, text }, i) => ({
      response: id,
      text: `${text}!`,
      ...(i === 0 && { rule: { id: 'polite', version: 1 } }),
    })),
    demonstrations: [{ turns: [{ role: 'assistant', content: `Well, ${rationale}.` }] }],
    verdicts: full.flatMap((response) => [
      {
        response: response.id,
        criterion: wholeScale.id,
        value: grades[at(response)] ?? 1,
        note: `Grade: ${critiques[at(response)] ?? ''}.`,
      },
      { response: response.id, criterion: wholeQuestion.id, value: right[at(response)]?.[2] ?? false },
    ]),
    rationale,
    flags: [{ flag: 'unsafe', response: responses[0]?.id ?? '' }],
    confidence: 0.5,
  };
}

/** Two steps: the number before the answer, and the answer. */
function stepsOf({ id, text }: Response, right: readonly boolean[]): NonNullable<Judgement['steps']> {
  const [first, all] = [codePointOffset(text, text.indexOf(':') + 1), codePointOffset(text, text.length)];
  return [
    [0, first],
    [first + 1, all],
  ].map(([start = 0, end = 0], i) => ({ response: id, start, end, label: right[i] ? 'correct' : 'incorrect' }));
}

/** What somebody says of each written critique, and what they made of it. */
function metaCritiquesOf(
  item: Item,
  annotation: Annotation,
  { right }: Drawn,
): NonNullable<Judgement['metaCritiques']> {
  return critiquesIn(annotation, item).map(({ response, hash, text }, i) => {
    const [accepted, isSound, agrees] = right[i] ?? [];
    return {
      response,
      seed: 1,
      critiques: [
        {
          annotation: annotation.id,
          hash,
          ...(accepted && { accepted }),
          soundness: isSound ? ('sound' as const) : ('flawed' as const),
          ...(agrees !== undefined && { agrees }),
        },
      ],
      texts: [{ of: [0], text: `${text} And so on.` }],
    };
  });
}

const lineOf = (
  item: Item,
  judgement: Judgement,
  { n, annotator, context }: { readonly n: number; readonly annotator: string; readonly context: string | undefined },
): Annotation => ({
  v: 1,
  type: 'annotation',
  id: idOf(n + 1 + (annotator === 'ana' ? 0 : 100)),
  item: item.id,
  hash: item.hash,
  ...(context !== undefined && { context }),
  annotator,
  time: '2026-11-21T08:00:00.000Z',
  duration: 4000,
  origin: { kind: 'human' },
  round: 1,
  question: { version: 1 },
  rubrics: [{ id: 'main', version: 1 }],
  shown: item.responses.map(({ id }) => id),
  seed: n,
  offsets: 'code-points',
  judgement,
});
