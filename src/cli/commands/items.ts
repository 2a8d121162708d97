import * as l10n from '@vscode/l10n';
import { detectGathering } from '../../core/dataset/grouping/detectGathering';
import { scan } from '../../core/dataset/sources/scan';
import { expandSources } from '../../core/dataset/sources/sources';
import type { Reading } from '../../core/dataset/items/parse';
import type { ItemOrProblem, ParsedItem } from '../../core/dataset/items/parsedItem';
import { UnreadLabels } from '../../core/dataset/items/unreadLabels';
import { ProblemGroups } from '../../core/model/study/problemGroups';
import { checkedReading } from '../../core/study/datasetReading';
import { interruptible } from '../interruptible';
import { itemPreview } from '../output/itemPreview';
import { counted } from '../../core/model/problems/counts';
import { printProblemGroups } from '../output/print';
import { mappingOf, type ReadingOptions } from '../readingOptions';
import { PipeClosed, standardOutput } from '../output/standardOutput';

/** So many items are shown to people who do not say how many. */
const previewed = 3;
/** Text that is written at a time. */
const writtenAtOnce = 1 << 16;

/**
 * Prints the items of a dataset as a study would have them, one after the other: nothing is kept of what was printed.
 */
export async function runItems(
  datasets: [string, ...string[]],
  options: ReadingOptions & { limit?: number; json?: true },
): Promise<void> {
  const { files, problems } = await expandSources(datasets, process.cwd());
  const checked = await checkedReading(files, { layout: options.layout, mapping: mappingOf(options) });
  const { gather, problems: groupingProblems } = await detectGathering(files, checked, options.gather);
  const reading: Reading = { ...checked, gather };
  const limit = options.limit ?? (options.json ? Infinity : previewed);
  const output = standardOutput();
  const found = new Findings(reading);
  for (const problem of [...problems, ...groupingProblems]) found.problems.add(problem);
  const shown = options.json ? jsonLine : itemPreview;
  try {
    const { isEnd } = await interruptible(l10n.t('stopped; the remaining items were not read'), (signal) =>
      print(scan(files, reading, { signal }), { limit, found, write: (text) => output.write(text, signal), shown }),
    );
    if (!isEnd && !options.json)
      await output.write(
        `${l10n.t('There are more items. Use --limit N to print N of them, or --json to print all of them in full.')}\n`,
      );
  } catch (error) {
    // Whoever read them has enough, as "head" does.
    if (error instanceof PipeClosed) return;
    throw error;
  }
  found.print();
}

/** An item as it was read, with the labels that `tiebreak import` would take over. */
function jsonLine({ item: { id, ...item }, labels, unread }: ParsedItem): string {
  return `${JSON.stringify({ item: { id, ...item }, labels, ...(unread && { unread: { path: unread.path, value: unread.value } }) })}\n`;
}

interface Printing {
  readonly limit: number;
  readonly found: Findings;
  readonly write: (text: string) => Promise<void>;
  readonly shown: (parsed: ParsedItem) => string;
}

/** Writes what is shown of each item, up to the limit. Tells whether there were no more. */
async function print(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  { limit, found, write, shown }: Printing,
): Promise<{ readonly isEnd: boolean }> {
  let items = 0;
  let text = '';
  for await (const batch of batches) {
    for (const parsed of batch) {
      if ('item' in parsed && items === limit) {
        await write(text);
        return { isEnd: false };
      }
      found.add(parsed);
      if (!('item' in parsed)) continue;
      items++;
      text += shown(parsed);
      if (text.length < writtenAtOnce) continue;
      await write(text);
      text = '';
    }
  }
  await write(text);
  return { isEnd: true };
}

/** What is wrong with the records that were read, in memory that does not grow with them. */
class Findings {
  readonly problems = new ProblemGroups();
  private readonly unread: UnreadLabels;
  private leftOut = 0;

  constructor({ mapping }: Reading) {
    this.unread = new UnreadLabels(mapping.values);
  }

  add(parsed: ItemOrProblem): void {
    if ('item' in parsed) this.unread.add(parsed);
    else {
      this.problems.add(parsed.problem);
      if (parsed.problem.severity === 'error' && parsed.problem.line !== undefined) this.leftOut++;
    }
  }

  /** Tells it on stderr; the exit code is 1 where records were left out. */
  print(): void {
    for (const problem of this.unread.problems()) this.problems.add(problem);
    printProblemGroups(this.problems.kinds());
    if (this.leftOut > 0) console.error(l10n.t('{0} could not be read', counted(this.leftOut, 'record')));
  }
}
