import fc from 'fast-check';
import { ruleScopes } from '../../../src/core/model/annotation/judgementValues';
import type { Annotation, Judgement, JournalLine, Retraction } from '../../../src/core/model/annotation/annotation';

/** The n-th id: a valid ULID, and greater than every one before it. */
export function idOf(n: number): string {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (let rest = n; text.length < 20; rest = Math.floor(rest / 32)) text = `${digits[rest % 32] ?? ''}${text}`;
  return `01KAAA${text}`;
}

const common = { v: 1, time: '2026-11-21T08:00:00.000Z' } as const;

export function annotation(n: number, changes: Partial<Annotation> = {}): Annotation {
  return {
    ...common,
    id: idOf(n),
    annotator: 'ana',
    type: 'annotation',
    item: 'item-1',
    hash: 'hash-1',
    duration: 1200,
    origin: { kind: 'human' },
    round: 1,
    question: { version: 1 },
    rubrics: [],
    shown: ['a', 'b', 'c'],
    seed: 7,
    judgement: { ranking: { tiers: [['b'], ['a', 'c']] } },
    ...changes,
  };
}

/**
 * Takes back `of`; whoever, and whatever item, `changes` says. Of the turn it says nothing, like the lines of before.
 */
export function retraction(n: number, of: Annotation, changes: Partial<Retraction> = {}): Retraction {
  const { annotator, item, context, repeat } = of;
  return {
    ...common,
    id: idOf(n),
    annotator,
    type: 'retraction',
    item,
    ...(context !== undefined && { context }),
    ...(repeat !== undefined && { repeat }),
    retracts: of.id,
    ...changes,
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', 'naïve 🙂', 'line\nbreak\r\n\u2028', '"quoted" \\ back', '\u0000'),
);

const anyJudgement: fc.Arbitrary<Judgement> = fc.oneof(
  fc
    .shuffledSubarray(['a', 'b', 'c'], { minLength: 1 })
    .map((ids): Judgement => ({ ranking: { tiers: ids.map((id) => [id]) } })),
  fc
    .record({
      outcome: fc.constantFrom('a' as const, 'b' as const, 'tie' as const, 'both-bad' as const),
      strength: fc.constantFrom(1, 2, 3),
    })
    .map((comparison): Judgement => ({ comparisons: [{ a: 'a', b: 'b', ...comparison }] })),
  fc.record(
    {
      rationale: anyText,
      because: fc.array(anyText, { maxLength: 2 }),
      critiques: fc.array(
        fc.record(
          { response: fc.constantFrom('a', 'b', 'c'), text: anyText, strengths: anyText, suggestion: anyText },
          { requiredKeys: ['response', 'text'] },
        ),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['rationale', 'critiques'] },
  ),
  fc.record({
    refinements: fc.array(
      fc.record(
        {
          response: fc.constantFrom('a', 'b', 'c'),
          text: anyText,
          round: fc.constantFrom(1, 2),
          of: fc.constant(1),
          id: fc.constantFrom('a~1.x', 'b~1.y'),
          rule: fc.constant({ id: 'short', version: 2 }),
        },
        { requiredKeys: ['response', 'text'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc
    .array(
      fc.record({
        response: fc.constantFrom('a', 'b', 'c'),
        criterion: fc.constantFrom('clear', 'x'),
        value: fc.constantFrom(true, false, null, 3, 'good'),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((verdicts): Judgement => ({ verdicts })),
  fc
    .shuffledSubarray(['a', 'b', 'c'], { minLength: 1 })
    .map((responses): Judgement => ({ winners: [{ criterion: 'clear', responses }] })),
  fc
    .uniqueArray(
      fc.record({
        rule: fc.constantFrom('short', 'plain'),
        version: fc.constantFrom(1, 3),
        scope: fc.constantFrom(...ruleScopes),
      }),
      { minLength: 1, maxLength: 2, selector: ({ rule }) => rule },
    )
    .map((rules): Judgement => ({ rules })),
  anyText.map((text): Judgement => ({ skip: { reason: `because ${text}` } })),
);

type Maker = (n: number, before: readonly Annotation[]) => JournalLine;

function anyLine(annotators: readonly [string, ...string[]]): fc.Arbitrary<Maker> {
  const annotator = fc.constantFrom(...annotators);
  const judging = fc
    .record({
      annotator,
      item: fc.constantFrom('item-1', 'item-2', 'ítem 3'),
      context: fc.option(fc.constant('with a reference'), { nil: undefined }),
      repeat: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
      turn: fc.option(fc.constantFrom(0, 2), { nil: undefined }),
      group: fc.option(fc.constantFrom('nurses', '看護師'), { nil: undefined }),
      guidelines: fc.option(fc.constant({ version: 'd2f1' }), { nil: undefined }),
      rubrics: fc.option(
        fc.constant([
          { id: 'style', version: 2 },
          { id: 'truth', version: 1 },
        ]),
        { nil: undefined },
      ),
      judgement: anyJudgement,
    })
    .map(
      (fields): Maker =>
        (n) =>
          annotation(n, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))),
    );
  const retracting = fc.tuple(fc.nat({ max: 5 }), fc.boolean()).map(([back, saysTurn]): Maker => (n, before) => {
    const of = before.at(-1 - back) ?? annotation(700 + n, { annotator: annotators[0] });
    return retraction(n, of, saysTurn && of.turn !== undefined ? { turn: of.turn } : {});
  });
  return fc.oneof({ weight: 3, arbitrary: judging }, { weight: 1, arbitrary: retracting });
}

/**
 * Valid lines in the order of their ids: annotations of every kind, with contexts, and retractions of earlier (or
 * unheard-of) ones.
 */
export function anyLines(
  annotators: readonly [string, ...string[]] = ['ana'],
  maxLength = 10,
): fc.Arbitrary<JournalLine[]> {
  return fc.array(anyLine(annotators), { maxLength }).map((makers) => {
    const annotations: Annotation[] = [];
    return makers.map((make, n) => {
      const line = make(n + 1, annotations);
      if (line.type === 'annotation') annotations.push(line);
      return line;
    });
  });
}
