/**
 * Who made a judgement: a person at the desk; somebody whose label came with the data, of whom nothing says that it is
 * a model; or a model, also one whose labels came with the data (UltraFeedback's GPT-4). People vote, models suggest:
 * what is counted, agreed upon or exported is of the first two unless models are named.
 */
export const judgeKinds = ['human', 'imported', 'model'] as const;
export type JudgeKind = (typeof judgeKinds)[number];

/** Those who vote where nothing else is said. */
export const people: readonly JudgeKind[] = ['human', 'imported'];

/**
 * The kind of who made an annotation with this `origin`. Layouts name a judge (`origin.by`) only where it is a model, and an annotator
 * where it is a person.
 */
export function judgeKindOf(origin: { readonly kind: JudgeKind; readonly by?: string | undefined }): JudgeKind {
  return origin.kind === 'imported' && origin.by !== undefined ? 'model' : origin.kind;
}
