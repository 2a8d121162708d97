import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { externalPathText, externalPathsOf } from '../../../src/core/study/externalPaths';
import { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';
import { studyOf } from '../made/study';

let home = '';
const at = (...parts: readonly string[]): string => join(home, ...parts);

beforeEach(() => {
  home = temporaryFolder();
  for (const folder of ['study', 'study/data', 'other']) mkdirSync(at(folder));
  for (const file of ['study/a.jsonl', 'other/a.jsonl', '..a.jsonl']) writeFileSync(at(file), '{}\n');
  symlinkSync(at('other/a.jsonl'), at('study/link.jsonl'));
  symlinkSync(at('other/new.jsonl'), at('study/dangling.jsonl'));
  symlinkSync(at('other'), at('study/folder'));
  symlinkSync(at('study'), at('way'));
  symlinkSync(at('study/loop.jsonl'), at('study/loop.jsonl'));
});

describe('a path', () => {
  it.each([
    ['in the folder', 'study/a.jsonl', true],
    ['of the folder itself', 'study', true],
    ['of what is not there yet', 'study/new/deep.jsonl', true],
    ['whose name begins with dots', 'study/..b.jsonl', true],
    ['through a link into the folder', 'way/a.jsonl', true],
    ['that leaves the folder and comes back', 'study/../study/a.jsonl', true],
    ['of a link to itself', 'study/loop.jsonl', true],
    ['beside the folder', 'other/a.jsonl', false],
    ['that leaves the folder', 'study/../other/a.jsonl', false],
    ['of a link out of the folder', 'study/link.jsonl', false],
    ['of a link to what is not there yet', 'study/dangling.jsonl', false],
    ['through a folder that is a link', 'study/folder/a.jsonl', false],
    ['of what is not there yet, through such a folder', 'study/folder/new/deep.jsonl', false],
    ['of the folder above', '.', false],
  ])('%s is told from those outside', async (_, path, isInside) => {
    expect((await externalPathsOf([at(path)], [at('study')])).map((found) => found.path)).toEqual(
      isInside ? [] : [at(path)],
    );
  });

  it('may lie in one of several folders, which may be links themselves, and is told once', async () => {
    expect(
      await externalPathsOf(
        [at('study/a.jsonl'), at('other/a.jsonl'), at('..a.jsonl'), at('..a.jsonl')],
        [at('way'), at('other')],
      ),
    ).toEqual([{ path: at('..a.jsonl'), destination: realpathSync(at('..a.jsonl')) }]);
  });

  it('is told with where its links lead', async () => {
    const [found] = await externalPathsOf([at('study/link.jsonl')], [at('study')]);
    expect(found && externalPathText(found)).toBe(`${at('study/link.jsonl')} (${realpathSync(at('other/a.jsonl'))})`);
  });
});

describe('a project', () => {
  const record = { prompt: 'Question?', responses: ['Yes', 'No'] };
  /** Opens a project with these sources, and gives what was found outside before it was held up. */
  async function heldUp(sources: readonly string[], prepare: () => void = () => undefined): Promise<readonly string[]> {
    const study = await studyOf(at('study'), [record], { name: 'mine' });
    await study.close();
    const project = JSON.parse(readFileSync(study.file, 'utf8')) as { dataset: object };
    writeFileSync(study.file, JSON.stringify({ ...project, dataset: { ...project.dataset, sources } }));
    prepare();
    const outside: string[] = [];
    const admit = async (asked: readonly string[]): Promise<void> => {
      outside.push(...(await externalPathsOf(asked, [at('study')])).map((found) => found.path));
      if (outside.length > 0) throw new Error('refused');
    };
    await Study.open(study.file, { admit }).then(
      (opened) => opened.close(),
      (error: unknown) => expect(error).toMatchObject({ message: 'refused' }),
    );
    return outside.map((path) => path.slice(home.length + 1));
  }

  it.each<[string, readonly string[], readonly string[]]>([
    ['beside it', ['mine.jsonl'], []],
    ['above it', ['../other/a.jsonl'], ['other/a.jsonl']],
    ['that links out', ['link.jsonl', 'mine.jsonl'], ['study/link.jsonl']],
    ['in a folder that links out', ['folder'], ['study/folder']],
    ['by a pattern above it', ['../other/*.jsonl'], ['other']],
    ['by a pattern that finds links', ['*ink.jsonl'], ['study/link.jsonl']],
    ['by a pattern in a folder that links out', ['folder/*.jsonl'], ['study/folder']],
  ])('is held up where it names a dataset %s and outside', async (_, sources, outside) => {
    expect(await heldUp(sources)).toEqual(outside);
  });

  it.each(['rubrics.json', 'annotations', 'annotations/ben.jsonl', 'guidelines', 'exports'])(
    'is held up where %s leads outside',
    async (part) => {
      const found = await heldUp(['mine.jsonl'], () => {
        const path = at('study/mine.tiebreak.d', part);
        mkdirSync(join(path, '..'), { recursive: true });
        rmSync(path, { force: true });
        symlinkSync(at('other/elsewhere'), path);
      });
      expect(found).toEqual([join('study/mine.tiebreak.d', part)]);
    },
  );
});
