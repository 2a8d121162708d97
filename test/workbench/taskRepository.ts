import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { StudyFolder } from './studyFolder';

/**
 * Makes the project of a study, with a repository of these files beside it.
 * @param links by path, where each leads
 */
export function initWithRepository(
  study: StudyFolder,
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): void {
  const folder = path.join(study.path, 'repos', 'clock');
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, path.join(folder, name));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '--no-gpg-sign', '-m', 'State');
  const commit = git('rev-parse', 'HEAD').trim();
  study.init();
  const project = JSON.parse(fs.readFileSync(study.project, 'utf8')) as Record<string, unknown>;
  fs.writeFileSync(study.project, JSON.stringify({ ...project, code: { source: 'repos/clock', commit } }));
}
