import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

const words = (count, of) => Array.from({ length: count }, (_, at) => `${of}${at % 37}`).join(' ');

/**
 * Records as people lay them out: for each shape the reader's own names, and names that it has to find out.
 * @type {Record<string, { known: (n: number) => object, unknown: (n: number) => object }>}
 */
const shapes = {
  pairs: {
    known: (n) => ({
      id: `i${n}`,
      prompt: `Question ${n} ${words(12, 'w')}`,
      chosen: words(120, `c${n}`),
      rejected: words(120, `r${n}`),
    }),
    unknown: (n) => ({
      nr: `i${n}`,
      question: `Question ${n} ${words(12, 'w')}`,
      better_answer: words(120, `c${n}`),
      worse_answer: words(120, `r${n}`),
    }),
  },
  lists: {
    known: (n) => ({
      id: `i${n}`,
      prompt: `Question ${n} ${words(12, 'w')}`,
      responses: [0, 1, 2, 3].map((at) => ({ text: words(120, `a${at}`), model: `m${at}` })),
    }),
    unknown: (n) => ({
      nr: `i${n}`,
      query: `Question ${n} ${words(12, 'w')}`,
      candidates: [0, 1, 2, 3].map((at) => ({ body: words(120, `a${at}`), generator: `m${at}`, score: (n + at) % 5 })),
      best_index: n % 4,
    }),
  },
  tables: {
    known: (n) => ({
      prompt: `Question ${n} ${words(12, 'w')}`,
      response_a: words(120, `c${n}`),
      response_b: words(120, `r${n}`),
      label: n % 2 ? 'A' : 'B',
    }),
    unknown: (n) => ({
      Frage: `Question ${n} ${words(12, 'w')}`,
      'Antwort A': words(120, `c${n}`),
      'Antwort B': words(120, `r${n}`),
      score_a: n % 3,
      score_b: 1,
      preference: [2, 0, 1][n % 3],
      comment: words(20, 'why'),
      reviewer: `p${n % 4}`,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`column_${at}x`, `${n * at}`])),
    }),
  },
};

/**
 * How long it takes to find out how 200 records are read (once a file), and to read a record then, by the names that
 * were found out, against the names that a layout has and against `JSON.parse` of its line; in turn.
 * @param {number} records
 * @param {number} runs
 */
export function measureReading(records, runs) {
  const { planOf, fullMapping, RecordReader, layoutNamed } = measured();
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const sample = Array.from({ length: 200 }, (_, n) => shape.unknown(n));
      const plan = planOf(sample);
      if (!plan || plan.doubts.length > 0) throw new Error(`${name}: ${plan?.doubts.join('; ') ?? 'no plan'}`);
      const lines = { known: [], unknown: [] };
      for (const which of Object.keys(lines))
        lines[which] = Array.from({ length: records }, (_, n) => JSON.stringify(shape[which](n)));
      const layout = layoutNamed(plan.layout.name);
      const read = (texts, mapping) => {
        const fields = fullMapping(layout, mapping);
        return () =>
          texts.reduce(
            (sum, text) => sum + layout.read(new RecordReader(JSON.parse(text), fields)).responses.length,
            0,
          );
      };
      const work = {
        plan: () => planOf(sample),
        parse: () => lines.unknown.reduce((sum, text) => sum + Object.keys(JSON.parse(text)).length, 0),
        known: read(lines.known, {}),
        unknown: read(lines.unknown, plan.mapping),
      };
      const found = Object.fromEntries(Object.keys(work).map((what) => [what, []]));
      for (let run = 0; run < runs + 2; run++) {
        for (const [what, job] of Object.entries(work)) {
          const started = performance.now();
          job();
          // The first two are the compiler's.
          if (run > 1) found[what].push(performance.now() - started);
        }
      }
      return [
        name,
        { records, ...Object.fromEntries(Object.entries(found).map(([what, times]) => [what, summary(times)])) },
      ];
    }),
  );
}
