import type { LinesControl } from '../../src/protocol/settings';
import { controlLines, controlsIn } from './controlLines';
import { recordIn, recordLines } from './recordLines';
import { spanLines, spanTypesIn } from './spanLines';
import { stepErrorLines, stepErrorsIn } from './stepErrorLines';

interface LineForm {
  readonly write: (value: unknown) => readonly string[];
  readonly read: (lines: readonly string[], before: unknown) => unknown;
  /** Spaces before a line say something. */
  readonly isIndented?: true;
}

/** How what is no list of texts is written as lines and read from them. */
export const lineForms: Readonly<Record<NonNullable<LinesControl['as']>, LineForm>> = {
  spans: { write: spanLines, read: spanTypesIn, isIndented: true },
  stepErrors: { write: stepErrorLines, read: stepErrorsIn, isIndented: true },
  record: { write: recordLines, read: recordIn },
  controls: { write: controlLines, read: controlsIn },
};
