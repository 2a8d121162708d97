import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { end, lineOf, nextId, quick, someItems, TestStudy } from './testStore';

let server: TestServer;
let study: TestStudy;
let sql: Sql;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
  study = await TestStudy.create(server);
  await study.lead.publish(someItems(60, 2));
  await study.lead.putShown('key', 'the secret key', undefined, undefined);
  await study.lead.putShown('project.json', 'the secret project', 'project as it is shown', undefined);
  await study.lead.append('Lea', [lineOf('Lea', 'real3', { note: 'the secret line' })]);
  const bob = await study.join('bob');
  await bob.leases.claim(20, 600);
  await bob.append('bob', [lineOf('bob', '~item0', { note: 'the secret line' }), lineOf('bob', '~item1')]);
  await study.join('ana');
  sql = study.session('ana');
});
afterAll(async () => {
  await study.close();
  await end(server);
});

/** What belongs to others than Ana: nothing of it may change, but the free places of items. */
const ofOthers = (): Promise<unknown> =>
  study.rows(`select (select md5(json_agg(x)::text) from (select * from tiebreak.item order by 1, 2, 3) x) as items,
    (select json_agg(x) from (select * from tiebreak.lease where member <> 'ana' order by 1, 2, 3, 4) x) as leases,
    (select json_agg(x) from (select * from tiebreak.line where journal <> 'ana' order by 1, 2, 3, 4) x) as lines,
    (select json_agg(x) from (select * from tiebreak.head where journal <> 'ana' order by 1, 2, 3) x) as heads,
    (select json_agg(x) from (select * from tiebreak.document order by 1, 2) x) as documents,
    (select json_agg(x) from (select study, name, role, part, parts, removed from tiebreak.member order by 1, 2) x) as members,
    (select json_agg(x) from (select study, bucket, number, kind, wants, disputed, settled from tiebreak.slot order by 1, 2, 3) x) as slots,
    (select json_agg(x) from (select * from tiebreak.study order by 1) x) as studies`);

