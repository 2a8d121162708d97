import type { PairTexts } from '../../protocol/report';
import type { StudyDocument } from '../study/studyDocument';

/** Of a text so many UTF-16 units are shown beside the figures; whoever wants more opens the item. */
const max = 1500;

/**
 * A preference of a finding: the item by its 0-based place, and ids of responses, empty where nothing may tell of them.
 */
interface Preferred {
  readonly ordinal: number;
  readonly winner?: string;
  readonly loser?: string;
}

/**
 * What a preference was about: the beginnings of what was asked and of the two texts. Null where the item cannot be
 * read any more.
 */
export async function pairTexts(
  document: StudyDocument | undefined,
  { ordinal, winner, loser }: Preferred,
): Promise<PairTexts | null> {
  const at = await document?.session?.at(ordinal);
  if (at?.kind !== 'item') return null;
  const { item, responses } = at.open.shown;
  const asked = item.prompt.findLast(({ role }) => role === 'user') ?? item.prompt.at(-1);
  const of = (id: string | undefined): PairTexts['winner'] => {
    const text = responses.find((each) => each.id === id)?.text;
    return text === undefined || id === undefined ? null : { id, ...beginning(text) };
  };
  return { prompt: beginning(asked?.content ?? ''), winner: of(winner), loser: of(loser) };
}

/** The beginning of a text, and whether that is all; no character is cut in two. */
function beginning(text: string): PairTexts['prompt'] {
  return text.length <= max
    ? { text, isCut: false }
    : {
        text: text
          .slice(0, max)
          .toWellFormed()
          .replace(/\uFFFD$/, ''),
        isCut: true,
      };
}
