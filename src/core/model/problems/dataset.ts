/** What can be wrong with a file of a dataset and its records: its container, its encoding, its rows. */
export interface DatasetProblems {
  'dataset.none': object;
}
