import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { codeOfRefusal, end, lineOf, quick, someItems, TestStudy } from './testStore';

/** What a lead may try who wants the study to themselves, and what one does against a link in other hands. */
let server: TestServer;
let study: TestStudy;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
});
beforeEach(async () => {
  study = await TestStudy.create(server);
});
afterEach(() => study.close());
afterAll(() => end(server));

const memberOf = async (name: string) => (await study.lead.status()).members.find((each) => each.name === name);
/** Whether somebody is let in with the link that they have. */
const opens = async (name: string): Promise<boolean> => {
  const desk = await study.desk(name);
  return (await codeOfRefusal(desk.me())) === 'none';
};
const key = (letter: string): string => letter.repeat(43);

describe('a lead who wants the study to themselves', () => {
  let max: PostgresRemote;
  beforeEach(async () => {
    max = await study.join('Max', 'lead');
  });

  it('does not remove, invite or revoke the owner', async () => {
    expect(await codeOfRefusal(max.remove('Lea'))).toBe('team.ownerStays');
    expect(await codeOfRefusal(max.invite('Lea', 'annotator'))).toBe('team.refused');
    expect(await codeOfRefusal(max.revoke(['Lea']))).toBe('team.ownerStays');
    expect(await codeOfRefusal(study.lead.remove('Lea'))).toBe('team.refused');
    expect(await memberOf('Lea')).toMatchObject({ owner: true, removed: false, part: 'lead' });
  });

  it('does not remove another lead alone, however often they ask, and everybody sees it', async () => {
    await study.join('Nia', 'lead');
    expect([await max.remove('Nia'), await max.remove('Nia')]).toEqual(['asked', 'asked']);
    expect(await memberOf('Nia')).toMatchObject({ removed: false, askedBy: 'Max' });
    expect(await opens('Nia')).toBe(true);
    expect(await study.lead.remove('Nia')).toBe('removed');
    expect(await opens('Nia')).toBe(false);
  });

  it('removes one with a second lead, whom neither of them invited', async () => {
    const nia = await study.join('Nia', 'lead');
    await study.join('Ole', 'lead');
    expect(await max.remove('Ole')).toBe('asked');
    expect(await nia.remove('Ole')).toBe('removed');
    expect(await memberOf('Ole')).toMatchObject({ removed: true, askedBy: null });
  });

  it('is no second voice by leads whom they invite, nor by those whom these invite', async () => {
    await study.join('Nia', 'lead');
    const puppet = await study.lead.invite('decoy', 'annotator').then(() => max.invite('puppet', 'lead'));
    const second = await study.at(puppet);
    const third = await study.at(await second.invite('third', 'lead'));
    expect([await max.remove('Nia'), await second.remove('Nia'), await third.remove('Nia')]).toEqual(
      Array(3).fill('asked'),
    );
    expect(await max.remove('Nia')).toBe('asked');
    expect(await opens('Nia')).toBe(true);
    expect(await memberOf('third')).toMatchObject({ invitedBy: 'puppet' });
  });

  it('does not count once they are no lead any more', async () => {
    const nia = await study.join('Nia', 'lead');
    await study.join('Ole', 'lead');
    await max.remove('Ole');
    await study.lead.remove('Max');
    expect(await nia.remove('Ole')).toBe('asked');
    expect(await memberOf('Ole')).toMatchObject({ removed: false, askedBy: 'Nia' });
  });

  it('gets no link of another lead, which would end theirs and be a second voice', async () => {
    await study.join('Nia', 'lead');
    for (const part of ['lead', 'annotator', 'adjudicator'] as const)
      expect(await codeOfRefusal(max.invite('Nia', part))).toBe('team.onlyOwner');
    expect(await opens('Nia')).toBe(true);
    expect(await codeOfRefusal(max.revoke(['Nia']))).toBe('team.onlyOwner');
    await study.lead.remove('Nia');
    expect(await codeOfRefusal(max.invite('Nia', 'lead'))).toBe('team.onlyOwner');
    expect(await codeOfRefusal(max.restore('Nia'))).toBe('team.onlyOwner');
  });

  it('takes no key away and puts no other one in its place', async () => {
    const first = await study.lead.putShown('key', key('a'), undefined, undefined);
    for (const text of [undefined, key('b'), `${key('a')} ${key('b')}`, `${key('b')}${key('a')}`, ''])
      expect(await codeOfRefusal(max.putShown('key', text, undefined, first))).toBe('team.refused');
    expect(await max.putShown('key', `${key('b')} ${key('a')}`, undefined, first)).toBeDefined();
    expect((await study.lead.document('key'))?.text).toBe(`${key('b')} ${key('a')}`);
  });
});

