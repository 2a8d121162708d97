import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../../src/core/journal/makeFolders';
import { UserError } from '../../../src/core/model/problems/problem';
import { temporaryFolder } from '../made/temporaryFolder';

it('says in words why a folder cannot be made, where a person can do something about it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await makeFolders(join(folder, 'a/b'))).toBe(join(folder, 'a'));
  expect(await makeFolders(join(folder, 'a/b'))).toBeUndefined();
  const failing = async (path: string): Promise<unknown> => makeFolders(path).catch((error: unknown) => error);
  expect(await failing(join(folder, 'file/study.tiebreak.d'))).toMatchObject({
    message: `${join(folder, 'file/study.tiebreak.d')}: the folder cannot be made: a part of its path is a file where a folder should be. Move that file away. Try again`,
  });
  expect(await failing(join(folder, 'file'))).toMatchObject({
    message: `${join(folder, 'file')}: the folder cannot be made: a part of its path is a file where a folder should be. Move that file away. Try again`,
  });
  expect(await failing(join(folder, 'x'.repeat(300)))).toBeInstanceOf(UserError);
});
