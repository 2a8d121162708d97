import type { Annotation } from '../model/annotation/annotation';
import type { Item } from '../model/item/item';
import type { RenamedItems } from '../study/judgedLineEnds';
import type { Project } from '../model/study/project';
import type { FileKind, Recipe } from '../model/study/recipe';
import type { FormatOption } from '../model/study/options/recipeOptions';
import type { Consensus } from '../quality/consensus/ballot';
import type { Aspect } from '../model/annotation/aspect';
import type { Rubrics } from '../model/rubric/rubric';
import type { Rules } from '../model/rubric/rule';
import type { TrainingCommandBuilder } from './commands/trainingCommand';
import type { SupportedMedia, MediaKind } from './media/mediaKinds';
import type { BenchmarkOverlaps } from './dedup/benchmarkOverlaps';
import type { DropReason, Note } from './dropReasons';
import type { FormatRules } from './formatRules';
import type { JudgeKind } from '../model/annotation/judgeKind';
import type { MediaSetting } from './media/finder';
import { type Fields } from './fields';

export type { FormatOption };

/** What an item was judged to be like, under one context: what a format makes its rows of. */
export interface Judged {
  /** With the context and the evidence in its prompt, as the options place them (`texts/promptAsShown`). */
  readonly item: Item;
  /** As the dataset has it. */
  readonly source: Item;
  readonly context: string | undefined;
  /** By all annotators that are wanted; none where the item has a row all the same (`items`). */
  readonly annotations: readonly Annotation[];
  /**
   * Annotations that are not exported themselves, by those whose critiques the others judge; where the format asks for
   * them (`ExportFormat.readsCritics`).
   */
  readonly critics?: readonly Annotation[] | undefined;
  /** What they prefer together, by the rule that the options name; undefined where each speaks for themselves. */
  readonly consensus?: Consensus | undefined;
  /** What the annotations name: rubrics, rules, questions and aspects. */
  readonly study: ReferencedStudy;
}

/** The part of a study that annotations name by ids and versions. */
export interface ReferencedStudy {
  readonly rubrics: Rubrics;
  readonly rules: Rules;
  readonly project: Pick<Project, 'task'>;
  /** See `Study.renamedItems`. */
  readonly renamedItems?: RenamedItems | undefined;
}

/** Decided once for a whole file, so that every row has the same shape. */
export interface FileContext {
  /** Whether any item of the export defines tools, so that every row says which. */
  readonly tools: boolean;
  /** The kinds of media that rows of the export carry, so that every row has a column for each. */
  readonly media?: readonly MediaKind[] | undefined;
  /** Whether responses have any. */
  readonly mediaOfResponses?: true | undefined;
  /** How many responses most of the items have that were judged: the length of lists where nobody chose one. */
  readonly listSize?: number | undefined;
  /**
   * Which items are left out because benchmarks ask them, as far as rows were made; where benchmark files were named.
   */
  readonly overlaps?: BenchmarkOverlaps | undefined;
  /** The chance that a label is wrong, where labels are softened by it. */
  readonly epsilon?: number | undefined;
  /**
   * What responses are rated on, in the order of the project and then by name, where a format asks for it
   * (`ExportFormat.rated`).
   */
  readonly aspects?: readonly RatedAspect[] | undefined;
}

/** Something that responses are rated on. */
export interface RatedAspect {
  readonly name: string;
  /** As the project defines it; undefined where only a source rates on it, by a scale of its own. */
  readonly scale?: Aspect | undefined;
}

/** One row, and where it is from. */
export interface ExportRow {
  readonly value: Fields;
  /**
   * Ids of the annotations that it rests on and their annotators' own names, and which responses it is of: what the
   * sidecar keeps of it.
   */
  readonly from: Fields & {
    readonly annotations: readonly string[];
    readonly annotators: readonly string[];
    /** Of a row that rests on no judgement: the versions of rubrics that its criteria are of. */ readonly rubrics?: readonly {
      readonly id: string;
      readonly version: number;
    }[];
  };
}

/** Hears of what gives no row, and of what is worth knowing of a row. */
export interface RowNotifier {
  readonly drop: (reason: DropReason, times?: number) => void;
  readonly note: (note: Note, times?: number) => void;
  /** That a row calls its response good. */
  readonly good: () => void;
  /** A criterion by which something was preferred. */
  readonly criterion: (name: string) => void;
}

/** A program that reads the files of a format. */
export interface Trainer {
  /** With its version, and the settings it needs. */
  readonly name: string;
  /** The kinds of file that it reads, where it does not read all that the format is written as. */
  readonly files?: readonly FileKind[];
  /** It hands no list of tools to the chat template, so that it passes over the column `tools`. */
  readonly passesOverTools?: true;
  /** What is typed to train with the files of an export. */
  readonly command?: TrainingCommandBuilder;
}

