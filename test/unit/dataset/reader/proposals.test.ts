import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { layoutNamed } from '../../../../src/core/dataset/layouts';
import { UserError } from '../../../../src/core/model/problems/problem';
import { checkedReading } from '../../../../src/core/study/datasetReading';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const fileOf = (make: (n: number) => object): string =>
  temporaryFile('data.jsonl', jsonl([...Array(6).keys()].map(make)));
const text = (n: number, of: string): string => `This is what the ${of} says of number ${n}, in words of its own.`;

/** Why a file is not read unasked, with its options for the command that is proposed. */
async function refusalOf(path: string, mapping = {}): Promise<{ message: string; command: string | undefined }> {
  const message = await detectReading([path], { mapping }).then(
    ({ layout }) => `was read as ${layout.name}`,
    (error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      return error.message;
    },
  );
  return { message, command: /^ {2}tiebreak items \S+ (.*)$/m.exec(message)?.[1] };
}

/** Reads as the options of a command say, typed as they are printed. */
function typed(path: string, command: string): Promise<unknown> {
  const layout = /--layout (\S+)/.exec(command)?.[1];
  const mapping = Object.fromEntries(
    [...command.matchAll(/--map '?(\w+)=([^\s']*)'?/g)].map(([, name = '', at = '']) => [name, at]),
  );
  expect(layoutNamed(layout ?? '')).toBeDefined();
  return checkedReading([path], { layout, mapping });
}

describe('a command that is proposed', () => {
  it.each<[string, (n: number) => object]>([
    ['the only text', (n) => ({ text: text(n, 'page') })],
    [
      'one answer in each list, without what was asked',
      (n) => ({ QUESTION_ID: `q${n}`, RESPONSE: [text(n, 'model')] }),
    ],
    [
      'an unused text',
      (n) => ({ question: `Why ${n}?`, a_1: text(n, 'one'), a_2: text(n, 'other'), story: text(n, 'story of all') }),
    ],
  ])('opens the file as it is printed: %s', async (_, make) => {
    const path = fileOf(make);
    const { message, command } = await refusalOf(path);
    expect([message, command]).toEqual([expect.stringContaining('no known layout'), expect.any(String)]);
    await typed(path, command ?? '');
  });

  it.each<[string, (n: number) => object]>([
    ['a system prompt', (n) => ({ question: `Why ${n}?`, system_prompt: `You are number ${n}, a helpful assistant.` })],
    ['a letter', (n) => ({ question: `Why ${n}?`, answer: 'ABCD'[n % 4], options: ['x', 'y', 'z', 'w'] })],
    [
      'levels of a rubric',
      (n) => ({ criterion: `Clear ${n}?`, level_1: text(n, 'low level'), level_2: text(n, 'high level') }),
    ],
    ['steps of a trace', (n) => ({ traceId: 't', parentObservationId: null, id: n, output: { n } })],
  ])('takes no response where there is none: %s', async (_, make) => {
    expect(await refusalOf(fileOf(make))).toMatchObject({ command: undefined });
  });

  it('is none for records of a trace, which are asked about', async () => {
    const path = fileOf((n) => ({
      traceId: 't',
      parentObservationId: null,
      input: `Why ${n}?`,
      output: text(n, 'model'),
    }));
    expect((await refusalOf(path)).message).toContain(
      'the records are steps of traces (“traceId”, “parentObservationId”)',
    );
  });

  it('names no option that nobody typed: two ranked texts are read', async () => {
    const path = fileOf((n) => ({ prompt: `Why ${n}?`, rank1: text(n, 'best'), rank2: text(n, 'second') }));
    expect(await checkedReading([path], {})).toMatchObject({ layout: { name: 'responses' } });
  });

  it('is not asked for again once prompt and responses were named', async () => {
    const path = fileOf((n) => ({ topic: `Why ${n}?`, foo: text(n, 'foo'), bar: text(n, 'bar') }));
    const mapping = { prompt: 'topic', responses: 'foo,bar' };
    expect(await checkedReading([path], { mapping })).toBeDefined();
    await expect(checkedReading([path], { mapping: { prompt: 'topic', responses: 'answers' } })).rejects.toThrow(
      'No record has “answers”',
    );
  });
});

/** Names and values as files have them, of which some name a response and most do not. */
const fields: readonly (readonly [name: string, value: (n: number) => unknown])[] = [
  ['question', (n) => `Why is number ${n} so?`],
  ['topic', (n) => `The number ${n}`],
  ['conversation', (n) => [{ role: 'user', content: `Why ${n}?` }]],
  ['output', (n) => text(n, 'model')],
  ['gold', (n) => text(n, 'teacher')],
  ['answer_1', (n) => text(n, 'first')],
  ['answer_2', (n) => text(n, 'second')],
  ['foo', (n) => text(n, 'foo')],
  ['drafts', (n) => [text(n, 'first draft'), text(n, 'second draft')]],
  ['candidates', (n) => ({ one: text(n, 'one'), two: text(n, 'other') })],
  ['winner', (n) => n % 2],
  ['reward', (n) => n / 7],
  ['rubric', (n) => [{ criterion: `Names ${n}`, points: 2 }]],
];

/** All sets of two and three of the fields. */
const fieldSets = [...Array(1 << fields.length).keys()]
  .map((bits) => fields.filter((_, at) => bits & (1 << at)))
  .filter(({ length }) => length === 2 || length === 3);

describe('of every file that is refused', () => {
  it('the proposed command reads it, as it is printed', async () => {
    let proposed = 0;
    const misleading: string[] = [];
    for (const set of fieldSets) {
      const path = fileOf((n) => Object.fromEntries(set.map(([name, value]) => [name, value(n)])));
      const { message, command } = await refusalOf(path);
      if (message.startsWith('was read as')) continue;
      const names = set.map(([name]) => name).join(', ');
      if (command === undefined) continue;
      proposed++;
      await typed(path, command).catch((error: unknown) => misleading.push(`${names}: ${command}: ${String(error)}`));
    }
    expect(misleading).toEqual([]);
    expect(proposed).toBeGreaterThan(20);
  });
});
