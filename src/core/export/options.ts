import type { Recipe } from '../model/recipe';
import type { ExportFormat } from './format';

/** What is exported, and how: a recipe with its format found. */
export interface ExportOptions extends Readonly<Omit<Recipe, 'format'>> {
  readonly format: ExportFormat;
}
