import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderRemote } from '../../../src/core/team/folder/folderRemote';
import { isUnreachable } from '../../../src/core/team/postgres/storeConnection';
import { idOf } from '../made/journalLines';
import { temporaryFolder } from '../made/temporaryFolder';
import { linesOf } from './testStore';

const at = (folder: string, name = 'lea'): FolderRemote => new FolderRemote(folder, { study: 's', name, part: 'lead' });
async function shared(): Promise<string> {
  const folder = temporaryFolder();
  await at(folder).putDocument('study', 's', undefined);
  return folder;
}
const line = (n: number): { id: string; item: string; place: number; text: string } => ({
  id: idOf(n),
  item: '',
  place: n,
  text: JSON.stringify({ v: 1, id: idOf(n), annotator: 'ana' }),
});

describe('a folder as a remote', () => {
  it('takes each line once, from two desks at once too', async () => {
    const folder = await shared();
    const lines = [...Array(60).keys()].map((n) => line(n + 1));
    const desks = [...Array(4).keys()].map(() => at(folder));
    const added = await Promise.all(
      desks.flatMap((desk, n) =>
        [...Array(5).keys()].map((part) => desk.append('ana', lines.slice(part * 10 + n, part * 10 + n + 20))),
      ),
    );
    const { texts } = await linesOf(at(folder), 'ana');
    expect(texts.length).toBe(added.reduce((sum, each) => sum + each, 0));
    expect([...texts].sort()).toEqual(lines.map(({ text }) => text).sort());
  });

  it('lets one of two desks replace a document, and tells the other', async () => {
    const folder = await shared();
    const version = await at(folder).putDocument('rubrics/a.json', '0', undefined);
    const done = await Promise.all(
      [...Array(8).keys()].map((n) => at(folder).putDocument('rubrics/a.json', `${n + 1}`, version)),
    );
    const [won, ...others] = done.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    expect((await at(folder).document('rubrics/a.json'))?.version).toBe(won);
  });

  it('that is not connected looks in no way like an empty one', async () => {
    const folder = await shared();
    const remote = at(folder);
    await remote.append('ana', [line(1)]);
    renameSync(folder, `${folder}-away`);
    for (const made of [false, true]) {
      if (made) mkdirSync(folder);
      for (const work of [
        () => remote.me(),
        () => remote.heads(),
        () => remote.documents(),
        () => remote.append('ana', [line(2)]),
        () => remote.putDocument('project.json', '{}', undefined),
      ])
        await expect(work()).rejects.toThrow('the shared folder does not exist or has no study');
    }
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-away`, folder);
    expect((await remote.heads()).size).toBe(1);
  });

  it('of another study is refused', async () => {
    const folder = await shared();
    writeFileSync(join(folder, 'documents', 'study'), 'other');
    await expect(at(folder).me()).rejects.toThrow('the folder has another study: “other”');
  });

  it('is read from the beginning where its file is another one, and only the rest of it else', async () => {
    const folder = await shared();
    const remote = at(folder);
    const path = join(folder, 'annotations', 'ana.jsonl');
    await remote.append('ana', [line(1), line(2)]);
    const { cursor } = await linesOf(remote, 'ana');
    await remote.append('ana', [line(3)]);
    expect((await linesOf(remote, 'ana', cursor)).texts).toEqual([line(3).text]);
    writeFileSync(path, `${line(4).text}\n${line(5).text}\n${line(6).text}\n`);
    expect((await linesOf(remote, 'ana', cursor)).texts).toHaveLength(3);
    // What it held is not there any more, so it is taken again.
    expect(await remote.append('ana', [line(1), line(4)])).toBe(1);
  });

  it('closes a torn line, and passes over what was torn within a letter', async () => {
    const folder = await shared();
    const path = join(folder, 'annotations', 'ana.jsonl');
    await at(folder).append('ana', [line(1)]);
    appendFileSync(path, Buffer.from([0x7b, 0xc3]));
    expect(await at(folder).append('ana', [line(2)])).toBe(1);
    expect((await linesOf(at(folder), 'ana')).texts).toEqual([line(1).text, line(2).text]);
  });

  it('takes the longest names, and passes over what is hidden', async () => {
    const folder = await shared();
    const name = '张'.repeat(80);
    await at(folder).append(name, [{ ...line(1), text: JSON.stringify({ v: 1, id: idOf(1), annotator: name }) }]);
    expect([...(await at(folder).heads()).keys()]).toEqual([name]);
    expect((await linesOf(at(folder), name)).texts).toHaveLength(1);
    mkdirSync(join(folder, 'documents', '.snapshot'));
    writeFileSync(join(folder, 'documents', '.snapshot', 'project.json'), '{}');
    writeFileSync(join(folder, 'documents', '.DS_Store'), 'x');
    expect((await at(folder).documents()).map((each) => each.name)).toEqual(['study']);
    for (const bad of ['../x', 'a/../../x', '/x', '.x', 'a//b'])
      await expect(at(folder).putDocument(bad, 'x', undefined)).rejects.toThrow('no name of a document');
  });

  it('says so where a file cannot be read, as what may be tried again', async () => {
    const folder = await shared();
    rmSync(join(folder, 'annotations'), { recursive: true, force: true });
    writeFileSync(join(folder, 'annotations'), 'a file');
    const error = await at(folder)
      .append('ana', [line(1)])
      .catch((each: unknown) => each);
    expect(isUnreachable(error) || String(error).includes('annotations')).toBe(true);
    expect(readFileSync(join(folder, 'annotations'), 'utf8')).toBe('a file');
  });
});
