import { appendFileSync, chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRepository, type CodeRepository } from '../../../src/core/code/codeRepository';
import { GitObjects } from '../../../src/core/code/git/gitObjects';
import { git, makeRepository, writeFiles, commitAll } from '../made/gitFolder';
import { temporaryFolder } from '../made/temporaryFolder';

const files = { 'a.txt': 'a\n', 'src/ü b.txt': 'b\r\n', 'src/deep/c.bin': Buffer.from([0, 255, 10, 13]) };

function objectsOf(folder: string, options?: ConstructorParameters<typeof GitObjects>[1]): GitObjects {
  const objects = new GitObjects(folder, options);
  onTestFinished(() => objects.close());
  return objects;
}

async function opened(path: string, admit = (): Promise<void> => Promise.resolve()): Promise<CodeRepository> {
  const repository = await openRepository(path, { cacheFolder: join(temporaryFolder(), 'cache'), admit });
  onTestFinished(() => repository.close());
  return repository;
}

const textAt = async (repository: CodeRepository, commit: string | undefined, path: string): Promise<unknown> => {
  const file = await (await repository.filesAt(commit)).file(path);
  return file && 'bytes' in file ? Buffer.from(file.bytes).toString('latin1') : file;
};

describe('objects of git', () => {
  it('are read by commit and path, byte for byte, with their modes', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, files);
    git(folder, 'update-index', '--chmod=+x', 'a.txt');
    git(folder, 'commit', '-qm', 'x');
    const repository = await opened(folder);
    const at = await repository.filesAt('HEAD');
    expect(await at.file('a.txt')).toMatchObject({ mode: '100755' });
    expect(await textAt(repository, 'HEAD', 'src/ü b.txt')).toBe('b\r\n');
    expect(await textAt(repository, 'HEAD', 'src/deep/c.bin')).toBe('\0\xff\n\r');
    expect(await at.file('src')).toEqual({ refused: 'folder' });
    for (const path of ['no', 'a.txt/x', 'src/no', '', '../a.txt', 'src/../a.txt', 'a.txt\nHEAD'])
      expect(await at.file(path), path).toBeUndefined();
  });

  it('are those of the commit, whatever was done since', async () => {
    const folder = temporaryFolder();
    const commit = makeRepository(folder, files);
    writeFiles(folder, { 'a.txt': 'later\n' });
    commitAll(folder);
    const repository = await opened(folder);
    expect(await textAt(repository, commit, 'a.txt')).toBe('a\n');
    expect(await textAt(repository, commit.slice(0, 10), 'a.txt')).toBe('a\n');
    expect(await textAt(repository, 'HEAD', 'a.txt')).toBe('later\n');
  });

  it('are read from a bare repository, a worktree and a packed one', async () => {
    const [folder, beside] = [temporaryFolder(), temporaryFolder()];
    const commit = makeRepository(folder, files);
    git(folder, 'gc', '-q');
    git(folder, 'clone', '-q', '--bare', folder, join(beside, 'x.git'));
    git(folder, 'worktree', 'add', '-q', join(beside, 'tree'));
    for (const path of [folder, join(beside, 'x.git'), join(beside, 'tree')])
      expect(await textAt(await opened(path), commit, 'a.txt'), path).toBe('a\n');
  });

  it.skipIf(process.platform === 'win32')('refuse links and submodules', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'inner'));
    git(folder, 'init', '-q');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    makeRepository(join(folder, 'inner'), { x: 'x' });
    git(folder, 'add', 'inner');
    const commit = commitAll(folder);
    const at = await (await opened(folder)).filesAt(commit);
    expect(await at.file('link')).toEqual({ refused: 'symlink' });
    expect(await at.file('inner')).toEqual({ refused: 'submodule' });
    expect(await at.file('inner/x')).toBeUndefined();
  });

  it('answer many questions at once, each with its own', async () => {
    const folder = temporaryFolder();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n % 7}/${n}.txt`, `${n}\n`.repeat(n)]));
    const commit = makeRepository(folder, many);
    const repository = await opened(folder);
    const at = await repository.filesAt(commit);
    const read = await Promise.all(Object.keys(many).map((path) => at.file(path)));
    expect(read.map((file) => file && 'bytes' in file && Buffer.from(file.bytes).toString())).toEqual(
      Object.values(many),
    );
  });

  it('say which commit is not there, and take no name that is more than one', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, files);
    const repository = await opened(folder);
    await expect(repository.filesAt('0'.repeat(40))).rejects.toThrow(/has no commit 0{40}.*no network/);
    await expect(repository.filesAt(undefined)).rejects.toThrow('on which commit');
    for (const name of ['--help', 'HEAD:a.txt', 'HEAD^{/x}', 'a..b', '-p', '@{-1}', 'HEAD\nHEAD'])
      await expect(repository.filesAt(name), name).rejects.toThrow('does not name a commit');
  });

  it.skipIf(process.platform === 'win32')(
    'are read without running what a repository or the environment names',
    async () => {
      const [folder, traps] = [temporaryFolder(), temporaryFolder()];
      const commit = makeRepository(folder, { 'a.txt': 'a\n', '.gitattributes': '* filter=trap diff=trap\n' });
      const trap = join(traps, 'trap.sh');
      writeFileSync(trap, `#!/bin/sh\ntouch ${traps}/sprung\ncat\n`);
      chmodSync(trap, 0o755);
      const config = `[core]\nfsmonitor = ${trap}\nsshCommand = ${trap}\nhooksPath = ${traps}\npager = ${trap}
[filter "trap"]\nsmudge = ${trap}\nclean = ${trap}\n[diff "trap"]\ntextconv = ${trap}\n[alias]\ncat-file = !${trap}
[remote "origin"]\nurl = ext::${trap}\npromisor = true\npartialclonefilter = blob:none\n[protocol "ext"]\nallow = always
[extensions]\npartialClone = origin\n[core]\nrepositoryformatversion = 1\n`;
      appendFileSync(join(folder, '.git', 'config'), config);
      // Never another object in its place: what the system's own library asks for, as the folder of temporary files,
      // would no longer follow what a later test sets.
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv('GIT_EXTERNAL_DIFF', trap);
      vi.stubEnv('GIT_OBJECT_DIRECTORY', '/nowhere');
      vi.stubEnv('GIT_DIR', '/nowhere');
      const repository = await opened(folder);
      expect(await textAt(repository, commit, 'a.txt')).toBe('a\n');
      // An object that is not there would be fetched.
      await expect(repository.filesAt('1'.repeat(40))).rejects.toThrow('has no commit');
      expect(existsSync(join(traps, 'sprung'))).toBe(false);
    },
  );

  it('are not replaced', async () => {
    const folder = temporaryFolder();
    const commit = makeRepository(folder, files);
    const [was] = git(folder, 'rev-parse', 'HEAD:a.txt').toString().split('\n');
    writeFiles(folder, { other: 'other\n' });
    const now = git(folder, 'hash-object', '-w', 'other').toString().trim();
    git(folder, 'replace', was ?? '', now);
    expect(await textAt(await opened(folder), commit, 'a.txt')).toBe('a\n');
  });

  it('say what to install where git is missing', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, files);
    await expect(objectsOf(join(folder, '.git'), { program: 'no-such-git' }).rootOf('HEAD')).rejects.toThrow(
      /Git was not found.*git-scm\.com/,
    );
    await expect(objectsOf(join(folder, 'nothing')).rootOf('HEAD')).rejects.toThrow('Git could not read');
  });

  it.skipIf(process.platform === 'win32')('are not waited for without end', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, files);
    writeFileSync(join(folder, 'silent'), '#!/bin/sh\nexec sleep 60\n');
    chmodSync(join(folder, 'silent'), 0o755);
    const objects = objectsOf(join(folder, '.git'), { program: join(folder, 'silent'), deadline: 200 });
    await expect(objects.rootOf('HEAD')).rejects.toThrow('no answer in time (0.2 s)');
  });

  it('are read again by another process where the one before was stopped', async () => {
    const folder = temporaryFolder();
    const commit = makeRepository(folder, files);
    const objects = objectsOf(join(folder, '.git'));
    const root = await objects.rootOf(commit);
    objects.close();
    expect(await objects.rootOf(commit)).toBe(root);
  });
});

