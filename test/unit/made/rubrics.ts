import fc from 'fast-check';
import type { Criterion, UnplacedCriterion } from '../../../src/core/model/rubric/criterion';
import type { Rubric, Rubrics, Scope } from '../../../src/core/model/rubric/rubric';
import { normalPack, type Pack } from '../../../src/core/rubric/packs/pack';
import { addRubric } from '../../../src/core/rubric/library';

export const criterion = (id: string, changes: Partial<Criterion> = {}): Criterion => ({
  id,
  text: `Is it ${id}?`,
  weight: 1,
  ...changes,
});

/** A rubric with versions of these criteria, numbered from 1. */
export const rubric = (
  id: string,
  versions: readonly (readonly Criterion[])[],
  changes: Partial<Rubric> = {},
): Rubric => ({
  id,
  title: id,
  versions: versions.map((criteria, at) => ({ version: at + 1, criteria: [...criteria] })),
  ...changes,
});

export const library = (...rubrics: Rubric[]): Rubrics => ({ version: 1, rubrics });

/** Versions in use, as in `{ style: [1, 2] }`. */
export const inUse = (versions: Readonly<Record<string, readonly number[]>>): Map<string, Set<number>> =>
  new Map(Object.entries(versions).map(([id, numbers]) => [id, new Set(numbers)]));

/** Words, and what formats stumble over. */
export const anyText = fc.oneof(
  fc.constantFrom(
    'Is it true?',
    'naïve 🙂',
    'two\nlines',
    'ends in a newline\n',
    ' spaces around ',
    'a: b # c',
    '- x',
    '"quoted"',
    "it's",
    'yes',
    'null',
    '~',
    '1',
    'true',
    '{',
    '[x]',
    '\u0085\u2028',
    'tab\there',
    '\\',
    'Essential Criteria: x',
    'Pitfall Criteria: ',
    'N/A',
    '読みやすい',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

const anyWeight = fc
  .oneof(fc.integer({ min: -10, max: 10 }), fc.constantFrom(0.5, -1.25, 1e-7, 1e21))
  .map((weight) => weight + 0);

type Optional = Partial<UnplacedCriterion>;
const maybe = <T>(field: string, value: fc.Arbitrary<T>): fc.Arbitrary<Optional> =>
  fc.option(
    value.map((each) => ({ [field]: each })),
    { nil: {} },
  );
const merged = (parts: readonly Optional[]): Optional => Object.assign({}, ...parts) as Optional;

/** What its answers are, with examples that are such. */
const anyAnswers: fc.Arbitrary<Optional> = fc.oneof(
  exampled(fc.boolean()),
  exampled(fc.integer({ min: 1, max: 5 })).chain((examples) =>
    fc
      .tuple(
        fc.constant({ kind: 'scale' as const, ...examples }),
        maybe('levels', fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), anyText, { minKeys: 1 })),
      )
      .map(merged),
  ),
  exampled(fc.integer({ min: 0, max: 3 })).map((examples) => ({
    kind: 'scale' as const,
    min: 0,
    max: 3,
    levels: { 0: 'none', 2.5: 'nearly' },
    ...examples,
  })),
  exampled(fc.constantFrom('good', 'bad')).map((examples) => ({
    kind: 'category' as const,
    categories: [{ name: 'good', value: 1 }, { name: 'bad' }],
    ...examples,
  })),
);

function exampled(value: fc.Arbitrary<boolean | number | string>): fc.Arbitrary<Optional> {
  return maybe(
    'examples',
    fc.array(fc.oneof(fc.record({ text: anyText, value }), fc.record({ text: anyText, value, note: anyText })), {
      minLength: 1,
      maxLength: 2,
    }),
  );
}

/** Everything that can be said beside text, weight and answers. */
const anyRest: fc.Arbitrary<Optional> = fc
  .tuple(
    maybe('title', anyText),
    maybe('gate', fc.constantFrom({ threshold: 0.5 }, { threshold: 1 })),
    maybe(
      'tags',
      fc.uniqueArray(fc.oneof(fc.constantFrom('essential', 'pitfall', 'axis:accuracy'), anyText), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    maybe(
      'origin',
      fc.constantFrom(
        { kind: 'human' as const },
        { kind: 'model' as const, name: 'judge-1' },
        { kind: 'hybrid' as const, name: 'judge-1' },
      ),
    ),
    maybe(
      'faulty',
      anyText.map((reason) => ({ reason })),
    ),
    maybe('merged', fc.constant(['older'])),
  )
  .map(merged);

/** Any criterion without an id, in its normal form. */
export const anyCriterion: fc.Arbitrary<UnplacedCriterion> = fc
  .tuple(fc.record({ text: anyText, weight: anyWeight }), anyAnswers, anyRest)
  .map((parts) => structuredClone(merged(parts)) as UnplacedCriterion);

/** A criterion answered by yes or no that says nothing but these fields. */
export const anyPlainCriterion = (...fields: readonly ('title' | 'tags')[]): fc.Arbitrary<UnplacedCriterion> =>
  fc
    .tuple(
      fc.record({ text: anyText, weight: anyWeight }),
      fields.includes('title') ? maybe('title', anyText) : fc.constant({}),
      fields.includes('tags') ? maybe('tags', fc.array(anyText, { minLength: 1, maxLength: 3 })) : fc.constant({}),
    )
    .map((parts) => merged(parts) as UnplacedCriterion);

export const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ kind: 'slice', fields: { domain: 'law', language: 'de' } }),
  anyText.map((item): Scope => ({ kind: 'item', item })),
);

/** A pack of these criteria, without a word of its own. */
export const packsOf = (each: fc.Arbitrary<UnplacedCriterion>): fc.Arbitrary<Pack> =>
  fc.array(each, { minLength: 1, maxLength: 4 }).map((criteria) => normalPack(structuredClone({ criteria })));

/** Any pack, in its normal form. */
export const anyPack: fc.Arbitrary<Pack> = fc
  .record(
    {
      id: fc.constant('style'),
      title: anyText,
      description: anyText,
      scope: anyScope,
      criteria: fc.array(fc.tuple(anyCriterion, fc.boolean()), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['criteria'] },
  )
  .map(({ criteria, ...rest }) =>
    normalPack(
      structuredClone({
        ...rest,
        criteria: criteria.map(([each, isNamed], at) => (isNamed ? { ...each, id: `c${at}` } : each)),
      }),
    ),
  );

/** A library of up to three rubrics of up to four criteria each, as edits make it. */
export const anyLibrary: fc.Arbitrary<Rubrics> = fc
  .array(fc.tuple(fc.constantFrom('Style', 'Truth', 'Stil'), fc.array(anyCriterion, { maxLength: 4 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((rubrics) =>
    rubrics.reduce<Rubrics>(
      (before, [title, criteria]) => addRubric(before, { title }, criteria, { used: new Map() }).rubrics,
      library(),
    ),
  );
