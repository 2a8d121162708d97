import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlesCommandLine, commandLine, type Run } from '../made/commandLine';
import { jsonl } from '../made/temporaryFolder';
import { sectionOf, userPages } from './pages';
import { codeBlocks, firstBlock, printedCommands, type PrintedCommand } from './printedCommands';
import {
  carelessStudy,
  conflictOfRubrics,
  copySample,
  dataFolder,
  judgedSample,
  prepare,
  sampleIds,
  sampleStudy,
  writePairs,
} from './sampleStudies';

bundlesCommandLine();

/** What there is in the folder in which somebody reads a page, and what they do between its commands. */
interface Reader {
  /** Files and studies that the page takes for granted. */
  readonly begins: (folder: string) => Promise<void> | void;
  /** What is done before a command, found by how it begins. */
  readonly before?: Readonly<Record<string, (folder: string) => Promise<void> | void>>;
  /** Commands, by how they begin, that need a server: what they are told is understood, and no server answers. */
  readonly server?: readonly string[];
}

const rubricsPage = 'docs/rubrics-and-coverage.md';
const pair = (id: string, pick?: number | string): object => ({
  id,
  prompt: `Question ${id}`,
  answer_1: `First answer to ${id}`,
  answer_2: `Second answer to ${id}`,
  ...(pick !== undefined && { pick }),
});

