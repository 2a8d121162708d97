import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaPart } from '../../../src/core/model/item/media';
import { maxMediaBytes, MediaFiles } from '../../../src/core/study/mediaFiles';
import { externalPathsOf } from '../../../src/core/study/externalPaths';
import { temporaryFolder } from '../made/temporaryFolder';

let home = '';
const at = (...parts: readonly string[]): string => join(home, ...parts);
const dataset = (): string => at('study/data/a.jsonl');

/** Reads as a study in `study` does, whose workspace is `workspace`; counts who was asked about. */
function reader(asked: string[] = []): MediaFiles {
  return new MediaFiles({
    folders: () => [at('study'), at('workspace')],
    admit: async (folders) => {
      asked.push(...folders);
      if ((await externalPathsOf(folders, [at('study'), at('workspace')])).length > 0) throw new Error('refused');
    },
  });
}

const textOf = (part: MediaPart): string => (part.kind === 'bytes' ? new TextDecoder().decode(part.bytes) : part.fault);

beforeEach(() => {
  home = temporaryFolder();
  for (const folder of ['study/data', 'workspace', 'other']) mkdirSync(at(folder), { recursive: true });
  for (const file of ['study/data/both.png', 'study/both.png', 'study/near.png', 'workspace/far.png', 'other/away.png'])
    writeFileSync(at(file), file);
  symlinkSync(at('other/away.png'), at('study/data/link.png'));
});

describe('a file that a record names', () => {
  it.each<[string, () => string, string]>([
    ["in the dataset's folder, before the study's", () => 'both.png', 'study/data/both.png'],
    ["in the study's folder", () => 'near.png', 'study/near.png'],
    ['in the workspace', () => 'far.png', 'workspace/far.png'],
    ['by its whole path', () => at('study/near.png'), 'study/near.png'],
    ['by a file address', () => pathToFileURL(at('study/near.png')).href, 'study/near.png'],
    ['that is not there', () => 'none.png', 'not-found'],
    ['outside, by a way up', () => '../../other/away.png', 'outside'],
    ['outside, by its whole path', () => at('other/away.png'), 'outside'],
    ['outside, by a link', () => 'link.png', 'outside'],
    ['on the web', () => 'https://example.org/both.png', 'not-found'],
    ['in the record itself', () => 'data:image/png;base64,AAAA', 'not-found'],
    ['that is a folder', () => 'data', 'unreadable'],
    ['whose name holds a null', () => 'a\0.png', 'not-found'],
  ])('is read where it may be: %s', async (_, source, expected) => {
    expect(textOf(await reader().read(source(), dataset(), 0))).toBe(expected);
  });

  it('comes in parts that are the file again', async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000_000 }, (_, n) => n % 251));
    writeFileSync(at('study/film.webm'), bytes);
    const parts: Uint8Array[] = [];
    let from = 0;
    for (let left = 1; left > 0;) {
      const part = await reader().read('film.webm', dataset(), from);
      if (part.kind !== 'bytes') throw new Error(part.fault);
      expect(part.type).toBe('video/webm');
      parts.push(part.bytes);
      from += part.bytes.length;
      ({ left } = part);
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('that is larger than can be shown is not read', async () => {
    writeFileSync(at('study/large.mp4'), '');
    truncateSync(at('study/large.mp4'), maxMediaBytes + 1);
    expect(textOf(await reader().read('large.mp4', dataset(), 0))).toBe('too-large');
  });

  it('outside is asked about once for its folder', async () => {
    const asked: string[] = [];
    const files = reader(asked);
    writeFileSync(at('other/second.png'), '');
    for (const name of ['away.png', 'second.png', 'away.png'])
      expect(textOf(await files.read(at('other', name), dataset(), 0))).toBe('outside');
    expect(asked).toHaveLength(1);
  });
});
