import { createHash } from 'node:crypto';
import { critiqueParts } from '../../model/annotation/judgementValues';
import type { Draft } from '../../model/annotation/draft';
import type {
  SelectedCritiques,
  CritiqueVerdict,
  DeskCritique,
  DeskCritiques,
  DeskCritiquesState,
} from '../../model/annotation/metaCritique';
import type { ShownItem } from '../item/shownItem';
import type { VerdictById, ShownCritique } from './critique';
/** The UTF-16 units of each text of a critique that are sent at most. */
const maxLength = 16_384;

type OnDesk = Pick<ShownItem, 'responses' | 'critiques'>;

/** Names what is sent of the critiques of an item; undefined where they are not on the desk. */
export function keyOfCritiques({ responses, critiques }: OnDesk): string | undefined {
  if (!critiques) return undefined;
  const keys = responses.map(({ id }) => critiques.get(id)?.shown.map(({ key }) => key) ?? []);
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 16);
}

/** The critiques of an item as the webview gets them: responses by shown index, and nobody's name. */
export function deskCritiques(key: string, { responses, critiques }: OnDesk): DeskCritiques {
  const index = new Map(responses.map(({ id }, at) => [id, at]));
  return {
    key,
    responses: responses.map(({ id }) =>
      (critiques?.get(id)?.shown ?? []).map((critique) => deskCritique(critique, index)),
    ),
  };
}

function deskCritique(
  { key, origin, text, verdict, ...parts }: ShownCritique,
  index: ReadonlyMap<string, number>,
): DeskCritique {
  const texts = [{ text }, ...critiqueParts.map((part) => ({ part, text: parts[part] }))].filter(
    (each) => each.text.trim() !== '',
  );
  return {
    key,
    origin,
    texts: texts.map((each) => ({
      ...each,
      text: each.text.slice(0, maxLength),
      ...(each.text.length > maxLength && { left: each.text.length - maxLength }),
    })),
    verdict: verdict.flatMap((each) => verdictShown(each, index)),
  };
}

function verdictShown(verdict: VerdictById, index: ReadonlyMap<string, number>): CritiqueVerdict[] {
  switch (verdict.kind) {
    case 'order':
      return [
        {
          ...verdict,
          tiers: verdict.tiers.map((tier) => tier.flatMap((id) => index.get(id) ?? []).sort((a, b) => a - b)),
        },
      ];
    case 'compared': {
      const other = index.get(verdict.other);
      return other === undefined ? [] : [{ ...verdict, other }];
    }
    case 'rating':
    case 'acceptable':
      return [verdict];
  }
}

/** Describes the critiques for the state of a desk. */
export function critiquesState(
  { metaCritiques }: Pick<Draft, 'metaCritiques'>,
  shown: OnDesk,
  active: SelectedCritiques | null,
): DeskCritiquesState | undefined {
  const list = keyOfCritiques(shown);
  if (list === undefined) return undefined;
  const lost = shown.responses.map(({ id }, index) => {
    const here = new Set(shown.critiques?.get(id)?.shown.map(({ key }) => key));
    return Object.keys(metaCritiques[index]?.said ?? {}).filter((key) => !here.has(key)).length;
  });
  return { list, active, lost };
}
