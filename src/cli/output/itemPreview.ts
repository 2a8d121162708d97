import { withIds, type Label } from '../../core/dataset/layouts/layout';
import type { ParsedItem } from '../../core/dataset/items/parsedItem';
import { locationText } from '../../core/model/problems/problem';
import type { Comparison, Judgement } from '../../core/model/annotation/annotation';
import { turnsOf, type Item, type Message } from '../../core/model/item/item';
import { textOfTurn } from '../../core/model/item/toolCallText';
import { formatCount, displayPath } from './print';
import { fitted, lineWidth } from './table';

/** So many turns of a prompt and so many responses are shown; the rest is counted. */
const maxTurns = 6;
const maxResponses = 8;
const widestName = 16;

/** The beginning of each part of an item for people, a line each. */
export function itemPreview({ item, labels, unread, file, ...place }: ParsedItem): string {
  const rows: [string, string][] = [
    ...some(item.prompt, maxTurns, 'turn').map((each): [string, string] =>
      typeof each === 'string' ? ['', each] : [each.role, textOfMessage(each)],
    ),
    ...contextPanelOf(item),
    ...some(item.responses, maxResponses, 'response').map((each): [string, string] =>
      typeof each === 'string'
        ? ['', each]
        : [
            each.id,
            `${each.model === undefined ? '' : `(${each.model}) `}${turnsOf(each).map(textOfMessage).join(' ')}`,
          ],
    ),
    ...labels.map((label): [string, string] => ['label', labelText(withIds(label, (id) => fitted(id, widestName)))]),
    ...(unread
      ? [
          [
            'label',
            `${JSON.stringify(unread.value)} in ${JSON.stringify(unread.path)}: ${unread.isRating ? 'not a number, left out' : 'meaning unknown, left out'}`,
          ] as [string, string],
        ]
      : []),
  ];
  const width = Math.min(widestName, Math.max(...rows.map(([name]) => name.length)));
  const lines = rows.map(
    ([name, text]) => `  ${fitted(name, width).padEnd(width)}  ${fitted(text, lineWidth - width - 4)}`,
  );
  return `${fitted(item.id, lineWidth - 20)}  (${locationText(displayPath(file), place)})\n${lines.join('\n')}\n\n`;
}

/** The first of a list, and how many more there are. */
function some<T>(list: readonly T[], max: number, noun: string): readonly (T | string)[] {
  return list.length <= max ? list : [...list.slice(0, max), `and ${formatCount(list.length - max, `more ${noun}`)}`];
}

/** A turn with the tools that it calls. */
const textOfMessage = (message: Message): string => (message.toolCalls ? textOfTurn(message) : message.content);

function contextPanelOf({ context, evidence, references, criteria }: Item): [string, string][] {
  const counts = [
    evidence && formatCount(evidence.length, 'passage'),
    references && formatCount(references.length, 'reference'),
    criteria && formatCount(criteria.length, 'criterion', 'criteria'),
  ].filter((part) => part !== undefined);
  return [
    ...(context === undefined ? [] : [['context', context] as [string, string]]),
    ...(counts.length === 0 ? [] : [['attached', counts.join(', ')] as [string, string]]),
  ];
}

/** What a label says, and who said it where the source names them. */
function labelText({ annotator, judge, judgement }: Label): string {
  const who = annotator ?? judge;
  const parts = Object.entries(judgement).map(
    ([kind, value]) => said[kind as keyof Judgement]?.(value as never) ?? kind,
  );
  return `${parts.join('; ')}${who === undefined ? '' : ` (${who})`}`;
}

const signs: Readonly<Record<Comparison['outcome'], string>> = {
  a: '>',
  b: '<',
  tie: '=',
  'both-good': '= (both good)',
  'both-bad': '= (both bad)',
  'too-close': '= (too close)',
  unsure: '? (unsure)',
};

/** How the judgements are written that most sources hold; of the others their names. */
const said: { readonly [K in keyof Judgement]?: (value: NonNullable<Judgement[K]>) => string } = {
  ranking: ({ tiers }) => tiers.map((tier) => tier.join(' = ')).join(' > '),
  comparisons: (list) =>
    list
      .map(
        ({ a, b, outcome, criterion }) =>
          `${criterion === undefined ? '' : `${criterion}: `}${a} ${signs[outcome]} ${b}`,
      )
      .join(', '),
  acceptable: (each) =>
    Object.entries(each)
      .map(([id, isGood]) => `${id} ${isGood ? 'good' : 'bad'}`)
      .join(', '),
  ratings: (list) => list.map(({ response, aspect, value }) => `${response} ${aspect} ${value ?? '-'}`).join(', '),
  rationale: (text) => `"${text}"`,
};
