import { describe, expect, it } from 'vitest';
import { DraftStore } from '../../../src/core/desk/drafts/draftStore';
import { dataOf, flaggedItems, judgementsOf, statusOf, type Judgements } from '../../../src/core/desk/item/itemStatus';
import { orderSeed } from '../../../src/core/desk/drafts/draftName';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import type { Annotation, JournalLine } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';
import { annotation, retraction } from '../made/journalLines';
import { replayOf } from '../made/replays';

const lines: readonly JournalLine[] = [
  annotation(1, { item: 'saved', judgement: { rationale: 'good', flags: [{ flag: 'unsafe' }] } }),
  annotation(2, { item: 'skipped', judgement: { skip: { reason: 'dull' } } }),
  annotation(3, { item: 'imported', origin: { kind: 'imported', from: 'responses' } }),
  annotation(4, { item: 'stale', hash: 'other' }),
  annotation(5, { item: 'undone', judgement: { flags: [{ flag: 'unsafe' }] } }),
  retraction(6, annotation(5, { item: 'undone' })),
  annotation(7, { item: 'not judged', annotator: 'ben' }),
];
const replay = replayOf(lines);
const study = {
  replay,
  journal: { fetch: ({ id }: { id: string }) => Promise.resolve(lines.find((line) => line.id === id) as Annotation) },
} as unknown as Study;
const judgements: Judgements = {
  study: '/study',
  seed: 7,
  annotator: 'ana',
  drafts: new Set(),
  currentAnnotation: ({ id }) => replay.current('ana', id),
};

describe('the status of an item', () => {
  const table = [
    ['saved', 'saved'],
    ['skipped', 'skipped'],
    ['imported', 'imported'],
    ['stale', 'stale'],
    ['undone', 'empty'],
    ['not judged', 'empty'],
  ] as const;

  it.each(table)('%s is %s, on another thread too', (id, status) => {
    expect(statusOf(judgements, { id, hash: 'hash-1' })).toBe(status);
    const sent = structuredClone(dataOf(judgements, study));
    expect(statusOf(judgementsOf(sent), { id, hash: 'hash-1' })).toBe(status);
  });

  it('is a draft while something is not saved, from the moment it is typed', async () => {
    const store = new DraftStore(temporaryFolder(), (error) => {
      throw error;
    });
    const key = {
      study: '/study',
      annotator: 'ana',
      item: 'saved',
      hash: 'hash-1',
      seed: orderSeed('saved', 7, 'ana'),
    };
    const status = async (hash = 'hash-1'): Promise<string> =>
      statusOf({ ...judgements, drafts: await store.names() }, { id: 'saved', hash });
    expect(await status()).toBe('saved');
    store.keep(key, { draft: emptyDraft(2), elapsed: 0 });
    expect(await status()).toBe('draft');
    expect(await status('another')).toBe('stale');
    await store.flush();
    expect(await status()).toBe('draft');
    store.keep(key, undefined);
    expect(await status()).toBe('saved');
  });

  it('goes with flags, of one kind or of any', async () => {
    expect([...(await flaggedItems(study, 'ana', ''))]).toEqual(['saved']);
    expect([...(await flaggedItems(study, 'ana', 'unsafe'))]).toEqual(['saved']);
    expect([...(await flaggedItems(study, 'ana', 'other'))]).toEqual([]);
  });
});
