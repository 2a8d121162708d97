/** How a criterion is answered: yes or no, by a level, or by one of its categories. */
export const criterionKinds = ['yes-no', 'scale', 'category'] as const;
export type CriterionKind = (typeof criterionKinds)[number];

/** "yes-no" where a criterion says nothing. */
export const kindOfCriterion = ({ kind }: { readonly kind?: CriterionKind | undefined }): CriterionKind =>
  kind ?? 'yes-no';
