import * as l10n from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { checkValue } from '../../../src/core/model/problems/checkValue';
import { namedIssues } from '../../../src/core/model/problems/namedIssues';
import { rubricsSchema } from '../../../src/core/model/rubric/rubric';
import { rulesSchema } from '../../../src/core/model/rubric/rule';
import type { projectSchema, Project } from '../../../src/core/model/study/project';
import { recipeFrom } from '../../../src/core/model/study/recipeText';
import { withSetting } from '../../../src/core/model/study/settings';
import { useCatalogue } from '../../../src/core/model/problems/catalogue';

const project = {
  version: 1,
  dataset: { sources: ['data.jsonl'], layout: 'responses', mapping: {} },
  task: { mode: 'rank', questions: [{ version: 1, text: 'Which is better?' }] },
  round: 0,
  seed: 1,
} as Project;

const messagesOf = (
  schema: typeof projectSchema | typeof rubricsSchema | typeof rulesSchema,
  value: unknown,
): string[] => {
  const { error } = checkValue(schema, value);
  return error ? namedIssues(error, value) : [];
};

/** What forms and documents say of values that are wrong, each in its own way. */
function faults(): string[] {
  const set = (path: (string | number)[], value: unknown): string[] => {
    const next = withSetting(project, path, value);
    return Array.isArray(next) ? next.map(({ message }: { message: string }) => message) : [];
  };
  const criterion = (fields: object): unknown => ({
    version: 1,
    rubrics: [
      { id: 'a', title: 'A', versions: [{ version: 1, criteria: [{ id: 'x', text: 'x', weight: 1, ...fields }] }] },
    ],
  });
  const exported = recipeFrom({
    format: 'trl-dpo',
    seed: '1',
    split: '',
    minAgreement: 'x',
    annotators: ',',
    pairs: 'x',
  });
  return [
    ...set(['task', 'mode'], 'none'),
    ...set(['task', 'questions'], []),
    ...set(['task', 'questions', 0, 'text'], ''),
    ...set(['plan', 'filter'], { regex: true, text: '(' }),
    ...set(['plan', 'perItem'], 1.5),
    ...set(['plan', 'repeats'], { rate: 0.9 }),
    ...set(['plan', 'order'], 'thin'),
    ...set(['seed'], undefined),
    ...messagesOf(rubricsSchema, criterion({ weight: 'much' })),
    ...messagesOf(rubricsSchema, criterion({ kind: 'scale', min: 3, max: 2 })),
    ...messagesOf(rubricsSchema, criterion({ kind: 'category' })),
    ...messagesOf(rubricsSchema, criterion({ text: '' })),
    ...messagesOf(rulesSchema, { version: 2, rules: [] }),
    ...('issues' in exported ? exported.issues.map(({ message }) => message) : []),
  ];
}

describe('what is wrong with a value', () => {
  afterEach(() => {
    useCatalogue('commandLine', 'en');
    l10n.config({ contents: {} });
  });

  it.each(['de', 'fr', 'es', 'ja', 'zh-cn', 'pt-br'])('is said in the language of the editor: %s', (language) => {
    useCatalogue('editor');
    l10n.config({ contents: {} });
    const english = faults();
    l10n.config({ contents: readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8') });
    const translated = faults();
    expect(english).toHaveLength(17);
    expect(translated).toHaveLength(english.length);
    for (const [at, message] of translated.entries()) {
      expect(message).not.toBe(english[at]);
      expect(message).not.toMatch(/\b(must|invalid|expected|received|too (big|small)|enter|also)\b/i);
    }
  });
});
