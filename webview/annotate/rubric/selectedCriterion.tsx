import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskCell, DeskCriterion, DeskExample } from '../../../src/core/model/desk/deskRubric';
import { verdictAt, winnersBy } from '../../../src/core/model/annotation/verdict';
import { keepFocus } from '../../ui/keyboardFocus';
import { TextField } from '../cards/textField';
import { verdictText } from '../words/rubricTexts';
import { criteria, judge, setting } from '../store';
import { valueText } from '../words/language';

interface Props {
  readonly item: DeskItem;
  readonly criterion: DeskCriterion;
  readonly cell: DeskCell;
  readonly of: number;
  readonly isChanged: boolean;
}

/** The criterion in hand whole, what it can be answered by with each answer's key, and a note on the verdict. */
export function SelectedCriterion({ item, criterion, cell, of, isChanged }: Props): JSX.Element {
  const { title, text, gate, own, examples = [] } = criterion;
  const rubric = criterion.rubric === undefined ? undefined : criteria.value?.rubrics[criterion.rubric];
  const isWinner = cell.column === item.draft.places.length;
  return (
    <div class="criterion-in-hand" role="group" aria-label={l10n.t('Selected criterion')} tabIndex={0}>
      <p class="in-hand-head">
        <span class="standing">{l10n.t('{0} of {1}', cell.row + 1, of)}</span>
        {title !== undefined && <strong dir="auto">{title}</strong>}
        {gate && (
          <span
            class="mark"
            title={l10n.t('A response that fails this criterion fails overall, whatever its other verdicts are')}
          >
            {l10n.t('gate')}
          </span>
        )}
        {own && <span class="mark">{l10n.t('for this item only')}</span>}
        {isChanged && <span class="mark">{l10n.t('wording changed since you judged')}</span>}
      </p>
      <p class="text" dir="auto">
        {text}
      </p>
      {isWinner ? (
        <Best item={item} criterion={criterion} />
      ) : (
        <Answers item={item} criterion={criterion} index={cell.column} />
      )}
      {examples.length > 0 && <Examples examples={examples} />}
      {rubric && (
        <p class="of-rubric" dir="auto">
          {l10n.t('{0}: {1}', rubric.title, rubric.description)}
        </p>
      )}
    </div>
  );
}

function Answers({
  item,
  criterion: { id, kind, answers, range },
  index,
}: Pick<Props, 'item' | 'criterion'> & { readonly index: number }): JSX.Element {
  const { keys } = setting.value;
  const verdict = verdictAt(item.draft.verdicts, id, index);
  const isDescribed = answers.some(({ text }) => text !== undefined);
  return (
    <>
      <div
        class={`answers${isDescribed ? ' described' : ''}`}
        onMouseDown={keepFocus}
        role="group"
        aria-label={l10n.t('Verdict on {0}', letterOf(index))}
      >
        <span class="of">{letterOf(index)}</span>
        {answers.map(({ value, key, text }) => (
          <Answer
            key={String(value)}
            chosen={verdict?.value === value}
            onChoose={(chosen) => judge(item.key, chosen ? { do: 'clear' } : { do: 'answer', value })}
          >
            <kbd>{key}</kbd>
            {kind === 'yes-no' && <kbd>{value === true ? keys.yes : keys.no}</kbd>}
            {kind !== 'scale' || value !== key ? (
              <span>{typeof value === 'number' ? valueText(value) : verdictText(value)}</span>
            ) : null}
            {text !== undefined && <span>{text}</span>}
          </Answer>
        ))}
        <Answer chosen={verdict?.value === null} onChoose={() => judge(item.key, { do: 'notApplicable' })}>
          <kbd>{keys.notApplicable}</kbd>
          <span title={l10n.t('does not apply')}>{l10n.t('n/a')}</span>
        </Answer>
        {range && answers.length < range.max - range.min + 1 && (
          <span class="range">{l10n.t('any number from {0} to {1}', range.min, range.max)}</span>
        )}
      </div>
      {verdict ? (
        <TextField
          key={`${item.key} ${id} ${index}`}
          itemKey={item.key}
          field={{ kind: 'note', criterion: id, index }}
          label={`${l10n.t('Note on {0}', letterOf(index))} (${keys.note ?? ''})`}
          text={verdict.note}
          placeholder={l10n.t('Why this verdict?')}
        />
      ) : null}
    </>
  );
}

/** Texts that the study gives for what meets the criterion and what does not. */
function Examples({ examples }: { readonly examples: readonly DeskExample[] }): JSX.Element {
  return (
    <dl class="examples" aria-label={l10n.t('Examples')}>
      {examples.map(({ text, value, note }, at) => (
        <div key={at}>
          <dt>{l10n.t('Example of verdict “{0}”', verdictText(value))}</dt>
          <dd dir="auto">
            {text}
            {note !== undefined && note !== '' && <span class="why"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Best({ item, criterion: { id } }: Pick<Props, 'item' | 'criterion'>): JSX.Element {
  const winners = winnersBy(item.draft.winners, id);
  const all = [...item.draft.places.keys()];
  return (
    <div class="answers" onMouseDown={keepFocus} role="group" aria-label={l10n.t('Best response for this criterion')}>
      <span class="of">{l10n.t('Best')}</span>
      {all.map((index) => (
        <Answer key={index} chosen={winners.includes(index)} onChoose={() => judge(item.key, { do: 'winner', index })}>
          <kbd>{index + 1}</kbd>
          <span>{letterOf(index)}</span>
        </Answer>
      ))}
      <Answer
        chosen={winners.length === all.length}
        onChoose={(chosen) => judge(item.key, chosen ? { do: 'clear' } : { do: 'number', value: 0 })}
      >
        <kbd>0</kbd>
        <span>{l10n.t('all equally good')}</span>
      </Answer>
    </div>
  );
}

function Answer({
  chosen,
  onChoose,
  children,
}: {
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly children: preact.ComponentChildren;
}): JSX.Element {
  return (
    <button class={chosen ? 'chosen' : ''} tabIndex={-1} aria-pressed={chosen} onClick={() => onChoose(chosen)}>
      {children}
    </button>
  );
}
