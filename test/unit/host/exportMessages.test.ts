import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatOptions } from '../../../src/core/export/options';
import { judgementFilters } from '../../../src/core/model/study/recipe';
import { problemTexts, useProblemTexts } from '../../../src/problemTexts';

useProblemTexts('editor');
const fields = readFileSync(join(import.meta.dirname, '../../../webview/export/fields.ts'), 'utf8');
const labels = new Map(
  [...fields.matchAll(/field: '(\w+)',\s+label: l10n\.t\('([^']+)'\)/g)].map(
    ([, field = '', label = '']) => [field, label] as const,
  ),
);

describe('what is wrong with an option, in the editor', () => {
  it.each(formatOptions)('%s: names it as the export view does', (option) => {
    const said = problemTexts['export.optionNotTaken']({ option, format: 'trl-dpo', takenBy: [] });
    expect(said).toContain(`“${labels.get(option) ?? 'no label'}”`);
  });

  it.each(['seed', 'groupBy', 'stratify'] as const)('%s: the same where there is no split', (option) => {
    const said = problemTexts['export.optionWithoutSplit']({ option });
    for (const field of [option, 'split']) expect(said).toContain(`“${labels.get(field) ?? 'no label'}”`);
  });

  it.each(judgementFilters)('%s: the same where items without judgments are included', (option) => {
    const said = problemTexts['export.allItemsAskForJudgements']({ option });
    for (const field of [option, 'items']) expect(said).toContain(`“${labels.get(field) ?? 'no label'}”`);
  });

  it('comes without the flags that reasons have on the command line', () => {
    const reasons = [{ count: 2, reason: 'the two responses are almost the same (--max-similarity)' }];
    expect(problemTexts['export.noRowOfAnnotations']({ annotations: 2, reasons })).toBe(
      'there is nothing to export: of 2 annotations none gives a row (2 × the two responses are almost the same)',
    );
  });
});
