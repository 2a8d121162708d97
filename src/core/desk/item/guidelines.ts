import type { DeskGuidelines } from '../../model/desk/deskState';
import { partOf } from '../../model/item/textPaging';
import { type TextPart } from '../../model/item/textPart';
import { shortVersion } from '../../study/guidelines';
import type { Study } from '../../study/study';

/** Describes the study's guidelines for the desk; null where the project names none. */
export function deskGuidelines({ guidelines, guidelinesFile, guidelinesProblem }: Study): DeskGuidelines | null {
  if (guidelinesFile === undefined) return null;
  return {
    version: guidelines === undefined ? null : shortVersion(guidelines.version),
    ...(guidelinesProblem && { problem: guidelinesProblem.message }),
  };
}

/**
 * The part of the guidelines that begins at `from`; undefined where others are in force than those of `version`, or
 * nothing is left.
 */
export function guidelinesPart({ guidelines }: Study, version: string, from: number): TextPart | undefined {
  if (!guidelines || shortVersion(guidelines.version) !== version || (from > 0 && from >= guidelines.text.length))
    return undefined;
  return partOf(guidelines.text, from);
}

/** Tells when the guidelines have become others, once each time. */
export class GuidelinesChangeDetector {
  private version: string | undefined;

  constructor(private readonly study: Study) {
    this.version = study.guidelines?.version;
  }

  /** Tells whether other guidelines are in force than at the last call. */
  arrived(): boolean {
    const before = this.version;
    this.version = this.study.guidelines?.version;
    return before !== undefined && before !== this.version;
  }
}
