import * as z from 'zod';
import type { QualityReport } from '../core/model/report/quality';
import { itemsQuestionSchema } from '../core/model/report/itemsQuestion';
import { keyboardPlaces } from './desk';
import { numbered, type SurfaceSetting } from './protocol';
import { chartFormats, type ReportState } from './report';

/** Everything that host and quality view say to each other. The host computes and keeps the figures; the view draws them. */

/** Actions of the view that are commands too, each with a key in src/host/commands. */
export const qualityActions = [
  'refreshQuality',
  'stopQuality',
  'qualityModels',
  'qualityFindings',
  'saveQuality',
] as const;
export type QualityAction = (typeof qualityActions)[number];

const requestSchema = z.discriminatedUnion('method', [
  /** The view is there and has nothing; answered with what stays the same, and followed by figures and state. */
  z.object({ method: z.literal('ready') }),
  z.object({ method: z.literal('act'), action: z.enum(qualityActions) }),
  /** Opens the items behind a figure at the desk. `text`: what they have in common, as the view calls it. */
  z.object({ method: z.literal('openItems'), question: itemsQuestionSchema, text: z.string() }),
  /** Asks how annotators are sent to items with these values of fields, and writes the study's plan. */
  z.object({
    method: z.literal('sendAnnotators'),
    fields: z.array(z.object({ by: z.string(), value: z.string() })).min(1),
  }),
  /** Computes anew without these annotators. */
  z.object({ method: z.literal('without'), annotators: z.array(z.string()) }),
  /** Asks where a chart or a table goes, and writes it there. */
  z.object({
    method: z.literal('saveChart'),
    name: z.string(),
    format: z.enum(chartFormats),
    content: z.union([z.string(), z.instanceof(Uint8Array)]),
  }),
  /** The report as it is shown, to be saved as a page: its HTML, and the colors and fonts of the theme by their names. */
  z.object({ method: z.literal('savePage'), html: z.string(), theme: z.record(z.string(), z.string()) }),
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
]);
export type QualityRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** Answer to `ready`. */
export interface QualitySetting extends SurfaceSetting {
  /** Names the study, for the view to be brought back with its window. */
  readonly study: string;
}

export interface QualityReplies {
  ready: QualitySetting;
  act: null;
  openItems: null;
  sendAnnotators: null;
  without: null;
  saveChart: null;
  savePage: null;
  focus: null;
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

export type QualityMessage =
  | { readonly kind: 'figures'; readonly figures: QualityFigures }
  | { readonly kind: 'state'; readonly state: ReportState }
  | { readonly kind: 'notice'; readonly text: string; readonly isError: boolean }
  /** A command about what is on the screen, which the view does by itself. */
  | { readonly kind: 'do'; readonly action: QualityAction };

export interface QualityProtocol {
  readonly request: QualityRequest;
  readonly replies: QualityReplies;
  readonly message: QualityMessage;
}