const readers: Readonly<Record<string, Reader>> = {
  'README.md': {
    begins: dataFolder,
    before: { 'tiebreak export': (folder) => prepare(folder, 'import', 'study.tiebreak', '--annotator', 'ana') },
    server: ['TIEBREAK_TEAM=', 'tiebreak team'],
  },
  'src/cli/README.md': { begins: (folder) => writePairs(folder, 'data.jsonl', ['a', 'b', 'c']) },
  'docs/export-and-train.md': {
    begins: judgedSample,
    before: {
      'tiebreak export study.tiebreak --format trl-dpo --aggregate majority --decontaminate': (folder) => {
        const [first] = readFileSync(join(folder, 'sample.jsonl'), 'utf8').split('\n');
        writeFileSync(
          join(folder, 'bench.jsonl'),
          `${JSON.stringify({ prompt: (JSON.parse(first ?? '') as { prompt: string }).prompt })}\n`,
        );
      },
      'tiebreak validate exports/agreed': (folder) =>
        prepare(
          folder,
          ...'export study.tiebreak --format trl-dpo --aggregate majority --min-annotators 3 --out exports/agreed'.split(
            ' ',
          ),
        ),
    },
  },
  'docs/judges.md': {
    begins: async (folder) => {
      await judgedSample(folder);
      const section = sectionOf('docs/judges.md', 'Describe a judge');
      const [, length = ''] = codeBlocks(section).flatMap(({ language, lines }) =>
        language === 'yaml' ? [lines.join('\n')] : [],
      );
      writeFileSync(join(folder, 'length.yaml'), length);
      writeFileSync(join(folder, 'length.mjs'), firstBlock(section, 'js'));
    },
  },
  'docs/quality.md': { begins: carelessStudy },
  [rubricsPage]: {
    begins: async (folder) => {
      await sampleStudy(folder);
      const style = firstBlock(sectionOf(rubricsPage, 'Write a rubric'), 'yaml');
      writeFileSync(join(folder, 'style.yaml'), style);
      writeFileSync(join(folder, 'rules.yaml'), firstBlock(sectionOf(rubricsPage, 'Rules'), 'yaml'));
    },
    before: {
      'tiebreak rubrics study.tiebreak --import hhh.yaml': async (folder) => {
        rmSync(join(folder, 'study.tiebreak'));
        rmSync(join(folder, 'study.tiebreak.d'), { recursive: true });
        await judgedSample(folder);
        await prepare(
          folder,
          'rubrics',
          'study.tiebreak',
          '--export',
          'helpful-honest-harmless',
          '--form',
          'yaml',
          '--out',
          'hhh.yaml',
        );
        const text = readFileSync(join(folder, 'hhh.yaml'), 'utf8');
        writeFileSync(join(folder, 'hhh.yaml'), text.replace('Does no harm', 'Does nobody harm'));
      },
      'tiebreak rubrics study.tiebreak --import helpful-honest-harmless': async (folder) => {
        rmSync(join(folder, 'study.tiebreak'));
        rmSync(join(folder, 'study.tiebreak.d'), { recursive: true });
        await sampleStudy(folder);
        await prepare(folder, 'rubrics', 'study.tiebreak', '--import', 'style.yaml');
      },
      'tiebreak report study.tiebreak --section coverage': async (folder) => {
        rmSync(join(folder, 'study.tiebreak'));
        rmSync(join(folder, 'study.tiebreak.d'), { recursive: true });
        await judgedSample(folder);
      },
    },
  },
  'docs/set-up-a-study.md': {
    begins: copySample,
    before: {
      'tiebreak inspect rows.jsonl': (folder) =>
        writeFileSync(
          join(folder, 'rows.jsonl'),
          jsonl(
            ['p', 'p', 'q', 'q'].map((id, n) => ({
              prompt: `Question ${id}`,
              completion: `Answer ${n}`,
              model: `m${n % 2}`,
            })),
          ),
        ),
      'tiebreak import hh.tiebreak': async (folder) => {
        writePairs(folder, 'hh.jsonl', ['a', 'b', 'c']);
        await prepare(folder, 'init', 'hh.tiebreak', '--dataset', 'hh.jsonl');
      },
      'tiebreak import study.tiebreak verdicts.jsonl': async (folder) => {
        writePairs(folder, 'own.jsonl', ['a', 'b']);
        writePairs(folder, 'verdicts.jsonl', ['a', 'b']);
        await prepare(folder, 'init', 'study.tiebreak', '--dataset', 'own.jsonl');
      },
      'tiebreak import study.tiebreak other.jsonl': (folder) => {
        const found = { prompt: 'Question a', chosen: 'Yes, a', rejected: 'No, a' };
        const unknown = { id: 'x', prompt: 'Question x', chosen: 'Yes, x', rejected: 'No, x' };
        writeFileSync(join(folder, 'other.jsonl'), jsonl([{ ...found, id: 'other-a' }, unknown]));
      },
      'tiebreak inspect codes.jsonl': (folder) =>
        writeFileSync(join(folder, 'codes.jsonl'), jsonl([pair('a', 1), pair('b', 2)])),
      'tiebreak import codes.tiebreak': (folder) =>
        prepare(folder, 'init', 'codes.tiebreak', '--dataset', 'codes.jsonl'),
      'tiebreak import codes.tiebreak judged.jsonl': (folder) =>
        writeFileSync(join(folder, 'judged.jsonl'), jsonl([pair('a', 1), pair('b', 2), pair('c', 'garbage')])),
    },
  },
  'docs/troubleshooting.md': {
    begins: async (folder) => {
      writePairs(folder, 'hh.jsonl', ['a', 'b', 'c']);
      await prepare(folder, 'init', 'hh.tiebreak', '--dataset', 'hh.jsonl');
      await prepare(folder, 'import', 'hh.tiebreak', '--annotator', 'hh');
      writeFileSync(
        join(folder, 'hh.jsonl'),
        jsonl([
          { id: 'a', prompt: 'Question a', chosen: 'Yes, a', rejected: 'No, a' },
          { id: 'b', prompt: 'Question b', chosen: 'Yes, and other words', rejected: 'No, b' },
        ]),
      );
      writeFileSync(
        join(folder, 'odd.jsonl'),
        jsonl(
          ['a', 'b', 'c'].map((id) => ({
            question: `Which is it, ${id}?`,
            story: `A long story of ${id}. `.repeat(20),
            answers: [`One ${id}`, `Two ${id}`],
          })),
        ),
      );
    },
  },
  'docs/work-with-several-people.md': {
    begins: async (folder) => {
      await judgedSample(folder);
      await conflictOfRubrics(folder);
    },
  },
  'docs/teams.md': {
    begins: async (folder) => {
      await judgedSample(folder);
      writeFileSync(join(folder, 'invitation.txt'), '');
    },
    server: ['tiebreak team'],
  },
};

