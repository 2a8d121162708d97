/** What can be wrong with rubrics, their criteria and files of other tools; rules. */
export interface RubricProblems {
  'rubric.none': object;
}
