import type { DatasetProblems } from './dataset';
import type { DoubtProblems } from './recognitionDoubts';
import type { DatasetItemProblems } from './datasetItems';
import type { ExportProblems } from './export';
import type { FileProblems } from './files';
import type { ImportProblems } from './import';
import type { JournalProblems } from './journal';
import type { PackProblems } from './packs';
import type { LayoutProblems } from './layouts';
import type { RecognitionProblems } from './recognition';
import type { RubricProblems } from './rubric';
import type { StudyProblems } from './study';
import type { TeamProblems } from './team';
import type { ValueProblems } from './values';

/**
 * Everything that can be wrong with what a person gave: its code, and what its text needs to know (`params`). The core
 * knows codes only; their texts are in `problemTexts`, which the types keep complete: it says what to do in options of
 * the command line or in commands of the editor, in the language of whoever runs them. The command line's English still
 * has words of its own, in `cli/problemTexts`.
 */
export interface Problems
  extends
    DatasetItemProblems,
    DatasetProblems,
    DoubtProblems,
    ExportProblems,
    FileProblems,
    ImportProblems,
    JournalProblems,
    PackProblems,
    LayoutProblems,
    RecognitionProblems,
    RubricProblems,
    StudyProblems,
    TeamProblems,
    ValueProblems {}

export type ProblemCode = keyof Problems;

/** The texts of some codes: what is wrong, and what to do about it, without the place. */
export type Messages<P> = { readonly [C in keyof P]: (params: P[C]) => string };
