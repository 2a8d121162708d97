import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { shapeOf } from './option';
import type { SettingTable } from './settingOption';

/** Where the repositories of tasks are, and how their tests are run, where the dataset does not say. */

const text = { schema: z.string().min(1), group: 'code' } as const;

export const testOptions = {
  command: {
    ...text,
    label: () => l10n.t('Test command'),
    help: () =>
      l10n.t('Runs the tests of a task, in the folder of its repository. Goes before the command of the dataset.'),
    control: { kind: 'text', example: 'pytest -q' },
  },
  image: {
    ...text,
    label: () => l10n.t('Container image for tests'),
    help: () => l10n.t('Used where the dataset names none.'),
    control: { kind: 'text', example: 'python:3.12' },
  },
  shouldPass: {
    schema: z.array(z.string().min(1)),
    label: () => l10n.t('Tests that should pass'),
    help: () => l10n.t('Used where the dataset names none.'),
    control: {
      kind: 'lines',
      hint: () => l10n.t('The name of a test on each line.'),
      example: 'tests/test_a.py::test_a',
    },
    group: 'code',
  },
  timeout: {
    schema: z.int().positive().max(86_400),
    label: () => l10n.t('Time limit for tests, in seconds'),
    help: () => l10n.t('Default: {0}.', 600),
    control: { kind: 'number', example: '600' },
    group: 'code',
  },
  report: {
    ...text,
    label: () => l10n.t('Report of tests'),
    help: () =>
      l10n.t(
        'A file in JUnit XML that the command writes, below the folder of the repository. Without it, results are read from the output.',
      ),
    control: { kind: 'text', example: 'report.xml' },
  },
  withoutIsolation: {
    schema: z.boolean(),
    label: () => l10n.t('Run tests without isolation where there is none'),
    help: () =>
      l10n.t(
        'Code of a response can then read, change and send whatever you can. Results say that they were made so. Only for code that you trust.',
      ),
    control: { kind: 'check' },
    group: 'code',
  },
} as const satisfies SettingTable;

export const codeOptions = {
  source: {
    ...text,
    label: () => l10n.t('Repository of a task'),
    help: () =>
      l10n.t(
        'A folder with a checkout, a bare repository, or an archive of one (.tar, .tar.gz, .zip), relative to the folder of the study. {repo} stands for the repository of the item, such as “django/django”, and {repo_name} for its last part.',
      ),
    control: { kind: 'text', example: 'repos/{repo_name}.git' },
  },
  commit: {
    ...text,
    label: () => l10n.t('Commit that patches are based on'),
    help: () => l10n.t('Used where the dataset names none. A commit, a branch or a tag.'),
    control: { kind: 'text', example: 'main' },
  },
  test: {
    schema: z.looseObject(shapeOf(testOptions)),
    about: 'How the tests of a task are run.',
    fields: testOptions,
  },
} as const satisfies SettingTable;

/** The repositories of tasks, as a project says it. */
export const codeSchema = z.looseObject(shapeOf(codeOptions));
export type CodeSetting = z.infer<typeof codeSchema>;
export type TestSetting = NonNullable<CodeSetting['test']>;
