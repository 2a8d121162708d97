/** What can be wrong where fields are recognized and mapped: no layout fits, an uncertain reading, a mapping that does not fit. */
export interface RecognitionProblems {
  'recognition.none': object;
}
