/** What can be wrong with a project and the documents of its study. */
export interface StudyProblems {
  'study.none': object;
}
