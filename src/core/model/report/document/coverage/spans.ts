import * as l10n from '@vscode/l10n';
import { whole } from '../../../text/numbers';
import type { SpanTypeCounts } from '../../coverage';
import type { CritiqueCounts, CritiqueFigures } from '../../critiqueCounts';
import { count, noted, text, type Column } from '../blocks';
import type { Cell } from '../document';
import { rate } from './rates';

export const typeTitle = ({ type }: Pick<SpanTypeCounts, 'type'>): string => type ?? l10n.t('(no type)');

/** What spans of a type mark. */
export const typeNote = ({ kind, positive, negative }: SpanTypeCounts): string =>
  kind === 'missing'
    ? l10n.t('missing information')
    : positive === 0
      ? l10n.t('negative')
      : negative === 0
        ? l10n.t('positive')
        : l10n.t('negative and positive');

/** The figures of a type of spans, each with what it is. */
export const spanColumns = (): readonly Column<SpanTypeCounts>[] => [
  {
    id: 'type',
    head: l10n.t('Span type'),
    cell: (type) =>
      text(type.kind === 'missing' ? l10n.t('{0} ({1})', typeTitle(type), typeNote(type)) : typeTitle(type)),
  },
  {
    id: 'spans',
    head: l10n.t('Spans'),
    about: l10n.t('Total number'),
    cell: (type) => noted(count(type.spans, spansOf(type)), l10n.t('total')),
  },
  {
    id: 'negative',
    head: l10n.t('Negative'),
    about: l10n.t('Spans that mark something wrong'),
    cell: (type) => part(type, type.negative),
  },
  {
    id: 'positive',
    head: l10n.t('Positive'),
    about: l10n.t('Spans that mark something good'),
    cell: (type) => part(type, type.positive),
  },
  {
    id: 'responses',
    head: l10n.t('Responses'),
    about: l10n.t('Of the responses with a critique, the share with at least one span of this type'),
    cell: (type) => rate(type.responses, type.spans > 0 ? spansOf(type) : undefined),
  },
];

/** The items with spans of a type. */
const spansOf = ({ kind, type }: SpanTypeCounts) => ({ of: 'spans', kind, type }) as const;

/** What is missing is neither good nor bad. */
const part = (type: SpanTypeCounts, of: number): Cell =>
  type.kind === 'missing' ? count(null) : noted(count(of, spansOf(type)), l10n.t('of {0}', whole(type.spans)));

interface NamedCritiques extends CritiqueFigures {
  readonly origin: string;
}

/** What people say of critiques by where these come from; of all first, where there are several. */
export const critiqueRows = (critiques: CritiqueCounts): readonly NamedCritiques[] => [
  ...(critiques.origins.length > 1 ? [{ origin: l10n.t('All'), ...critiques }] : []),
  ...critiques.origins.map((each) => ({ ...each, origin: originText(each.origin) })),
];

export const critiqueColumns = (): readonly Column<NamedCritiques>[] => [
  { id: 'origin', head: l10n.t('Critiques'), cell: ({ origin }) => text(origin) },
  { id: 'judged', head: l10n.t('Judged'), cell: ({ judged }) => count(judged) },
  {
    id: 'flawed',
    head: l10n.t('Flawed'),
    about: l10n.t('Of the critiques judged sound or flawed, the share that is flawed'),
    cell: ({ flawed }) => rate(flawed),
  },
  {
    id: 'overturned',
    head: l10n.t('Overturned'),
    about: l10n.t('Of the judged verdicts of critiques, the share that people disagree with'),
    cell: ({ overturned }) => rate(overturned),
  },
  {
    id: 'rightButFlawed',
    head: l10n.t('Right but flawed'),
    about: l10n.t('Of the critiques with a right verdict, the share that is flawed'),
    cell: ({ rightButFlawed }) => rate(rightButFlawed),
  },
  {
    id: 'rejected',
    head: l10n.t('Rejected'),
    about: l10n.t('Of the critiques accepted or rejected, the share that is rejected'),
    cell: ({ rejected }) => rate(rejected),
  },
  {
    id: 'unsure',
    head: l10n.t('Cannot tell'),
    about: l10n.t('Critiques of which somebody could not tell whether they are sound'),
    cell: ({ unsure }) => count(unsure),
  },
];

/** Where criteria, annotations or critiques come from. */
export function originText(origin: string): string {
  if (origin === 'human') return l10n.t('people');
  if (origin === 'unknown') return l10n.t('unknown');
  return origin;
}
