import type { Estimate } from './estimate';
import type { FigureName, JudgmentKind, MatteringFigure } from './figureNames';
import type { ItemsQuestion } from './itemsQuestion';

/** How much a figure matters, with further numbers that its sentence tells. */
export interface Matters {
  readonly severity: 'high' | 'medium' | 'low';
  readonly numbers: Readonly<Record<string, number>>;
}

/** A figure of a kind of judgment. */
export interface JudgmentFigure {
  readonly name: FigureName;
  /** The aspect, flag, criterion, … that it is of, where there is one figure of each. */
  readonly what: string | null;
  /** With its interval, or how many there are; null where it cannot be computed. */
  readonly value: Estimate | number | null;
  /** The items behind it. */
  readonly question: ItemsQuestion | null;
  /** Null where nothing is to be done. */
  readonly matters: Matters | null;
}

export interface KindOfJudgment {
  readonly kind: JudgmentKind;
  /** Annotations that say something of this kind, and the items that they are on. */
  readonly judgments: number;
  readonly items: number;
  readonly figures: readonly JudgmentFigure[];
}

/** An entry for each kind of judgment that the study has. */
export interface JudgmentsFigures {
  readonly kinds: readonly KindOfJudgment[];
}

/** A figure of a kind of judgment that is to be looked at. */
export interface JudgmentFinding extends Pick<JudgmentFigure, 'what' | 'question'> {
  readonly code: 'judgments';
  readonly name: MatteringFigure;
  readonly value: Estimate | number;
  readonly numbers: Readonly<Record<string, number>>;
}
