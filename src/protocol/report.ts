import * as z from 'zod';
import { coverageQuestionSchema, itemFindings, type ItemFinding } from '../core/model/report/coverageQuestion';
import type { CellTable, CoverageFigures } from '../core/model/report/coverage';
import { itemsQuestionSchema } from '../core/model/report/itemsQuestion';
import type { QualityReport } from '../core/model/report/quality';
import { keyboardPlaces, type KeyboardPlace } from './desk';
import { numbered, type SurfaceSetting } from './protocol';

export type { ItemFinding, KeyboardPlace };

/**
 * Everything that host and report say to each other. The host counts and keeps the figures; the view draws them. It gets
 * the counts of cells by what they are sliced by, as somebody looks at them.
 */

/** The tabs of the report: what to mend, what the rubrics cover, and whether the judgments can be trusted. */
export const reportParts = ['todo', 'coverage', 'quality'] as const;
export type ReportPart = (typeof reportParts)[number];

/** What is counted by itself, as each takes its time. */
export type CountedPart = Exclude<ReportPart, 'todo'>;

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
  'refreshQuality',
  'stopQuality',
  'qualityModels',
  'qualityFindings',
  'saveQuality',
] as const;
export type ReportAction = (typeof reportActions)[number];

/** What a person looks at in the coverage; the host keeps it for them while the view is hidden. */
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
});
export type ReportViewState = Readonly<z.infer<typeof reportViewStateSchema>>;

export const chartFormats = ['svg', 'png', 'csv'] as const;
export type ChartFormat = (typeof chartFormats)[number];

const index = z.int().nonnegative();
/** Which figures are meant: none of others are ever opened or written. */
const serial = z.int();

const requestSchema = z.discriminatedUnion('method', [
  /** The view is there and has nothing; answered with what stays the same, and followed by figures and state. */
  z.object({ method: z.literal('ready') }),
  /** The counts of cells, of the whole study and by what it is sliced by. */
  z.object({ method: z.literal('cells'), serial, by: z.string().nullable() }),
  /** Opens one of the items that a finding names. */
  z.object({ method: z.literal('openEntry'), serial, finding: z.enum(itemFindings), at: index }),
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
  /** Opens the items behind a figure at the desk. `text`: what they have in common, as the view calls it. */
  z.object({
    method: z.literal('openItems'),
    question: z.union([itemsQuestionSchema, coverageQuestionSchema]),
    text: z.string(),
  }),
  /** Opens the study's settings, or the annotations whose items changed or are gone. */
  z.object({ method: z.literal('show'), what: z.enum(['settings', 'orphans']) }),
  /** Asks how annotators are sent to items with these values of fields, and writes the study's plan. */
  z.object({
    method: z.literal('sendAnnotators'),
    fields: z.array(z.object({ by: z.string(), value: z.string() })).min(1),
  }),
  /** Asks who judges items a second time, and writes the study's plan. */
  /** `items`: as many judged by two are enough. */
  z.object({ method: z.literal('planOverlap'), items: z.int().positive() }),
  /** Computes the quality anew without these annotators. */
  z.object({ method: z.literal('without'), annotators: z.array(z.string()) }),
  /** The quality as it is shown, to be saved as a page: its HTML, and the colors and fonts of the theme by their names. */
  z.object({ method: z.literal('savePage'), html: z.string(), theme: z.record(z.string(), z.string()) }),
  z.object({ method: z.literal('look'), look: reportViewStateSchema }),
  /** The person turned to a tab. */
  z.object({ method: z.literal('turn'), to: z.enum(reportParts) }),
  /** Where the keyboard is. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type ReportRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** Answer to `ready`. */
export interface ReportSetting extends SurfaceSetting {
  readonly look: ReportViewState | null;
  readonly part: ReportPart;
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
  openEntry: null;
  show: null;
  writeCriterion: null;
  editCriterion: null;
  /** Null where the item is not there any more. */
  pair: PairTexts | null;
  act: null;
  saveChart: null;
  openItems: null;
  sendAnnotators: null;
  planOverlap: null;
  without: null;
  savePage: null;
  look: null;
  turn: null;
  focus: null;
}

/** How the figures of a part stand. */
export interface CountState {
  /** What is done of a count that is under way, from 0 to 1. */
  readonly counting: number | null;
  /** Why the last count came to nothing. */
  readonly error: string | null;
  /** What changed since the figures were counted: lines of the journals, and what else there is. */
  readonly since: { readonly judgements: number; readonly rubrics: boolean; readonly dataset: boolean };
}

export interface ReportState extends Readonly<Record<CountedPart, CountState>> {
  readonly name: string;
  /** What is done of looking for items that are to be opened. */
  readonly looking: number | null;
}

export interface ReportFigures extends CoverageFigures {
  readonly serial: number;
  /** When they were counted, in milliseconds since 1970. */
  readonly time: number;
  /** Nothing in them tells of models. */
  readonly blind: boolean;
}

export interface QualityFigures {
  readonly report: QualityReport;
  /** When they were computed, in milliseconds since 1970. */
  readonly time: number;
  /** Nothing in them tells of models, or of other annotators by name. */
  readonly blind: boolean;
  /** Everybody who judged, also who does not count; empty where names are not told. */
  readonly annotators: readonly string[];
}

export type ReportMessage =
  | { readonly kind: 'coverage'; readonly figures: ReportFigures }
  | { readonly kind: 'quality'; readonly figures: QualityFigures }
  | { readonly kind: 'state'; readonly state: ReportState }
  | { readonly kind: 'notice'; readonly text: string; readonly isError: boolean }
  /** A command turned to a tab. */
  | { readonly kind: 'turn'; readonly to: ReportPart }
  /** A command about what is on the screen, which the view does by itself. */
  | { readonly kind: 'do'; readonly action: ReportAction }
  /** How the chart in hand is to be saved. */
  | { readonly kind: 'chart'; readonly format: ChartFormat };

export interface ReportProtocol {
  readonly request: ReportRequest;
  readonly replies: ReportReplies;
  readonly message: ReportMessage;
}
