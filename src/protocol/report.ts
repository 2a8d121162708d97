import * as z from 'zod';
import { ruleScopes } from '../core/model/annotation/judgementValues';
import { itemFindings, type ItemFinding } from '../core/model/report/coverageQuestion';
import type { CellTable, CoverageFigures } from '../core/model/report/coverage';
import { keyboardPlaces, type KeyboardPlace } from './desk';
import { numbered, type SurfaceSetting } from './protocol';

export type { ItemFinding, KeyboardPlace };

/**
 * Everything that host and coverage view say to each other. The host counts and keeps the figures; the view draws them.
 * It gets the counts of cells by what they are sliced by, as somebody looks at them.
 */

/** Actions of the view that are commands too, each with a key in src/host/commands. */
export const reportActions = [
  'refreshCoverage',
  'stopCoverage',
  'showFindings',
  'showMatrix',
  'showHeatMap',
  'searchCriteria',
  'chooseSlices',
  'openBehind',
  'writeCriterion',
  'editCriterion',
  'exportMatrix',
  'exportChart',
  'coverageModels',
] as const;
export type ReportAction = (typeof reportActions)[number];

/** What a person looks at; the host keeps it for them while the view is hidden. */
export const reportViewStateSchema = z.object({
  tab: z.enum(['criteria', 'spans', 'rules', 'study']),
  /** What stands in the columns: "figures", or by what the study is sliced. */
  by: z.string(),
  shows: z.enum(['yes', 'filled', 'unfilled']),
  /** A figure, or the number of a slice; undefined for the order of the rubrics. */
  sort: z.object({ column: z.string(), descending: z.boolean() }).optional(),
  search: z.string(),
  /** All cells of the slices are drawn at a glance. */
  heatMap: z.literal(true).optional(),
  /** Id of the criterion in hand. */
  criterion: z.string().optional(),
  finding: z.string().optional(),
});
export type ReportViewState = Readonly<z.infer<typeof reportViewStateSchema>>;

export const chartFormats = ['svg', 'png', 'csv'] as const;
export type ChartFormat = (typeof chartFormats)[number];

const index = z.int().nonnegative();
const slice = index.nullable();
/** Which figures are meant: none of others are ever opened or written. */
const serial = z.int();

const requestSchema = z.discriminatedUnion('method', [
  /** The view is there and has nothing; answered with what stays the same, and followed by figures and state. */
  z.object({ method: z.literal('ready') }),
  /** The counts of cells, of the whole study and by what it is sliced by. */
  z.object({ method: z.literal('cells'), serial, by: z.string().nullable() }),
  /** Opens the items behind a cell at the desk; the whole study where no slice is named. */
  z.object({
    method: z.literal('openCell'),
    serial,
    criterion: z.string(),
    slice,
    state: z.enum(['filled', 'not-applicable', 'unfilled']),
  }),
  /** The same for spans of a type; of all types where none is named. */
  z.object({
    method: z.literal('openSpans'),
    serial,
    kind: z.enum(['span', 'missing']),
    type: z.string().nullable().optional(),
    bare: z.literal(true).optional(),
    slice,
  }),
  /** The same for marks of a rule. */
  z.object({
    method: z.literal('openRule'),
    serial,
    rule: z.string(),
    mark: z.enum([...ruleScopes, 'marked', 'unmarked']),
  }),
  /** Opens the items of a finding at the desk; or only the one at a place of its list. */
  z.object({ method: z.literal('openFinding'), serial, finding: z.enum(itemFindings), at: index.nullable() }),
  /** Asks for a criterion that explains a preference of a finding. */
  z.object({ method: z.literal('writeCriterion'), serial, finding: z.enum(itemFindings), at: index }),
  /** What a preference of a finding is about. */
  z.object({ method: z.literal('pair'), serial, finding: z.enum(itemFindings), at: index }),
  /** Opens the rubrics, at a criterion where one is in hand. */
  z.object({ method: z.literal('editCriterion'), criterion: z.string().nullable() }),
  z.object({ method: z.literal('act'), action: z.enum(reportActions) }),
  /** Asks where a chart goes, and writes it there. */
  z.object({
    method: z.literal('saveChart'),
    name: z.string(),
    format: z.enum(chartFormats),
    content: z.union([z.string(), z.instanceof(Uint8Array)]),
  }),
  z.object({ method: z.literal('look'), look: reportViewStateSchema }),
  /** Where the keyboard is. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type ReportRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** Answer to `ready`. */
export interface ReportSetting extends SurfaceSetting {
  readonly look: ReportViewState | null;
  /** Names the study, for the view to be brought back with its window. */
  readonly study: string;
}

/** The beginning of a text. */
interface TextBeginning {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * What was asked, and the two responses of a preference; null where nothing may tell of them, or their text is another
 * annotator's own.
 */
export interface PairTexts {
  readonly prompt: TextBeginning;
  readonly winner: (TextBeginning & { readonly id: string }) | null;
  readonly loser: (TextBeginning & { readonly id: string }) | null;
}

export interface ReportReplies {
  ready: ReportSetting;
  /** Null where those figures are gone. */
  cells: CellTable | null;
  openCell: null;
  openSpans: null;
  openRule: null;
  openFinding: null;
  writeCriterion: null;
  editCriterion: null;
  /** Null where the item is not there any more. */
  pair: PairTexts | null;
  act: null;
  saveChart: null;
  look: null;
  focus: null;
}

/** How the figures stand. */
export interface ReportState {
  readonly name: string;
  /** What is done of a count that is under way, from 0 to 1. */
  readonly counting: number | null;
  /** What is done of looking for items that are to be opened. */
  readonly looking: number | null;
  /** Why the last count came to nothing. */
  readonly error: string | null;
  /** What changed since the figures were counted: lines of the journals, and what else there is. */
  readonly since: { readonly judgements: number; readonly rubrics: boolean; readonly dataset: boolean };
}

export interface ReportFigures extends CoverageFigures {
  readonly serial: number;
  /** When they were counted, in milliseconds since 1970. */
  readonly time: number;
  /** Nothing in them tells of models. */
  readonly blind: boolean;
}

export type ReportMessage =
  | { readonly kind: 'figures'; readonly figures: ReportFigures }
  | { readonly kind: 'state'; readonly state: ReportState }
  | { readonly kind: 'notice'; readonly text: string; readonly isError: boolean }
  /** A command about what is on the screen, which the view does by itself. */
  | { readonly kind: 'do'; readonly action: ReportAction }
  /** How the chart in hand is to be saved. */
  | { readonly kind: 'chart'; readonly format: ChartFormat };

export interface ReportProtocol {
  readonly request: ReportRequest;
  readonly replies: ReportReplies;
  readonly message: ReportMessage;
}
