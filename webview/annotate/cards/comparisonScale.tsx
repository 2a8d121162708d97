import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem, DeskPair } from '../../../src/core/model/desk/deskState';
import { digitFor } from '../../../src/core/model/annotation/comparisonKeys';
import type { StrengthInput } from '../../../src/core/model/study/taskSchema';
import type { Outcome } from '../../../src/core/model/annotation/draft';
import type { DraftComparison } from '../../../src/core/model/annotation/fields/comparisons';
import { keepFocus } from '../../ui/keyboardFocus';
import { comparisonSigns, outcomeName, outcomeText, strengthName } from '../words/comparisonTexts';
import { reveal } from '../scrollIntoView';
import { judge } from '../store';

interface Props {
  readonly item: DeskItem;
  readonly pair: DeskPair;
  /** True where one says how much better a response is. */
  readonly strength: StrengthInput;
}

const strengths = [3, 2, 1] as const;

/**
 * What can come of comparing the two in hand: a scale from one to the other, and apart from it what is no place on it.
 */
export function ComparisonScale(props: Props): JSX.Element {
  const { item, pair, strength } = props;
  const { a, b } = pair;
  return (
    <section
      class="way-bar comparing"
      aria-label={l10n.t('Compare {0} and {1}', letterOf(a), letterOf(b))}
      onMouseDown={keepFocus}
    >
      {item.draft.places.length > 2 && <Progress item={item} pair={pair} />}
      <div class="outcomes">
        <div
          class={`scale${strength === 'none' ? '' : ' with-strengths'}${strength === 'scale' ? ' seven-points' : ''}`}
          role="group"
          aria-label={l10n.t('Which response is better')}
        >
          {strength !== 'scale' && <Outcomes {...props} of={['a', 'tie', 'b']} />}
          {strength !== 'none' &&
            strengths.map((value) => <Strength key={value} {...props} outcome="a" value={value} />)}
          {strength === 'scale' && <Outcomes {...props} of={['tie']} />}
          {strength !== 'none' &&
            [...strengths].reverse().map((value) => <Strength key={-value} {...props} outcome="b" value={value} />)}
        </div>
        <div class="apart" role="group" aria-label={l10n.t('Other outcomes')}>
          <Outcomes {...props} of={['both-good', 'both-bad', 'too-close', 'unsure']} />
        </div>
      </div>
    </section>
  );
}

function Outcomes({ item, pair, strength, of }: Props & { readonly of: readonly Outcome[] }): JSX.Element[] {
  const made = item.draft.comparisons[item.part];
  const [a, b] = [letterOf(pair.a), letterOf(pair.b)];
  return of.map((outcome) => {
    const isSaid = made?.outcome === outcome;
    const chosen = isSaid && made.strength === undefined;
    return (
      <button
        key={outcome}
        class={`outcome ${outcome} ${chosen ? 'chosen' : isSaid ? 'with-strength' : ''}`}
        aria-pressed={isSaid}
        onClick={() => judge(item.key, chosen ? { do: 'clear' } : { do: 'compare', outcome })}
      >
        {outcomeName(outcome, a, b)} <Digit of={digitFor(strength, outcome)} />
      </button>
    );
  });
}

function Strength({
  item,
  pair,
  strength,
  outcome,
  value,
}: Props & { readonly outcome: 'a' | 'b'; readonly value: 1 | 2 | 3 }): JSX.Element {
  const made = item.draft.comparisons[item.part];
  // A strength from elsewhere may lie between two steps.
  const chosen = made?.outcome === outcome && made.strength !== undefined && Math.round(made.strength) === value;
  return (
    <button
      class={`strength ${outcome}-${value}${chosen ? ' chosen' : ''}`}
      aria-pressed={chosen}
      aria-label={outcomeText(outcome, letterOf(pair.a), letterOf(pair.b), value)}
      onClick={() => judge(item.key, chosen ? { do: 'clear' } : { do: 'compare', outcome, strength: value })}
    >
      {strength === 'scale' && `${letterOf(outcome === 'a' ? pair.a : pair.b)} `}
      {strengthName(value)} <Digit of={digitFor(strength, outcome, value)} />
    </button>
  );
}

const Digit = ({ of }: { readonly of: number | undefined }): JSX.Element | null =>
  of === undefined ? null : <kbd>{of}</kbd>;

/** Shows the number of this comparison, how many are left, and those that were made, to go back to. */
function Progress({ item, pair }: Pick<Props, 'item' | 'pair'>): JSX.Element {
  const { comparisons } = item.draft;
  const active = useRef<HTMLButtonElement>(null);
  useEffect(() => reveal(active.current), [item.part]);
  const go = (part: number, { a }: Pick<DraftComparison, 'a'>): void =>
    judge(item.key, { do: 'select', index: a, part });
  const all: readonly (DraftComparison | DeskPair)[] =
    item.part < comparisons.length ? comparisons : [...comparisons, pair];
  return (
    <div class="comparisons">
      <span class="count" aria-live="polite">
        {pair.left === 0
          ? l10n.t('Comparison {0} of {1}, all done', item.part + 1, comparisons.length)
          : l10n.t('Comparison {0} of at most {1}', item.part + 1, comparisons.length + pair.left)}
      </span>
      <div class="chips" role="group" aria-label={l10n.t('Comparisons so far')}>
        {all.map((each, part) => {
          const [a, b] = [letterOf(each.a), letterOf(each.b)];
          const said = outcomeText(
            'outcome' in each ? each.outcome : null,
            a,
            b,
            'outcome' in each ? each.strength : undefined,
          );
          const here = part === item.part;
          return (
            <button
              key={part}
              ref={here ? active : null}
              class={`chip${here ? ' in-hand' : ''}`}
              tabIndex={here ? 0 : -1}
              aria-current={here}
              title={said}
              onClick={() => go(part, each)}
            >
              <span aria-hidden="true">{'outcome' in each ? comparisonSigns(each, a, b) : `${a} – ${b}`}</span>
              <span class="heard">{said}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
