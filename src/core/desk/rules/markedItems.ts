import type { RuleScope } from '../../model/annotation/judgementValues';
import type { Study } from '../../study/study';

/** Items by an annotator's marks of one rule. */
export interface RuleFilter {
  /** Id of the rule. */
  readonly rule: string;
  readonly mark: RuleScope | 'unmarked';
}

/** Ids of items: only those, or all but those. */
export interface ItemIds {
  readonly ids: ReadonlySet<string>;
  readonly except: boolean;
}

/** So many annotations are fetched at a time. */
const together = 64;

/**
 * The items that an annotator's judgements in force mark so; unmarked are those that no judgement marks, judged or not.
 * Reads every judgement once, and none where nobody ever marked anything.
 */
export async function itemsMarked(
  { replay, journal }: Pick<Study, 'replay' | 'journal'>,
  annotator: string,
  { rule, mark }: RuleFilter,
  signal?: AbortSignal,
): Promise<ItemIds> {
  const ids = new Set<string>();
  const currentAnnotations = replay.ruleVersions.has(rule) ? [...replay.all(annotator)] : [];
  for (let at = 0; at < currentAnnotations.length; at += together) {
    signal?.throwIfAborted();
    const annotations = await Promise.all(
      currentAnnotations.slice(at, at + together).map(({ ref }) => journal.fetch(ref)),
    );
    for (const {
      item,
      judgement: { rules = [] },
    } of annotations)
      if (rules.some((each) => each.rule === rule && (mark === 'unmarked' || each.scope === mark))) ids.add(item);
  }
  return { ids, except: mark === 'unmarked' };
}
