import type { CurrentAnnotation } from '../../journal/replay';
import { taskOf, type VerifierTime } from '../../model/study/taskSchema';
import { plainKey } from '../../model/annotation/judgementKey';
import type { Study } from '../../study/study';
import type { ShownItem } from '../item/shownItem';
import type { OpenItem } from '../item/openItem';
import { critiquesIn, type OthersCritique, type CritiquesShown } from './critique';
import { orderCritiques } from './critiqueOrder';

/**
 * Tells whether an annotator may see what others wrote of an item: the study says so, and where it says "after" their
 * own judgement of its texts as they are is saved.
 */
function areCritiquesShown(when: VerifierTime, { annotation, shown }: Pick<OpenItem, 'annotation' | 'shown'>): boolean {
  if (when !== 'after') return when === 'shown';
  return (
    annotation?.origin.kind === 'human' &&
    annotation.judgement.skip === undefined &&
    annotation.hash === shown.item.hash
  );
}

/** The critiques found for one judgement of an item, and the lines that they come from. */
interface Known {
  readonly lines: string;
  readonly found: Promise<ReadonlyMap<string, readonly OthersCritique[]>>;
}

/** Items whose critiques are kept at hand: the one on the desk, its neighbours and the next. */
const maxKnown = 8;

/**
 * Finds the critiques that others wrote of an item's responses: in their annotations in force on its texts as they are,
 * and under the same context. What came again is none of them.
 */
export class OthersCritiques {
  private readonly known = new Map<string, Known>();

  constructor(private readonly study: Pick<Study, 'replay' | 'journal' | 'project'>) {}

  /**
   * Resolves to the critiques that stand beside the item on the desk; undefined where none may be seen yet. Then they
   * are read ahead, so that the save that lets them be seen reads nothing.
   */
  async shownBeside(open: Pick<OpenItem, 'annotation' | 'shown'>): Promise<CritiquesShown | undefined> {
    const { annotation, shown } = open;
    if (areCritiquesShown(taskOf(this.study.project).othersCritiques, open))
      return this.of(shown, annotation?.hash === shown.item.hash ? annotation.judgement.metaCritiques : undefined);
    void this.waiting({ shown });
    return undefined;
  }

  /**
   * Counts the critiques that can be judged once the judgement of an item is saved, and not before. What cannot be read
   * counts as none: no save fails by it, and it is told where they are to be shown.
   */
  waiting({ shown }: Pick<OpenItem, 'shown'>): Promise<number> {
    if (shown.critiques !== undefined || taskOf(this.study.project).othersCritiques !== 'after')
      return Promise.resolve(0);
    return this.found(shown).then(
      (found) => [...found.values()].reduce((sum, critiques) => sum + critiques.length, 0),
      () => 0,
    );
  }

  /**
   * The critiques of each response, in the order for the annotator.
   * @param own what they said of them in the judgement in force
   */
  private async of(
    shown: Pick<ShownItem, 'item' | 'annotator' | 'judgementKey'>,
    own: Parameters<typeof orderCritiques>[3],
  ): Promise<CritiquesShown> {
    const found = await this.found(shown);
    const { replay, project } = this.study;
    let writers: ReadonlyMap<string, string> | undefined;
    const writerOf = (annotation: string): string | undefined =>
      (writers ??= new Map(replay.past(shown.item.id).map(({ id, annotator }) => [id, annotator]))).get(annotation);
    return orderCritiques(shown, project.seed, found, own, writerOf);
  }

  /** Reads others' annotations, and not again while they are the same lines. */
  private found({
    item,
    annotator,
    judgementKey,
  }: Pick<ShownItem, 'item' | 'annotator' | 'judgementKey'>): Known['found'] {
    const { replay } = this.study;
    const under = judgementKey?.context === undefined ? plainKey : { context: judgementKey.context };
    const currentAnnotations = replay.annotators().flatMap((name) => {
      const currentAnnotation = name === annotator ? undefined : replay.on(name, item, under);
      return currentAnnotation && !currentAnnotation.skipped && currentAnnotation.hash === item.hash
        ? [currentAnnotation]
        : [];
    });
    const lines = currentAnnotations.map(({ id }) => id).join(' ');
    const name = JSON.stringify([annotator, item.id, item.hash, under]);
    const before = this.known.get(name);
    if (before?.lines === lines) return before.found;
    const found = this.read(currentAnnotations, item);
    this.known.delete(name);
    this.known.set(name, { lines, found });
    // What could not be read is read anew.
    found.catch(() => this.known.delete(name));
    for (const old of [...this.known.keys()].slice(0, -maxKnown)) this.known.delete(old);
    return found;
  }

  private async read(
    currentAnnotations: readonly CurrentAnnotation[],
    item: ShownItem['item'],
  ): Promise<ReadonlyMap<string, readonly OthersCritique[]>> {
    const annotations = await Promise.all(currentAnnotations.map(({ ref }) => this.study.journal.fetch(ref)));
    const byResponse = new Map<string, OthersCritique[]>();
    for (const annotation of annotations) {
      // What is said of one turn is not said of the response.
      for (const { response, ...critique } of annotation.turn === undefined ? critiquesIn(annotation, item) : [])
        byResponse.set(response, [...(byResponse.get(response) ?? []), critique]);
    }
    return byResponse;
  }
}