const text = fc.oneof(
  fc.constantFrom(
    'study',
    'ana',
    'bob',
    'Lea',
    'key',
    'project.json',
    '~item0',
    '~item7',
    'real3',
    'Study',
    '',
    ' ',
    '%',
    '{}',
    '__proto__',
  ),
  fc.constantFrom("'; drop schema tiebreak cascade; --", "' or '1'='1", '$$', '\\', '%s%I%L', 'x'.repeat(3000), 'null'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const nullable = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { freq: 8 });
const studyName = fc.oneof({ weight: 6, arbitrary: fc.constant('study') }, { weight: 1, arbitrary: nullable(text) });
const own = fc.oneof({ weight: 4, arbitrary: fc.constant('ana') }, { weight: 1, arbitrary: nullable(text) });
const number = nullable(
  fc.oneof(
    fc.integer({ min: -3, max: 30 }).map(String),
    fc.constantFrom('2147483647', '-2147483648', '2147483648', '9223372036854775808', '1e3', 'NaN', '1.5', '', 'x'),
  ),
);
const item = fc.oneof(
  fc.integer({ min: 0, max: 70 }).map((at) => `~item${at}`),
  fc.constant('real3'),
  text,
);
/** A line that is nearly right, so that the fuzz comes behind the first check. */
const nearlyLine = fc
  .record({
    item,
    annotator: fc.oneof(
      { weight: 6, arbitrary: fc.constant<unknown>('ana') },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    type: fc.oneof(
      fc.constantFrom<unknown>('annotation', 'annotation', 'retraction', 'other'),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    rest: fc.dictionary(
      fc.constantFrom(
        'role',
        'turn',
        'repeat',
        'context',
        'retracts',
        'origin',
        'judgement',
        '__proto__',
        'constructor',
      ),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), text, fc.constant({ skip: {} }), fc.constant('\0\ud800')),
      { maxKeys: 3 },
    ),
    whole: fc.record(
      { place: fc.oneof(fc.integer(), fc.constantFrom<unknown>(1, 2 ** 31, 2 ** 53, -1, 1.5, null, '1', {})) },
      { requiredKeys: [] },
    ),
    cut: fc.option(fc.nat(60), { nil: undefined, freq: 8 }),
  })
  .map(({ item: of, annotator, type, rest, whole, cut }) => {
    const line = lineOf('ana', of, { annotator, type, ...rest, id: nextId() });
    return { ...line, text: line.text.slice(0, cut), ...whole };
  });
const lines = fc.oneof(
  { weight: 6, arbitrary: fc.array(nearlyLine, { maxLength: 4 }).map((list) => JSON.stringify(list)) },
  {
    weight: 1,
    arbitrary: fc.array(nearlyLine, { minLength: 1, maxLength: 2 }).map((list) => JSON.stringify([...list, ...list])),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: nullable(text) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('['.repeat(20_000), `${'['.repeat(6000)}${']'.repeat(6000)}`, '[null, 1, "x", [], {}]'),
  },
);
const heads = fc.oneof(
  fc
    .dictionary(fc.integer({ min: -1, max: 65 }).map(String), fc.oneof(fc.integer(), fc.jsonValue({ maxDepth: 1 })))
    .map((each) => JSON.stringify(each)),
  fc.json(),
  nullable(text),
);
const items = fc.oneof(
  fc.array(item, { maxLength: 5 }).map((list) => JSON.stringify(list)),
  fc.constant(null),
  fc.json(),
);

type Call = readonly [statement: string, parameters: readonly (string | null)[]];
const calls: Readonly<Record<string, fc.Arbitrary<Call>>> = {
  me: studyName.map((name) => ['select tiebreak.me($1)', [name]]),
  claim: fc
    .tuple(studyName, number, number)
    .map((each) => ['select * from tiebreak.claim($1, $2::text::int, $3::text::int)', each]),
  renew: studyName.map((name) => ['select * from tiebreak.renew($1)', [name]]),
  release: fc
    .tuple(studyName, items)
    .map((each) => [
      'select tiebreak.release($1, (select array_agg(value) from json_array_elements_text($2::text::json)))',
      each,
    ]),
  append: fc.tuple(studyName, own, lines).map((each) => ['select tiebreak.append($1, $2, $3::text::json)', each]),
  heads: studyName.map((name) => ['select tiebreak.heads($1)', [name]]),
  lines: fc
    .tuple(studyName, own, heads, number)
    .map((each) => ['select * from tiebreak.lines($1, $2, $3::text::json, $4::text::int)', each]),
  document: fc.tuple(studyName, nullable(text)).map((each) => ['select * from tiebreak.document($1, $2)', each]),
};

it.each(Object.entries(calls))(
  '%s gives nothing of others away and breaks nothing, whatever it is called with',
  async (name, call) => {
    const before = await ofOthers();
    let done = 0;
    await fc.assert(
      fc.asyncProperty(call, async ([statement, parameters]) => {
        let said: string;
        try {
          const rows = await sql.unsafe(statement, [...parameters]);
          done++;
          said = JSON.stringify(rows);
        } catch (error) {
          const { code, message, detail, hint, where } = error as Record<
            'code' | 'message' | 'detail' | 'hint' | 'where',
            string | undefined
          >;
          // Internal errors and those of the system; a connection that broke has no such code at all.
          expect(String(code)).toMatch(/^(?!XX|58|57)[0-9A-Z]{5}$/);
          said = [message, detail, hint, where].join(' ');
        }
        const given = parameters.join(' ');
        for (const secret of ['secret', 'real1', 'bob', 'Lea', 'tiebreak_'])
          if (!given.includes(secret)) expect(said).not.toContain(secret);
        expect(said).not.toMatch(/the secret|"model"/);
      }),
      { numRuns: name === 'append' ? 400 : 150 },
    );
    // The fuzz reached what it is about.
    expect(done).toBeGreaterThan(20);
    expect(await ofOthers()).toEqual(before);
    expect(await study.wrongSlots()).toEqual([]);
  },
);