let bin = '';
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'tiebreak-bin-'));
  const script = join(bin, 'tiebreak');
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" "${commandLine()}" "$@"\n`);
  chmodSync(script, 0o755);
});
afterAll(() => rmSync(bin, { recursive: true, force: true }));

/** Runs a line as somebody does who copies it from the page. */
function runAsPrinted(folder: string, command: string, env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      ['-c', command],
      { cwd: folder, env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end();
  });
}

/** Names of items and annotators, and of the file system's, which are others in each study. */
const names = new RegExp(
  [...sampleIds(), 'ana', 'ben', 'cleo', 'dan', 'eve'].map((name) => `\\b${name}\\b`).join('|'),
  'g',
);

/** Whether a line of output is what the page prints, whatever its figures are. */
function isAsPrinted(printed: string, said: readonly string[]): boolean {
  const pattern = printed
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(names, '[\\w-]+')
    .replaceAll(/-?\d(?:\\\.|[\d,])*/g, '-?[\\d.,]+')
    .replaceAll('…', '.*')
    .replaceAll(/ +/g, ' +');
  const whole = new RegExp(`^${pattern}$`);
  return said.some((line) => whole.test(line.trim()));
}

describe.skipIf(process.platform === 'win32')('commands in pages', () => {
  const pages = userPages.filter((page) => printedCommands(page).length > 0);

  it('are on pages that are all tried', () => {
    expect(Object.keys(readers).sort()).toEqual([...pages].sort());
  });

  it.each(Object.keys(readers))('of %s run as they are printed, and say what is printed', async (page) => {
    const reader = readers[page];
    if (!reader) throw new RangeError(page);
    const folder = mkdtempSync(join(tmpdir(), 'tiebreak-page-'));
    mkdirSync(join(folder, 'exports'));
    try {
      await reader.begins(folder);
      const used = new Set<string>();
      const wrong: string[] = [];
      for (const printed of printedCommands(page)) {
        for (const [begins, act] of Object.entries(reader.before ?? {}))
          if (!used.has(begins) && printed.command.startsWith(begins)) {
            used.add(begins);
            await act(folder);
          }
        const needsServer = reader.server?.some((begins) => printed.command.startsWith(begins)) ?? false;
        wrong.push(...(await (needsServer ? understood(folder, printed) : tried(folder, printed))));
      }
      expect(wrong).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function tried(folder: string, { page, line, command, output }: PrintedCommand): Promise<string[]> {
  const place = `${page}:${line}: ${command}`;
  const { code, out, err } = await runAsPrinted(folder, command);
  const said = `${out}\n${err}`.split('\n');
  if (code !== 0) return [`${place}\n  ended with ${code}: ${said.join('\n  ')}`];
  const missing = output.filter((each) => each.trim() !== '…' && !isAsPrinted(each, said));
  return missing.length === 0
    ? []
    : [`${place}\n  does not say:\n    ${missing.join('\n    ')}\n  but:\n    ${said.join('\n    ')}`];
}

/** Tries a command without a server: it is refused for that, and not for how it is written. */
async function understood(folder: string, { page, line, command }: PrintedCommand): Promise<string[]> {
  const written = command.replace('db.example.org', '127.0.0.1:1');
  const env = { TIEBREAK_TEAM: 'postgres://lea:PASSWORD@127.0.0.1:1/tiebreak' };
  const { code, out, err } = await runAsPrinted(folder, written, env);
  return code === 1 ? [] : [`${page}:${line}: ${command}\n  ended with ${code}: ${out}${err}`];
}
