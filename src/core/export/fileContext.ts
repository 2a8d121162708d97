import type { Item } from '../model/item';
import type { Study } from '../study/study';
import type { FileContext } from './format';
import { judgedRecords } from './judged';
import type { ExportOptions } from './options';
import { needsTools } from './pairFormat';
import { isPlainText } from './plainText';
import { controlsLeftOut, leftOut, unwantedItem } from './selection';

/** Whether the dataset is read once before, to decide what holds for the whole file. */
export const looksFirst = (study: Study, { format }: ExportOptions): boolean => format.shape === 'text' || study.reading.layout.fields.tools !== undefined;

/** Reads the dataset up to the first item that decides it. */
export async function fileContext(study: Study, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): Promise<FileContext> {
  const isText = options.format.shape === 'text';
  if (!looksFirst(study, options)) return { plainPrompts: false, tools: false };
  const controls = controlsLeftOut(study, options);
  for await (const batch of judgedRecords(study, options, () => undefined, signal, onBytes)) {
    for (const { item, standings } of batch) {
      if (unwantedItem(item, options) || !standings.some((standing) => !standing.skipped && standing.hash === item.hash && !leftOut(standing, options, controls))) continue;
      if (isText ? isWrittenAsTranscript(item) : item.tools !== undefined) return { plainPrompts: false, tools: !isText };
    }
  }
  return { plainPrompts: isText, tools: false };
}

/** Whether text can hold an item, and only as a transcript. */
function isWrittenAsTranscript(item: Item): boolean {
  const responses = item.responses.filter((response) => !needsTools(item, response));
  return responses.length > 0 && !isPlainText({ ...item, responses });
}
