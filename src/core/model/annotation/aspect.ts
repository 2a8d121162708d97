import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { shapeOf } from '../study/options/option';
import type { SettingTable } from '../study/options/settingOption';

/** What is said of an aspect, in the order in which projects hold it. */
export const aspectOptions = {
  name: {
    schema: z.string().min(1),
    required: true,
    label: () => l10n.t('Name'),
    help: undefined,
    control: { kind: 'text' },
  },
  description: {
    schema: z.string(),
    label: () => l10n.t('Description'),
    help: undefined,
    control: { kind: 'text' },
    isWide: true,
  },
  min: {
    schema: z.number().default(1),
    required: true,
    label: () => l10n.t('From'),
    help: undefined,
    control: { kind: 'number' },
  },
  max: {
    schema: z.number().default(5),
    required: true,
    label: () => l10n.t('To'),
    help: undefined,
    control: { kind: 'number' },
  },
  continuous: { schema: z.boolean(), about: 'If true, annotators can give values between whole numbers.' },
  levels: {
    schema: z.record(z.string(), z.string()),
    label: () => l10n.t('What values mean'),
    help: undefined,
    control: { kind: 'lines', example: '1: useless', as: 'record' },
    isWide: true,
  },
  overall: {
    schema: z.boolean(),
    label: () => l10n.t('Rates the response as a whole'),
    help: undefined,
    control: { kind: 'check' },
  },
  weight: {
    schema: z.number(),
    about: 'Weight of the aspect in the suggested ranking. Default: 1. The suggestion is never saved as a judgment.',
  },
} as const satisfies SettingTable;

/** What a response is rated on, with its scale. Ratings are kept by the aspect's name. */
export const aspectSchema = z.looseObject(shapeOf(aspectOptions));
export type Aspect = Readonly<z.infer<typeof aspectSchema>>;

/** What is rated where a study says nothing else. */
export const defaultAspects: readonly Aspect[] = [
  { name: 'helpfulness', description: 'Does it serve the person who asked?', min: 1, max: 5 },
  { name: 'correctness', description: 'Is it true?', min: 1, max: 5 },
  { name: 'clarity', description: 'Is it easy to follow?', min: 1, max: 5 },
  { name: 'overall', description: 'All in all', min: 1, max: 5, overall: true },
];

/** A value of a rating: a number of the scale, or that the aspect does not apply. */
export const ratingSchema = z.union([z.number(), z.literal('n/a')]);
export type Rating = z.infer<typeof ratingSchema>;
