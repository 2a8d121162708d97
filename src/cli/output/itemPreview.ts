import * as l10n from '@vscode/l10n';
import { withIds, type Label } from '../../core/dataset/layouts/layout';
import type { ParsedItem } from '../../core/dataset/items/parsedItem';
import { locationText } from '../../core/model/problems/wording';
import type { Comparison, Judgement } from '../../core/model/annotation/annotation';
import { turnsOf, type Item, type Message } from '../../core/model/item/item';
import { textOfTurn } from '../../core/model/item/toolCallText';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { displayPath } from './print';
import { filled, fitted, lineWidth, widthOf } from './table';

/** So many turns of a prompt and so many responses are shown; the rest is counted. */
const maxTurns = 6;
const maxResponses = 8;
const widestName = 16;

/** The beginning of each part of an item for people, a line each. */
export function itemPreview({ item, labels, unread, file, ...place }: ParsedItem): string {
  const rows: [string, string][] = [
    ...some(item.prompt, maxTurns, (count) => l10n.t('and {0} more turns', count), l10n.t('and 1 more turn')).map(
      (each): [string, string] => (typeof each === 'string' ? ['', each] : [each.role, textOfMessage(each)]),
    ),
    ...contextPanelOf(item),
    ...some(
      item.responses,
      maxResponses,
      (count) => l10n.t('and {0} more responses', count),
      l10n.t('and 1 more response'),
    ).map((each): [string, string] =>
      typeof each === 'string'
        ? ['', each]
        : [
            each.id,
            `${each.model === undefined ? '' : `(${each.model}) `}${turnsOf(each).map(textOfMessage).join(' ')}`,
          ],
    ),
    ...labels.map((label): [string, string] => [
      l10n.t('label'),
      labelText(withIds(label, (id) => fitted(id, widestName))),
    ]),
    ...(unread
      ? [
          [
            l10n.t('label'),
            unread.isRating
              ? l10n.t('{0} in {1}: not a number, left out', JSON.stringify(unread.value), JSON.stringify(unread.path))
              : l10n.t(
                  '{0} in {1}: meaning unknown, left out',
                  JSON.stringify(unread.value),
                  JSON.stringify(unread.path),
                ),
          ] as [string, string],
        ]
      : []),
  ];
  const width = Math.min(widestName, Math.max(...rows.map(([name]) => widthOf(name))));
  const lines = rows.map(
    ([name, text]) => `  ${filled(fitted(name, width), width)}  ${fitted(text, lineWidth - width - 4)}`,
  );
  return `${fitted(item.id, lineWidth - 20)}  (${locationText(displayPath(file), place)})\n${lines.join('\n')}\n\n`;
}

/** The first of a list, and how many more there are. */
function some<T>(
  list: readonly T[],
  max: number,
  severalMore: (count: string) => string,
  oneMore: string,
): readonly (T | string)[] {
  const more = list.length - max;
  return more <= 0 ? list : [...list.slice(0, max), more === 1 ? oneMore : severalMore(digits(more))];
}

/** A turn with the tools that it calls. */
const textOfMessage = (message: Message): string => (message.toolCalls ? textOfTurn(message) : message.content);

function contextPanelOf({ context, evidence, references, criteria }: Item): [string, string][] {
  const counts = [
    evidence && counted(evidence.length, 'passage'),
    references && counted(references.length, 'reference'),
    criteria && counted(criteria.length, 'criterion'),
  ].filter((part) => part !== undefined);
  return [
    ...(context === undefined ? [] : [[l10n.t('context'), context] as [string, string]]),
    ...(counts.length === 0 ? [] : [[l10n.t('attached'), counts.join(', ')] as [string, string]]),
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

const signs: Readonly<Record<Comparison['outcome'], () => string>> = {
  a: () => '>',
  b: () => '<',
  tie: () => '=',
  'both-good': () => `= (${l10n.t('both good')})`,
  'both-bad': () => `= (${l10n.t('both bad')})`,
  'too-close': () => `= (${l10n.t('too close')})`,
  unsure: () => `? (${l10n.t('unsure')})`,
};

/** What is said of a response, which other texts say of what is good about one. */
const goodText = (): string => l10n.t({ message: 'good', comment: ['Said of a response'] });

/** How the judgements are written that most sources hold; of the others their names. */
const said: { readonly [K in keyof Judgement]?: (value: NonNullable<Judgement[K]>) => string } = {
  ranking: ({ tiers }) => tiers.map((tier) => tier.join(' = ')).join(' > '),
  comparisons: (list) =>
    list
      .map(
        ({ a, b, outcome, criterion }) =>
          `${criterion === undefined ? '' : `${criterion}: `}${a} ${signs[outcome]()} ${b}`,
      )
      .join(', '),
  acceptable: (each) =>
    Object.entries(each)
      .map(([id, isGood]) => `${id} ${isGood ? goodText() : l10n.t('bad')}`)
      .join(', '),
  ratings: (list) => list.map(({ response, aspect, value }) => `${response} ${aspect} ${value ?? '-'}`).join(', '),
  rationale: (text) => `"${text}"`,
};
