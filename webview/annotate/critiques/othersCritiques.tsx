import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { critiqueParts } from '../../../src/core/model/annotation/judgementValues';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import {
  opinionOf,
  critiquePlaces,
  type SelectedCritiques,
  type DeskCritique,
} from '../../../src/core/model/annotation/metaCritique';
import type { CritiqueMade } from '../../../src/core/model/annotation/metaCritiqueSchemas';
import { noWritingRequirements } from '../../../src/core/model/annotation/writingRequirements';
import { keepFocus } from '../../ui/keyboardFocus';
import { SelectedCritique, SelectedMerge } from './selectedCritique';
import { numbersText, originText, soundnessText, verdictText } from '../words/othersCritiquesTexts';
import { TextField } from '../cards/textField';
import { judge, othersCritiques, setting, state } from '../store';
import { partName } from '../words/textFieldTexts';
import { reveal } from '../scrollIntoView';
import { notShownText } from '../words/announcements';
import { ordinal } from '../words/language';

/** Lists the critiques that others wrote of a response; none where they may not be seen. */
const critiquesOf = ({ critiques }: DeskItem, index: number): readonly DeskCritique[] =>
  critiques && othersCritiques.value?.key === critiques.list ? (othersCritiques.value.responses[index] ?? []) : [];

