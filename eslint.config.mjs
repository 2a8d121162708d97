import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { importX, createNodeResolver } from 'eslint-plugin-import-x';
import namesInComments from './scripts/lint/namesInComments.mjs';

/**
 * The house's one rule about imports (ARCHITECTURE.md): core knows nobody, and a webview knows only the model and the
 * protocol.
 */
const direction = (target, from, except, message) => ({ target, from, ...(except ? { except } : {}), message });

export default tseslint.config(
  {
    ignores: ['dist/', 'out/', 'demo/', '.vscode-test/', 'node_modules/', 'test/fixtures/code/intervals/', '**/*.d.ts'],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // vscode.Disposable is met by anything with dispose(), as its own documentation says.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The object `z` holds everything, so a bundler keeps all of zod's languages (257 kB) in each bundle.
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportDeclaration[source.value='zod'] > :matches(ImportSpecifier, ImportDefaultSpecifier)",
          message: "write import * as z from 'zod'",
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    plugins: { tiebreak: { rules: { 'names-in-comments': namesInComments } } },
    rules: {
      'tiebreak/names-in-comments': [
        'error',
        // Names of JavaScript, Node, VS Code, SVG and promptfoo.
        { foreign: ['MKDirpAsync', 'canPickMany', 'currentColor', 'hasHumanRating', 'toJSON'] },
      ],
    },
  },
  {
    files: ['test/unit/**/*.ts', 'test/unit/**/*.tsx'],
    ignores: ['test/unit/made/eventually.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'waitFor',
          message: 'gives up after a second: write eventually (made/eventually.ts)',
        },
        { object: 'vi', property: 'waitUntil', message: 'gives up after a second: write eventually' },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts', 'webview/**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] })] },
    rules: {
      'no-console': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            direction('./src/core', './src', ['./core'], 'core imports nothing outside core'),
            direction('./src/core/model', './src/core', ['./model'], 'the model stands on nothing'),
            direction('./src/protocol', './src', ['./core/model', './protocol'], 'the protocol knows the model only'),
            direction('./src/host', './src/cli', undefined, 'host and cli do not know each other'),
            direction('./src/cli', './src/host', undefined, 'host and cli do not know each other'),
            direction('./src/cli', './src/protocol', undefined, 'the protocol belongs to host and webview'),
            direction(
              './webview',
              './src',
              ['./core/model', './protocol'],
              'a webview imports core/model and the protocol only',
            ),
            direction('./src', './webview', undefined, 'nothing outside the webviews imports them'),
          ],
        },
      ],
    },
  },
  {
    files: ['src/core/**/*.ts', 'src/cli/**/*.ts', 'src/protocol/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vscode', message: 'only src/host touches the vscode API' }] },
      ],
    },
  },
  {
    files: ['webview/**/*.ts', 'webview/**/*.tsx'],
    ignores: ['webview/ui/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@vscode/webview-ui-toolkit', message: 'import it in webview/ui only' }] },
      ],
    },
  },
  { files: ['src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/no-unused-expressions': 'off' },
  },
  { files: ['**/*.mjs', '**/*.cjs'], languageOptions: { globals: globals.node } },
);
