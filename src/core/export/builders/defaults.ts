import type { ExportFormat } from '../format';
import type { ExportOptions } from '../options';

/** Options with a format's own in the place of those that nobody chose. */
export function withDefaults(options: ExportOptions, defaults: ExportFormat['defaults'] = {}): ExportOptions {
  const open = Object.entries(defaults).filter(([name]) => options[name as keyof typeof defaults] === undefined);
  return open.length === 0 ? options : { ...options, ...Object.fromEntries(open) };
}
