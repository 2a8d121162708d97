import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { codeOptions } from './codeOptions';
import { planOptions } from './planOptions';
import type { SettingTable } from './settingOption';
import { taskOptions } from './taskOptions';

export const roundOption = {
  round: {
    schema: z.int().nonnegative(),
    required: true,
    label: () => l10n.t('Round'),
    help: () => l10n.t('Saved with every annotation. Increase it when the responses come from a new model.'),
    control: { kind: 'number' },
    group: 'plan',
  },
} as const satisfies SettingTable;

/** The parts of a project that the settings view shows. */
export const projectOptions: SettingTable = {
  task: { schema: z.unknown(), about: 'What annotators do.', fields: taskOptions },
  plan: {
    schema: z.unknown(),
    about: 'Which items are assigned to which annotator, and in which order.',
    fields: planOptions,
  },
  code: { schema: z.unknown(), about: 'Where the repositories of tasks are.', fields: codeOptions },
  ...roundOption,
};
