import type { ExportFormat } from './format';
import { fullConversations } from './fullConversations';
import { trlDpo } from './trlDpo';
import { trlDpoText } from './trlDpoText';

export const exportFormats: readonly ExportFormat[] = [trlDpo, trlDpoText, fullConversations];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
