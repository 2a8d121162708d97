import type { Marking } from '../model/desk/marking';
import type { SelectedCritiques } from '../model/annotation/metaCritique';
import { taskOf } from '../model/study/taskSchema';
import type { Study } from '../study/study';
import { MultiDigitInput } from './multiDigitInput';
import { criteriaInForce } from './grid/criteriaInForce';
import { settled } from './applyMarkingAction';
import { settledCritiques } from './othersCritiques/applyMetaCritiqueAction';
import { ruleListOf } from './rules/ruleList';
import { deskRunsOf } from './runs/deskRuns';
import type { OpenItem } from './item/openItem';
import { modesByName } from './modes';
import type { Cell, DraftUpdate, JudgingState } from './modes/mode';

/** A response, and what of it. */
export type Next = Pick<JudgingState, 'selected' | 'part'>;

/**
 * Holds what the keys fall on: the selected response, its part (or a cell of the grid), whether its place is a bucket,
 * and a digit that waits for a second one.
 */
export class Selection {
  readonly digits: MultiDigitInput;
  private held: Pick<JudgingState, 'selected' | 'part' | 'cell'> = { selected: 0, part: 0, cell: null };
  /** True while long lists are sorted into buckets first. */
  private byBuckets = true;
  /** Whether this one is sorted, so that numbers are places now. */
  private isSorted = false;
  /** Passages of a response are being marked. */
  private marking: Marking | undefined;
  /** Others' critiques of a response. */
  private critiques: SelectedCritiques | null = null;
  /** Id of the rule in hand; null while rules are not. */
  private heldRule: string | null = null;
  /** Number of the step of the selected run in hand; null while its steps are not. */
  private heldRunStep: number | null = null;
  /** What the next number falls on, where what was just given one is still selected. */
  private nextHeld: Next | undefined;
  /** True where the next response is selected at once, and not before the next number. */
  selectsNextAtOnce = false;

  /** @param onDigitAlone hears that a digit was left alone for long enough (see `MultiDigitInput`) */
  constructor(
    private readonly study: () => Pick<Study, 'project' | 'rubrics' | 'rules'>,
    onDigitAlone: () => void,
  ) {
    this.digits = new MultiDigitInput(onDigitAlone);
  }

  /** Shown index of the selected response. */
  get selected(): number {
    return this.held.selected;
  }

  /** The part of the selected response that is in hand. */
  get part(): number {
    return this.held.part;
  }

  /** The cell of the grid in hand; null while the item is judged in its way. */
  get cell(): Cell | null {
    return this.held.cell;
  }

  /**
   * The response that the next number falls on; undefined where that is the selected one. So what is written, flagged
   * or marked right after a number is about the response that was just judged.
   */
  get next(): Next | undefined {
    return this.nextHeld;
  }

  /** Takes what comes next into the hand, as a number is given. */
  goToNext(): void {
    if (this.nextHeld) this.hold(this.nextHeld);
  }

  get rule(): string | null {
    return this.heldRule;
  }

  get runStep(): number | null {
    return this.heldRunStep;
  }

  /** Gathers what is in hand of an item for the annotation modes. */
  stateFor({ draft, shown }: OpenItem): JudgingState {
    const { selected, part, cell } = this;
    const { project, rubrics, rules } = this.study();
    const critiquesOf: JudgingState['critiquesOf'] = (index) =>
      shown.critiques && (shown.critiques.get(shown.responses[index]?.id ?? '')?.shown ?? []);
    return {
      draft,
      selected,
      part,
      cell,
      list: criteriaInForce(rubrics, shown.item),
      buckets: this.byBuckets && !this.isSorted,
      task: taskOf(project),
      text: (index) => shown.responses[index]?.text ?? '',
      passages: shown.item.evidence?.length ?? 0,
      marking: settled(this.marking, draft),
      critiquesOf,
      critiques: settledCritiques(this.critiques, { draft, critiquesOf }),
      rules: ruleListOf(rules),
      rule: this.heldRule,
      runs: deskRunsOf(shown),
      runStep: this.heldRunStep,
    };
  }

  /** An item comes to the screen: what is judged first of it is in hand. */
  reset(open: OpenItem | undefined): void {
    this.digits.take();
    this.held = { selected: 0, part: 0, cell: null };
    this.marking = undefined;
    this.critiques = null;
    this.heldRule = null;
    this.heldRunStep = null;
    this.isSorted = open !== undefined && !open.draft.places.includes(null);
    if (open) this.hold(modesByName[open.draft.mode].first(this.stateFor(open)));
  }

  /**
   * Takes another response, another part of it, or a cell into the hand; the cell in hand goes along with the response.
   */
  hold({
    selected = this.selected,
    part = this.part,
    cell = this.cell && selected !== this.selected ? { ...this.cell, column: selected } : this.cell,
    rule = cell ? null : this.rule,
    runStep = cell || rule !== null || selected !== this.selected ? null : this.runStep,
  }: Pick<DraftUpdate, 'selected' | 'part' | 'cell' | 'rule' | 'runStep'>): void {
    this.held = { selected, part, cell };
    this.nextHeld = undefined;
    this.heldRule = rule;
    this.heldRunStep = runStep;
    // Another response was taken into the hand.
    if (this.marking?.index !== selected) this.marking = undefined;
    if (this.critiques?.index !== selected) this.critiques = null;
  }

  /**
   * Takes over what an action changed of the hand.
   * @param next what the next number falls on, where the change does not select it yet
   */
  follow(change: DraftUpdate, next?: Next): void {
    this.hold(change);
    this.nextHeld = next;
    if (change.marking !== undefined) this.marking = change.marking ?? undefined;
    if (change.critiques !== undefined) this.critiques = change.critiques;
    // One of them has the keyboard.
    if (change.critiques) this.marking = undefined;
    else if (change.marking || change.cell || (change.rule ?? null) !== null) this.critiques = null;
    if (this.marking || this.critiques) {
      this.held = { ...this.held, cell: null };
      this.heldRule = null;
      this.heldRunStep = null;
    }
    if (change.buckets !== undefined) this.byBuckets = change.buckets;
    this.isSorted = change.buckets === undefined && (this.isSorted || (change.draft?.within ?? null) !== null);
  }
}
