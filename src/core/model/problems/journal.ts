/** What can be wrong with journals. */
export interface JournalProblems {
  'journal.none': object;
}
