import type { CoverageSlice } from '../../../model/report/coverage';
import type { Judgement } from '../../../model/annotation/annotation';
import { isWritten } from '../../../model/item/judgedResponses';
import type { Study } from '../../../study/study';
import type { CellItem, SpanQuestion } from './cellItems';
import { itemFactsOf, type CoverageOptions } from '../coverage';
import { StudyCriteria } from '../studyCriteria';
import { countedAnnotationsOf } from '../counts/countedAnnotations';
import { SliceIndex } from '../sliceIndex';

/**
 * The items behind a count of spans (see `SpanCounts`), in the dataset's order; `cells` is how many spans of them, or
 * pieces of missing information, are counted there. Reads what `coverageOf` reads.
 */
export async function itemsOfSpans(
  study: Study,
  question: SpanQuestion,
  options: CoverageOptions = {},
): Promise<CellItem[]> {
  const { slice } = question;
  const facts = await itemFactsOf(study, new StudyCriteria(study.rubrics), options, slice);
  const slicing = new SliceIndex(facts, slice ? [slice.by] : []);
  const isSlice = (each: number): boolean => isThe(slicing.slices[each], slice);
  const found = new Map<number, CellItem>();
  for await (const batch of countedAnnotationsOf(study, facts, options).read(options.signal)) {
    for (const { annotation, row } of batch) {
      const { critiques = [], skip } = annotation.judgement;
      if (skip || critiques.length === 0) continue;
      const inWhole = slice === undefined || slicing.of(annotation, row).some(isSlice);
      const places = slicing.places(annotation.shown, row);
      const isIn = (response: string): boolean =>
        inWhole || slicing.ofResponse(places[annotation.shown.indexOf(response)] ?? -1).some(isSlice);
      const cells = critiques.reduce(
        (sum, critique) => (isIn(critique.response) ? sum + countedIn(critique, question) : sum),
        0,
      );
      if (cells > 0)
        found.set(row, {
          item: annotation.item,
          ordinal: facts.ordinals[row] ?? 0,
          cells: cells + (found.get(row)?.cells ?? 0),
        });
    }
  }
  return [...found.values()].sort((a, b) => a.ordinal - b.ordinal);
}

const isThe = (slice: CoverageSlice | undefined, wanted: CoverageSlice | undefined): boolean =>
  slice?.by === wanted?.by && slice?.value === wanted?.value;

function countedIn(critique: NonNullable<Judgement['critiques']>[number], { kind, type, bare }: SpanQuestion): number {
  const { spans = [], missing = [] } = critique;
  const isType = (own: string | undefined): boolean => type === undefined || (own ?? null) === type;
  if (kind === 'missing') return missing.filter((each) => isType(each.type)).length;
  return spans.filter(
    (each) =>
      !each.lost &&
      isType(each.type) &&
      (!bare || (each.polarity === 'negative' && !isWritten(critique) && (each.note ?? '').trim() === '')),
  ).length;
}
