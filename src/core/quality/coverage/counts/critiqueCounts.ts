import { critiquesIn } from '../../../desk/othersCritiques/critique';
import type { Past } from '../../../journal/replay';
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

/** A critique of which somebody said something, by what names it. */
interface JudgedCritique {
  readonly annotation: string;
  readonly response: string;
  readonly hash: string;
  readonly said: Tally;
  /** It was lost when it was said again. */
  readonly lost: boolean;
}

/** What one annotation says of critiques, and of which item they are. */
interface Judging {
  /** Hash of the item's texts, and the context they were judged under. */
  readonly item: Pick<Annotation, 'hash' | 'context'>;
  readonly responses: readonly { readonly id: string }[];
  readonly critiques: readonly JudgedCritique[];
}

/**
 * Counts what is said of others' critiques while annotations come; takes memory for the critiques that were judged so.
 * What is said of one that was rewritten since, or taken back, is said of none that is there, and counts as lost alone.
 */
export class CritiqueCounter {
  /** By the item's id. */
  private readonly byItem = new Map<string, Judging[]>();

  add({
    item,
    hash,
    context,
    shown,
    judgement: { metaCritiques = [], refinements = [] },
  }: Pick<Annotation, 'item' | 'hash' | 'context' | 'shown' | 'judgement'>): void {
    if (metaCritiques.length === 0) return;
    // Critiques are named by what they say of the item's own responses.
    const responses = shown.filter((id) => !refinements.some((each) => each.id === id)).map((id) => ({ id }));
    const judging = { item: { hash, context }, responses, critiques: metaCritiques.flatMap(judgedIn) };
    this.byItem.set(item, [...(this.byItem.get(item) ?? []), judging]);
  }

  /** Reads the critiques that are in force where some were judged. Throws as `Journal.fetchAll` does. */
  async counts(study: Pick<Study, 'replay' | 'journal'>): Promise<CritiqueCounts> {
    const all = empty();
    const byOrigin = new Map<string, Tally>();
    let lost = 0;
    const past = new Map([...this.byItem.keys()].map((item) => [item, study.replay.past(item)]));
    const inForce = await fetched(study, [...past.values()].flat());
    for (const [item, judgings] of this.byItem) {
      const lines = past.get(item) ?? [];
      const writers = new Map(lines.map(({ id, annotator }) => [id, annotator]));
      const annotations = lines.flatMap(({ id }) => inForce.get(id) ?? []);
      for (const judging of judgings) {
        const here = annotations
          .filter(({ hash, context }) => hash === judging.item.hash && context === judging.item.context)
          .flatMap((annotation) => critiquesIn(annotation, judging).map((each) => ({ ...each, annotation })));
        for (const { annotation, response, hash, said, lost: wasLost } of judging.critiques) {
          // Whoever saved their judgement again and said the same said nothing new.
          const now = here.find(
            (each) => each.response === response && each.hash === hash && each.annotator === writers.get(annotation),
          );
          if (!now || wasLost) {
            lost++;
            continue;
          }
          const origin = originOf(now.annotation.origin);
          const own = byOrigin.get(origin) ?? empty();
          byOrigin.set(origin, own);
          for (const tally of [own, all])
            for (const key of Object.keys(said) as (keyof Tally)[]) tally[key] += said[key];
        }
      }
    }
    const each = [...byOrigin]
      .map(([origin, tally]): CritiqueOriginFigures => ({ origin, ...figuresOf(tally) }))
      .sort((a, b) => b.judged - a.judged || (a.origin < b.origin ? -1 : 1));
    return { ...figuresOf(all), lost, origins: each };
  }
}

/** The critiques of which something is said, with what that is. */
function judgedIn({ response, critiques, ranking, texts = [] }: MetaCritique): JudgedCritique[] {
  const ranked = new Set(ranking?.tiers.flat());
  const made = new Set(texts.flatMap(({ of }) => of));
  return critiques.flatMap(({ annotation, hash, accepted, soundness, agrees, lost = false }, number) => {
    const isSaid = accepted !== undefined || soundness !== undefined || agrees !== undefined;
    if (!isSaid && !ranked.has(number) && !made.has(number)) return [];
    const said = { ...empty(), judged: 1 };
    if (soundness !== undefined) said[soundness]++;
    if (agrees !== undefined) said[agrees ? 'right' : 'overturned']++;
    if (accepted !== undefined) said[accepted ? 'accepted' : 'rejected']++;
    if (made.has(number)) said.reworked++;
    if (agrees === true && soundness !== undefined && soundness !== 'unsure') {
      said.rightAndTold++;
      if (soundness === 'flawed') said.rightButFlawed++;
    }
    return [{ annotation, response, hash, said, lost }];
  });
}

/** The annotations in force of these, on whole items as they came first, by id. */
async function fetched(
  { journal }: Pick<Study, 'journal'>,
  past: readonly Past[],
): Promise<ReadonlyMap<string, Annotation>> {
  const refs = past
    .filter(
      ({ state, skipped, repeat, turn, role }) =>
        state === 'in-force' && !skipped && repeat === undefined && turn === undefined && role === undefined,
    )
    .map(({ ref }) => ref)
    .sort((a, b) => (a.source === b.source ? a.offset - b.offset : a.source < b.source ? -1 : 1));
  const annotations = new Map<string, Annotation>();
  if (refs.length === 0) return annotations;
  for await (const batch of journal.fetchAll(refs)) for (const each of batch) annotations.set(each.id, each);
  return annotations;
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
