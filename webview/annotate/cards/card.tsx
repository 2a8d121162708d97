import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bestWorstOf } from '../../../src/core/model/annotation/bestWorst';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskVerifierResult, DeskItem, DeskTurn } from '../../../src/core/model/desk/deskState';
import type { DeskRuns } from '../../../src/core/model/desk/deskRun';
import type { Aspect } from '../../../src/core/model/annotation/aspect';
import { Checks, ChecksBadge } from './checks';
import { Critique } from '../critiques/critique';
import { CritiquesButton } from '../critiques/othersCritiques';
import { Compared, isCompared } from './difference';
import { DisputedMarks, disputedTexts } from './disputedMarks';
import { dragAndDrop } from './drag';
import { Excerpt } from './excerpt';
import { isSearching } from '../findBar';
import { Length } from './length';
import { MarkingText } from '../marking/markingText';
import { MarkButton, MarkList } from '../marking/markList';
import { DiffComments } from '../run/diffComments';
import { TakenOver } from '../run/takenOver';
import { TestResults } from '../run/testResults';
import { JudgementChips, chipTexts } from '../marking/judgementChips';
import { RankingPlace } from './rankingPlace';
import { isFolded, rankPositionOf } from './cardRows';
import type { InFocus } from '../twoInFocus';
import { isQuotable } from '../writing/quoting';
import { Refinement } from './refinement';
import { judge } from '../store';
import { ratedText, Ratings } from './ratings';
import { keepArrows } from '../run/keepArrows';
import { Timeline } from '../run/timeline';
import { RunExcerpt } from '../run/runExcerpt';
import { Steps, StepTools } from '../steps/steps';
import { Turns, TurnText } from '../conversation/turns';
import { cardLabel, stepsProgressText } from '../words/cardLabels';
import { JudgementControl } from '../rubric/judgementControl';
import { ViewButton } from './viewButton';
import { listed } from '../words/language';

interface Props {
  readonly item: DeskItem;
  readonly index: number;
  readonly turns: readonly DeskTurn[];
  readonly checks: readonly DeskVerifierResult[];
  /** The runs of the item, of which this response may be one. */
  readonly runs: DeskRuns | undefined;
  /** The model that wrote it, once the study reveals that. */
  readonly model: string | undefined;
  readonly aspects: readonly Aspect[];
  /** The two that are open while the others are folded, where that is wanted. */
  readonly two: InFocus | undefined;
  readonly isColumns: () => boolean;
}

