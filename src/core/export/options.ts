import type { Recipe } from '../model/recipe';
import type { ExportFormat } from './format';

/** What is exported, and how: a recipe with its format found. */
export interface ExportOptions extends Readonly<Omit<Recipe, 'format'>> {
  readonly format: ExportFormat;
}

/** Options with a format's own in the place of those that nobody chose. */
export function withDefaults(options: ExportOptions, defaults: ExportFormat['defaults'] = {}): ExportOptions {
  const open = Object.entries(defaults).filter(([name]) => options[name as keyof typeof defaults] === undefined);
  return { ...options, ...Object.fromEntries(open) };
}
