import { patchLength } from '../model/item/patch';
import type { Response } from '../model/item/item';

/**
 * Finds the patch that a response is or leaves: that of its run, its text where that is one, or the blocks of its text
 * that are; undefined where there is none.
 */
export function patchOfResponse({ run, text }: Pick<Response, 'run' | 'text'>): string | undefined {
  if (run?.patch !== undefined && run.patch !== '') return run.patch;
  const lines = text.split('\n');
  const parts: string[] = [];
  let fence: { readonly mark: string; readonly from: number } | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence) {
      if (mark === undefined || !line.trim().startsWith(fence.mark)) continue;
      const inside = lines.slice(fence.from, at);
      if (inside.some((_, n) => patchLength(inside, n) > 0)) parts.push(inside.join('\n'));
      fence = undefined;
    } else if (mark !== undefined) fence = { mark, from: at + 1 };
    else {
      const length = patchLength(lines, at);
      if (length === 0) continue;
      parts.push(lines.slice(at, at + length).join('\n'));
      at += length - 1;
    }
  }
  return parts.length === 0 ? undefined : `${parts.join('\n')}\n`;
}
