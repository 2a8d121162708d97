import type { ExportFormat } from './format';
import { fullConversations } from './formats/fullConversations';
import { trlDpo } from './formats/trlDpo';
import { trlDpoText } from './formats/trlDpoText';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
