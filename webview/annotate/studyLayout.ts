import { useEffect, useState } from 'preact/hooks';
import type { DeskContent } from '../../src/core/model/desk/deskState';
import { memory } from '../ui/host';
import { displaySetting, setting } from './store';

/** How the desk of a study is laid out. */
export interface StudyLayout {
  /** The prompt is a strip above the responses, as prompts of the study are short; else it stands beside them. */
  readonly isStrip: boolean;
  /** Columns are as wide as code needs. */
  readonly hasCode: boolean;
}

/** The first items that were seen of a study, and how many of them have a short prompt, and code. */
interface Seen {
  readonly items: number;
  readonly short: number;
  readonly code: number;
}

/** So many items decide. */
const asked = 5;
const shortLines = 3;
/** Pixels of a strip's line, at most (62rem without the roles), and of a character, as a share of the text's size. */
const [lineWidth, characterShare] = [880, 0.52];

/** The layout of this sitting, which is as long as the desk stands, by study. */
const decided = new Map<string, StudyLayout>();

/**
 * Gives the layout of the study, which stays the same from its first item on, so that nothing jumps between items: most
 * of the first items that were seen decide, in an earlier life of this desk, or else the first item.
 */
export function useStudyLayout(itemKey: string, texts: DeskContent): StudyLayout {
  const { study } = setting.value;
  const [here] = useState((): Seen => ({ items: 1, short: Number(isShort(texts)), code: Number(hasCode(texts)) }));
  const layout = decided.get(study) ?? layoutBy(seenOf(study) ?? here);
  decided.set(study, layout);
  useEffect(() => {
    const seen = seenOf(study) ?? { items: 0, short: 0, code: 0 };
    if (seen.items >= asked) return;
    memory.keep(nameOf(study), {
      items: seen.items + 1,
      short: seen.short + here.short,
      code: seen.code + here.code,
    } satisfies Seen);
  }, [study, itemKey]);
  return layout;
}

const layoutBy = ({ items, short, code }: Seen): StudyLayout => ({
  isStrip: short * 2 > items,
  hasCode: code * 2 > items,
});

/** Tells whether a prompt takes no more than a few lines above the responses; what stands beside it takes more. */
function isShort({ prompt, beside }: DeskContent): boolean {
  const width = Math.min(lineWidth, window.innerWidth) / (displaySetting.peek().textSize * characterShare);
  let lines = beside.length * shortLines;
  for (const { text, media } of prompt) {
    if (media && media.length > 0) return false;
    for (const line of text.slice(0, width * (shortLines + 1)).split('\n'))
      lines += Math.max(1, Math.ceil(line.length / width));
  }
  return lines <= shortLines;
}

const hasCode = ({ responses }: DeskContent): boolean =>
  responses.flat().some(({ text, fence }) => fence !== undefined || /```|^(?:@@ |\*\*\* Begin Patch)/m.test(text));

const nameOf = (study: string): string => `layout:${study}`;

function seenOf(study: string): Seen | undefined {
  const kept = memory.get(nameOf(study));
  return typeof kept === 'object' && kept !== null && 'items' in kept && 'short' in kept && 'code' in kept
    ? (kept as Seen)
    : undefined;
}
