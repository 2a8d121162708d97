import type { Dataset } from '../../dataset/dataset';
import type { Progress, CurrentAnnotation } from '../../journal/replay';
import type { AssignedCount } from '../../model/desk/deskState';
import { assignmentOf, meanCount } from '../../model/study/assignment';
import type { Study } from '../../study/study';
import { PlanProgress } from './planProgress';
import { repeatKey } from '../queue/repeatPlan';
import type { PlanItems } from '../queue/planItems';

/** Counts the items that come to each annotator by the study's plan, and those that are done. */
export class Workload {
  /** How many items come to whom, once somebody has counted. */
  shares: Readonly<Record<string, number>> | undefined;
  private sendingPlan: Promise<PlanItems> | undefined;
  private sentPlan: PlanItems | undefined;
  /** The judgements of items that the plan's filter lets through; counted when they are asked for. */
  private planProgress: PlanProgress | undefined;

  constructor(
    private readonly study: Study,
    private readonly dataset: Dataset,
  ) {}

  /** The items that alone come, once it is known which; undefined where all do. */
  get only(): Promise<PlanItems> | undefined {
    return this.sendingPlan;
  }

  /** From now on only the items that `sending` resolves to come; resolves, or rejects, with it. */
  async send(sending: Promise<PlanItems>): Promise<void> {
    this.sendingPlan = sending;
    this.sentPlan = await sending;
    this.recount();
  }

  /**
   * Counts the items that come to an annotator by the study's plan; undefined where all do, once each. Until they are
   * counted, and where some come again, it is what the plan makes likely.
   */
  of(annotator: string): AssignedCount | undefined {
    const repeats = this.study.project.plan?.repeats?.rate ?? 0;
    const share = this.shareOf(annotator);
    if (repeats === 0) return share;
    const done = this.progressSummaryOf(annotator);
    return {
      count: Math.max(Math.round((share?.count ?? this.all) / (1 - repeats)), done.judged + done.skipped),
      counted: false,
    };
  }

  private shareOf(annotator: string): AssignedCount | undefined {
    const shares = assignmentOf(this.study.project);
    if (shares?.annotators.includes(annotator) !== true)
      return this.sendingPlan && { count: this.all, counted: this.sentPlan !== undefined };
    const counted = this.shares?.[annotator];
    return {
      count: counted ?? Math.round((this.all * meanCount(shares)) / shares.annotators.length),
      counted: counted !== undefined,
    };
  }

  /**
   * Counts the judgements that the plan asks of all annotators together, and those that there are; undefined without a
   * plan for them.
   */
  get team(): { readonly done: number; readonly wanted: number } | undefined {
    const shares = assignmentOf(this.study.project);
    if (!shares) return undefined;
    const done = shares.annotators
      .map((name) => this.progressSummaryOf(name))
      .reduce((sum, { judged, skipped }) => sum + judged + skipped, 0);
    const forAll = (shares.controls?.size ?? 0) * (shares.annotators.length - meanCount(shares));
    return {
      done,
      wanted: Math.round((this.all * meanCount(shares) + forAll) / (1 - (this.study.project.plan?.repeats?.rate ?? 0))),
    };
  }

  /** Counts what an annotator has done of the items that come to anybody. */
  progressOf(annotator: string): Progress {
    const { sentPlan: sent, study } = this;
    if (!sent) return study.replay.progress(annotator);
    this.planProgress ??= new PlanProgress(study.replay, (item) => sent.hasId(item));
    return this.planProgress.of(annotator);
  }

  /**
   * Counts progress as people are told it, with items that came again: by a number that stands still they would know
   * which those were.
   */
  progressSummaryOf(annotator: string): Progress {
    const [first, second] = [this.progressOf(annotator), this.study.replay.progress(annotator, repeatKey)];
    return { judged: first.judged + second.judged, skipped: first.skipped + second.skipped };
  }

  /**
   * To be called before a line is appended; what it gives is told, once it is, what counted the item before and what does
   * now. What somebody begins to count in between may have the line or not, and is counted anew.
   */
  beforeChange(): (before: CurrentAnnotation | undefined, now: CurrentAnnotation | undefined) => void {
    const { planProgress: done } = this;
    return (before, now) => {
      if (this.planProgress === done) done?.changed(before, now);
      else this.recount();
    };
  }

  /** Others appended to the journals: what is done is counted anew. */
  recount(): void {
    this.planProgress = undefined;
  }

  /** Items that come to anybody. */
  private get all(): number {
    return this.sentPlan?.count ?? this.dataset.count;
  }
}
