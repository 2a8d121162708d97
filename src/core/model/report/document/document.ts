import type { Estimate } from '../estimate';
import type { ToldAs } from '../figureNames';
import type { NotKnown, ReportQuestion, SectionId, Todo } from './todo';

/**
 * What is known of a study's data, as it is read: what terminal, page and view show, in its order and its words. They
 * draw each kind of block and of value, and know no figure.
 */
export interface ReportDocument {
  /** What the report is of: "Annotations: 63 · judged items: 47 of 48". */
  readonly head: string;
  /** What no figure rests on, in a sentence each. */
  readonly leftOut: readonly string[];
  /** What intervals are of. */
  readonly intervals: string;
  /** What is to be done, the most severe first; where there is nothing, `noTodo` says so. */
  readonly todo: readonly Todo[];
  readonly noTodo: string;
  /** What nobody can know yet; null where all is known. */
  readonly notKnown: NotKnown | null;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly id: SectionId;
  readonly title: string;
  /** The figures that answer its question, for a line of a summary. */
  readonly lead: readonly Lead[];
  readonly blocks: readonly Block[];
}

/** A figure with what it is called. */
export interface Lead {
  readonly label: string;
  readonly cell: Cell;
}

export type Block = Note | Table | Dots | Bars | Matrix | Choice | Fold;

/** A sentence beside figures. */
export interface Note {
  readonly is: 'note';
  readonly text: string;
  readonly opens?: ReportQuestion;
}

/** Rows of figures; the first cell of each says what they are of. */
export interface Table {
  readonly is: 'table';
  /** Names it among all tables and charts: "agreement.kinds". A figure is named by it and its column. */
  readonly id: string;
  readonly title: string;
  readonly heads: readonly Head[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Head {
  readonly id: string;
  readonly text: string;
  /** What its figures are and where they come from, where the text does not say it. */
  readonly about?: string | undefined;
}

/** A value and how it is told, with the items behind it, where they can be opened. */
export type Cell = {
  readonly opens?: ReportQuestion | undefined;
  /** What it rests on, for small print: "n=80". */
  readonly note?: string | undefined;
} & (
  { readonly as: 'text'; readonly value: string } | { readonly as: ToldAs; readonly value: Estimate | number | null }
);

/** Dots on a scale, each with a bar for its interval. */
export interface Dots {
  readonly is: 'dots';
  readonly id: string;
  readonly title: string;
  readonly as: ToldAs;
  readonly scale: Scale;
  readonly dots: readonly Dot[];
  /** A table of the section has the same figures: what cannot draw leaves the chart out. */
  readonly isInTable: boolean;
}

export interface Dot {
  readonly label: string;
  readonly value: Estimate;
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Values with a line: an even chance, a threshold. */
  readonly lines: readonly number[];
}

/** How many there are of each of some things, or between some numbers. */
export interface Bars {
  readonly is: 'bars';
  readonly id: string;
  readonly title: string;
  /** What is counted. */
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly count: number; readonly opens?: ReportQuestion }[];
}

/** Shares of what rows and columns have in common, the more coloured the farther they lie from `middle`. */
export interface Matrix {
  readonly is: 'matrix';
  readonly id: string;
  readonly title: string;
  readonly middle: 0 | 0.5;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly MatrixCell[])[];
}

export interface MatrixCell {
  /** Null where there is nothing to be had a share of. */
  readonly share: number | null;
  readonly text: string;
  /** More of it, for a tooltip. */
  readonly about: string;
  /** There should be something, and is nothing. */
  readonly isEmpty?: boolean;
  readonly opens?: ReportQuestion;
  /** Values of fields: annotators can be sent to the items that have them. */
  readonly sendTo?: readonly { readonly by: string; readonly value: string }[];
}

/** Matrices of which a view shows one at a time. */
export interface Choice {
  readonly is: 'choice';
  readonly id: string;
  readonly title: string;
  readonly of: readonly Matrix[];
}

/** What is seen when it is asked for. */
export interface Fold {
  readonly is: 'fold';
  readonly title: string;
  readonly blocks: readonly Block[];
}
