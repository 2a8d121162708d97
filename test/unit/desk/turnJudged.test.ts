import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../made/folder';
import { annotationsIn, windowIn, type DeskWindow } from '../made/deskWindow';
import { studyOf } from '../made/study';

const turns = (name: string): object[] => [1, 2, 3].flatMap((n) => [{ role: 'user', content: `Question ${n}` }, { role: 'assistant', content: `${name} ${n}` }]);
const long = { chosen: turns('left'), rejected: turns('right') };
const short = { prompt: 'One?', chosen: 'Yes.', rejected: 'No.' };

async function deskOn(...records: object[]): Promise<{ readonly folder: string; readonly seen: DeskWindow }> {
  const folder = temporaryFolder();
  await (await studyOf(folder, records)).close();
  const seen = await windowIn(folder);
  await seen.desk.start();
  return { folder, seen };
}

describe('one turn of the responses', () => {
  it('is judged by itself: kept with the annotation, and with the draft when one comes back', async () => {
    const { folder, seen } = await deskOn(long, { chosen: turns('over'), rejected: turns('under') });
    const { desk } = seen;
    await desk.judge({ do: 'turn' });
    expect(seen.notices.at(-1)).toEqual({ kind: 'turn-judged', turn: 2, of: 3 });
    await desk.judge({ do: 'turn' });
    await desk.judge({ do: 'turn' });
    await seen.rank(1, 2);
    await seen.rank(2, 1);
    expect(annotationsIn(folder).map(({ turn }) => turn)).toEqual([1, undefined]);
    expect('turn' in annotationsIn(folder)[1]!).toBe(false);
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ status: 'saved', draft: { turn: 1, places: [1, 2] } });

    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ status: 'saved', draft: { turn: 1 } });
    await again.desk.judge({ do: 'turn' });
    expect(again.item).toMatchObject({ status: 'draft', draft: { turn: null } });
    await again.desk.undo();
    expect(again.item).toMatchObject({ status: 'saved', draft: { turn: 1 } });
  });

  it('alone is no judgement', async () => {
    const { seen } = await deskOn(long);
    await seen.desk.judge({ do: 'turn' });
    expect(seen.item).toMatchObject({ status: 'empty', draft: { turn: 2 } });
    await seen.session.flush();
    expect((await seen.session.judgements()).drafts.size).toBe(0);
    await seen.desk.save();
    expect(seen.notices.at(-1)).toEqual({ kind: 'nothing-judged' });
  });

  it('is not chosen where there is only one, and a skip is of the whole item', async () => {
    const { folder, seen } = await deskOn(short, long);
    await seen.desk.judge({ do: 'turn' });
    expect(seen.notices.at(-1)).toEqual({ kind: 'one-turn' });
    expect(seen.item.draft.turn).toBeNull();
    await seen.desk.goTo(1);
    await seen.desk.judge({ do: 'turn' });
    await seen.desk.skip('unclear');
    expect(annotationsIn(folder)[0]).not.toHaveProperty('turn');
  });
});
