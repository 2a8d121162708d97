import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { root } from './made/bundle';

/** The project's own rules without those that need types, which would read the whole project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: { parserOptions: { projectService: false } },
      rules: tseslint.configs.disableTypeChecked.rules ?? {},
    },
  ],
});

async function complaintsOf(file: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as it from '${imported}';\nexport const kept = it;\n`, {
    filePath: join(root, file),
  });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'fatal'}: ${message}`);
}

describe('the import direction', () => {
  it.each([
    ['src/core/dataset/virtual.ts', '../../cli/output/print', 'core imports nothing outside core'],
    ['src/core/virtual.ts', '../extension', 'core imports nothing outside core'],
    ['src/core/model/virtual.ts', '../dataset/records/framing', 'the model stands on nothing'],
    ['src/core/journal/virtual.ts', 'vscode', 'only src/host touches the vscode API'],
    ['src/cli/virtual.ts', 'vscode', 'only src/host touches the vscode API'],
    ['src/host/virtual.ts', '../cli/output/print', 'host and cli do not know each other'],
    ['src/protocol/virtual.ts', '../core/journal/journal', 'the protocol knows the model only'],
    [
      'webview/annotate/virtual.ts',
      '../../src/core/dataset/records/framing',
      'a webview imports core/model and the protocol only',
    ],
    ['webview/annotate/virtual.ts', '@vscode/webview-ui-toolkit', 'import it in webview/ui only'],
  ])('forbids %s to import %s', async (file, imported, message) => {
    expect(await complaintsOf(file, imported)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['src/core/dataset/virtual.ts', '../model/study/problem'],
    ['src/core/model/virtual.ts', './item'],
    ['src/cli/virtual.ts', '../core/journal/journal'],
    ['src/host/virtual.ts', '../core/journal/journal'],
    ['src/host/virtual.ts', 'vscode'],
    ['src/protocol/virtual.ts', '../core/model/item/item'],
    ['webview/annotate/virtual.ts', '../../src/core/model/annotation/ranking'],
    ['webview/ui/virtual.ts', '@vscode/webview-ui-toolkit'],
  ])('lets %s import %s', async (file, imported) => {
    expect(await complaintsOf(file, imported)).toEqual([]);
  });
});
