import type { Fields } from '../fields';
import type { ExportFormat } from '../format';
import { looksOf, othersParts, sidesOf, type Look, type PartState, type SideStates, type TrainerLooks } from './looks';
import { takeApart, type RowPart, type RowShape, type RowSpan, type TakenRow } from './rowShape';

/** One text of a row with what a trainer does with it; undefined where nobody looked. */
export interface LearnedSpan extends RowSpan {
  readonly state: PartState | undefined;
}

/** What a trainer makes of a row: refuses it, leaves it out, or learns some of its texts; or nobody looked. */
export interface RowLearning {
  readonly looks: Pick<TrainerLooks, 'trainer' | 'version' | 'product'>;
  readonly refused?: string;
  readonly dropped?: true;
  readonly unknown?: true;
  readonly sides?: readonly { readonly side: string; readonly spans: readonly LearnedSpan[] }[];
}

/**
 * Returns what a row is like and which of its texts each trainer of a format learns, by what `looks` has of rows of its
 * shape; undefined where the row holds no answers to learn, or no trainer of the format was looked at.
 */
export function learningOf(
  format: Pick<ExportFormat, 'name' | 'trainers'>,
  row: Fields,
): { readonly shape: RowShape; readonly trainers: readonly RowLearning[] } | undefined {
  const looks = looksOf(format);
  const taken = looks.length > 0 ? takeApart(row) : undefined;
  return (
    taken && {
      shape: taken.shape,
      trainers: looks.map((each) => ({ looks: each.looks, ...learningIn(taken, each.shapes[taken.shape]) })),
    }
  );
}

function learningIn(taken: TakenRow, look: Look | undefined): Omit<RowLearning, 'looks'> {
  if (!look) return { unknown: true };
  if ('refused' in look) return { refused: look.refused };
  if ('dropped' in look) return { dropped: true };
  const states = new Map<string, SideStates>(sidesOf(look));
  return {
    sides: taken.sides.map(({ side, spans }) => {
      const own = states.get(side) ?? states.get('both') ?? states.get('completion') ?? states.get('chosen');
      return { side, spans: spans.map((span) => ({ ...span, state: own?.[span.part] })) };
    }),
  };
}

const states: readonly (PartState | undefined)[] = [
  ...(['trained', 'partly', 'read', 'cut-trained', 'cut', 'lost', 'masked'] as const),
  undefined,
];

/** Returns the kinds of text in a row by what becomes of them, those that are learned first; of either side. */
export function partsByState({ sides = [] }: RowLearning): ReadonlyMap<PartState | undefined, readonly RowPart[]> {
  const found = new Map<PartState | undefined, RowPart[]>(states.map((state) => [state, []]));
  for (const { part, state } of sides.flatMap(({ spans }) => spans)) {
    const parts = found.get(state) ?? [];
    if (!parts.includes(part)) found.set(state, [...parts, part]);
  }
  return new Map([...found].filter(([, parts]) => parts.length > 0));
}

/** Whether a model would learn to write what the environment or the person said, or a text of the row is lost. */
export const isDoubtful = ({ refused, dropped, sides = [] }: RowLearning): boolean =>
  refused !== undefined ||
  dropped === true ||
  sides.some(({ spans }) =>
    spans.some(
      ({ part, state }) =>
        state === 'lost' || ((state === 'trained' || state === 'partly') && othersParts.includes(part)),
    ),
  );
