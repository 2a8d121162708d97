import type { Item } from '../model/item/item';
import { scan } from '../dataset/sources/scan';
import type { Label } from '../dataset/layouts/layout';
import type { Reading } from '../dataset/items/parse';
import type { Study } from '../study/study';
import { problem, type Problem } from '../model/problems/problem';
import { importTargetOf, type StudyItemFinder, type MatchedLabel, type ImportTarget } from './studyItems';

/**
 * The items of a study that a table of labels names by id (`Layout.labelsOnly`). Of the study's items only those are
 * kept that the table names.
 */
export class StudyItemsById implements StudyItemFinder {
  private constructor(private readonly targets: ReadonlyMap<string, ImportTarget>) {}

  /** Reads the table, and then the whole dataset of the study. Of items that share an id the first is taken. */
  static async of(
    study: Study,
    paths: readonly string[],
    reading: Reading,
    signal?: AbortSignal,
  ): Promise<StudyItemsById> {
    const wanted = new Set<string>();
    for await (const batch of scan(paths, reading, { signal }))
      for (const parsed of batch) if ('item' in parsed) wanted.add(parsed.item.id);
    const targets = new Map<string, ImportTarget>();
    for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
      for (const parsed of batch)
        if ('item' in parsed && wanted.delete(parsed.item.id))
          targets.set(parsed.item.id, importTargetOf(parsed.item, study.rubrics));
    }
    return new StudyItemsById(targets);
  }

  match(item: Item, label: Label): MatchedLabel | undefined {
    const target = this.targets.get(item.id);
    return target && unknownIn(label, target).length === 0 ? { target, label, byTexts: false } : undefined;
  }

  whyNot(item: Item, label: Label): Problem {
    const target = this.targets.get(item.id);
    return target
      ? problem('import.noSuchResponses', { item: item.id, responses: unknownIn(label, target) })
      : problem('import.noSuchItem', { item: item.id });
  }
}

/** The responses that were judged and are none of the item's: such as texts that the annotator made of them. */
const unknownIn = ({ shown = [] }: Label, target: ImportTarget): string[] =>
  shown.filter((id) => !target.shown.includes(id));
