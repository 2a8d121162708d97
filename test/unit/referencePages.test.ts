import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { program } from '../../src/cli/program';
import { layouts } from '../../src/core/dataset/layouts';
import { exportFormats } from '../../src/core/export';
import { journalLineSchema } from '../../src/core/model/annotation/annotation';
import { projectSchema } from '../../src/core/model/study/project';
import { packFormats } from '../../src/core/rubric/packs';
import { root } from './made/bundle';

const page = (name: string): string => readFileSync(join(root, 'docs/reference', `${name}.md`), 'utf8');

/** Texts behind "#### ", or another mark of a heading. */
const headings = (text: string, mark: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${mark} `))
    .map((line) => line.slice(mark.length + 1));

/** The blocks of JSON below a heading, up to the next one of its rank. */
function jsonBelow(text: string, heading: string): readonly unknown[] {
  const rank = heading.split(' ')[0] ?? '';
  const lines = text.split('\n');
  const from = lines.indexOf(heading);
  expect(from, heading).toBeGreaterThan(-1);
  const end = lines.findIndex((line, at) => at > from && line.startsWith(`${rank} `));
  const section = lines.slice(from, end < 0 ? undefined : end).join('\n');
  return [...section.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => JSON.parse(json) as unknown);
}

describe('the reference pages', () => {
  it('are what "npm run docs" writes of the code as it is', async () => {
    const checked = promisify(execFile)(process.execPath, [join(root, 'scripts/docs.mjs'), '--check'], { cwd: root });
    await expect(checked).resolves.toMatchObject({ stderr: '' });
  });

  it('name every command, option, format, layout and form of rubrics', () => {
    const [commands, formats] = [page('command-line'), page('formats')];
    expect(headings(commands, '##').filter((heading) => heading.startsWith('tiebreak '))).toEqual(
      program().commands.map((command) => `tiebreak ${command.name()}`),
    );
    for (const command of program().commands)
      for (const { flags } of command.options) expect(commands).toContain(`\n- \`${flags}\`: `);
    expect([...headings(formats, '####')].sort()).toEqual(exportFormats.map(({ name }) => name).sort());
    expect(headings(formats, '###').filter((heading) => heading.startsWith('Layout '))).toEqual(
      layouts.map(({ name }) => `Layout ${name}`),
    );
    for (const { name } of packFormats) expect(formats).toContain(`\n- \`${name}\`: `);
  });

  it.each(exportFormats.map((format) => [format.name, format] as const))(
    'show a row of %s that its trainers take',
    (name, { rules }) => {
      const rows = jsonBelow(page('formats'), `#### ${name}`);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(rules.row.safeParse(row).error?.message).toBeUndefined();
    },
  );

  it('show projects and lines of a journal that are valid', () => {
    for (const heading of ['## A short example', '## A full example'])
      for (const project of jsonBelow(page('project-file'), heading))
        expect(projectSchema.safeParse(project).error?.message).toBeUndefined();
    const lines = jsonBelow(page('journal'), '## Examples');
    expect(new Set(lines.map((line) => (line as { type: string }).type))).toEqual(
      new Set(['annotation', 'retraction']),
    );
    for (const line of lines) expect(journalLineSchema.safeParse(line).error?.message).toBeUndefined();
  });
});
