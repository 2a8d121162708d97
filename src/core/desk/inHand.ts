import type { Marking } from '../model/marking';
import { taskOf } from '../model/project';
import type { Study } from '../study/study';
import { Digits } from './digits';
import { criteriaInForce } from './grid/criteria';
import { settled } from './marking';
import type { OpenItem } from './session';
import { ways } from './ways';
import type { Cell, Change, Hand } from './ways/way';

/** What the keys fall on: the selected response, what of it (or a cell of the grid), whether its place is a bucket, and a digit that waits for a second one. */
export class InHand {
  readonly digits: Digits;
  private held: Pick<Hand, 'selected' | 'part' | 'cell'> = { selected: 0, part: 0, cell: null };
  /** Whether long lists are sorted into buckets first. */
  private byBuckets = true;
  /** Whether this one is sorted, so that numbers are places now. */
  private isSorted = false;
  /** Passages of a response are being marked. */
  private marking: Marking | undefined;

  /** @param onDigitAlone hears that a digit was left alone for long enough (see `Digits`) */
  constructor(
    private readonly study: () => Pick<Study, 'project' | 'rubrics'>,
    onDigitAlone: () => void,
  ) {
    this.digits = new Digits(onDigitAlone);
  }

  /** Shown index of the selected response. */
  get selected(): number {
    return this.held.selected;
  }

  /** What of the selected response is in hand. */
  get part(): number {
    return this.held.part;
  }

  /** The cell of the grid in hand; null while the item is judged in its way. */
  get cell(): Cell | null {
    return this.held.cell;
  }

  /** What is in hand of an item, as the ways to judge know it. */
  handFor({ draft, shown }: OpenItem): Hand {
    const { selected, part, cell } = this;
    const { project, rubrics } = this.study();
    return { draft, selected, part, cell, list: criteriaInForce(rubrics, shown.item), buckets: this.byBuckets && !this.isSorted, task: taskOf(project), text: (index) => shown.responses[index]?.text ?? '', passages: shown.item.evidence?.length ?? 0, marking: settled(this.marking, draft) };
  }

  /** An item comes to the screen: what is judged first of it is in hand. */
  reset(open: OpenItem | undefined): void {
    this.digits.take();
    this.held = { selected: 0, part: 0, cell: null };
    this.marking = undefined;
    this.isSorted = open !== undefined && !open.draft.places.includes(null);
    if (open) this.hold(ways[open.draft.mode].first(this.handFor(open)));
  }

  /** Takes another response, another part of it, or a cell into the hand; the cell in hand goes along with the response. */
  hold({ selected = this.selected, part = this.part, cell = this.cell && selected !== this.selected ? { ...this.cell, column: selected } : this.cell }: Pick<Change, 'selected' | 'part' | 'cell'>): void {
    this.held = { selected, part, cell };
    // Another response was taken into the hand.
    if (this.marking?.index !== selected) this.marking = undefined;
  }

  /** Takes over what an action changed of the hand. */
  follow(change: Change): void {
    this.hold(change);
    if (change.marking !== undefined) this.marking = change.marking ?? undefined;
    // One of the two has the keyboard.
    if (this.marking) this.held = { ...this.held, cell: null };
    if (change.buckets !== undefined) this.byBuckets = change.buckets;
    this.isSorted = change.buckets === undefined && (this.isSorted || (change.draft?.within ?? null) !== null);
  }
}
