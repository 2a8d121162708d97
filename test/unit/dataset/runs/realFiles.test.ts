import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileContent } from '../../../../src/core/desk/runs/files/fileContent';
import { FileReplay, folderOf } from '../../../../src/core/desk/runs/files/filesAfterStep';
import { deedsOf } from '../../../../src/core/desk/runs/files/toolDeeds';
import type { Response } from '../../../../src/core/model/item/item';
import { placedRunSteps } from '../../../../src/core/model/item/placedRunSteps';
import { readRuns } from '../../made/readRuns';
import { realRuns } from '../../made/realRuns';

const folder = realRuns ?? '';

/** Harnesses whose runs write and show files. */
const harnesses =
  'atif|claude-code|codex|gemini-cli|inspect|mini-swe-agent|nemo-gym|openhands|other-agents|potato|swe-agent|swe-smith|swe-together|terminal-bench';

/** What a run shows of its files, against what was replayed: whole files, and steps that show lines with their numbers. */
class Comparison {
  readonly whole = { same: 0, other: 0 };
  readonly lines = { same: 0, other: 0 };
  /** What is known of a file after a step that changes it. */
  readonly after = new Map<string, number>();
  readonly differences: string[] = [];

  add(response: Response, name: string): void {
    const steps = placedRunSteps(response);
    const replay = new FileReplay(folderOf(steps));
    for (const [at, { step, inner }] of steps.entries()) {
      if (inner?.kind === 'branch') continue;
      const deeds = deedsOf(step);
      const seen = deeds.filter((deed) => deed.do === 'see');
      const named = replay.apply(
        step,
        at,
        deeds.filter((deed) => deed.do !== 'see'),
      );
      const before = replay.files();
      for (const path of replay.apply(step, at, seen).keys())
        this.compareWhole(before.get(path)?.content, replay.files().get(path)?.content, `${name} ${at} ${path}`);
      for (const [path, { isChanged }] of named) {
        const content = replay.files().get(path)?.content;
        if (isChanged && content) this.count(content);
        const shown = step.kind === 'call' ? step.observation?.content : undefined;
        if (content?.kind === 'whole' && seen.length === 0 && named.size === 1)
          this.compareLines(content.text, shown ?? '', `${name} ${at} ${path}`);
      }
    }
  }

  private count(content: FileContent): void {
    const kind = content.kind === 'unknown' ? content.cause.by : content.kind;
    this.after.set(kind, (this.after.get(kind) ?? 0) + 1);
  }

  private compareWhole(replayed: FileContent | undefined, shown: FileContent | undefined, name: string): void {
    if (replayed?.kind !== 'whole' || shown?.kind !== 'whole') return;
    this.tell(this.whole, replayed.text.trimEnd() === shown.text.trimEnd(), name);
  }

  private compareLines(text: string, shown: string, name: string): void {
    if (/would have looked|syntax error/.test(shown)) return;
    const lines = text.split('\n');
    const found = [...shown.matchAll(/^ *(\d+)(?:\t|→|\||: ?)(.*)$/gm)];
    if (found.length > 0)
      this.tell(
        this.lines,
        found.every(([, nth, line = '']) => lines[Number(nth) - 1]?.trim() === line.trim()),
        name,
      );
  }

  private tell(counts: { same: number; other: number }, isSame: boolean, name: string): void {
    if (isSame) counts.same++;
    else {
      counts.other++;
      this.differences.push(name);
    }
  }
}

describe.skipIf(folder === '')('files of real runs', () => {
  it('hold, as replayed, what the runs show of them later', async () => {
    const comparison = new Comparison();
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => new RegExp(`^(?:${harnesses})[\\\\/].+\\.(?:jsonl?|traj|eval)$`).test(path))
      .sort();
    for (const path of paths) {
      const read = await readRuns(join(folder, path)).catch(() => undefined);
      for (const item of read?.items ?? [])
        for (const response of item.responses) comparison.add(response, `${path} ${item.id}`);
    }
    expect(comparison.differences).toEqual([]);
    expect(comparison.whole.same).toBeGreaterThanOrEqual(10);
    expect(comparison.lines.same).toBeGreaterThanOrEqual(5);
    // Of most files that are changed the content is known, or which command took it away.
    expect(comparison.after.get('whole')).toBeGreaterThanOrEqual(60);
    expect(comparison.after.get('mismatch') ?? 0).toBeLessThanOrEqual(1);
  }, 120_000);
});
