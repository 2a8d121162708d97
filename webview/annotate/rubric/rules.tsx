import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { ruleScopes, type RuleScope } from '../../../src/core/model/annotation/judgementValues';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskRule, DeskRules } from '../../../src/core/model/desk/deskRules';
import { keepFocus } from '../../ui/keyboardFocus';
import { scopeText } from '../words/ruleTexts';
import { act, judge, rules, setting } from '../store';
import { reveal } from '../scrollIntoView';

/** The length of a long text at most that its row shows. */
const maxOfRow = 200;

/**
 * The study's rules: one line, and unfolded a list with the mark of each and the rule in hand. Nothing where the study
 * has none.
 */
export function Rules({ item }: { readonly item: DeskItem }): JSX.Element | null {
  const list = rules.value;
  if (!item.rules || list?.key !== item.rules.list) return null;
  const { row, left, count } = item.rules;
  const { keys } = setting.value;
  const active = row === null ? undefined : list.rules[row];
  return (
    <section class="rubric-bar rules-bar" aria-label={l10n.t('Rules')}>
      <div class="summary" onMouseDown={keepFocus}>
        <button class="quiet" aria-expanded={row !== null} onClick={() => judge(item.key, { do: 'rules' })}>
          {count === 1 ? l10n.t('One rule') : l10n.t('{0} rules', count)}
          {' · '}
          {left === 0 ? l10n.t('all marked') : l10n.t('{0} of {1} marked', count - left, count)} <kbd>{keys.rules}</kbd>
        </button>
        {active && (
          <span class="add">
            <button class="quiet" onClick={() => act('editRule')}>
              {l10n.t('Edit rule')} <kbd>{keys.editRule}</kbd>
            </button>
            <button class="quiet" onClick={() => act('newRule')}>
              {l10n.t('Write a rule')} <kbd>{keys.newRule}</kbd>
            </button>
          </span>
        )}
      </div>
      {active && row !== null && (
        <div class="filling" ref={(element) => element?.style.setProperty('--rows', String(count))}>
          <RuleList item={item} shown={item.rules} list={list.rules} row={row} />
          <SelectedRule item={item} rule={active} row={row} shown={item.rules} />
        </div>
      )}
    </section>
  );
}

