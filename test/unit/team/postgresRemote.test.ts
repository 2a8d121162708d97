import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PublishedItem } from '../../../src/core/team/remote';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import {
  codeOfRefusal,
  end,
  lineOf,
  linesOf,
  nextId,
  quick,
  retractionOf,
  skipOf,
  someItems,
  TestStudy,
} from './testStore';

let server: TestServer;
let study: TestStudy;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
});
afterEach(() => study.close());
afterAll(() => end(server));

/** A study with so many items, each wanted so many times. */
async function studyOf(count: number, wants: number, rest: Partial<PublishedItem> = {}): Promise<void> {
  study = await TestStudy.create(server);
  await study.lead.publish(someItems(count, wants, rest));
}
const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id).sort();
const slot = async (id = '~item0'): Promise<object | undefined> =>
  (
    await study.rows(
      `select k.free, k.settled from tiebreak.slot k join tiebreak.item i using (study, bucket, number) where i.id = '${id}'`,
    )
  )[0];

describe('leases', () => {
  it('give out items once to a person, and to as many people as are wanted', async () => {
    await studyOf(30, 2);
    const [ana, bob, cleo] = [await study.join('ana'), await study.join('bob'), await study.join('cleo')];
    const first = await ana.leases.claim(20);
    const second = await ana.leases.claim(20);
    expect(new Set(idsOf([...first, ...second])).size).toBe(30);
    expect(await ana.leases.claim(20)).toEqual([]);
    expect(await bob.leases.claim(100)).toHaveLength(30);
    expect(await cleo.leases.claim(100)).toEqual([]);
    expect(first[0]?.shown).toMatch(/^\{"shown":\d+\}$/);
    expect(first[0]?.lines).toEqual([]);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('last as long as the study says or as was asked for, and a renewal makes none shorter', async () => {
    await studyOf(2, 1);
    const ana = await study.join('ana');
    const minutes = (until: Date | undefined): number => Math.round(((until?.getTime() ?? 0) - Date.now()) / 60_000);
    const [short] = await ana.leases.claim(1);
    const [long] = await ana.leases.claim(1, 600);
    expect([minutes(short?.until), minutes(long?.until)]).toEqual([30, 600]);
    await study.rows(
      `update tiebreak.lease set until = now() + interval '1 minute' where until < now() + interval '1 hour'`,
    );
    const renewed = await ana.leases.renew();
    expect([minutes(renewed.get(short?.id ?? '')), minutes(renewed.get(long?.id ?? ''))]).toEqual([30, 600]);
  });

  it('of a person are capped', async () => {
    await studyOf(40, 1);
    await study.rows('update tiebreak.study set most_held = 25');
    const ana = await study.join('ana', 'annotator', 6);
    const blocks = await Promise.all([1, 2, 3, 4, 5].map(() => ana.leases.claim(20)));
    expect(blocks.flat()).toHaveLength(25);
    expect(new Set(idsOf(blocks.flat())).size).toBe(25);
    expect(await ana.leases.claim(1)).toEqual([]);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('come back when they are released, all or some, and none for an empty list', async () => {
    await studyOf(10, 1);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    const held = await ana.leases.claim(10);
    expect(await ana.leases.release([])).toBe(0);
    expect(await ana.leases.release(idsOf(held).slice(0, 3))).toBe(3);
    expect(await ana.leases.release(idsOf(held).slice(0, 3))).toBe(0);
    expect(idsOf(await bob.leases.claim(10))).toEqual(idsOf(held).slice(0, 3));
    expect(await bob.leases.release(idsOf(held))).toBe(3);
    expect(await ana.leases.release()).toBe(7);
    expect((await ana.leases.renew()).size).toBe(0);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('that ran out go to others, and those that nobody took since are kept by a renewal', async () => {
    await studyOf(4, 1);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    await ana.leases.claim(4);
    await study.expire();
    expect((await ana.leases.renew()).size).toBe(4);
    expect(await bob.leases.claim(4)).toEqual([]);
    await study.expire('ana');
    expect(await bob.leases.claim(3)).toHaveLength(3);
    // The reaper gave back all of them.
    expect((await ana.leases.renew()).size).toBe(0);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('are not given out by a closed study, which takes lines still', async () => {
    await studyOf(2, 1);
    const ana = await study.join('ana');
    const [item] = await ana.leases.claim(1);
    await study.lead.setClosed(true);
    expect(await ana.me()).toMatchObject({ closed: true });
    expect(await ana.leases.claim(1)).toEqual([]);
    expect(await ana.append('ana', [lineOf('ana', item?.id ?? '')])).toBe(1);
    await study.lead.setClosed(false);
    expect(await ana.leases.claim(1)).toHaveLength(1);
  });

  it('of tests come first and of control items beside, for everybody', async () => {
    study = await TestStudy.create(server, { controlRate: 0.5 });
    const [shared, control, test] = (['shared', 'control', 'test'] as const).map((kind) =>
      someItems(20, 1, { kind }).map((item) => ({
        ...item,
        id: `~${kind}${item.realId}`,
        realId: `${kind}${item.realId}`,
      })),
    );
    await study.lead.publish([...(shared ?? []), ...(control ?? []), ...(test ?? []).slice(0, 3)]);
    for (const name of ['ana', 'bob']) {
      const items = await (await study.join(name)).leases.claim(11);
      expect(items.slice(0, 3).every(({ id }) => id.startsWith('~test'))).toBe(true);
      expect(items.filter(({ id }) => id.startsWith('~control'))).toHaveLength(4);
      expect(items.filter(({ id }) => id.startsWith('~shared'))).toHaveLength(4);
    }
    expect(await study.lead.status()).toMatchObject({
      items: 43,
      controls: 23,
      wanted: 20,
      taken: 8,
      leased: 22,
      over: 0,
    });
  });
});

describe('lines', () => {
  it('are appended once, by their ids, within a call and across calls', async () => {
    await studyOf(3, 2);
    const ana = await study.join('ana');
    const lines = [lineOf('ana', '~item0'), lineOf('ana', '~item1')];
    expect(await ana.append('ana', [...lines, ...lines])).toBe(2);
    expect(await ana.append('ana', [...lines, lineOf('ana', '~item2')])).toBe(1);
    expect((await linesOf(ana, 'ana')).texts).toHaveLength(3);
    expect(await study.lead.status()).toMatchObject({ lines: 3, judged: 3, taken: 3 });
  });

  it.each([
    ['umlauts, astral characters and combining marks', 'ä e\u0301 𝄞 👩‍👩‍👧 \u2028 \ufeff'],
    ['zero characters and half surrogate pairs, as JSON has them', 'a\0b\ud83d c'],
    ['quotes, backslashes and what looks like an escape', `"\\u0000 \\\\ ' $1 ; --`],
    ['tabs and carriage returns', 'a\tb\rc'],
  ])('come back byte for byte with %s', async (_, rationale) => {
    await studyOf(1, 1);
    const ana = await study.join('ana');
    const compact = lineOf('ana', '~item0', { judgement: { rationale } });
    const id = nextId();
    const spaced = {
      ...compact,
      id,
      text: `  ${JSON.stringify({ ...JSON.parse(compact.text), id }, undefined, '\t').replaceAll('\n', '\r')} \u0020`,
    };
    expect(await ana.append('ana', [compact, spaced])).toBe(2);
    expect((await linesOf(study.lead, 'ana')).texts.sort()).toEqual([compact.text, spaced.text].sort());
    expect(await study.lead.status()).toMatchObject({ judged: 1 });
  });

  it('keep keys that are there twice, of which the last one counts', async () => {
    await studyOf(1, 1);
    const ana = await study.join('ana');
    const { id, text, ...rest } = lineOf('ana', '~item0');
    const forged = text.replace('"annotator":"ana"', '"annotator":"ana","annotator":"bob"');
    expect(await codeOfRefusal(ana.append('ana', [{ id, text: forged, ...rest }]))).toBe('team.refused');
    const doubled = text.replace('"annotator":"ana"', '"annotator":"bob","annotator":"ana"');
    expect(await ana.append('ana', [{ id, text: doubled, ...rest }])).toBe(1);
    expect((await linesOf(ana, 'ana')).texts).toEqual([doubled]);
  });

  it('are in parts where there are many, and behind a cursor only what is new', async () => {
    await studyOf(64, 1);
    const ana = await study.join('ana');
    const lines = Array.from({ length: 5200 }, (_, at) => lineOf('ana', `~item${at % 64}`, { repeat: at + 1 }));
    expect(await ana.append('ana', lines)).toBe(5200);
    const all = await linesOf(study.lead, 'ana');
    expect(new Set(all.texts)).toEqual(new Set(lines.map(({ text }) => text)));
    expect((await study.lead.heads()).get('ana')).toBe(all.cursor);
    const more = lineOf('ana', '~item0');
    await ana.append('ana', [more]);
    expect((await linesOf(study.lead, 'ana', all.cursor)).texts).toEqual([more.text]);
  });

  it('of any length come in parts that can be held', async () => {
    await studyOf(10, 1);
    const ana = await study.join('ana');
    const lines = Array.from({ length: 7 }, (_, at) => lineOf('ana', `~item${at}`, { note: 'x'.repeat(3_000_000) }));
    expect(await ana.append('ana', lines)).toBe(7);
    let parts = 0;
    for await (const part of study.lead.lines('ana', '')) parts += Math.sign(part.lines.length);
    expect(parts).toBe(2);
    expect((await linesOf(study.lead, 'ana')).texts.sort()).toEqual(lines.map(({ text }) => text).sort());
  });

  it('of journals with odd names are kept apart', async () => {
    await studyOf(1, 5);
    const names = ['__proto__', 'constructor', `o'Neil "x"; drop schema tiebreak --`, 'ünï ☃ %I %s', '{"a":1}', 'a\nb'];
    for (const name of names) {
      const remote = await study.join(name);
      expect(await remote.me()).toMatchObject({ name });
      expect(await remote.append(name, [lineOf(name, '~item0')])).toBe(1);
      expect([...(await remote.heads()).keys()]).toEqual([name]);
    }
    const heads = await study.lead.heads();
    expect([...heads.keys()].sort()).toEqual([...names].sort());
    for (const name of names) expect((await linesOf(study.lead, name)).texts).toHaveLength(1);
  });

  it('that a lead appends are about items by their real ids too, and once also where the item came later', async () => {
    await studyOf(0, 1);
    const early = [
      lineOf('Lea', 'real0'),
      lineOf('Lea', 'real1'),
      { id: 'line-1', item: '', place: 9, text: 'no JSON' },
    ];
    expect(await study.lead.append('Lea', early)).toBe(3);
    await study.lead.publish(someItems(3, 1, { judged: ['Lea'] }).slice(0, 2));
    expect(await study.lead.append('Lea', early)).toBe(0);
    await study.lead.publish(someItems(3, 1));
    expect(await study.lead.append('Lea', [lineOf('Lea', 'real2')])).toBe(1);
    expect(await study.lead.status()).toMatchObject({ items: 3, judged: 3, taken: 3, lines: 4 });
    expect(await (await study.join('ana')).leases.claim(5)).toEqual([]);
  });

  it('that no database can hold the item of are taken from leads', async () => {
    await studyOf(1, 1);
    expect(await study.lead.append('Lea', [lineOf('Lea', 'a\0b'), lineOf('Lea', 'a\ud800')])).toBe(2);
  });

  it('are seen by a cursor however late their transaction ends', async () => {
    await studyOf(200, 1);
    await study.join('ana');
    const items = await study.rows<{ id: string; bucket: number }>('select id, bucket from tiebreak.item');
    const [one, other] = items.filter(({ bucket }) => bucket === items[0]?.bucket);
    const elsewhere = items.find(({ bucket }) => bucket !== items[0]?.bucket);
    // What one person sends is counted one after the other, so the second one is a lead, who is not counted.
    await study.join('Max', 'lead');
    const [slow, quick] = [study.session('ana'), study.session('Max')];
    const append = (sql: typeof slow, line: ReturnType<typeof lineOf>): Promise<unknown> =>
      sql.unsafe(`select tiebreak.append('study', 'ana', $1::text::json)`, [JSON.stringify([line])]);
    const [late, blocked, free] = [one, other, elsewhere].map((item) => lineOf('ana', item?.id ?? ''));
    if (!late || !blocked || !free) throw new RangeError('no items');
    await slow.unsafe('begin');
    await append(slow, late);
    // Another bucket does not wait, and its line is read before.
    await append(quick, free);
    const before = await linesOf(study.lead, 'ana');
    expect(before.texts).toEqual([free.text]);
    // The same bucket waits, as its number comes behind the one that is not there yet.
    let done = false;
    const waiting = append(quick, blocked).then(() => (done = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(done).toBe(false);
    expect((await linesOf(study.lead, 'ana', before.cursor)).texts).toEqual([]);
    await slow.unsafe('commit');
    await waiting;
    expect((await linesOf(study.lead, 'ana', before.cursor)).texts.sort()).toEqual([late.text, blocked.text].sort());
  });

  it('of a transaction that fails leave no gap', async () => {
    await studyOf(1, 1);
    const ana = await study.join('ana');
    const sql = study.session('ana');
    await sql.unsafe('begin');
    await sql.unsafe(`select tiebreak.append('study', 'ana', $1::text::json)`, [
      JSON.stringify([lineOf('ana', '~item0')]),
    ]);
    await sql.unsafe('rollback');
    expect([...(await ana.heads())]).toEqual([]);
    await ana.append('ana', [lineOf('ana', '~item0')]);
    expect(await study.rows('select number from tiebreak.line')).toEqual([{ number: 1 }]);
  });

  it.each([
    ['with a newline', { text: '{}\n{}' }],
    ['without a place', { place: 0 }],
    ['with a long id', { id: 'x'.repeat(201) }],
  ])('%s are refused', async (_, wrong) => {
    await studyOf(1, 1);
    expect(await codeOfRefusal(study.lead.append('Lea', [{ ...lineOf('Lea', '~item0'), ...wrong }]))).toBe(
      'team.refused',
    );
    expect((await linesOf(study.lead, 'Lea')).texts).toEqual([]);
  });
});

describe('what a judgement does to the slot of its item', () => {
  it('is to take it, leased before or not, and a second version changes nothing', async () => {
    await studyOf(1, 2);
    const ana = await study.join('ana');
    await ana.append('ana', [lineOf('ana', '~item0')]);
    expect(await slot()).toMatchObject({ free: 1 });
    await ana.append('ana', [lineOf('ana', '~item0'), lineOf('ana', '~item0')]);
    expect(await slot()).toMatchObject({ free: 1 });
    expect(await ana.leases.claim(1)).toEqual([]);
  });

  it('is to free it by a skip, for others than the one who skipped', async () => {
    await studyOf(1, 1);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    await ana.leases.claim(1);
    await ana.append('ana', [skipOf('ana', '~item0')]);
    expect(await ana.leases.claim(1)).toEqual([]);
    expect(await bob.leases.claim(1)).toHaveLength(1);
    expect(await study.lead.status()).toMatchObject({ taken: 1, leased: 1, judged: 0 });
    expect((await study.lead.status()).members.find(({ name }) => name === 'ana')).toMatchObject({ skipped: 1 });
  });

  it('is to lease it again to whoever takes a judgement back', async () => {
    await studyOf(1, 1);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    const line = lineOf('ana', '~item0');
    await ana.append('ana', [line]);
    await ana.append('ana', [retractionOf('ana', '~item0', line.id)]);
    expect([...(await ana.leases.renew()).keys()]).toEqual(['~item0']);
    expect(await bob.leases.claim(1)).toEqual([]);
    await study.expire();
    expect(await bob.leases.claim(1)).toHaveLength(1);
    expect(await study.wrongSlots()).toEqual([]);
  });

  const judge = { judgement: { flag: true } };
  const skip = { judgement: { skip: {} } };
  it.each<[string, readonly (object | number)[], { readonly free: number; readonly state: number | undefined }]>([
    ['a skip behind a judgement', [judge, skip], { free: 1, state: 2 }],
    ['a judgement behind a skip', [skip, judge], { free: 0, state: 1 }],
    ['the first one after the second was taken back', [judge, judge, 1], { free: 0, state: 1 }],
    ['a judgement after the skip behind it was taken back', [judge, skip, 1], { free: 0, state: 1 }],
    ['a skip after the judgement behind it was taken back', [skip, judge, 1], { free: 1, state: 2 }],
    ['a lease after both were taken back', [judge, judge, 1, 0], { free: 0, state: 0 }],
    ['a judgement after another one was taken back twice', [judge, judge, 0, 0], { free: 0, state: 1 }],
    ['a judgement after a repeat was taken back', [judge, { ...judge, repeat: 1 }, 1], { free: 0, state: 1 }],
    ['a judgement after one under a context', [judge, { ...judge, context: 'c' }], { free: 0, state: 1 }],
    ['nothing of what came again alone', [{ ...judge, repeat: 1 }], { free: 1, state: undefined }],
    ['a judgement of a turn', [{ ...judge, turn: 0 }], { free: 0, state: 1 }],
    [
      'a judgement of one turn beside a skip of another',
      [
        { ...judge, turn: 0 },
        { ...skip, turn: 1 },
      ],
      { free: 0, state: 1 },
    ],
    [
      'a skip after the turn beside it was taken back',
      [{ ...judge, turn: 0 }, { ...skip, turn: 1 }, 0],
      { free: 1, state: 2 },
    ],
    [
      'nothing of an imported label',
      [{ ...judge, origin: { kind: 'imported', from: 'x' } }],
      { free: 1, state: undefined },
    ],
    ['nothing of a retraction of what never was', [99], { free: 1, state: undefined }],
  ])('counts %s', async (_, steps, { free, state }) => {
    await studyOf(1, 1);
    const ana = await study.join('ana');
    const ids = steps.map(() => nextId());
    const lines = steps.map((step, at) =>
      typeof step === 'number'
        ? retractionOf('ana', '~item0', ids[step] ?? nextId(), {
            ...(steps[step] as object | undefined),
            type: 'retraction',
            judgement: undefined,
            id: ids[at],
          })
        : lineOf('ana', '~item0', { ...step, id: ids[at] }),
    );
    for (const line of lines) await ana.append('ana', [line]);
    expect(await slot()).toMatchObject({ free });
    expect((await study.rows<{ state: number }>('select state from tiebreak.lease'))[0]?.state).toBe(state);
    // The same in one call, and in another order: two desks of one person may send in any.
    for (const order of [lines, lines.toReversed()]) {
      const other = await TestStudy.create(server, { name: `${study.name}-${nextId()}`, beside: study });
      await other.lead.publish(someItems(1, 1));
      await other.join('ana');
      const desk = await other.desk('ana');
      if (order === lines) await desk.append('ana', lines);
      else for (const line of order) await desk.append('ana', [line]);
      const standing = (rows: readonly { state: number }[]): number => rows[0]?.state ?? 0;
      const [row] = await study.rows<{ state: number }>(
        `select l.state from tiebreak.lease l join tiebreak.study s on s.id = l.study where s.name = '${other.name}'`,
      );
      expect(standing(row ? [row] : [])).toBe(state ?? 0);
      await other.close();
    }
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('is counted where it comes late, which is more than was wanted', async () => {
    await studyOf(2, 1);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    await ana.leases.claim(2);
    await study.expire();
    await bob.leases.claim(2);
    await bob.append('bob', [lineOf('bob', '~item0')]);
    expect(await ana.append('ana', [lineOf('ana', '~item0'), lineOf('ana', '~item1')])).toBe(2);
    // Bob still holds the other one: nobody judged that more often than was wanted.
    expect(await study.lead.status()).toMatchObject({ wanted: 2, taken: 2, judged: 3, leased: 1, over: 1 });
    await bob.append('bob', [lineOf('bob', '~item1')]);
    expect(await study.lead.status()).toMatchObject({ judged: 4, leased: 0, over: 2 });
    expect(await study.wrongSlots()).toEqual([]);
  });
});

describe('what is published', () => {
  it('is added once, and what is wanted may change', async () => {
    await studyOf(5, 1);
    const ana = await study.join('ana');
    await ana.leases.claim(5);
    await ana.append('ana', [lineOf('ana', '~item0'), skipOf('ana', '~item1')]);
    expect(await study.lead.publish([...someItems(6, 3), ...someItems(6, 3)])).toBe(1);
    expect(await study.lead.status()).toMatchObject({ items: 6, wanted: 18, taken: 4 });
    expect(await study.wrongSlots()).toEqual([]);
    // A control item counts for nobody else; as an ordinary one it has places again.
    await study.lead.publish(someItems(6, 2, { kind: 'control' }));
    await ana.leases.release();
    expect(await study.lead.status()).toMatchObject({ controls: 6, wanted: 0, taken: 0 });
    await study.lead.publish(someItems(6, 2));
    expect(await study.lead.status()).toMatchObject({ controls: 0, wanted: 12, taken: 1 });
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('is wanted as often as the study says, and stays so where nothing is said', async () => {
    study = await TestStudy.create(server);
    await study.lead.configure({ perItem: 3, controlRate: 0.25, leaseMinutes: 60 });
    const unsaid = someItems(2, 1).map(({ wants: _, ...item }) => item);
    await study.lead.publish(unsaid);
    expect(await study.lead.status()).toMatchObject({ items: 2, wanted: 6 });
    await study.lead.publish(someItems(2, 5));
    await study.lead.configure({});
    await study.lead.publish(unsaid);
    expect(await study.lead.status()).toMatchObject({ items: 2, wanted: 10 });
    expect(await study.rows('select per_item, control_rate, lease_minutes from tiebreak.study')).toEqual([
      { per_item: 3, control_rate: 0.25, lease_minutes: 60 },
    ]);
  });

  it('is withdrawn where a whole publication no longer holds it, and comes back with one that does', async () => {
    await studyOf(4, 2);
    const ana = await study.join('ana');
    expect(await ana.leases.claim(4)).toHaveLength(4);
    await ana.append('ana', [lineOf('ana', '~item0')]);
    const publication = await study.lead.beginPublication();
    await study.lead.publish(someItems(6, 2).slice(2), publication);
    expect(await study.lead.withdrawOthers(publication)).toBe(2);
    expect(await study.lead.status()).toMatchObject({ items: 4, withdrawn: 2, wanted: 8, judged: 1, leased: 2 });
    expect([...(await ana.leases.renew()).keys()].sort()).toEqual(['~item2', '~item3']);
    // What was in hand is taken late, and nobody else gets it.
    expect(await ana.append('ana', [lineOf('ana', '~item1')])).toBe(1);
    const bob = await study.join('bob');
    expect((await bob.leases.claim(10)).map(({ id }) => id).sort()).toEqual(['~item2', '~item3', '~item4', '~item5']);
    const next = await study.lead.beginPublication();
    await study.lead.publish(someItems(6, 2), next);
    expect(await study.lead.withdrawOthers(next)).toBe(0);
    expect((await bob.leases.claim(10)).map(({ id }) => id).sort()).toEqual(['~item0', '~item1']);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('counts who judged it before, each person once', async () => {
    await studyOf(1, 2, { judged: ['ana', 'ana'], skipped: ['bob', 'ana'] });
    expect(await slot()).toMatchObject({ free: 1 });
    expect(await (await study.join('ana')).leases.claim(1)).toEqual([]);
    expect(await (await study.join('bob')).leases.claim(1)).toEqual([]);
    expect(await (await study.join('cleo')).leases.claim(1)).toHaveLength(1);
  });

  it('may have ids of any length', async () => {
    study = await TestStudy.create(server);
    const long = Array.from({ length: 2000 }, (_, at) => Math.imul(at, 2654435761).toString(36)).join('');
    const [item] = someItems(1, 1);
    if (!item) throw new RangeError('no item');
    await study.lead.publish([{ ...item, id: `~${long}`, realId: `${long}r` }]);
    const ana = await study.join('ana');
    const [leased] = await ana.leases.claim(1);
    expect(leased?.id).toBe(`~${long}`);
    expect(await ana.append('ana', [lineOf('ana', `~${long}`)])).toBe(1);
    await study.lead.dispute([`${long}r`]);
    expect(await study.lead.status()).toMatchObject({ judged: 1, disputed: 1 });
  });
});

describe('an adjudicator', () => {
  it('gets what is disputed with the lines about it, one adjudicator at a time, and settles it', async () => {
    await studyOf(2, 2);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    const lines = [lineOf('ana', '~item0'), lineOf('bob', '~item0')];
    await ana.append('ana', lines.slice(0, 1));
    await bob.append('bob', lines.slice(1));
    // By its real id, so that it says more than an adjudicator may see.
    await study.lead.append('Lea', [lineOf('Lea', 'real0')]);
    const [dora, emil] = [await study.join('dora', 'adjudicator'), await study.join('emil', 'adjudicator')];
    expect(await dora.leases.claim(5)).toEqual([]);
    await study.lead.dispute(['real0', 'real0', 'unknown']);
    expect(await study.lead.status()).toMatchObject({ disputed: 1 });
    const [item, ...none] = await dora.leases.claim(5);
    expect(none).toEqual([]);
    expect(item).toMatchObject({ id: '~item0', shown: '{"shown":0}', lines: lines.map(({ text }) => text) });
    expect(await emil.leases.claim(5)).toEqual([]);
    expect(await dora.leases.release()).toBe(1);
    expect(await emil.leases.claim(5)).toHaveLength(1);
    await study.expire('emil');
    expect(await dora.leases.claim(5)).toHaveLength(1);
    const settled = lineOf('dora', '~item0', { role: 'adjudicator' });
    expect(await dora.append('dora', [settled])).toBe(1);
    expect(await slot()).toMatchObject({ settled: true });
    // A lead who has not heard of it yet disputes it again.
    await study.lead.dispute(['real0', 'real1']);
    expect(await study.lead.status()).toMatchObject({ disputed: 1, judged: 3, leased: 0, over: 1 });
    await dora.append('dora', [retractionOf('dora', '~item0', settled.id, { role: 'adjudicator' })]);
    expect(await slot()).toMatchObject({ settled: false });
    expect(await study.lead.status()).toMatchObject({ disputed: 2 });
    await study.lead.dispute(['real1']);
    expect(await study.lead.status()).toMatchObject({ disputed: 1 });
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('who skips leaves it to another one', async () => {
    await studyOf(1, 1);
    const [dora, emil] = [await study.join('dora', 'adjudicator'), await study.join('emil', 'adjudicator')];
    await study.lead.dispute(['real0']);
    await dora.leases.claim(1);
    await dora.append('dora', [lineOf('dora', '~item0', { role: 'adjudicator', judgement: { skip: {} } })]);
    expect(await dora.leases.claim(1)).toEqual([]);
    expect(await emil.leases.claim(1)).toHaveLength(1);
  });

  it('reads journals of nobody else, and sends no judgement beside the annotators', async () => {
    await studyOf(1, 1);
    const [ana, dora] = [await study.join('ana'), await study.join('dora', 'adjudicator')];
    await ana.append('ana', [lineOf('ana', '~item0')]);
    expect(await codeOfRefusal(linesOf(dora, 'ana'))).toBe('team.refused');
    expect([...(await dora.heads())]).toEqual([]);
    expect(await codeOfRefusal(dora.append('dora', [lineOf('dora', '~item0')]))).toBe('team.refused');
    expect(await codeOfRefusal(ana.append('ana', [lineOf('ana', '~item0', { role: 'adjudicator' })]))).toBe(
      'team.refused',
    );
  });

  it('who was an annotator before has what was judged then apart, and sends it late', async () => {
    await studyOf(3, 2);
    const ana = await study.join('ana');
    await ana.leases.claim(3);
    await ana.append('ana', [lineOf('ana', '~item0')]);
    await study.join('ana', 'adjudicator');
    expect(await study.wrongSlots()).toEqual([]);
    const desk = await study.desk('ana');
    expect((await desk.leases.renew()).size).toBe(0);
    await study.lead.dispute(['real0']);
    expect(idsOf(await desk.leases.claim(3))).toEqual(['~item0']);
    await desk.append('ana', [lineOf('ana', '~item0', { role: 'adjudicator' }), lineOf('ana', '~item1')]);
    expect(await slot()).toMatchObject({ settled: true });
    expect(await study.lead.status()).toMatchObject({ judged: 2, disputed: 0, leased: 0 });
    expect(await study.wrongSlots()).toEqual([]);
  });
});

describe('documents', () => {
  it('are written where nobody else was there first, and never have a version again', async () => {
    await studyOf(0, 1);
    const { lead } = study;
    const first = await lead.putDocument('a.json', 'one', undefined);
    expect(await lead.putDocument('a.json', 'two', undefined)).toBeUndefined();
    const second = await lead.putDocument('a.json', 'two', first);
    expect(second).not.toBe(first);
    expect(await lead.putDocument('a.json', 'three', first)).toBeUndefined();
    expect(await lead.document('a.json')).toEqual({ version: second, text: 'two' });
    expect(await lead.putDocument('a.json', undefined, first)).toBeUndefined();
    expect(await lead.putDocument('a.json', undefined, second)).toBeDefined();
    expect(await lead.document('a.json')).toBeUndefined();
    expect(await lead.putDocument('a.json', undefined, undefined)).toBeUndefined();
    expect([first, second]).not.toContain(await lead.putDocument('a.json', 'four', undefined));
    const tries = await Promise.all([1, 2, 3].map((n) => lead.putDocument('b.json', String(n), undefined)));
    expect(tries.filter((version) => version !== undefined)).toHaveLength(1);
  });

  it('are shown to others as they are to see them, or not at all', async () => {
    await studyOf(0, 1);
    const ana = await study.join('ana');
    await study.lead.putShown('project.json', 'all', 'some', undefined);
    await study.lead.putShown('key', 'secret', undefined, undefined);
    expect((await ana.documents()).map(({ name }) => name)).toEqual(['project.json']);
    expect(await ana.document('project.json')).toMatchObject({ text: 'some' });
    expect(await ana.document('key')).toBeUndefined();
    expect(await codeOfRefusal(ana.putDocument('x', 'y', undefined))).toBe('team.notAllowed');
    expect((await study.lead.documents()).map(({ name }) => name)).toEqual(['key', 'project.json']);
  });
});

describe('members', () => {
  it('who are removed lose their leases, their session and their log-in, and keep what they sent', async () => {
    await studyOf(3, 1);
    const ana = await study.join('ana');
    await ana.leases.claim(3);
    await ana.append('ana', [lineOf('ana', '~item0')]);
    // A transaction that holds locks is no way to stay.
    const sql = study.session('ana');
    await sql.unsafe('begin');
    await sql.unsafe(`select tiebreak.release('study')`);
    await study.lead.remove('ana');
    await expect(sql.unsafe('select 1')).rejects.toThrow();
    expect(['team.notLetIn', 'team.unreachable']).toContain(await codeOfRefusal(ana.me()));
    expect(await codeOfRefusal((await study.desk('ana')).me())).toBe('team.notLetIn');
    const status = await study.lead.status();
    expect(status).toMatchObject({ taken: 1, leased: 0, judged: 1 });
    expect(status.members.find(({ name }) => name === 'ana')).toMatchObject({ removed: true, judged: 1, lines: 1 });
    expect(await (await study.join('bob')).leases.claim(5)).toHaveLength(2);
    expect(await study.wrongSlots()).toEqual([]);
  });

  it('who are invited again have a new password, the same role and what they judged', async () => {
    await studyOf(2, 2);
    const ana = await study.join('ana');
    await ana.append('ana', [lineOf('ana', '~item0')]);
    await study.lead.remove('ana');
    const before = study.addressOf('ana');
    const again = await study.join('ana');
    expect(new URL(study.addressOf('ana')).username).toBe(new URL(before).username);
    expect(study.addressOf('ana')).not.toBe(before);
    expect(await again.me()).toMatchObject({ name: 'ana', part: 'annotator' });
    expect(idsOf(await again.leases.claim(5))).toEqual(['~item1']);
  });

  it('who are leads may do what leads do, and no longer once they are none', async () => {
    await studyOf(1, 1);
    const eve = await study.join('eve', 'lead');
    expect(await eve.publish(someItems(2, 1))).toBe(1);
    await eve.invite('ana', 'annotator');
    expect(await codeOfRefusal(eve.remove('eve'))).toBe('team.refused');
    expect(await codeOfRefusal(eve.remove('nobody'))).toBe('team.noSuchMember');
    // The owner's own role is nobody's to take.
    expect(await codeOfRefusal(eve.invite('Lea', 'annotator'))).toBe('team.refused');
    const late = lineOf('eve', 'real0');
    await study.join('eve', 'annotator');
    const desk = await study.desk('eve');
    expect(await codeOfRefusal(desk.status())).toBe('team.notAllowed');
    expect(await codeOfRefusal(linesOf(desk, 'Lea'))).toBe('team.refused');
    // What was judged as a lead, on the real items, comes late.
    expect(await desk.append('eve', [late])).toBe(1);
  });

  it.each(['', ' '.repeat(1001)])('are not called %j', async (name) => {
    await studyOf(0, 1);
    expect(await codeOfRefusal(study.lead.invite(name, 'annotator'))).toBe('team.refused');
  });

  it('are one person where two leads invite them at once', async () => {
    await studyOf(0, 1);
    const [one, other] = await Promise.all([
      study.lead.invite('ana', 'annotator'),
      study.lead.invite('ana', 'annotator'),
    ]);
    expect(new URL(one).username).toBe(new URL(other).username);
    expect(await study.rows(`select from tiebreak.member where name = 'ana'`)).toHaveLength(1);
  });

  it('of one study are nobody in another one of the same store', async () => {
    await studyOf(1, 1);
    await study.join('ana');
    const other = await TestStudy.create(server, { name: 'other', beside: study });
    await other.join('ana');
    const sql = study.session('ana');
    await expect(sql.unsafe(`select tiebreak.me('other')`)).rejects.toMatchObject({ code: 'TB001' });
    await expect(sql.unsafe(`select tiebreak.me('no such study')`)).rejects.toMatchObject({ code: 'TB001' });
    expect(await codeOfRefusal(study.lead.invite('ana', 'annotator'))).toBe('none');
    await other.close();
  });
});

describe('a status', () => {
  it('says of everybody what they did', async () => {
    await studyOf(10, 2);
    const [ana, bob] = [await study.join('ana'), await study.join('bob')];
    await study.join('cleo');
    await ana.leases.claim(6);
    const held = [...(await ana.leases.renew()).keys()];
    await ana.append('ana', [lineOf('ana', held[0] ?? ''), lineOf('ana', held[1] ?? ''), skipOf('ana', held[2] ?? '')]);
    await bob.leases.claim(10);
    await study.expire('bob');
    const status = await study.lead.status();
    expect(status).toMatchObject({
      items: 10,
      controls: 0,
      wanted: 20,
      taken: 5,
      judged: 2,
      leased: 3,
      over: 0,
      disputed: 0,
      lines: 3,
      closed: false,
    });
    const counts = Object.fromEntries(
      status.members.map(({ name, leased, judged, skipped, lines }) => [name, [leased, judged, skipped, lines]]),
    );
    expect(counts).toEqual({ Lea: [0, 0, 0, 0], ana: [3, 2, 1, 3], bob: [0, 0, 0, 0], cleo: [0, 0, 0, 0] });
    const seen = Object.fromEntries(status.members.map((member) => [member.name, member.seen]));
    expect(seen['cleo']).toBeUndefined();
    expect(Date.now() - (seen['ana']?.getTime() ?? 0)).toBeLessThan(60_000);
  });
});
