import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { end, lineOf, linesOf, quick, retractionOf, skipOf, someItems, TestStudy } from './testStore';

let server: TestServer;
let study: TestStudy;
beforeAll(async () => {
  server = await startPostgres({ flags: [...quick, '-c', 'deadlock_timeout=100ms'] });
});
afterEach(() => study.close());
afterAll(() => end(server));

/** Numbers from 0 to below 1, the same every time; the desks' turns are not. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const judgedOf = (): Promise<{ id: string; wants: number; judged: number; leased: number; skipped: number }[]> =>
  study.rows(
    `select i.id, k.wants, count(*) filter (where l.state = 1)::int as judged,
       count(*) filter (where l.state = 0)::int as leased, count(*) filter (where l.state = 2)::int as skipped
     from tiebreak.slot k join tiebreak.item i using (study, bucket, number)
     left join tiebreak.lease l using (study, bucket, number) group by 1, 2`,
  );

/** Lines of the store whose person and item have a judgement twice; each desk judges an item once. */
const judgedTwice = (): Promise<object[]> =>
  study.rows(
    `select l.journal, l.item from tiebreak.line l where l.state is not null and not exists (select from tiebreak.line o
         where o.study = l.study and o.bucket = l.bucket and o.journal = l.journal and o.retracts = l.id)
       group by l.journal, l.bucket, l.item having count(*) > 1`,
  );

