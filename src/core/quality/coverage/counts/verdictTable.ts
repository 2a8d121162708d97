import type { Annotation } from '../../../model/annotation/annotation';
import { worthOf, type Criterion } from '../../../model/rubric/criterion';
import { definitionIn, type NumberedVersion, type StudyCriteria } from '../studyCriteria';

/** What stands in a cell: nothing, that the criterion does not apply, or a verdict. */
export const noVerdict = 0;
export const notApplicable = 1;
export const filled = 2;

/**
 * The verdicts of one annotation as a table of criteria × responses, which is used again for the next one. Rows
 * ("slots") are the criteria that have a verdict, in the order in which they come; columns the responses as they were
 * shown. Where a cell has several verdicts the last one counts.
 */
export class VerdictTable {
  /** Responses shown. */
  width = 0;
  /** Numbers of the criteria, by slot. */
  readonly criteria: number[] = [];
  /** What the version that was judged under says of them; of a criterion that it does not have, the latest does. */
  readonly definitions: Criterion[] = [];
  /** Ids of criteria with verdicts that no rubric has. */
  readonly unknown: string[] = [];
  /**
   * Cell by cell, slot after slot: what stands there, its worth (NaN for none) and a number that is the same for the
   * same value.
   */
  states = new Uint8Array(64);
  worths = new Float64Array(64);
  codes = new Float64Array(64);
  private readonly slots: Int32Array;
  private shown: readonly string[] = [];
  /**
   * Number of the rubric looked at last, and its version that the annotation names: criteria of one rubric mostly stand
   * together.
   */
  private rubric = -1;
  private version: NumberedVersion | undefined;
  private readonly names = new Map<string, number>();

  constructor(private readonly study: StudyCriteria) {
    this.slots = new Int32Array(study.count).fill(-1);
  }

  /** Index of a response among those shown; -1 where it is none of them. */
  readonly indexOf = (response: string): number => this.shown.indexOf(response);

  /** Takes the next annotation. */
  load({ shown, judgement, rubrics }: Annotation): void {
    for (const number of this.criteria) this.slots[number] = -1;
    this.criteria.length = 0;
    this.definitions.length = 0;
    this.unknown.length = 0;
    this.rubric = -1;
    this.shown = shown;
    this.width = shown.length;
    // The verdicts of a criterion stand side by side, mostly; its id is looked up once.
    let id: string | undefined;
    let number: number | undefined;
    for (const { response, criterion, value } of judgement.verdicts ?? []) {
      if (criterion !== id) number = this.study.numberOf((id = criterion), number);
      const index = this.indexOf(response);
      if (number === undefined) this.unknown.push(criterion);
      if (number === undefined || index < 0) continue;
      const slot = this.slotOf(number, rubrics);
      const definition = this.definitions[slot];
      if (!definition) continue;
      const cell = slot * this.width + index;
      this.states[cell] = value === null ? notApplicable : filled;
      this.worths[cell] = worthOf(definition, value) ?? Number.NaN;
      this.codes[cell] = value === null ? Number.NaN : typeof value === 'string' ? this.codeOf(value) : Number(value);
    }
  }

  private slotOf(number: number, rubrics: Annotation['rubrics']): number {
    const known = this.slots[number] ?? -1;
    if (known >= 0) return known;
    const slot = this.criteria.length;
    this.slots[number] = slot;
    this.criteria.push(number);
    this.definitions.push(this.definitionUnder(number, rubrics));
    const [begin, end] = [slot * this.width, (slot + 1) * this.width];
    if (end > this.states.length) this.widen(end * 2);
    this.states.fill(noVerdict, begin, end);
    this.worths.fill(Number.NaN, begin, end);
    return slot;
  }

  /** What the version that was judged under says of a criterion; of one that it does not have, the latest does. */
  private definitionUnder(number: number, rubrics: Annotation['rubrics']): Criterion {
    const known = this.study.all[number];
    if (!known) throw new RangeError(`there is no criterion ${number}`);
    if (known.rubric !== this.rubric) {
      const { id, versions } = this.study.rubrics[known.rubric] ?? {};
      const named = rubrics.find((each) => each.id === id);
      this.rubric = known.rubric;
      this.version = named && versions?.get(named.version);
    }
    return (this.version && definitionIn(this.version, number)) ?? known.criterion;
  }

  private codeOf(name: string): number {
    let code = this.names.get(name);
    if (code === undefined) this.names.set(name, (code = this.names.size));
    return code;
  }

  private widen(length: number): void {
    const [states, worths, codes] = [new Uint8Array(length), new Float64Array(length), new Float64Array(length)];
    states.set(this.states);
    worths.set(this.worths);
    codes.set(this.codes);
    [this.states, this.worths, this.codes] = [states, worths, codes];
  }
}
