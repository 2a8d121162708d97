import * as z from 'zod';
import type { DeskCriteria } from '../core/model/desk/deskRubric';
import type { DeskRuleList } from '../core/model/desk/deskRules';
import type { Arrangement } from '../core/model/desk/arrangement';
import type { DeskContent, DeskState, FocusTarget, Notice } from '../core/model/desk/deskState';
import { draftFieldSchema } from '../core/model/annotation/draft';
import { judgementActionSchema, type JudgementAction } from '../core/model/annotation/judgementAction';
import type { DeskCritiques } from '../core/model/annotation/metaCritique';
import type { TextPart } from '../core/model/item/textPart';
import { codeActions } from './code';
import { displayActions, displayRequests, type DisplayMessage, type DisplayReplies } from './display';
import { keyListRequests, type KeyListMessage, type KeyListReplies } from './keyList';
import { ruleCommands, ruleDeskActions } from './rules';
import { runCommands, runDeskActions } from './runs';
import { numbered, type SurfaceSetting } from './protocol';
import { writingActions, writingRequests, type WritingReplies } from './judgementTexts';

/**
 * Everything that host and desk say to each other. The host owns all state and sends whole snapshots; the webview asks
 * for changes. Nothing here names a response otherwise than by the index at which it is shown.
 */

/** Actions of the desk that are commands too; most have a key in src/host/commands. */
export const deskActions = [
  'save',
  'next',
  'previous',
  'skip',
  'undo',
  'redo',
  'critique',
  'rationale',
  'answer',
  'clarification',
  'note',
  'criterionForItem',
  'mode',
  'context',
  'showMore',
  'toggleBeside',
  'goTo',
  'order',
  'history',
  'useAsControl',
  'keys',
  'export',
  'toggleArrangement',
  'changeAnnotator',
  'chooseFields',
  ...displayActions,
  ...writingActions,
  ...ruleDeskActions,
  ...runDeskActions,
  ...codeActions,
] as const;
export type DeskAction = (typeof deskActions)[number];

/** The actions that change the judgement and are commands too, each with its key. */
export const judgingCommands = {
  selectNext: { do: 'selectBy', by: 1 },
  selectPrevious: { do: 'selectBy', by: -1 },
  unplace: { do: 'clear' },
  moveUp: { do: 'move', step: -1 },
  moveDown: { do: 'move', step: 1 },
  accept: { do: 'accept' },
  acceptNone: { do: 'acceptNone' },
  judgeTurn: { do: 'turn' },
  buckets: { do: 'buckets' },
  orderTier: { do: 'orderTier' },
  notApplicable: { do: 'notApplicable' },
  firstError: { do: 'firstError' },
  cutStep: { do: 'cutStep' },
  joinStep: { do: 'joinStep' },
  grid: { do: 'grid' },
  leaveGrid: { do: 'grid', on: false },
  yes: { do: 'answer', value: true },
  no: { do: 'answer', value: false },
  cellLeft: { do: 'cellBy', rows: 0, columns: -1 },
  cellRight: { do: 'cellBy', rows: 0, columns: 1 },
  cellUp: { do: 'cellBy', rows: -1, columns: 0 },
  cellDown: { do: 'cellBy', rows: 1, columns: 0 },
  removeAnswer: { do: 'removeAnswer' },
  mark: { do: 'mark' },
  markEnd: { do: 'markEnd' },
  markMore: { do: 'markMore' },
  markNext: { do: 'markBy', by: 1 },
  markPrevious: { do: 'markBy', by: -1 },
  markPolarity: { do: 'markPolarity' },
  markNote: { do: 'markNote' },
  markAgain: { do: 'markAgain' },
  markTake: { do: 'markTake' },
  markRemove: { do: 'markRemove' },
  markMissing: { do: 'markMissing' },
  critiques: { do: 'critiques' },
  leaveCritiques: { do: 'critiques', on: false },
  critiquesNext: { do: 'critiquesBeside', by: 1 },
  critiquesPrevious: { do: 'critiquesBeside', by: -1 },
  acceptCritique: { do: 'critiqueAccepted', value: true },
  rejectCritique: { do: 'critiqueAccepted', value: false },
  soundCritique: { do: 'critiqueSoundness', value: 'sound' },
  flawedCritique: { do: 'critiqueSoundness', value: 'flawed' },
  unsureOfCritique: { do: 'critiqueSoundness', value: 'unsure' },
  agreeWithCritique: { do: 'critiqueAgrees', value: true },
  disagreeWithCritique: { do: 'critiqueAgrees', value: false },
  editCritique: { do: 'critiqueEdit' },
  pickCritique: { do: 'critiquePick' },
  mergeCritiques: { do: 'critiqueMerge' },
  ...ruleCommands,
  ...runCommands,
} as const satisfies Readonly<Record<string, JudgementAction>>;

