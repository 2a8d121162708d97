import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { letterOf } from '../../src/core/model/blind';
import type { DeskCheck, DeskItem, DeskTurn } from '../../src/core/model/desk';
import type { Aspect } from '../../src/core/model/scale';
import { Checks, ChecksBadge } from './checks';
import { Critique } from './critique';
import { Compared, isCompared } from './difference';
import { dragAndDrop } from './drag';
import { Excerpt } from './excerpt';
import { Length } from './length';
import { MarkingText } from './markingText';
import { MarkButton, MarkList } from './markList';
import { Marks, marksOf } from './marks';
import { Place } from './place';
import { isFolded, standingOf } from './rows';
import { Refinement } from './refinement';
import { judge } from './store';
import { ratedText, Ratings } from './ratings';
import { Steps, stepsStanding, StepTools } from './steps';
import { Turns, TurnText } from './turns';
import { cardLabel } from './labels';
import { Verdict } from './verdict';
import { listed } from './words';

interface Props {
  readonly item: DeskItem;
  readonly index: number;
  readonly turns: readonly DeskTurn[];
  readonly checks: readonly DeskCheck[];
  readonly aspects: readonly Aspect[];
  readonly isColumns: () => boolean;
}

/** One response: its text, its place, its critique. */
export function Card({ item, index, turns, checks, aspects, isColumns }: Props): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const head = useRef<HTMLElement>(null);
  const letter = letterOf(index);
  const { mode } = item.draft;
  const { place, tiedWith } = standingOf(item, index);
  const folded = isFolded(item, index) && !isCompared(item.key, index);
  const alone = turns.length === 1 ? turns[0] : undefined;
  const selected = item.selected === index;
  const isRanked = mode === 'rank';
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => (isRanked && card.current && head.current ? dragAndDrop(card.current, head.current, item.key, index, isColumns) : undefined), [item.key, index, isRanked, isColumns]);

  return (
    <article
      ref={card}
      class={`card${selected ? ' selected' : ''}${tiedWith.length > 0 ? ' tied' : ''}${mode === 'best' && place === 1 ? ' best' : ''}${folded ? ' folded' : ''}`}
      data-index={index}
      tabIndex={selected || mode === 'pair' ? 0 : -1}
      aria-label={[cardLabel(item, index, aspects), ...marksOf(item, index)].join(', ')}
      aria-current={selected}
      onPointerDown={() => !selected && judge(item.key, { do: 'select', index })}
      onFocusIn={() => !selected && judge(item.key, { do: 'select', index })}
    >
      <header ref={head}>
        <span class="letter">{letter}</span>
        {mode === 'rank' ? <Place item={item} index={index} /> : <Verdict item={item} index={index} />}
        <Marks item={item} index={index} />
        <ChecksBadge checks={checks} open={unfolded} isSelected={selected} onToggle={() => setUnfolded(!unfolded)} />
        <Length itemKey={item.key} index={index} />
        <span class="standing">
          {mode === 'steps' ? stepsStanding(item.draft.steps[index] ?? null) : mode === 'rate' && folded ? ratedText(item, index, aspects) : tiedWith.length > 0 && l10n.t('tied with {0}', listed(tiedWith))}
        </span>
        {isRanked && <span class="grip" title={l10n.t('Drag to move; onto the middle of another for a tie')} aria-hidden="true" />}
      </header>
      <div class="body">
        <Checks checks={checks} open={unfolded && !folded} />
        <Compared itemKey={item.key} index={index}>
          {folded ? <Excerpt turns={turns} /> : item.marking?.index === index ? <MarkingText key={item.key} item={item} marking={item.marking} /> : item.steps && selected ? <Steps item={item} steps={item.steps} /> : alone ? <TurnText itemKey={item.key} response={index} turn={0} first={alone} /> : <Turns itemKey={item.key} response={index} turns={turns} judged={item.turn} />}
        </Compared>
        {!folded && <MarkList item={item} index={index} />}
      </div>
      {!folded && (
        <footer>
          {mode === 'rate' && <Ratings item={item} index={index} aspects={aspects} />}
          {item.steps && selected && !item.marking && <StepTools item={item} steps={item.steps} />}
          <Critique item={item} index={index} />
          <Refinement item={item} index={index} />
          <MarkButton item={item} index={index} />
        </footer>
      )}
    </article>
  );
}
