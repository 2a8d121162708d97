import type { Criterion } from '../../src/core/model/rubric/criterion';
import type { FieldIssue } from '../../src/core/model/rubric/rubricView';
import type { changeField } from './unsavedChanges';

/** The changes of a criterion, as its fields ask for them. */
export interface CriterionEditing {
  readonly criterion: Criterion;
  readonly issues: readonly FieldIssue[];
  /** `soon`: more of it is about to be typed. */
  readonly write: (field: Parameters<typeof changeField>[1], value: unknown, soon?: boolean) => void;
  /** The field that was typed in is left. */
  readonly leave: () => void;
}
