import type { Judgement } from '../../model/annotation/annotation';
import { critiqueParts } from '../../model/annotation/judgementValues';
import type { Draft } from '../../model/annotation/draft';
import { isWrittenText, noMetaCritique, noOpinion, saysOfCritiques } from '../../model/annotation/metaCritique';
import type {
  CritiqueMade,
  DraftMetaCritique,
  MetaCritique,
  CritiqueOpinion,
} from '../../model/annotation/metaCritiqueSchemas';
import { tiersOf } from '../../model/annotation/ranking';
import type { Response } from '../../model/item/item';
import type { CritiquesOfOne, CritiquesShown } from './critique';

/**
 * The critiques on a desk, by which judgements of them are converted between the journal (annotations by id) and the
 * draft (keys that tell nothing).
 */

interface OnDesk {
  readonly responses: readonly Pick<Response, 'id'>[];
  readonly critiques?: CritiquesShown | undefined;
}

/**
 * Converts a draft's judgements of critiques into the journal's terms; where they are not on the desk, gives those of
 * before.
 */
export function metaCritiquesOf(
  { metaCritiques }: Pick<Draft, 'metaCritiques'>,
  { responses, critiques }: OnDesk,
  before: Judgement,
): MetaCritique[] {
  if (!critiques) return [...(before.metaCritiques ?? [])];
  return responses.flatMap(({ id }, index): MetaCritique[] => {
    const own = metaCritiques[index];
    const here = critiques.get(id);
    return own && here && saysOfCritiques(own) ? ofOne(id, own, here) : [];
  });
}

function ofOne(
  response: string,
  { said, texts }: DraftMetaCritique,
  { seed, shown, lost }: CritiquesOfOne,
): MetaCritique[] {
  const kept = lost.filter(({ key }) => Object.hasOwn(said, key) || texts.some(({ of }) => of.includes(key)));
  const all = [...shown, ...kept];
  const keys = all.map(({ key }) => key);
  const tiers = tiersOf(keys.map((key) => said[key]?.place ?? null));
  const made = texts
    .filter((each) => isWrittenText(each) && !isUnchanged(each, shown))
    .map(({ of, text, ...parts }) => ({
      of: of.map((key) => keys.indexOf(key)).filter((number) => number >= 0),
      text,
      ...written(parts),
    }));
  // What is said of critiques that went before it was saved says nothing.
  if (made.length === 0 && !keys.some((key) => Object.hasOwn(said, key))) return [];
  return [
    {
      response,
      seed,
      critiques: all.map(({ key, annotation, hash }, number) => ({
        annotation,
        hash,
        ...statements(said[key]),
        ...(number >= shown.length && { lost: true as const }),
      })),
      ...(tiers.length > 0 && { ranking: { tiers } }),
      ...(made.length > 0 && { texts: made }),
    },
  ];
}

function statements({ accepted, soundness, agrees }: CritiqueOpinion = noOpinion): Omit<
  MetaCritique['critiques'][number],
  'annotation' | 'hash' | 'lost'
> {
  return {
    ...(accepted !== null && { accepted }),
    ...(soundness !== null && { soundness }),
    ...(agrees !== null && { agrees }),
  };
}

/** Tells whether a text that began as a copy of a critique is still that copy, and so no text of one's own. */
function isUnchanged({ of, text, ...parts }: CritiqueMade, shown: CritiquesOfOne['shown']): boolean {
  const from = of.length === 1 ? shown.find(({ key }) => key === of[0]) : undefined;
  return from !== undefined && text === from.text && critiqueParts.every((part) => parts[part] === from[part]);
}

const written = (parts: Pick<CritiqueMade, 'strengths' | 'weaknesses' | 'suggestion'>): Partial<typeof parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, text]) => text.trim() !== ''));

/** Converts a judgement's judgements of critiques into a draft; empty where they are not on the desk. */
export function draftMetaCritiques(
  { metaCritiques }: Judgement,
  { responses, critiques }: OnDesk,
): readonly DraftMetaCritique[] {
  if (!critiques || !metaCritiques) return [];
  const all = responses.map(({ id }) => {
    const own = metaCritiques.find(({ response }) => response === id);
    const here = critiques.get(id);
    return own && here ? draftOfOne(own, here) : noMetaCritique;
  });
  return all.some(({ said, texts }) => Object.keys(said).length + texts.length > 0) ? all : [];
}

function draftOfOne(
  { critiques, ranking, texts = [] }: MetaCritique,
  { shown, lost }: CritiquesOfOne,
): DraftMetaCritique {
  const keys = critiques.map(
    ({ annotation, hash }) =>
      [...shown, ...lost].find(
        (each) =>
          each.hash === hash &&
          (each.annotation === annotation || ('judgedAs' in each && each.judgedAs === annotation)),
      )?.key,
  );
  const said = critiques.flatMap(({ accepted = null, soundness = null, agrees = null }, number) => {
    const tier = ranking?.tiers.findIndex((each) => each.includes(number)) ?? -1;
    const now: CritiqueOpinion = { accepted, soundness, agrees, place: tier < 0 ? null : tier + 1 };
    const key = keys[number];
    return key === undefined || Object.values(now).every((value) => value === null) ? [] : [[key, now] as const];
  });
  return {
    said: Object.fromEntries(said),
    texts: texts.map(({ of, text, strengths = '', weaknesses = '', suggestion = '' }) => ({
      of: of.flatMap((number) => keys[number] ?? []),
      text,
      strengths,
      weaknesses,
      suggestion,
    })),
  };
}
