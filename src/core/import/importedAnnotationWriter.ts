import { journalVersion, type Annotation } from '../model/annotation/annotation';
import { judgementKeyOf, judgementKeyText, type JudgementKey } from '../model/annotation/judgementKey';
import { problem, UserError } from '../model/problems/problem';
import { currentQuestion } from '../model/study/project';
import type { Label } from '../dataset/layouts/layout';
import { offsetsFromMessage } from '../journal/codePointOffsets';
import { JournalWriteError } from '../journal/journalWriter';
import { newId } from '../journal/newId';
import type { Study } from '../study/study';
import type { CritiqueLocation } from './metaCritiques';
import type { ImportTarget } from './studyItems';

/** So many annotations are written at a time, each time followed by an fsync, while the next are made. */
const batchSize = 10_000;

/** Makes annotations of origin "imported" and writes them to the journals of a study, some at a time. */
export class ImportedAnnotationWriter {
  private readonly lastIds = new Map<string, string>();
  /** The ids of the annotations that the labels of one record become; some are named before they are written. */
  private readonly ids = new Map<string, string>();
  /** Whether the study knows all that was written. */
  private replayed = true;
  private pending: Annotation[] = [];
  /** Rejects where what was flushed last could not be written. */
  private writing: Promise<void> = Promise.resolve();
  /** The last time that was written, as many annotations are of the same millisecond. */
  private time = { milliseconds: NaN, text: '' };
  private count = 0;

  /** @param from what the labels were read from */
  constructor(
    private readonly study: Study,
    private readonly from: string,
    private readonly now: () => Date,
  ) {}

  /** How many annotations were written. */
  get written(): number {
    return this.count;
  }

  /** The labels of another record follow. */
  startRecord(): void {
    this.ids.clear();
  }

  /** Adds the annotation that a label becomes; a promise where something has to be waited for. */
  add(annotator: string, target: ImportTarget, label: Label): Promise<void> | undefined {
    const id = this.idFor(annotator, label);
    return this.addLine(annotationOf(this.study, annotator, this.from, target, label, id, this.timeText()));
  }

  private addLine(line: Annotation): Promise<void> | undefined {
    this.pending.push(line);
    return this.pending.length >= batchSize ? this.flush() : undefined;
  }

  /** Adds an annotation again as of the judge of its label: all else stays as it was, the later line counts. */
  correctJudge(before: Annotation, { judge, ...label }: Label): Promise<void> | undefined {
    const from = before.origin.kind === 'imported' ? before.origin.from : this.from;
    return this.addLine({
      ...before,
      id: this.idFor(before.annotator, label),
      time: this.timeText(),
      origin: { kind: 'imported', from, ...(judge !== undefined && { by: judge }) },
    });
  }

  /**
   * What stands in the name of a critic, `annotator`, on an item, and the id under which their label on it will be
   * written: critics may judge each other.
   */
  async critiqueLocation(
    annotator: string,
    target: ImportTarget,
    context: string | undefined,
  ): Promise<CritiqueLocation> {
    if (!this.replayed) {
      await this.writing;
      await this.study.refresh();
    }
    this.replayed = true;
    const current = this.study.replay.on(annotator, target, judgementKeyOf({ context }));
    return {
      currentAnnotation: current && (await this.study.journal.fetch(current.ref)),
      nextId: () => this.idFor(annotator, { context }),
    };
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    await this.flush();
    await this.writing;
  }

  /** Begins to write what is pending, once all before it is written. */
  private async flush(): Promise<void> {
    await this.writing;
    if (this.pending.length === 0) return;
    this.writing = this.write(this.pending);
    // Whoever waits for it hears of it, which nobody may do yet.
    this.writing.catch(() => undefined);
    this.replayed = false;
    this.pending = [];
  }

  /** A journal is one annotator's, and an import brings several: what stands of the others when one fails is told. */
  private async write(annotations: readonly Annotation[]): Promise<void> {
    for (const annotator of new Set(annotations.map((each) => each.annotator))) {
      const lines = annotations.filter((each) => each.annotator === annotator);
      await this.study.write(lines).catch((error: unknown) => {
        throw error instanceof JournalWriteError
          ? new UserError(
              problem('import.notAllWritten', { reason: error.problem, written: this.count + error.standing }),
              { cause: error },
            )
          : error;
      });
      this.count += lines.length;
    }
  }

  /** The id of the annotation that an annotator's label of this record becomes. */
  private idFor(annotator: string, judgementKey: JudgementKey): string {
    const key = `${annotator.length} ${annotator}${judgementKeyText(judgementKey)}`;
    const id =
      this.ids.get(key) ??
      newId(this.lastIds.get(annotator) ?? this.study.replay.lastId(annotator), this.now().getTime());
    this.lastIds.set(annotator, id);
    this.ids.set(key, id);
    return id;
  }

  private timeText(): string {
    const now = this.now();
    const milliseconds = now.getTime();
    if (milliseconds !== this.time.milliseconds) this.time = { milliseconds, text: now.toISOString() };
    return this.time.text;
  }
}

function annotationOf(
  study: Study,
  annotator: string,
  from: string,
  item: ImportTarget,
  label: Label,
  id: string,
  time: string,
): Annotation {
  return {
    v: journalVersion,
    type: 'annotation',
    id,
    item: item.id,
    hash: item.hash,
    ...(label.group !== undefined && { group: label.group }),
    ...judgementKeyOf(label),
    annotator,
    time,
    duration: label.duration ?? null,
    origin: { kind: 'imported', from, ...(label.judge !== undefined && { by: label.judge }) },
    round: study.project.round,
    question: { version: currentQuestion(study.project).version },
    rubrics: [...item.rubrics],
    shown: [...(label.shown ?? item.shown)],
    seed: null,
    ...offsetsFromMessage(label.judgement),
    judgement: label.judgement,
  };
}