describe('a removal', () => {
  it('is taken back: the same link opens the store again, and items come', async () => {
    await study.lead.publish(someItems(3, 1));
    const ana = await study.join('ana');
    await ana.leases.claim(2);
    await ana.append('ana', [lineOf('ana', '~item0')]);
    expect(await study.lead.remove('ana')).toBe('removed');
    expect(await opens('ana')).toBe(false);
    expect(await study.lead.restore('ana')).toBe('restored');
    const again = await study.desk('ana');
    expect(await again.leases.claim(5)).toHaveLength(2);
    expect((await memberOf('ana'))?.judged).toBe(1);
    expect(await study.wrongSlots()).toEqual([]);
    expect(await codeOfRefusal(study.lead.restore('ana'))).toBe('team.refused');
    expect(await codeOfRefusal(study.lead.restore('nobody'))).toBe('team.noSuchMember');
  });

  it('of a lead is taken back by who asked for it or confirmed it, or by the owner; a wish for one too', async () => {
    const [max, nia] = [await study.join('Max', 'lead'), await study.join('Nia', 'lead')];
    const pia = await study.join('Pia', 'lead');
    await study.join('Ole', 'lead');
    await max.remove('Ole');
    expect(await codeOfRefusal(pia.restore('Ole'))).toBe('team.onlyOwner');
    expect(await max.restore('Ole')).toBe('kept');
    expect(await nia.remove('Ole')).toBe('asked');
    await max.remove('Ole');
    expect(await codeOfRefusal(pia.restore('Ole'))).toBe('team.onlyOwner');
    expect(await nia.restore('Ole')).toBe('restored');
    expect(await opens('Ole')).toBe(true);
  });

  it('by two leads at once counts both', async () => {
    const [max, nia] = [await study.join('Max', 'lead'), await study.join('Nia', 'lead')];
    await study.join('Ole', 'lead');
    expect((await Promise.all([max.remove('Ole'), nia.remove('Ole')])).sort()).toEqual(['asked', 'removed']);
  });
});

describe('a link in other hands', () => {
  it('that nobody used yet is taken back with all others of its kind, by one call', async () => {
    await study.join('used');
    await (await study.desk('used')).me();
    for (const [name, part] of [
      ['ana', 'annotator'],
      ['ben', 'adjudicator'],
      ['Max', 'lead'],
    ] as const)
      await study.join(name, part);
    const revoked = await study.lead.revoke();
    expect(revoked).toEqual(
      ['Max', 'ana', 'ben'].map(
        (name) => expect.objectContaining({ name, used: false, seen: undefined, ended: 0 }) as unknown,
      ),
    );
    for (const name of ['ana', 'ben', 'Max']) expect(await opens(name)).toBe(false);
    expect(await opens('used')).toBe(true);
    expect(await study.lead.revoke()).toEqual([]);
    expect(await memberOf('ana')).toMatchObject({ revoked: true, removed: false, isOpen: false });
    await study.join('ana');
    expect(await opens('ana')).toBe(true);
    expect(await memberOf('ana')).toMatchObject({ revoked: false });
  });

  it('that was used is taken back by name, and whoever is in is out', async () => {
    await study.lead.publish(someItems(3, 1));
    const ana = await study.join('ana');
    await ana.leases.claim(1);
    const thief = study.session('ana');
    await thief`select 1`;
    const [revoked] = await study.lead.revoke(['ana']);
    expect(revoked).toMatchObject({ name: 'ana', used: true });
    expect(revoked?.seen).toBeInstanceOf(Date);
    expect(revoked?.ended).toBeGreaterThan(0);
    await expect(thief`select tiebreak.me('study')`).rejects.toThrow();
    expect(await codeOfRefusal(ana.me())).toBe('team.notLetIn');
    // Their items stay theirs until the new link comes.
    expect((await memberOf('ana'))?.leased).toBe(1);
  });

  it('is open again once somebody was invited anew, until it is used', async () => {
    const ana = await study.join('ana');
    expect(await memberOf('ana')).toMatchObject({ isOpen: true });
    await ana.me();
    expect(await memberOf('ana')).toMatchObject({ isOpen: false });
    const again = await study.join('ana');
    expect(await memberOf('ana')).toMatchObject({ isOpen: true });
    // Heard of a moment before: it counts all the same.
    await again.me();
    expect(await memberOf('ana')).toMatchObject({ isOpen: false });
  });

  it('is not told of anybody who is no member', async () => {
    await study.join('ana');
    expect(await codeOfRefusal(study.lead.revoke(['ana', 'nobody']))).toBe('team.noSuchMember');
    expect(await opens('ana')).toBe(true);
  });
});

