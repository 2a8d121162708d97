import { turnsOf } from '../model/item';
import type { Marking } from '../model/marking';
import { taskOf, type Project } from '../model/project';
import { turnsToJudge } from '../model/turnJudged';
import { Digits } from './digits';
import { settled } from './marking';
import type { OpenItem } from './session';
import { ways } from './ways';
import type { Change, Hand } from './ways/way';

/** What the keys fall on: the selected response, what of it, whether its place is a bucket, and a digit that waits for a second one. */
export class InHand {
  readonly digits: Digits;
  private held: Pick<Hand, 'selected' | 'part'> = { selected: 0, part: 0 };
  /** Whether long lists are sorted into buckets first. */
  private byBuckets = true;
  /** Whether this one is sorted, so that numbers are places now. */
  private isSorted = false;
  /** Passages of a response are being marked. */
  private marking: Marking | undefined;

  /** @param onDigitAlone hears that a digit was left alone for long enough (see `Digits`) */
  constructor(
    private readonly project: () => Project,
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

  /** What is in hand of an item, as the ways to judge know it. */
  handFor({ draft, shown }: OpenItem): Hand {
    const { selected, part } = this;
    return { draft, selected, part, buckets: this.byBuckets && !this.isSorted, task: taskOf(this.project()), text: (index) => shown.responses[index]?.text ?? '', turns: turnsToJudge(shown.responses.map(turnsOf)), passages: shown.item.evidence?.length ?? 0, marking: settled(this.marking, draft) };
  }

  /** An item comes to the screen: what is judged first of it is in hand. */
  reset(open: OpenItem | undefined): void {
    this.digits.take();
    this.held = { selected: 0, part: 0 };
    this.marking = undefined;
    this.isSorted = open !== undefined && !open.draft.places.includes(null);
    if (open) this.hold(ways[open.draft.mode].first(this.handFor(open)));
  }

  /** Takes another response, or another part of it, into the hand. */
  hold({ selected = this.selected, part = this.part }: Pick<Change, 'selected' | 'part'>): void {
    this.held = { selected, part };
    // Another response was taken into the hand.
    if (this.marking?.index !== selected) this.marking = undefined;
  }

  /** Takes over what an action changed of the hand. */
  follow(change: Change): void {
    this.hold(change);
    if (change.marking !== undefined) this.marking = change.marking ?? undefined;
    if (change.buckets !== undefined) this.byBuckets = change.buckets;
    this.isSorted = change.buckets === undefined && (this.isSorted || (change.draft?.within ?? null) !== null);
  }
}
