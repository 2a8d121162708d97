import type { Annotation, Judgement } from '../model/annotation/annotation';
import { critiquesIn, hashOfCritique } from '../desk/othersCritiques/critique';
import type { Label, LabelMetaCritique } from '../dataset/layouts/layout';

type MetaCritique = NonNullable<Judgement['metaCritiques']>[number];

/**
 * Where a critic's critique is kept: the annotation on the item that stands in their name, and the id that their label
 * gets where it is written.
 */
export interface CritiqueLocation {
  readonly currentAnnotation: Annotation | undefined;
  readonly nextId: () => string;
}

/**
 * The judgement of a label with what it says of others' critiques: by the annotations that hold them, which may be
 * written later in the same import.
 */
export async function withMetaCritiques(
  { judgement, ofCritiques = [] }: Label,
  shown: readonly string[],
  criticOf: (critic: LabelMetaCritique['critic']) => Promise<CritiqueLocation>,
): Promise<Judgement> {
  const byResponse = new Map<string, MetaCritique['critiques']>();
  for (const { response, critic, critique, ...said } of ofCritiques) {
    const { currentAnnotation, nextId } = await criticOf(critic);
    const found =
      currentAnnotation &&
      critiquesIn(currentAnnotation, { responses: shown.map((id) => ({ id, text: '' })) }).find(
        (each) => each.response === response && each.text === critique,
      );
    const hash = found?.hash ?? hashOfCritique({ text: critique, strengths: '', weaknesses: '', suggestion: '' }, []);
    byResponse.set(response, [
      ...(byResponse.get(response) ?? []),
      { annotation: found?.annotation ?? nextId(), hash, ...said },
    ]);
  }
  return byResponse.size === 0
    ? judgement
    : {
        ...judgement,
        metaCritiques: [...byResponse].map(([response, critiques]) => ({ response, seed: 0, critiques })),
      };
}