/**
 * The places of the keyboard: keys are commands on the desk, others where passages are marked, text in a field, reading
 * in what lies over the desk, and none of our business elsewhere.
 */
export const keyboardPlaces = ['desk', 'marking', 'text', 'over', 'elsewhere'] as const;
export type KeyboardPlace = (typeof keyboardPlaces)[number];

const index = z.int().nonnegative();
/**
 * The item that a request is about, as `DeskItem.key` names it: what a person meant for one item never falls on the
 * next.
 */
const key = z.string();

const requestSchema = z.discriminatedUnion('method', [
  /** The webview is there and has nothing; answered with what stays the same, and followed by content and state. */
  z.object({ method: z.literal('ready') }),
  /** The texts of an item that the webview no longer has. */
  z.object({ method: z.literal('missing'), key }),
  /**
   * The next part of a text, of which the webview has the first `from` UTF-16 units; `response` is null for the prompt.
   * Of the guidelines `key` is the version.
   */
  z.object({
    method: z.literal('more'),
    key,
    response: z.union([index, z.enum(['beside', 'guidelines'])]).nullable(),
    turn: index,
    from: index,
  }),
  z.object({ method: z.literal('act'), action: z.enum(deskActions), key: key.optional() }),
  z.object({ method: z.literal('judge'), key, action: judgementActionSchema }),
  z.object({ method: z.literal('setText'), key, field: draftFieldSchema, text: z.string() }),
  /** The item's mode is another one than before, and was on the screen for a moment. */
  z.object({ method: z.literal('modeRead'), key }),
  ...displayRequests,
  ...writingRequests,
  ...keyListRequests,
  /** Reports the place of the keyboard. */
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
  /** Answered once everything asked so far is done. */
  z.object({ method: z.literal('settled') }),
  /** The person answered the question above the item; `action` is its place among the question's, null where they put it away. */
  z.object({ method: z.literal('answerQuestion'), action: z.number().int().nonnegative().nullable() }),
]);
export type DeskRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

export type { Arrangement };

/** Answer to `ready`. */
export interface DeskSetting extends SurfaceSetting {
  /** Names the study, and nothing about it: what the webview remembers by itself belongs to it. */
  readonly study: string;
}

export interface DeskReplies extends DisplayReplies, WritingReplies, KeyListReplies {
  ready: DeskSetting;
  missing: null;
  /** Null where the item is not on the screen any more. */
  more: TextPart | null;
  act: null;
  judge: null;
  modeRead: null;
  setText: null;
  focus: null;
  answerQuestion: null;
  /** True once no question takes the keyboard from the desk. */
  settled: boolean;
}

/** A question about the study that can wait, with its answers. */
export interface DeskQuestion {
  readonly text: string;
  readonly actions: readonly string[];
}

export type DeskMessage =
  | { readonly kind: 'content'; readonly content: DeskContent }
  | { readonly kind: 'criteria'; readonly criteria: DeskCriteria }
  | { readonly kind: 'critiques'; readonly critiques: DeskCritiques }
  | { readonly kind: 'rules'; readonly rules: DeskRuleList }
  | { readonly kind: 'state'; readonly state: DeskState }
  | { readonly kind: 'arrangement'; readonly arrangement: Arrangement }
  | { readonly kind: 'notice'; readonly notice: Notice | null }
  | { readonly kind: 'question'; readonly question: DeskQuestion | null }
  | { readonly kind: 'focus'; readonly target: FocusTarget }
  /** To press the button at the end of a text that is not shown whole. */
  | { readonly kind: 'showMore' | 'toggleBeside' }
  | KeyListMessage
  | DisplayMessage;

export interface DeskProtocol {
  readonly request: DeskRequest;
  readonly replies: DeskReplies;
  readonly message: DeskMessage;
}