describe('times and amounts of a member', () => {
  it('stand beside each other: when a line came, and when it says it was made', async () => {
    await study.lead.publish(someItems(3, 1));
    const ana = await study.join('ana');
    const soon = new Date(Date.now() + 2 * 3600_000).toISOString();
    await ana.append('ana', [lineOf('ana', '~item0', { time: '2026-01-01T08:00:00.000Z' })]);
    const before = await memberOf('ana');
    expect(before?.made).toEqual(new Date('2026-01-01T08:00:00.000Z'));
    expect(Math.abs((before?.received?.getTime() ?? 0) - Date.now())).toBeLessThan(120_000);
    expect(before?.aheadSeconds).toBeNull();
    await ana.append('ana', [lineOf('ana', '~item1', { time: soon })]);
    expect((await memberOf('ana'))?.aheadSeconds).toBeGreaterThan(7100);
    // What is no time is none, and the line is taken.
    expect(await ana.append('ana', [lineOf('ana', '~item2', { time: '2026-13-45T99:00:00Z' })])).toBe(1);
    const rows = await study.rows<{ received: Date; sent_by: string | null }>(
      'select received, sent_by from tiebreak.line',
    );
    expect(rows.every(({ received, sent_by }) => received instanceof Date && sent_by === null)).toBe(true);
    await study.lead.append('ana', [lineOf('ana', '~item2')]);
    expect(await study.rows(`select count(*)::int as count from tiebreak.line where sent_by = 'Lea'`)).toEqual([
      { count: 1 },
    ]);
  });

  it('have a limit, which says so and is raised', async () => {
    await study.lead.publish(someItems(3, 1));
    const ana = await study.join('ana');
    await study.lead.configure({ mostLines: 3 });
    await ana.append('ana', [lineOf('ana', '~item0'), lineOf('ana', '~item0')]);
    const more = [lineOf('ana', '~item1'), lineOf('ana', '~item2')];
    expect(await codeOfRefusal(ana.append('ana', more))).toBe('team.tooManyLines');
    expect(await ana.append('ana', more.slice(0, 1))).toBe(1);
    // What is there already is no more of it.
    expect(await ana.append('ana', more.slice(0, 1))).toBe(0);
    expect((await ana.me()).used).toMatchObject({ lines: 3, mostLines: 3 });
    await study.lead.configure({ mostLines: 10, mostBytes: 1500 });
    expect(await codeOfRefusal(ana.append('ana', [lineOf('ana', '~item2', { note: 'x'.repeat(2000) })]))).toBe(
      'team.tooManyBytes',
    );
    await study.lead.configure({ mostBytes: 1e9 });
    expect(await ana.append('ana', more)).toBe(1);
    // Leads send what others could not.
    await study.lead.configure({ mostLines: 1 });
    expect(await study.lead.append('ana', [lineOf('ana', '~item2')])).toBe(1);
  });
});
