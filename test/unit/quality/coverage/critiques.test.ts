import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionText } from '../../../../src/cli/report/reportText';
import type { Annotation } from '../../../../src/core/model/annotation/annotation';
import { reportDocument } from '../../../../src/core/model/report/document/reportDocument';
import type { MetaCritique } from '../../../../src/core/model/annotation/metaCritiqueSchemas';
import { hashOfCritique } from '../../../../src/core/desk/othersCritiques/critique';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { rateOf } from '../../../../src/core/quality/rate';
import { idOf } from '../../made/journalLines';
import { pairsOfResponses, rubricStudy, type MadeJudgement } from '../../made/rubricStudy';

type Said = MetaCritique['critiques'][number];

const parts = { strengths: '', weaknesses: '', suggestion: '' };
const hash = hashOfCritique({ text: 'so so', ...parts }, []);

/** Items whose first response has a critique by a model and one by a person, and what somebody says of both. */
const judged = (
  all: readonly (readonly [Omit<Said, 'annotation' | 'hash'>, Omit<Said, 'annotation' | 'hash'>])[],
  arranged?: (lines: readonly Annotation[]) => readonly Annotation[],
): ReturnType<typeof rubricStudy> => {
  const judgement = { critiques: [{ response: 'r1', text: 'so so' }] };
  // Ids count up from 1, three an item.
  const made = all.flatMap(([ofModel, ofPerson], at): MadeJudgement[] => [
    { at, annotator: 'imported:judge-a', origin: { kind: 'imported', from: 'dataset', by: 'judge-a' }, judgement },
    { at, annotator: 'ben', judgement },
    {
      at,
      annotator: 'ana',
      judgement: {
        ranking: { tiers: [['r1'], ['r2']] },
        metaCritiques: [
          {
            response: 'r1',
            seed: 1,
            critiques: [
              { annotation: idOf(3 * at + 2), hash, ...ofPerson },
              { annotation: idOf(3 * at + 1), hash, ...ofModel },
            ],
          },
        ],
      },
    },
  ]);
  return rubricStudy(pairsOfResponses(all.length), [], made, arranged);
};

describe('what people say of critiques', () => {
  it('is counted by where these come from, with n and interval', async () => {
    const study = await judged([
      [
        { soundness: 'flawed', agrees: true, accepted: false },
        { soundness: 'sound', agrees: true, accepted: true },
      ],
      [
        { soundness: 'flawed', agrees: false, accepted: false },
        { soundness: 'unsure', agrees: true },
      ],
      [{ soundness: 'sound', agrees: true }, {}],
      [{ agrees: false, lost: true }, { accepted: true }],
    ]);
    const coverage = await coverageOf(study, { by: [] });
    const model = {
      judged: 3,
      flawed: rateOf(2, 3),
      unsure: 0,
      overturned: rateOf(1, 3),
      rightButFlawed: rateOf(1, 2),
      rejected: rateOf(2, 2),
      reworked: 0,
    };
    const person = {
      judged: 3,
      flawed: rateOf(0, 1),
      unsure: 1,
      overturned: rateOf(0, 2),
      rightButFlawed: rateOf(0, 1),
      rejected: rateOf(0, 2),
      reworked: 0,
    };
    expect(coverage.critiques).toEqual({
      judged: 6,
      flawed: rateOf(2, 4),
      unsure: 1,
      overturned: rateOf(1, 5),
      rightButFlawed: rateOf(1, 3),
      rejected: rateOf(2, 4),
      reworked: 0,
      lost: 1,
      origins: [
        { origin: 'human', ...person },
        { origin: 'imported judge-a', ...model },
      ],
    });
    const lines = sectionText(reportDocument({ coverage }), 'coverage');
    expect(lines).toContainEqual(
      expect.stringMatching(/^imported judge-a +3 +67% \(21% to 94%\) +33% \(6\.1% to 79%\) .*$/),
    );
  });

  it('is the same whatever the order of lines', async () => {
    const said = fc.record(
      {
        accepted: fc.boolean(),
        soundness: fc.constantFrom('sound' as const, 'flawed' as const, 'unsure' as const),
        agrees: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(said, said), { minLength: 1, maxLength: 4 }), async (all) => {
        const of = async (arranged?: Parameters<typeof judged>[1]): Promise<unknown> =>
          (await coverageOf(await judged(all, arranged), { by: [] })).critiques;
        expect(await of((lines) => [...lines].reverse())).toEqual(await of());
      }),
      { numRuns: 6 },
    );
  });

  it('says nothing where nobody judged one, and counts one whose line is gone as lost alone', async () => {
    expect((await coverageOf(await judged([[{}, {}]]), { by: [] })).critiques).toMatchObject({
      judged: 0,
      flawed: null,
      overturned: null,
      origins: [],
    });
    const study = await judged([[{ soundness: 'flawed' }, {}]], (lines) =>
      lines.filter(({ annotator }) => annotator !== 'imported:judge-a'),
    );
    expect((await coverageOf(study, { by: [] })).critiques).toMatchObject({
      judged: 0,
      flawed: null,
      lost: 1,
      origins: [],
    });
  });

  it.each([
    ['does not count once it was rewritten', 'something else', { judged: 0, lost: 1, rightButFlawed: null }],
    ['counts where it was only saved again', 'so so', { judged: 1, lost: 0, rightButFlawed: rateOf(1, 1) }],
  ])('that is said of a critique %s', async (_, text, figures) => {
    const study = await judged([[{}, { soundness: 'flawed', agrees: true }]], (lines) =>
      lines.flatMap((each): Annotation[] =>
        each.annotator === 'ben'
          ? [each, { ...each, id: idOf(9), judgement: { critiques: [{ response: 'r1', text }] } }]
          : [each],
      ),
    );
    expect((await coverageOf(study, { by: [] })).critiques).toMatchObject(figures);
  });
});