describe('a repository', () => {
  it('is read only where the person agreed, wherever it borrows from', async () => {
    const [folder, beside] = [temporaryFolder(), temporaryFolder()];
    const commit = makeRepository(join(folder, 'source'), files);
    git(folder, 'clone', '-q', '--bare', '--shared', join(folder, 'source'), join(beside, 'x.git'));
    const asked: string[] = [];
    const repository = await openRepository(join(beside, 'x.git'), {
      cacheFolder: folder,
      admit: (paths) => {
        asked.push(...paths);
        return Promise.resolve();
      },
    });
    onTestFinished(() => repository.close());
    expect(await textAt(repository, commit, 'a.txt')).toBe('a\n');
    expect(asked).toContain(join(beside, 'x.git'));
    expect(asked).toContain(join(folder, 'source', '.git', 'objects'));
    await expect(opened(folder, () => Promise.reject(new Error('outside')))).rejects.toThrow('outside');
  });

  it('may be a folder that no git keeps, in which links are not followed', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const repository = await opened(folder);
    expect(await textAt(repository, undefined, 'src/ü b.txt')).toBe('b\r\n');
    if (process.platform === 'win32') return;
    symlinkSync('/etc', join(folder, 'etc'));
    expect(await textAt(repository, undefined, 'etc/passwd')).toEqual({ refused: 'symlink' });
    expect(await textAt(repository, undefined, '../x')).toBeUndefined();
  });

  it('that is none says so', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'x.txt': 'x' });
    await expect(opened(join(folder, 'no'))).rejects.toThrow('There is no repository here');
    await expect(opened(join(folder, 'x.txt'))).rejects.toThrow('neither a repository of Git nor an archive');
  });
});