/** The way to them from a response, with how many there are and were judged. */
export function CritiquesButton({
  item,
  index,
}: {
  readonly item: DeskItem;
  readonly index: number;
}): JSX.Element | null {
  const { key, selected, draft } = item;
  const all = critiquesOf(item, index);
  const made = draft.metaCritiques[index]?.texts.length ?? 0;
  if (all.length + made === 0) return null;
  const shortcut = setting.value.keys.critiques;
  const isOpen = item.critiques?.active?.index === index;
  return (
    <button
      class="quiet"
      tabIndex={selected === index ? 0 : -1}
      aria-expanded={isOpen}
      onMouseDown={keepFocus}
      onClick={() => judge(key, { do: 'critiques', index })}
    >
      {all.length === 1 ? l10n.t('One critique by others') : l10n.t('{0} critiques by others', all.length)}
      {judgedText(all.filter((each) => Object.hasOwn(draft.metaCritiques[index]?.said ?? {}, each.key)).length)}{' '}
      {selected === index && shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

const judgedText = (count: number): string => (count === 0 ? '' : ` · ${l10n.t('{0} judged', count)}`);

interface Props {
  readonly item: DeskItem;
  readonly active: SelectedCritiques;
}

/** The critiques of a response by others and what was made of them, to be read and judged one after the other. */
export function OthersCritiques({ item, active }: Props): JSX.Element | null {
  const { index, number } = active;
  const all = critiquesOf(item, index);
  const own = item.draft.metaCritiques[index];
  const texts = own?.texts ?? [];
  const lost = item.critiques?.lost[index] ?? 0;
  const letter = letterOf(index);
  const critique = all[number];
  const made = texts[number - all.length];
  const keys = all.map(({ key }) => key);
  const places = critiquePlaces(own, keys);
  const sources = ({ of }: CritiqueMade): string =>
    numbersText(
      of
        .map((key) => keys.indexOf(key))
        .filter((each) => each >= 0)
        .sort((a, b) => a - b),
    );
  return (
    <section class="critiques-bar" aria-label={l10n.t('Critiques of {0} by others', letter)} data-critiques data-fill>
      <p class="summary" onMouseDown={keepFocus}>
        <strong>{l10n.t('Critiques of {0} by others', letter)}</strong>
        <span class="quieter">
          {l10n.t('{0} of {1} judged', keys.filter((key) => Object.hasOwn(own?.said ?? {}, key)).length, all.length)}
        </span>
        {lost > 0 && (
          <span class="quieter">
            {lost === 1
              ? l10n.t('One critique that you judged was changed or removed. Your judgment of it is kept.')
              : l10n.t('{0} critiques that you judged were changed or removed. Your judgments of them are kept.', lost)}
          </span>
        )}
        <button class="quiet add" tabIndex={-1} onClick={() => judge(item.key, { do: 'critiques', on: false })}>
          {l10n.t('Back to the responses')} <kbd>{setting.value.keys.leaveCritiques}</kbd>
        </button>
      </p>
      <div class="judging">
        <ol class="others" onKeyDown={keepView}>
          {all.map((each, at) => (
            <One key={each.key} item={item} active={active} number={at} label={oneLabel(each, at, all.length)}>
              <header>
                <span class="number">{at + 1}</span>
                <span class="origin">{originText(each.origin)}</span>
                <Marks item={item} active={active} critique={each} place={places[at] ?? null} />
              </header>
              {each.texts.map(({ part, text, left }) => (
                <div key={part ?? ''} class="said">
                  {part !== undefined && <span class="part">{partName(part, letter)}</span>}
                  <p dir="auto">
                    {text}
                    {left !== undefined && ` … ${notShownText(left)}`}
                  </p>
                </div>
              ))}
              {each.verdict.length > 0 && (
                <p class="its-verdict">{l10n.t('Verdict: {0}', verdictText(each.verdict))}</p>
              )}
            </One>
          ))}
          {texts.map((each, at) => (
            <One
              key={`made ${at}`}
              item={item}
              active={active}
              number={all.length + at}
              label={l10n.t('Your text, based on {0}', sources(each))}
            >
              <header>
                <span class="origin">{l10n.t('Your text, based on {0}', sources(each))}</span>
              </header>
              <Made item={item} index={index} number={at} made={each} />
            </One>
          ))}
        </ol>
        {critique && (
          <SelectedCritique
            item={item}
            critique={critique}
            number={number}
            count={all.length}
            said={opinionOf(own, critique.key)}
            active={active}
          />
        )}
        {made && <SelectedMerge item={item} sources={sources(made)} />}
      </div>
    </section>
  );
}

const oneLabel = ({ origin, verdict }: DeskCritique, at: number, count: number): string =>
  [
    l10n.t('Critique {0} of {1}', at + 1, count),
    originText(origin),
    ...(verdict.length > 0 ? [l10n.t('Verdict: {0}', verdictText(verdict))] : []),
  ].join(', ');

/** Draws a critique of the list; the one in hand has the keyboard, and is brought into view. */
function One({
  item,
  active,
  number,
  label,
  children,
}: Props & {
  readonly number: number;
  readonly label: string;
  readonly children: preact.ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLElement>(null);
  const isHere = active.number === number;
  useEffect(() => {
    if (isHere && element.current) bringIntoView(element.current);
  }, [isHere]);
  return (
    <li>
      <article
        ref={element}
        class={isHere ? 'other in-hand' : 'other'}
        tabIndex={isHere ? 0 : -1}
        data-in-hand={isHere ? '' : undefined}
        aria-current={isHere}
        aria-label={label}
        onClick={() => !isHere && judge(item.key, { do: 'critiqueAt', index: active.index, number })}
      >
        {children}
      </article>
    </li>
  );
}

/** Shows one of the list whole; from its beginning where it is longer than the list is high. */
function bringIntoView(one: HTMLElement): void {
  const list = one.closest('.others');
  if (list && one.clientHeight > list.clientHeight)
    list.scrollTop += one.getBoundingClientRect().top - list.getBoundingClientRect().top;
  else reveal(one);
}

/** Shows the marks that a critique was given, as chips. */
function Marks({
  item,
  active,
  critique: { key },
  place,
}: Props & { readonly critique: DeskCritique; readonly place: number | null }): JSX.Element {
  const { accepted, soundness, agrees } = opinionOf(item.draft.metaCritiques[active.index], key);
  const marks = [
    ...(place === null ? [] : [ordinal(place)]),
    ...(accepted === null ? [] : [accepted ? l10n.t('accepted') : l10n.t('rejected')]),
    ...(soundness === null ? [] : [soundnessText(soundness)]),
    ...(agrees === null ? [] : [agrees ? l10n.t('verdict right') : l10n.t('verdict wrong')]),
    ...(active.picked.includes(key) ? [l10n.t('to be merged')] : []),
  ];
  return (
    <span class="marks">
      {marks.map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </span>
  );
}

/** A text made of critiques, in the parts that it has or that the study asks for. */
function Made({
  item,
  index,
  number,
  made,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly number: number;
  readonly made: CritiqueMade;
}): JSX.Element {
  const isParted = (state.value?.task ?? noWritingRequirements).critique.fields === 'parts';
  const letter = letterOf(index);
  const parts = critiqueParts.filter((part) => isParted || made[part] !== '');
  return (
    <div class="critique">
      {(!isParted || made.text !== '') && (
        <TextField
          key={`${item.key} ${index} ${number}`}
          itemKey={item.key}
          field={{ kind: 'critiqueMade', index, number }}
          label={l10n.t('Critique of {0}', letter)}
          text={made.text}
          placeholder={l10n.t('What is good or bad about the response, and how could it be better?')}
          rows={3}
        />
      )}
      {parts.map((part) => (
        <TextField
          key={`${item.key} ${index} ${number} ${part}`}
          itemKey={item.key}
          field={{ kind: 'critiqueMade', index, number, part }}
          label={partName(part, letter)}
          text={made[part]}
          placeholder=""
          rows={2}
        />
      ))}
    </div>
  );
}

/** The arrows go from one to the next, by commands; they do not scroll besides. */
function keepView(event: KeyboardEvent): void {
  if (
    event.key.startsWith('Arrow') &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !(event.target instanceof HTMLTextAreaElement)
  )
    event.preventDefault();
}
