import type { Item } from '../model/item';
import type { Study } from '../study/study';
import type { FileContext } from './format';
import { judgedRecords } from './judged';
import type { ExportOptions } from './options';
import { needsTools } from './pairFormat';
import { isPlainText } from './plainText';
import { controlsLeftOut, leftOut, unwantedItem } from './selection';

/** Whether the dataset is read once before, to decide what holds for the whole file. */
export const looksFirst = (study: Study, options: ExportOptions): boolean => options.format.shape === 'text' || study.reading.layout.fields.tools !== undefined || asksForSize(options);

/** Whether lists are to be as long as most of them are. */
const asksForSize = ({ format, listSize }: ExportOptions): boolean => format.takes.includes('listSize') && (listSize ?? format.defaults?.listSize) === undefined;

/** Reads the dataset, up to the first item that decides it where one does. */
export async function fileContext(study: Study, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): Promise<FileContext> {
  const isText = options.format.shape === 'text';
  if (!looksFirst(study, options)) return { plainPrompts: false, tools: false };
  const controls = controlsLeftOut(study, options);
  const sizes = asksForSize(options) ? new Map<number, number>() : undefined;
  const found = { plainPrompts: isText, tools: false };
  for await (const batch of judgedRecords(study, options, () => undefined, signal, onBytes)) {
    for (const { item, standings } of batch) {
      if (unwantedItem(item, options) || !standings.some((standing) => !standing.skipped && standing.hash === item.hash && !leftOut(standing, options, controls))) continue;
      sizes?.set(item.responses.length, (sizes.get(item.responses.length) ?? 0) + 1);
      if (isText ? isWrittenAsTranscript(item) : item.tools !== undefined) Object.assign(found, { plainPrompts: false, tools: !isText });
      if (!sizes && (found.tools || found.plainPrompts !== isText)) return found;
    }
  }
  return sizes ? { ...found, ...mostOf(sizes) } : found;
}

/** The size that most items have, the larger one of two that as many have. */
function mostOf(sizes: ReadonlyMap<number, number>): { listSize?: number } {
  const [most] = [...sizes].sort(([a, times], [b, others]) => others - times || b - a);
  return most ? { listSize: most[0] } : {};
}

/** Whether text can hold an item, and only as a transcript. */
function isWrittenAsTranscript(item: Item): boolean {
  const responses = item.responses.filter((response) => !needsTools(item, response));
  return responses.length > 0 && !isPlainText({ ...item, responses });
}
