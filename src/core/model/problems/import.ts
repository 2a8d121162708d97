/** What can be wrong with labels that are imported. */
export interface ImportProblems {
  'import.none': object;
}
