import * as z from 'zod';
import { criterionFields, type CriterionFields } from '../core/model/rubric/criterion';
import { scopeSchema } from '../core/model/rubric/rubric';
import type {
  FieldIssue,
  OldCount,
  RubricDetail,
  RubricLine,
  RubricPlace,
  Starter,
} from '../core/model/rubric/rubricView';
import { keyboardPlaces } from './desk';
import { numbered, type SurfaceSetting } from './protocol';

/**
 * Everything that host and rubric editor say to each other. The host owns the library and sends snapshots of its
 * outline and of what is selected; the editor asks for changes.
 */

/** Actions of the editor that are commands too, each with a key in src/host/commands; about what is selected. */
export const rubricActions = [
  'addCriterion',
  'addRubric',
  'editSelected',
  'raiseSelected',
  'lowerSelected',
  'cloneSelected',
  'mergeSelected',
  'flagSelected',
  'removeSelected',
  'undoRubrics',
  'redoRubrics',
  'searchRubrics',
  'compareVersions',
  'oldAnnotations',
  'importRubrics',
  'exportRubric',
] as const;
export type RubricAction = (typeof rubricActions)[number];

const id = z.string().min(1);
const place = z.object({ rubric: id, criterion: id.nullable() });
const version = z.int().positive();

/**
 * Fields of a criterion that become others; null takes one away. Whether they make a criterion is found when they are
 * written.
 */
const changes = z.partialRecord(
  z.enum(criterionFields as readonly [keyof CriterionFields, ...(keyof CriterionFields)[]]),
  z.unknown(),
);
export type Changes = z.infer<typeof changes>;

const requestSchema = z.discriminatedUnion('method', [
  /** The editor is there and has nothing; answered with what stays the same, and followed by the library. */
  z.object({ method: z.literal('ready') }),
  /** What commands are about from now on; answered with all of it. */
  z.object({ method: z.literal('select'), place: place.nullable() }),
  /** Searches the library for these words; null where nothing is asked. */
  z.object({ method: z.literal('search'), text: z.string() }),
  /** `step`: changes of one step are taken back together. */
  z.object({ method: z.literal('change'), criterion: id, changes, step: z.int() }),
  z.object({
    method: z.literal('changeRubric'),
    rubric: id,
    title: z.string().optional(),
    description: z.string().optional(),
    scope: scopeSchema.optional(),
    step: z.int(),
  }),
  /** A criterion more, at a place of importance (from 0) or as the least important; answered with its id. */
  z.object({ method: z.literal('add'), rubric: id, at: z.int().nonnegative().nullable(), text: z.string() }),
  /** To a 0-based place of importance in its rubric, or of a rubric in the library. */
  z.object({ method: z.literal('move'), place, to: z.int().nonnegative() }),
  z.object({ method: z.literal('addStarter'), name: z.string() }),
  /** Opens what became other from one version to another. */
  z.object({ method: z.literal('compare'), rubric: id, from: version, to: version }),
  /** Lists the annotations made under an old version. */
  z.object({ method: z.literal('old'), rubric: id, version }),
  z.object({ method: z.literal('act'), action: z.enum(rubricActions) }),
  z.object({ method: z.literal('focus'), on: z.enum(keyboardPlaces) }),
  /** Answered once everything asked so far is done: whether a question has the keyboard. */
  z.object({ method: z.literal('settled') }),
]);
export type RubricRequest = z.infer<typeof requestSchema>;

export const toHostSchema = numbered(requestSchema);

/** The outcome of a change: its problems by field, where it was not written. */
export interface ChangeResult {
  readonly issues: readonly FieldIssue[];
}

export interface RubricReplies {
  ready: SurfaceSetting;
  select: RubricDetail | null;
  search: { readonly criteria: readonly string[]; readonly rubrics: readonly string[] } | null;
  change: ChangeResult;
  changeRubric: ChangeResult;
  add: ChangeResult & { readonly id: string | null };
  move: null;
  addStarter: null;
  compare: null;
  old: null;
  act: null;
  focus: null;
  settled: boolean;
}

/** The library as it stands. */
export interface LibraryState {
  /** The study's name. */
  readonly study: string;
  /** Why the study, or its rubrics, cannot be read; null where they can. */
  readonly problem: string | null;
  readonly rubrics: readonly RubricLine[];
  readonly selected: RubricPlace | null;
  /**
   * Another number means that the host selected it, and the editor goes there; else what the editor selected meanwhile
   * stands.
   */
  readonly moved: number;
  readonly detail: RubricDetail | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export type RubricMessage =
  | { readonly kind: 'library'; readonly library: LibraryState }
  /** Annotations under old versions; null while they are counted. */
  | { readonly kind: 'old'; readonly counts: readonly OldCount[] | null }
  | { readonly kind: 'starters'; readonly starters: readonly Starter[] }
  | { readonly kind: 'notice'; readonly text: string; readonly error: boolean }
  /**
   * To do on the screen: write in the selected one's first field, begin a new criterion behind it, go to the search, or
   * leave a field.
   */
  | { readonly kind: 'do'; readonly action: 'edit' | 'add' | 'search' | 'leave' };

export interface RubricProtocol {
  readonly request: RubricRequest;
  readonly replies: RubricReplies;
  readonly message: RubricMessage;
}