/** Draws a response: its text, its place, its critique. */
export function Card({ item, index, turns, checks, runs, model, aspects, two, isColumns }: Props): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const head = useRef<HTMLElement>(null);
  const letter = letterOf(index);
  const { mode } = item.draft;
  const { place, tiedWith } = rankPositionOf(item, index);
  const folded = isFolded(item, index, two) && !isCompared(item.key, index) && !isSearching.value;
  const run = item.turn === null ? (runs?.runs[index] ?? undefined) : undefined;
  const alone = turns.length === 1 ? turns[0] : undefined;
  const selected = item.selected === index;
  const isNext = item.next?.index === index;
  const { best, worst } = bestWorstOf(mode === 'best-worst' ? item.draft.comparisons : [], item.draft.places.length);
  const end = best === index || (mode === 'best' && place === 1) ? ' best' : worst === index ? ' worst' : '';
  const isRanked = mode === 'rank';
  const [unfolded, setUnfolded] = useState(false);
  /** Selected it would come into focus, elsewhere: not before it is seen that it is not dragged, or quoted. */
  const isPressed = useRef(false);
  const select = (): unknown => !selected && judge(item.key, { do: 'select', index });
  useEffect(
    () =>
      isRanked && card.current && head.current
        ? dragAndDrop(card.current, head.current, item.key, index, isColumns)
        : undefined,
    [item.key, index, isRanked, isColumns],
  );

  return (
    <article
      ref={card}
      class={`card${selected ? ' selected' : ''}${isNext ? ' next' : ''}${isNext || (selected && !item.next) ? ' is-read' : ''}${tiedWith.length > 0 ? ' tied' : ''}${end}${folded ? ' folded' : ''}`}
      data-index={index}
      // Set later it would have the style of the whole card computed anew.
      draggable={isRanked || undefined}
      data-scroll
      tabIndex={selected || mode === 'pair' ? 0 : -1}
      aria-label={[
        cardLabel(item, index, aspects),
        ...(isNext ? [l10n.t('up next')] : []),
        ...(model === undefined ? [] : [model]),
        ...chipTexts(item, index, folded),
        ...disputedTexts(item.opinions, letter),
      ].join(', ')}
      aria-current={selected}
      aria-describedby={selected && item.isNewMode ? 'new-mode' : undefined}
      onPointerDown={({ target }) => {
        isPressed.current = (folded && two !== undefined) || isQuotable(target);
        if (!isPressed.current) select();
      }}
      onClick={({ target }) =>
        isPressed.current &&
        target instanceof Element &&
        target.closest('button') === null &&
        !isQuotable(target) &&
        select()
      }
      onFocusIn={() => !isPressed.current && select()}
      onKeyDown={run && keepArrows}
    >
      <header ref={head}>
        <span class="letter">{letter}</span>
        {mode === 'rank' ? (
          <RankingPlace item={item} index={index} folded={folded} />
        ) : (
          <JudgementControl item={item} index={index} />
        )}
        {isNext && (
          <span class="next-mark" aria-hidden="true" title={l10n.t('The next digit is for this response.')}>
            {l10n.t('up next')}
          </span>
        )}
        {model !== undefined && <span class="model">{model}</span>}
        <JudgementChips item={item} index={index} folded={folded} />
        <DisputedMarks opinions={item.opinions} letter={letter} />
        <ChecksBadge checks={checks} open={unfolded} isSelected={selected} onToggle={() => setUnfolded(!unfolded)} />
        {!folded && <ViewButton itemKey={item.key} index={index} turns={turns} isRun={run !== undefined} />}
        <Length itemKey={item.key} index={index} />
        <span class="standing">
          {mode === 'steps'
            ? stepsProgressText(item.draft.steps[index] ?? null)
            : mode === 'rate' && folded
              ? ratedText(item, index, aspects)
              : tiedWith.length > 0 && l10n.t('tied with {0}', listed(tiedWith))}
        </span>
        {isRanked && (
          <span
            class="grip"
            title={l10n.t('Drag to change the rank. Drop on the middle of another response to tie them.')}
            aria-hidden="true"
          />
        )}
      </header>
      <div class="body">
        <Checks checks={checks} open={unfolded && !folded} />
        {!folded && <TestResults tests={item.tests} index={index} />}
        <Compared itemKey={item.key} index={index}>
          {folded ? (
            run ? (
              <RunExcerpt run={run} turns={turns} />
            ) : (
              <Excerpt turns={turns} />
            )
          ) : item.marking?.index === index ? (
            <MarkingText key={item.key} item={item} marking={item.marking} />
          ) : item.steps && selected ? (
            <Steps item={item} steps={item.steps} />
          ) : run ? (
            <Timeline item={item} index={index} run={run} divergence={runs?.divergence} turns={turns} />
          ) : alone ? (
            <TurnText itemKey={item.key} response={index} turn={0} first={alone} />
          ) : (
            <Turns itemKey={item.key} response={index} turns={turns} judged={item.turn} />
          )}
        </Compared>
        {!folded && <MarkList item={item} index={index} />}
        {!folded && <DiffComments item={item} index={index} />}
        {!folded && <TakenOver item={item} index={index} />}
      </div>
      {!folded && (
        <footer>
          {mode === 'rate' && <Ratings item={item} index={index} aspects={aspects} />}
          {item.steps && selected && !item.marking && <StepTools item={item} steps={item.steps} />}
          <Critique item={item} index={index} />
          <Refinement item={item} index={index} />
          <MarkButton item={item} index={index} />
          <CritiquesButton item={item} index={index} />
        </footer>
      )}
    </article>
  );
}