describe('several desks at once', () => {
  it('judge each item exactly as often as is wanted, and nobody judges one twice', async () => {
    study = await TestStudy.create(server);
    await study.lead.publish(someItems(150, 2));
    const names = ['ana', 'bob', 'cleo', 'dan', 'eve'];
    // Everybody has two desks, and a desk may use two connections.
    const desks: [string, PostgresRemote, () => number][] = [];
    for (const [at, name] of names.entries()) {
      desks.push([name, await study.join(name), random(at * 2 + 1)]);
      desks.push([name, await study.desk(name), random(at * 2 + 2)]);
    }
    const appended = new Map(names.map((name) => [name, 0]));
    const work = async ([name, desk, chance]: (typeof desks)[number]): Promise<void> => {
      for (let idle = 0; idle < 3;) {
        const items = await desk.leases.claim(1 + Math.floor(chance() * 12));
        if (items.length === 0) {
          idle++;
          await new Promise((resolve) => setTimeout(resolve, 30));
          continue;
        }
        idle = 0;
        const lines = items.map(({ id }) => lineOf(name, id));
        for (let at = 0; at < lines.length;) {
          const part = lines.slice(at, (at += 1 + Math.floor(chance() * 5)));
          // Sent again after an answer was lost, while the leases are renewed.
          const sent = await Promise.all([desk.append(name, part), desk.leases.renew(), desk.append(name, part)]);
          appended.set(name, (appended.get(name) ?? 0) + sent[0] + sent[2]);
        }
      }
    };
    await Promise.all(desks.map(work));
    const items = await judgedOf();
    expect(items.filter(({ judged, leased }) => judged !== 2 || leased !== 0)).toEqual([]);
    expect(await judgedTwice()).toEqual([]);
    expect(await study.wrongSlots()).toEqual([]);
    expect([...appended.values()].reduce((a, b) => a + b)).toBe(300);
    expect(await study.lead.status()).toMatchObject({
      wanted: 300,
      taken: 300,
      judged: 300,
      leased: 0,
      over: 0,
      lines: 300,
    });
  });

  it('keep the counts right whatever they take back, skip, give back and let run out', async () => {
    study = await TestStudy.create(server);
    await study.lead.publish(someItems(120, 2));
    const names = ['ana', 'bob', 'cleo', 'dan'];
    const desks: [string, PostgresRemote, () => number][] = [];
    for (const [at, name] of names.entries()) {
      desks.push([name, await study.join(name), random(at * 2 + 100)]);
      desks.push([name, await study.desk(name), random(at * 2 + 101)]);
    }
    const end = Date.now() + 6000;
    const past: string[] = [];
    const work = async ([name, desk, chance]: (typeof desks)[number]): Promise<void> => {
      const mine: { readonly id: string; readonly item: string }[] = [];
      const held = new Set<string>();
      const choose = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)];
      while (Date.now() < end) {
        const act = chance();
        if (act < 0.25) for (const { id } of await desk.leases.claim(1 + Math.floor(chance() * 15))) held.add(id);
        else if (act < 0.65) {
          // Of items that it held, whether it holds them still or not: late lines among them.
          const lines = [...held]
            .filter(() => chance() < 0.3)
            .map((id) => (chance() < 0.2 ? skipOf(name, id) : lineOf(name, id)));
          await desk.append(name, lines);
          for (const { id, item } of lines) mine.push({ id, item });
        } else if (act < 0.75) {
          const line = choose(mine);
          if (line) await desk.append(name, [retractionOf(name, line.item, line.id)]);
        } else if (act < 0.8) await desk.leases.release([...held].slice(0, 3));
        else if (act < 0.9) await desk.leases.renew();
        else if (act < 0.95) await study.expire(name);
        else await desk.leases.release();
      }
    };
    const watch = async (): Promise<void> => {
      while (Date.now() < end) {
        // Each look is of one moment, when no transaction is half seen.
        past.push(...(await study.wrongSlots()).map((slot) => JSON.stringify(slot)));
        await study.lead.publish(someItems(120, 2).slice(0, 5));
        await study.lead.status();
      }
    };
    await Promise.all([...desks.map(work), watch()]);
    expect(past).toEqual([]);
    expect(await study.wrongSlots()).toEqual([]);
    // What stands in the leases is what replaying the lines gives.
    const wrong = await study.rows(
      `select l.* , tiebreak.standing(l.study, l.bucket, l.number, l.member, false) as standing from tiebreak.lease l
         where coalesce(tiebreak.standing(l.study, l.bucket, l.number, l.member, false), 0) <> l.state`,
    );
    expect(wrong).toEqual([]);
    // Everybody finishes.
    for (const [name, desk] of desks) {
      await desk.leases.release();
      for (;;) {
        const items = await desk.leases.claim(100);
        if (items.length === 0) break;
        await desk.append(
          name,
          items.map(({ id }) => lineOf(name, id)),
        );
      }
    }
    const open = (await judgedOf()).filter(
      ({ judged, wants, leased, skipped }) => leased > 0 || judged < Math.min(wants, names.length - skipped),
    );
    expect(open).toEqual([]);
    for (const name of names) {
      const { texts } = await linesOf(study.lead, name);
      expect(new Set(texts.map((text) => (JSON.parse(text) as { id: string }).id)).size).toBe(texts.length);
    }
    const [gaps] = await study.rows<{ count: number }>(
      `select count(*)::int as count from tiebreak.head h where h.head <> (select count(*) from tiebreak.line l
         where l.study = h.study and l.bucket = h.bucket and l.journal = h.journal)`,
    );
    expect(gaps?.count).toBe(0);
    // A deadlock is tried again by the client; more than a few would say that locks are taken in no order.
    expect(server.log().split('deadlock detected').length - 1).toBeLessThan(5);
  });

  it('of adjudicators never have one item at a time', async () => {
    study = await TestStudy.create(server);
    await study.lead.publish(someItems(60, 1));
    await study.lead.dispute(someItems(60, 1).map(({ realId }) => realId));
    const desks = await Promise.all(['dora', 'emil', 'fay'].map((name) => study.join(name, 'adjudicator')));
    for (let round = 0; round < 5; round++) {
      const blocks = await Promise.all(desks.flatMap((desk) => [desk.leases.claim(13), desk.leases.claim(13)]));
      const ids = blocks.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(0);
      const rest = (await Promise.all(desks.map((desk) => desk.leases.claim(100)))).flat();
      expect(ids.length + rest.length).toBe(60);
      await Promise.all(desks.map((desk) => desk.leases.release()));
    }
  });

  it('of leads publish, dispute and append at once', async () => {
    study = await TestStudy.create(server);
    const ana = await study.join('ana');
    const eve = await study.join('eve', 'lead');
    const items = someItems(200, 1);
    const added = await Promise.all([
      study.lead.publish(items),
      eve.publish(items.toReversed()),
      study.lead.publish(items.slice(50)),
    ]);
    expect(added.reduce((a, b) => a + b)).toBe(200);
    const lines = items.map(({ id }) => lineOf('ana', id));
    await Promise.all([
      ana.append('ana', lines),
      eve.append('ana', lines),
      study.lead.append('ana', lines.toReversed()),
      study.lead.publish(someItems(200, 2).toReversed()),
      study.lead.dispute(items.map(({ realId }) => realId).toReversed()),
      eve.dispute(items.slice(100).map(({ realId }) => realId)),
    ]);
    expect(await study.lead.status()).toMatchObject({ items: 200, wanted: 400, taken: 200, judged: 200, lines: 200 });
    expect(await study.wrongSlots()).toEqual([]);
    const [numbers] = await study.rows<{ wrong: number }>(
      `select count(*)::int as wrong from (select bucket, max(number) as most, count(*) from tiebreak.item group by bucket) x where most <> count`,
    );
    expect(numbers?.wrong).toBe(0);
  });
});
