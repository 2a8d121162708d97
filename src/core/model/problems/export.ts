/** What can be wrong with an export: its options, its files, what was written earlier. */
export interface ExportProblems {
  'export.none': object;
}
