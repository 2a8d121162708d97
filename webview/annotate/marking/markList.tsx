import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { anchored, inTextOrder } from '../../../src/core/model/annotation/spans';
import type { DraftMissing, DraftSpan } from '../../../src/core/model/annotation/spanSchemas';
import { keepFocus } from '../../ui/keyboardFocus';
import { brief, polaritySign, polarityText, severityText } from '../words/spanTexts';
import { judge, setting } from '../store';

interface Props {
  readonly item: DeskItem;
  readonly index: number;
}

/** The way to mark passages of a response, while that is not under way. */
export function MarkButton({ item: { key, marking, selected, critiques }, index }: Props): JSX.Element | null {
  if (marking?.index === index) return null;
  const shortcut = setting.value.keys.mark;
  return (
    <button
      class="quiet"
      tabIndex={selected === index ? 0 : -1}
      onMouseDown={keepFocus}
      onClick={() => judge(key, { do: 'mark', index })}
    >
      {l10n.t('Mark passages')}{' '}
      {selected === index && !critiques?.active && shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

/** Lists what is marked in a response and what it lacks, in the order of the text, below it. */
export function MarkList({ item, index }: Props): JSX.Element | null {
  const { draft, marking, key } = item;
  const [spans, missing] = [draft.spans[index] ?? [], draft.missing[index] ?? []];
  const active = marking?.index === index ? marking.active : null;
  const is = (kind: 'span' | 'missing', number: number): boolean => active?.kind === kind && active.number === number;
  if (spans.length + missing.length === 0) return null;
  const one = (kind: 'span' | 'missing', number: number, look: string, words: JSX.Element): JSX.Element => (
    <li key={`${kind} ${number}`}>
      <button
        class={`marked-one ${look}${is(kind, number) ? ' in-hand' : ''}`}
        tabIndex={-1}
        aria-pressed={is(kind, number)}
        onMouseDown={keepFocus}
        onClick={() => judge(key, { do: 'markAt', index, kind, number })}
      >
        {words}
      </button>
    </li>
  );
  return (
    <ol class="mark-list" aria-label={l10n.t('Marked in {0}', letterOf(index))}>
      {inTextOrder(spans).map((number) => {
        const span = spans[number];
        return (
          span &&
          one(
            'span',
            number,
            span.polarity ?? 'neither',
            <SpanWords span={span} critique={draft.critiques[index] ?? ''} />,
          )
        );
      })}
      {missing.map((each, number) => one('missing', number, 'missing', <MissingWords missing={each} />))}
    </ol>
  );
}

function SpanWords({
  span: { quote, type, polarity, severity, note, about, lost },
  critique,
}: {
  readonly span: DraftSpan;
  readonly critique: string;
}): JSX.Element {
  const said = [
    ...(polarity ? [polarityText(polarity)] : []),
    ...(severity === undefined ? [] : [severityText(severity)]),
  ].join(', ');
  return (
    <>
      <span class="sign" aria-hidden="true">
        {polaritySign(polarity)}
      </span>
      <span class="said">
        <strong>{type ?? l10n.t('no type')}</strong>
        {said !== '' && <span class="quality">{said}</span>}
        <q dir="auto">{brief(quote)}</q>
        {lost && <em class="lost">{l10n.t('no longer found in the text')}</em>}
        {note.trim() !== '' && (
          <span class="note" dir="auto">
            {note}
          </span>
        )}
        {about && (
          <span class="link" dir="auto">
            {anchored(critique, about)
              ? l10n.t('critique: “{0}”', brief(about.quote))
              : l10n.t('no longer in the critique: “{0}”', brief(about.quote))}
          </span>
        )}
      </span>
    </>
  );
}

function MissingWords({ missing: { type, note, evidence } }: { readonly missing: DraftMissing }): JSX.Element {
  return (
    <>
      <span class="sign" aria-hidden="true">
        ?
      </span>
      <span class="said">
        <strong>{type ?? l10n.t('missing information')}</strong>
        <span class="quality">{l10n.t('missing')}</span>
        {note.trim() !== '' && (
          <span class="note" dir="auto">
            {note}
          </span>
        )}
        {evidence !== undefined && <span class="link">{l10n.t('from passage {0}', evidence + 1)}</span>}
      </span>
    </>
  );
}
