import * as z from 'zod';
import { recipeFields, type RecipeField } from '../core/model/study/options/recipeOptions';
import type { RecipeIssue, RecipeTexts } from '../core/model/study/recipeText';
import { keyboardPlaces, type KeyboardPlace } from './desk';
import { numbered, type SurfaceSetting } from './protocol';

export type { KeyboardPlace, RecipeField, RecipeIssue, RecipeTexts };

/**
 * Everything that host and export view say to each other. The host keeps the options as they are typed, counts what
 * they would give, and writes the export; the view draws that.
 */

/** Actions of the view that are commands too, each with a key in src/host/commands. */
export const exportActions = [
  'runExport',
  'stopExport',
  'refreshExport',
  'saveRecipe',
  'openRecipe',
  'exportFolder',
  'openExported',
  'copyTrainCommand',
  'goToOptions',
  'goToRows',
  'exportModels',
] as const;
export type ExportAction = (typeof exportActions)[number];

const requestSchema = z.discriminatedUnion('method', [
  /** The view is there and has nothing; answered with what stays the same, and followed by the state. */
  z.object({ method: z.literal('ready') }),
  /** What is typed or chosen in a field. */
  z.object({ method: z.literal('set'), field: z.enum(recipeFields), text: z.string().max(100_000) }),
  /**
   * By whom it is read, and as which format: an empty trainer stands for all formats, and null leaves what was chosen
   * last.
   */
  z.object({ method: z.literal('target'), trainer: z.string().nullable(), format: z.string().nullable() }),
  z.object({ method: z.literal('act'), action: z.enum(exportActions) }),
  /** Reports the place of the keyboard. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type ExportRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** A format as it can be chosen. */
export interface FormatChoice {
  readonly name: string;
  readonly title: string;
  readonly family: string;
  /** Options that are for some formats only, and for this one. */
  readonly takes: readonly string[];
  /** What it goes by where nobody chooses, as it would be typed. */
  readonly defaults: RecipeTexts;
  readonly files: readonly string[];
  /** Its rows name models or responses. */
  readonly namesModels: boolean;
}

/** A trainer with the names of the formats that it reads. */
export interface TrainerChoice {
  readonly trainer: string;
  readonly formats: readonly string[];
}

/** What an export can be written as, and for whom. */
export interface FormatChoices {
  readonly formats: readonly FormatChoice[];
  readonly trainers: readonly TrainerChoice[];
}

/** An option as it is filled in. */
export interface FormField {
  readonly field: RecipeField;
  readonly label: string;
  /** The help text, where the label does not say it all. */
  readonly help: string | null;
  readonly control: FormControl;
  /** Shown only where this one says something. */
  readonly needs: RecipeField | null;
  /** Some formats only take it. */
  readonly byFormat: boolean;
}

/** `known` is what else of the study there is to choose. */
export type FormControl =
  | { readonly kind: 'text'; readonly example: string; readonly isNumber: boolean }
  | { readonly kind: 'check'; readonly on: string }
  /** A choice of one of a few values, or of what `unset` says. */
  | {
      readonly kind: 'choice';
      readonly values: readonly NamedValue[];
      readonly known: keyof KnownNames | null;
      readonly unset: string;
    }
  /** Any of a few values; a text where there are none. */
  | {
      readonly kind: 'some';
      readonly values: readonly NamedValue[];
      readonly known: keyof KnownNames | null;
      readonly example: string;
    };

export type NamedValue = readonly [value: string, label: string];

/** Options that belong together. */
export interface FormGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly FormField[];
}

/** Answer to `ready`. */
export interface ExportSetting extends SurfaceSetting, FormatChoices {
  /** All options, in groups as they are shown. */
  readonly form: readonly FormGroup[];
  /** Names the study, for the view to be brought back with its window. */
  readonly study: string;
}

export interface ExportReplies {
  ready: ExportSetting;
  set: null;
  target: null;
  act: null;
  focus: null;
}

/** So many, and why. */
export interface Reason {
  readonly count: number;
  readonly reason: string;
}

/** Counts of what an export with these options would write. */
export interface PreviewCounts {
  readonly rows: readonly { readonly split: string; readonly count: number }[];
  readonly annotations: number;
  /** Rows that rest on no judgement. */
  readonly unjudged: number;
  /** Rows whose exact opposite is a row too, with what that means. */
  readonly opposite: Reason | null;
  readonly dropped: readonly Reason[];
  readonly notes: readonly Reason[];
  /** Records of the dataset that cannot be read, and judged items that have the id of another. */
  readonly unreadable: number;
  readonly repeated: number;
  readonly first: readonly FirstRow[];
}

/** One of the first rows. */
export interface FirstRow {
  /** Long texts cut. */
  readonly json: string;
  /** By trainers that make the same of it; none where no trainer was looked at. */
  readonly learned: readonly RowLearned[];
}

/** What trainers learn of a row, in words. */
export interface RowLearned {
  readonly trainers: string;
  readonly told: string;
  /** A model would learn what is not its own, or some of the row is lost. */
  readonly isDoubtful: boolean;
  /** The texts of the row by answer; none where the trainers do not read it. */
  readonly sides: readonly {
    readonly side: string;
    readonly texts: readonly LearnedText[];
    /** So many more are not listed. */
    readonly more: number;
  }[];
}

export interface LearnedText {
  readonly part: string;
  readonly state: string;
  readonly isLearned: boolean;
  /** Its beginning. */
  readonly text: string;
}

/** Names that can be chosen in fields that name something of the study. */
export interface KnownNames {
  readonly annotators: readonly string[];
  readonly flags: readonly string[];
  readonly criteria: readonly string[];
}

export interface ExportState {
  readonly name: string;
  /** Empty where all formats are shown. */
  readonly trainer: string;
  readonly texts: RecipeTexts;
  readonly issues: readonly RecipeIssue[];
  readonly known: KnownNames;
  /** The formats that the study declares itself, and what is wrong with those that cannot be chosen. */
  readonly own: FormatChoices & { readonly faults: readonly string[] };
  /** The recipe that the options are of, and whether they are other ones by now. */
  readonly recipe: { readonly name: string; readonly changed: boolean } | null;
  readonly recipes: number;
  readonly folder: string;
  /** The commands that train, by trainer. */
  readonly commands: readonly { readonly trainer: string; readonly text: string }[];
  readonly preview: {
    /** The progress of a count, from 0 to 1; null where none runs. */
    readonly looking: number | null;
    readonly error: string | null;
    /** The counts of the options before, while `looking`. */
    readonly counts: PreviewCounts | null;
    /** The study changed since it was counted. */
    readonly outdated: boolean;
    /** Its rows name no model and no response: nobody said that they may. */
    readonly blind: boolean;
  };
  /** The progress of an export, from 0 to 1; null where none runs. */
  readonly exporting: number | null;
  /** How the last export ended. */
  readonly ended: { readonly text: string; readonly isError: boolean } | null;
}

export type ExportMessage =
  | { readonly kind: 'state'; readonly state: ExportState }
  | { readonly kind: 'progress'; readonly looking: number | null; readonly exporting: number | null }
  /** A command about what is on the screen, which the view does by itself. */
  | { readonly kind: 'do'; readonly action: ExportAction }
  | { readonly kind: 'notice'; readonly text: string; readonly isError: boolean };

export interface ExportProtocol {
  readonly request: ExportRequest;
  readonly replies: ExportReplies;
  readonly message: ExportMessage;
}
