import type { CheckEvidence, Checks } from '../../../../src/core/model/annotation/checkEvidence';
import type { Said } from '../../made/judgedRecords';
import { scaleValues } from '../../made/scaleValues';
import { testRun } from '../../made/testRun';

const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

const tick = (passage: string) => ({ response: 'r1', passage });

const run = (statuses: CheckEvidence['statuses'], flaky: string[]): CheckEvidence =>
  testRun(statuses, { flaky, image: 'python', settings: ['conftest.py'] });

/** Results of tests: r1 does better where it is not turned; else the two do as well, as r1 breaks what passed on the base. */
const testsOn = (turned: boolean, isList: boolean): Checks => ({
  base: run({ one: 'failed', two: 'passed' }, turned ? ['shaky'] : []),
  responses: [
    { response: 'r1', ...run({ one: 'passed', two: turned ? 'failed' : 'passed', three: 'passed' }, []) },
    { response: 'r2', ...run({ one: 'failed', two: 'passed' }, turned ? [] : ['shaky']) },
  ],
  verdictBefore: isList
    ? { ranking: { tiers: [['r1'], ['r2']] } }
    : { comparisons: [{ a: 'r1', b: 'r2', outcome: 'b' as const }] },
});

/** Records, and judgements on them by three people who do not always agree, with every field that a figure is of. */
export function saidInEveryField(): { readonly records: object[]; readonly said: Said[] } {
  const records = times(12, (n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses: ['one text.\nMore of it', 'another text that is longer.\nMore of it', 'a third'],
    evidence: [{ text: 'Passage one' }, { text: 'Passage two' }],
  }));
  const said = times(12, (at) => at).flatMap((at) =>
    ['ana', 'ben', 'cem'].map((by, person): Said => {
      const turned = (at + person) % 4 === 0;
      const [best, worst] = turned ? ['r2', 'r1'] : ['r1', 'r2'];
      const isList = at % 3 === 0;
      return {
        at,
        by,
        changes: {
          shown: person === 1 ? ['r2', 'r1', 'r3', 'e1'] : ['r1', 'r2', 'r3', 'e1'],
          group: person === 0 ? 'staff' : 'crowd',
          round: at < 6 ? 1 : 2,
          duration: 1000 + 100 * at + person,
          served: at % 2 === 0 ? { why: 'uncertain', value: at / 24 } : { why: 'shuffled' },
          ...(at % 5 < 3 && { guidelines: { version: 'a' } }),
          ...(at % 2 === 0 && { checks: testsOn(turned, isList) }),
          ...(at % 4 === 1 && { suggestion: { judgement: { acceptable: { r1: true } } } }),
        },
        judgement: {
          ...(isList
            ? { ranking: { tiers: [[best], [worst]] } }
            : {
                comparisons: [
                  { a: best, b: worst, outcome: 'a' as const, strength: turned ? 1 : 3 },
                  { a: 'e1', b: 'r3', outcome: at % 2 === 0 ? ('a' as const) : 'b' },
                ],
              }),
          acceptable: { r1: !turned, r2: turned },
          ratings: [
            { response: 'r1', aspect: 'clear', value: 1 + ((at + person) % 4), note: 'Because of it.' },
            { response: 'r2', aspect: 'clear', value: 2 },
          ],
          verdicts: [{ response: 'r1', criterion: 'kind', value: !turned, note: 'As it says.' }],
          winners: [{ criterion: 'kind', responses: [at % 2 === 0 ? best : worst] }],
          critiques: [
            {
              response: 'r1',
              text: 'Flat.',
              strengths: 'Short.',
              weaknesses: 'Dull.',
              suggestion: 'Try again.',
              spans: [{ start: 0, end: 3, quote: 'one', note: 'This one.' }],
              missing: [{ note: 'The reason.' }],
            },
          ],
          metaCritiques: [
            {
              response: 'r1',
              seed: 1,
              critiques: [
                {
                  annotation: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
                  hash: 'h',
                  accepted: !turned,
                  soundness: turned ? ('flawed' as const) : 'sound',
                  agrees: !turned,
                },
              ],
              ranking: { tiers: [[0]] },
              texts: [{ of: [0], text: 'A better one.' }],
            },
          ],
          steps: [
            {
              response: 'r1',
              start: 0,
              end: 9,
              quote: 'one text.',
              label: turned ? 'incorrect' : 'correct',
              note: 'So.',
            },
            { response: 'r1', start: 10, end: 20, quote: 'More of it', label: 'incorrect', type: 'arithmetic' },
            { response: 'r2', start: 0, end: 28, quote: 'another text that is longer.', label: 'correct' },
          ],
          runSteps: [
            {
              response: 'r1',
              step: 'k1',
              at: 1,
              quote: 'bash ls',
              label: turned ? -1 : 1,
              category: turned ? 'wrong tool' : 'wrong value',
              severity: turned ? 3 : 1,
              fault: turned ? 'agent' : 'environment',
              note: 'Why?',
              ...(turned && { firstError: true as const }),
            },
            {
              response: 'r1',
              step: 'k2',
              at: 2,
              inner: 'helper',
              label: -1,
              ...([1, 2].includes((at + person) % 4) && { firstError: true as const }),
            },
          ],
          calls: [
            {
              response: 'r1',
              step: 'k1',
              at: 1,
              tool: turned ? 'bash' : 'view',
              path: '/line',
              verdict: turned ? ('wrong-type' as const) : 'wrong-value',
              corrected: 7,
            },
            ...(at % 3 === person
              ? [{ response: 'r1', step: 'k2', at: 2, tool: 'bash', path: '', verdict: 'wrong-tool' as const }]
              : []),
          ],
          diffComments: [
            {
              response: 'r1',
              file: 'src/clock.py',
              side: 'patched' as const,
              lines: turned ? [10, 12] : [12, 13],
              type: turned ? 'style' : 'correctness',
              severity: turned ? 1 : 2,
              note: 'Why so?',
            },
          ],
          takeovers: [
            {
              response: 'r1',
              ...(turned && { step: 'k2', at: 2 }),
              patch: 'diff --git a/x b/x\n'.repeat(turned ? 2 : 1),
              leftOut: ['x.png'],
              text: 'Done.',
            },
          ],
          rationale: 'Because.',
          because: ['kind'],
          refinements: [{ response: 'r3', text: 'An edit', id: 'e1', round: 1 + (at % 2) }],
          demonstrations: [{ turns: [{ role: 'assistant', content: 'My own answer' }] }],
          flags: [{ flag: 'unsafe', response: turned ? 'r2' : 'r1' }],
          supports: (at + person) % 3 === 0 ? [tick('p1'), tick('p2')] : [tick('p1')],
          ...scaleValues,
          confidence: turned ? 0.5 : 1,
          clarification: 'For whom?',
        },
      };
    }),
  );
  // A model judges, too: it is held against those who saw no suggestion.
  for (const at of times(12, (n) => n))
    said.push({
      at,
      by: 'judge',
      judgement: { acceptable: { r1: true, r2: false } },
      changes: { origin: { kind: 'model', name: 'judge' } },
    });
  // One skips items: of these, nothing but the reason is there.
  for (const at of times(5, (n) => n)) said.push({ at, by: 'dora', judgement: { skip: { reason: 'Too long' } } });
  return { records, said };
}
