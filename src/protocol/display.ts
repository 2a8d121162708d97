import * as z from 'zod';
import { textViews } from '../core/model/desk/textView';
import type { DeskDifference } from '../core/model/desk/difference';
import type { TextLength } from '../core/model/item/length';
import type { MediaPart } from '../core/model/item/media';

/** What one does to read an item. None of it is a judgement, and nothing of it is kept with one. */

/** Actions that the webview does by itself: they are about what is on the screen. */
const screenActions = [
  'copyCode',
  'openCode',
  'prompt',
  'unfoldReasoning',
  'unfoldTurns',
  'findInItem',
  'guidelines',
  'unfoldChecks',
  'toggleReferences',
  'markWhere',
  'promptDown',
  'promptUp',
  'scrollDown',
  'scrollUp',
  'scrollAllDown',
  'scrollAllUp',
  'quote',
  'switchView',
] as const;
export type ScreenAction = (typeof screenActions)[number];

/** All of them; each is a command with its key in src/host/commands. */
export const displayActions = [
  ...screenActions,
  'togglePlainText',
  'toggleLength',
  'toggleWrapCode',
  'toggleWriteBeside',
  'largerText',
  'smallerText',
  'difference',
  'toggleInlineDifference',
  'differenceEditor',
] as const;

/** Settings of a person for how texts are shown. */
export interface DisplaySetting {
  /** As they are written, without what Markdown makes of them. */
  readonly plainText: boolean;
  readonly showLength: boolean;
  /** True where a difference is shown within one text, not side by side. */
  readonly inlineDifference: boolean;
  /** Whether long lines of code are broken. */
  readonly wrapCode: boolean;
  /** Whether rationale and critiques are written at the side of the responses, not below them. */
  readonly writeBeside: boolean;
  /** Of texts, in CSS pixels. */
  readonly textSize: number;
  /** As a multiple of the size. */
  readonly lineHeight: number;
  /** Characters that a line has at most. */
  readonly maxLineLength: number;
}

const index = z.int().nonnegative();
/** The place of one medium: its number (from 0) in a turn of a response, or of the prompt. */
const mediaPlace = { key: z.string(), response: index.nullable(), turn: index, number: index };
export interface MediaPlace {
  readonly key: string;
  readonly response: number | null;
  readonly turn: number;
  readonly number: number;
}

/** Requests of the webview to the host that help one to read. */
export const displayRequests = [
  z.object({ method: z.literal('copy'), text: z.string() }),
  /** `language` as the text names it; empty where it names none. */
  z.object({ method: z.literal('openCode'), text: z.string(), language: z.string() }),
  /** How the responses of an item are shown, in the order shown. */
  z.object({ method: z.literal('views'), key: z.string(), views: z.array(z.enum(textViews)) }),
  /** How long each response of an item is. */
  z.object({ method: z.literal('lengths'), key: z.string() }),
  /** The exact text of a response, whole. */
  z.object({ method: z.literal('rawText'), key: z.string(), response: index }),
  /** The part of an image, a sound or a film that begins at the byte `from`. */
  z.object({ method: z.literal('media'), from: index, ...mediaPlace }),
  /** Where the record says that it is. */
  z.object({ method: z.literal('mediaName'), ...mediaPlace }),
  /** Opens one that is on the web. */
  z.object({ method: z.literal('openMedia'), ...mediaPlace }),
] as const;

export interface DisplayReplies {
  copy: null;
  views: null;
  openCode: null;
  /** In the order shown; null where the item is not on the screen any more. */
  lengths: readonly TextLength[] | null;
  /** Null where the item is not on the screen any more. */
  rawText: string | null;
  media: MediaPart | null;
  mediaName: string | null;
  openMedia: null;
}

export type DisplayMessage =
  | { readonly kind: 'reading'; readonly reading: DisplaySetting }
  | { readonly kind: 'difference'; readonly difference: DeskDifference | null }
  /** A command about what is on the screen, which the webview does by itself. */
  | { readonly kind: 'do'; readonly action: ScreenAction };
