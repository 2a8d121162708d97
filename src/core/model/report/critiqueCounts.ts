import type { Rate } from './proportion';

/**
 * What people say of critiques that others wrote, each as often as somebody judged it. More than one judgement of
 * a critique are not independent, so intervals are narrower than they should be there.
 */
export interface CritiqueFigures {
  /** Critiques of which anything is said, counted for each annotator who says it. */
  readonly judged: number;
  /**
   * Flaw rate: flawed / (sound + flawed). One minus the precision that MetaCritique gives a critic (S. Sun et al., The
   * Critique of Critique, Findings of ACL 2024: the share of claims that hold), where a critique as a whole is the
   * claim, which holds where all in it does. Those of which nobody could tell count for neither side.
   */
  readonly flawed: Rate | null;
  /** Critiques of which somebody could not tell. */
  readonly unsure: number;
  /**
   * Human-overturn rate: verdicts that a person disagrees with / verdicts that a person judged. One minus the agreement
   * of judges with people (L. Zheng et al., Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena, 2023, 3.3), where
   * people see the judge's verdict before they give theirs.
   */
  readonly overturned: Rate | null;
  /**
   * Right verdicts by flawed critiques: of those whose verdict a person agrees with and of which they said whether they
   * are sound. Trained on, they reward the wrong reasons.
   */
  readonly rightButFlawed: Rate | null;
  /** rejected / (accepted + rejected). */
  readonly rejected: Rate | null;
  /** Critiques of which somebody made a text of their own, alone or with others. */
  readonly reworked: number;
}

/** The same for those who wrote critiques: "human", "imported NAME" and "model NAME" as origins of annotations are called. */
export interface CritiqueOriginFigures extends CritiqueFigures {
  readonly origin: string;
}

export interface CritiqueCounts extends CritiqueFigures {
  /** Judged, and another one since, or gone: what was said of it is in no other figure. */
  readonly lost: number;
  /** The most judged first. */
  readonly origins: readonly CritiqueOriginFigures[];
}
