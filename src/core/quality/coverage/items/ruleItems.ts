import type { RuleScope } from '../../../model/annotation/judgementValues';
import type { Study } from '../../../study/study';
import type { CellItem } from './cellItems';
import { itemFactsOf, type CoverageOptions } from '../coverage';
import { StudyCriteria } from '../studyCriteria';
import { countedAnnotationsOf } from '../counts/countedAnnotations';

/** What of a study's marks by rules is meant: those with one scope, all, or the annotations without a mark. */
export interface RuleQuestion {
  /** Id of the rule. */
  readonly rule: string;
  readonly mark: RuleScope | 'marked' | 'unmarked';
}

/**
 * The items behind a count of marks (see `RuleFigures`), in the dataset's order; `cells` is how many annotations of
 * them are counted there. Reads what `coverageOf` reads.
 */
export async function itemsOfRule(
  study: Study,
  { rule, mark }: RuleQuestion,
  options: CoverageOptions = {},
): Promise<CellItem[]> {
  const facts = await itemFactsOf(study, new StudyCriteria(study.rubrics), options);
  const found = new Map<number, CellItem>();
  for await (const batch of countedAnnotationsOf(study, facts, options).read(options.signal)) {
    for (const { annotation, row } of batch) {
      const { rules = [], skip } = annotation.judgement;
      const scope = rules.find((each) => each.rule === rule)?.scope;
      if (
        skip ||
        !(mark === 'unmarked' ? scope === undefined : mark === 'marked' ? scope !== undefined : scope === mark)
      )
        continue;
      found.set(row, {
        item: annotation.item,
        ordinal: facts.ordinals[row] ?? 0,
        cells: 1 + (found.get(row)?.cells ?? 0),
      });
    }
  }
  return [...found.values()].sort((a, b) => a.ordinal - b.ordinal);
}