/** The rules in rows; that in hand has the keyboard. */
function RuleList({
  item,
  shown,
  list,
  row,
}: {
  readonly item: DeskItem;
  readonly shown: DeskRules;
  readonly list: readonly DeskRule[];
  readonly row: number;
}): JSX.Element {
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => reveal(view.current?.querySelector('[data-in-hand]')), [row, list.length]);
  return (
    <div
      ref={view}
      class="criteria-grid rule-list"
      role="listbox"
      aria-label={l10n.t('Study rules')}
      data-fill
      onMouseDown={keepFocus}
      onKeyDown={keepView}
    >
      {list.map(({ id, feedback, scope }, at) => {
        const mark = item.draft.rules[id]?.scope ?? null;
        const isHere = at === row;
        return (
          <div
            key={id}
            class={`rule-row${isHere ? ' in-hand' : ''}`}
            role="option"
            aria-selected={isHere}
            tabIndex={isHere ? 0 : -1}
            data-in-hand={isHere ? '' : undefined}
            onClick={() => judge(item.key, { do: 'ruleAt', rule: id })}
          >
            <span class="seen" aria-hidden="true">
              <span class="number">{at + 1}</span>
              <span class="words" dir="auto">
                {feedback.slice(0, maxOfRow)} <span class="scope">{scope.slice(0, maxOfRow)}</span>
              </span>
              {shown.changed.includes(at) && <span class="mark">{l10n.t('new wording')}</span>}
              <span class={`standing-mark ${mark ?? 'none'}`}>{mark === null ? '–' : scopeText(mark)}</span>
            </span>
            <span class="heard">
              {l10n.t('{0}, rule {1} of {2}: {3}', scopeText(mark), at + 1, shown.count, feedback.slice(0, maxOfRow))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** The rule in hand whole: how the prompt can stand to it, with each key, and what is refined by it. */
function SelectedRule({
  item,
  rule,
  row,
  shown,
}: {
  readonly item: DeskItem;
  readonly rule: DeskRule;
  readonly row: number;
  readonly shown: DeskRules;
}): JSX.Element {
  const { keys } = setting.value;
  const { draft, selected, key } = item;
  const mark = draft.rules[rule.id]?.scope ?? null;
  const isRefined = (draft.refinements[selected] ?? '').trim() !== '';
  const isByRule = draft.refinementRules[selected]?.id === rule.id;
  return (
    <div class="criterion-in-hand" role="group" aria-label={l10n.t('Selected rule')} tabIndex={0}>
      <p class="asked">
        <span class="standing">{l10n.t('{0} of {1}', row + 1, shown.count)}</span>
        {shown.changed.includes(row) && <span class="mark">{l10n.t('wording changed since you marked it')}</span>}
      </p>
      <p class="text" dir="auto">
        <strong>{rule.feedback}</strong>
      </p>
      <p class="text" dir="auto">
        <span class="kind">{l10n.t('Scope')}</span> {rule.scope}
      </p>
      <div class="answers" onMouseDown={keepFocus} role="group" aria-label={l10n.t('Mark for this prompt')}>
        {ruleScopes.map((scope, at) => (
          <Choice
            key={scope}
            chosen={mark === scope}
            keyName={String(at + 1)}
            onChoose={() => judge(key, { do: 'ruleScope', scope })}
          >
            {scopeText(scope)}
          </Choice>
        ))}
        <Choice chosen={false} keyName="0" onChoose={() => judge(key, { do: 'ruleScope', scope: null })}>
          {l10n.t('no mark')}
        </Choice>
      </div>
      <p class="by-rule" onMouseDown={keepFocus}>
        {mark === 'in' || mark === null ? (
          <>
            <button class="quiet" onClick={() => act('refine')}>
              {l10n.t('Refine {0} with this rule', letterOf(selected))} <kbd>{keys.refine}</kbd>
            </button>
            {isRefined && (
              <button class="quiet" aria-pressed={isByRule} onClick={() => judge(key, { do: 'ruleApplies' })}>
                {isByRule
                  ? l10n.t('Refinement of {0} is based on this rule', letterOf(selected))
                  : l10n.t('Mark refinement of {0} as based on this rule', letterOf(selected))}{' '}
                <kbd>{keys.ruleApplies}</kbd>
              </button>
            )}
          </>
        ) : (
          <span class="standing">
            {l10n.t('The rule does not apply to this prompt. Its responses are examples of what should not change.')}
          </span>
        )}
      </p>
      <Examples examples={rule.examples} />
    </div>
  );
}

function Choice({
  chosen,
  keyName,
  onChoose,
  children,
}: {
  readonly chosen: boolean;
  readonly keyName: string;
  readonly onChoose: () => void;
  readonly children: string;
}): JSX.Element {
  return (
    <button class={chosen ? 'chosen' : ''} tabIndex={-1} aria-pressed={chosen} onClick={onChoose}>
      <kbd>{keyName}</kbd>
      <span>{children}</span>
    </button>
  );
}

function Examples({ examples }: Pick<DeskRule, 'examples'>): JSX.Element | null {
  if (examples.length === 0) return null;
  const named = (scope: RuleScope): readonly DeskRule['examples'][number][] =>
    examples.filter((each) => each.scope === scope);
  return (
    <dl class="rule-examples" aria-label={l10n.t('Examples')}>
      {ruleScopes.flatMap((scope) =>
        named(scope).map(({ prompt, note }) => (
          <div key={`${scope} ${prompt}`}>
            <dt>{scopeText(scope)}</dt>
            <dd dir="auto">
              {prompt}
              {note !== undefined && <span class="kind"> {note}</span>}
            </dd>
          </div>
        )),
      )}
    </dl>
  );
}

/** The arrows go from rule to rule, by commands; they do not scroll besides. */
function keepView(event: KeyboardEvent): void {
  if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
}
