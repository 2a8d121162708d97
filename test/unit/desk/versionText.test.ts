import { describe, expect, it } from 'vitest';
import { letterIn, versionText } from '../../../src/core/desk/drafts/versionText';
import { annotationSchema, type Annotation } from '../../../src/core/model/annotation/annotation';

const [one, two] = ['leak-one', 'leak-two'];
const annotation: Annotation = annotationSchema.parse({
  v: 1,
  type: 'annotation',
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  annotator: 'Ana',
  time: '2026-01-02T03:04:05.000Z',
  item: 'q1',
  hash: 'h',
  context: 'In winter.',
  mode: 'rank',
  duration: 12,
  origin: { kind: 'human' },
  round: 0,
  question: { version: 1 },
  rubrics: [],
  shown: [two, one],
  seed: 7,
  judgement: {
    ranking: { tiers: [[one], [two]] },
    acceptable: { [one]: true },
    ratings: [{ response: one, aspect: 'truth', value: 2 }],
    verdicts: [{ response: two, criterion: 'short', value: true }],
    critiques: [{ response: one, text: 'Fine.' }],
    steps: [{ response: two, start: 0, end: 1, label: 'correct' }],
    refinements: [{ response: one, text: 'Better.' }],
    flags: [{ flag: 'odd', response: two }],
    supports: [{ response: one, passage: 'p' }],
    rationale: 'So.',
  },
});

describe('a version of a judgement, to be read', () => {
  it('names responses by their letters in that order, wherever it names them, and tells no id', () => {
    const text = versionText(annotation, annotation.shown);
    expect(text).not.toContain('leak');
    expect(JSON.parse(text)).toMatchObject({
      item: 'q1',
      annotator: 'Ana',
      context: 'In winter.',
      judgement: {
        ranking: { tiers: [['B'], ['A']] },
        acceptable: { B: true },
        steps: [{ response: 'A' }],
        rationale: 'So.',
      },
    });
    expect((JSON.parse(versionText(annotation, [one, two])) as Annotation).judgement.ranking).toEqual({
      tiers: [['A'], ['B']],
    });
  });

  it('names comparisons by them too, and what is not shown by none', () => {
    const text = versionText({ ...annotation, judgement: { comparisons: [{ a: one, b: two, outcome: 'a' }] } }, [two]);
    expect(JSON.parse(text)).toMatchObject({ judgement: { comparisons: [{ a: '?', b: 'A', outcome: 'a' }] } });
    expect(letterIn([one, two])(two)).toBe('B');
  });
});