/** What formats are for, in the order in which they are listed. */
export const families = [
  'pairs',
  'reward',
  'labels',
  'lists',
  'steps',
  'rubrics',
  'attributes',
  'judges',
  'texts',
  'spans',
  'votes',
  'tables',
] as const;
export type Family = (typeof families)[number];

/** What annotators can agree on: which of two responses is better, or the answer to a question. */
export type AgreedOn = 'preferences' | 'ratings' | 'labels' | 'verdicts' | 'steps';

/** A format as a study declares it, with the names of the values of its columns (`ownFormats`). */
export interface FormatDeclaration {
  readonly of: string;
  readonly title?: string | undefined;
  readonly columns: Readonly<Record<string, string>>;
}

/** One training file's shape. */
export interface ExportFormat {
  /** As in `--format`. */
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  /** Whether conversations are written as lists of messages or as text. */
  readonly shape: 'messages' | 'text';
  /** Its readers put the prompt into a chat template as one user's turn, so that no transcript may stand there. */
  readonly wraps?: true;
  /** Its text has a form of its own, the same for every conversation. */
  readonly template?: true;
  /** Trainers that read it unchanged, with what they need to be told. */
  readonly trainers: readonly [Trainer, ...Trainer[]];
  /** The kinds of file that they read; the first where nothing is said. */
  readonly files: readonly FileKind[];
  /** Its readers load a file by itself, so that they do not see the types in a folder's card. */
  readonly loadsFileAlone?: true;
  /** Which of the options that are not for all formats it goes by. */
  readonly takes: readonly FormatOption[];
  /** What its readers need to be said where nobody chose it. */
  readonly defaults?: Readonly<Pick<Recipe, 'margin' | 'listSize'>>;
  /**
   * Where its numbers are real, and only by chance whole: "margin", "scores[]", "rubric[].weight", "*" for every column
   * (`rows/floatColumns`). There 1 is written as 1.0, and is a double wherever types are named. All other numbers are
   * written as they are: those that are whole by nature, and those that a reader puts into words.
   */
  readonly reals?: readonly string[];
  /** Columns that hold dates and nothing else, on purpose. */
  readonly dates?: readonly string[];
  /** Columns, at any depth, that name models or responses by id: left out of what somebody sees who may judge blind. */
  readonly names?: readonly string[];
  /** Whether it has a place of its own for the context of a judgement. */
  readonly keepsContexts?: true;
  /**
   * Whether judgements of single turns, of items that came again and of skips are in it, because it has a place for
   * them.
   */
  readonly keepsAll?: true;
  /**
   * Whether judgements of single turns give rows, with the conversation up to the turn as the prompt
   * (`rows/turnItems`).
   */
  readonly takesTurns?: true;
  /** Whether it has a place of its own for passages. */
  readonly keepsEvidence?: true;
  /** Where its rows say what tools there are; nowhere where nothing is said. */
  readonly toolsIn?: 'column' | 'system';
  /**
   * Images, audio and video that its readers take; none where nothing is said, and an item that has any gives no row
   * (`media/itemMedia`).
   */
  readonly media?: SupportedMedia;
  /** Whether its rows hold no response of the dataset. */
  readonly promptOnly?: true;
  /** Whether its rows go by the aspects of the whole file, so that these are found out first. */
  readonly rated?: true;
  /**
   * Whether its rows are of an item with all its judgements, so that of records that repeat an item only the first
   * gives any.
   */
  readonly perItem?: true;
  /** What its rows are made of, on which agreement is measured; preferences where nothing is said. */
  readonly agreesOn?: AgreedOn;
  /**
   * Whether its rows hold critiques that are judged in others' annotations, so that these are found whoever wrote them.
   */
  readonly readsCritics?: true;
  /**
   * The rows of one item, in an order that depends on nothing but what was judged: the same keys, of the same types, in
   * every row of a file.
   */
  readonly rows: (
    judged: Judged,
    options: ExportOptions,
    file: FileContext,
    notify: RowNotifier,
  ) => Iterable<ExportRow>;
  /** What a study says of it, where it is one of the study's own. */
  readonly declared?: FormatDeclaration;
  /** What its readers do with a file that is not as it should be. */
  readonly rules: FormatRules;
  /** Further files of the folder that its readers need, by name. */
  readonly extras?: (
    dataFiles: Readonly<Record<string, string>>,
    file: FileContext,
  ) => Readonly<Record<string, string>>;
}

/** What is exported, and how: a recipe with its format found. */
export interface ExportOptions extends Readonly<Omit<Recipe, 'format'>> {
  readonly format: ExportFormat;
  /** Whose judgements are exported where `origins` names nobody (see `counted` in rows/annotationSelection). */
  readonly voters?: readonly JudgeKind[];
  /** Where files are looked for that records name, and where rows are written that name them. */
  readonly mediaFiles?: MediaSetting;
}
