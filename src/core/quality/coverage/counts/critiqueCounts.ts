import type { LineRef } from '../../../journal/journal';
import type { Annotation } from '../../../model/annotation/annotation';
import type { CritiqueCounts, CritiqueFigures, CritiqueOriginFigures } from '../../../model/report/critiqueCounts';
import type { MetaCritique } from '../../../model/annotation/metaCritiqueSchemas';
import type { Study } from '../../../study/study';
import { rateOf } from '../../rate';
import { originOf } from '../annotationCounter';

/** Counts, one number each. */
interface Tally {
  judged: number;
  sound: number;
  flawed: number;
  unsure: number;
  right: number;
  overturned: number;
  rightAndTold: number;
  rightButFlawed: number;
  accepted: number;
  rejected: number;
  reworked: number;
}

const empty = (): Tally => ({
  judged: 0,
  sound: 0,
  flawed: 0,
  unsure: 0,
  right: 0,
  overturned: 0,
  rightAndTold: 0,
  rightButFlawed: 0,
  accepted: 0,
  rejected: 0,
  reworked: 0,
});

/**
 * Counts what is said of others' critiques while annotations come; takes memory for the annotations that were judged
 * so.
 */
export class CritiqueCounter {
  /** By the id of the annotation that holds them, which is of the same item. */
  private readonly byAnnotation = new Map<string, { readonly item: string; readonly tally: Tally }>();
  private lost = 0;

  add({ item, judgement: { metaCritiques = [] } }: Pick<Annotation, 'item' | 'judgement'>): void {
    for (const each of metaCritiques) this.addOne(item, each);
  }

  /**
   * Reads where the judged critiques come from; superseded lines say it as well as those in force. Throws as
   * `Journal.fetchAll` does.
   */
  async counts({ replay, journal }: Pick<Study, 'replay' | 'journal'>): Promise<CritiqueCounts> {
    const origins = await this.originsOf(replay, journal);
    const all = empty();
    const byOrigin = new Map<string, Tally>();
    for (const [id, { tally }] of this.byAnnotation) {
      const origin = origins.get(id) ?? 'unknown';
      const own = byOrigin.get(origin) ?? empty();
      byOrigin.set(origin, own);
      for (const key of Object.keys(tally) as (keyof Tally)[]) {
        own[key] += tally[key];
        all[key] += tally[key];
      }
    }
    const each = [...byOrigin]
      .map(([origin, tally]): CritiqueOriginFigures => ({ origin, ...figuresOf(tally) }))
      .sort((a, b) => b.judged - a.judged || (a.origin < b.origin ? -1 : 1));
    return { ...figuresOf(all), lost: this.lost, origins: each };
  }

  private addOne(item: string, { critiques, ranking, texts = [] }: MetaCritique): void {
    const ranked = new Set(ranking?.tiers.flat());
    const made = new Set(texts.flatMap(({ of }) => of));
    for (const [number, { annotation, accepted, soundness, agrees, lost }] of critiques.entries()) {
      if (
        accepted === undefined &&
        soundness === undefined &&
        agrees === undefined &&
        !ranked.has(number) &&
        !made.has(number)
      )
        continue;
      const tally = this.tallyOf(annotation, item);
      tally.judged++;
      if (lost) this.lost++;
      if (soundness !== undefined) tally[soundness]++;
      if (agrees !== undefined) tally[agrees ? 'right' : 'overturned']++;
      if (accepted !== undefined) tally[accepted ? 'accepted' : 'rejected']++;
      if (made.has(number)) tally.reworked++;
      if (agrees !== true || soundness === undefined || soundness === 'unsure') continue;
      tally.rightAndTold++;
      if (soundness === 'flawed') tally.rightButFlawed++;
    }
  }

  private tallyOf(annotation: string, item: string): Tally {
    let found = this.byAnnotation.get(annotation);
    if (!found) this.byAnnotation.set(annotation, (found = { item, tally: empty() }));
    return found.tally;
  }

  private async originsOf(replay: Study['replay'], journal: Study['journal']): Promise<ReadonlyMap<string, string>> {
    const wanted = new Map<string, Set<string>>();
    for (const [id, { item }] of this.byAnnotation) wanted.set(item, (wanted.get(item) ?? new Set<string>()).add(id));
    const refs: LineRef[] = [...wanted].flatMap(([item, ids]) =>
      replay.past(item).flatMap(({ id, ref }) => (ids.has(id) ? [ref] : [])),
    );
    refs.sort((a, b) => (a.source === b.source ? a.offset - b.offset : a.source < b.source ? -1 : 1));
    const origins = new Map<string, string>();
    if (refs.length === 0) return origins;
    for await (const batch of journal.fetchAll(refs))
      for (const { id, origin } of batch) origins.set(id, originOf(origin));
    return origins;
  }
}

const figuresOf = ({
  judged,
  sound,
  flawed,
  unsure,
  right,
  overturned,
  rightAndTold,
  rightButFlawed,
  accepted,
  rejected,
  reworked,
}: Tally): CritiqueFigures => ({
  judged,
  flawed: rateOf(flawed, sound + flawed),
  unsure,
  overturned: rateOf(overturned, right + overturned),
  rightButFlawed: rateOf(rightButFlawed, rightAndTold),
  rejected: rateOf(rejected, accepted + rejected),
  reworked,
});
