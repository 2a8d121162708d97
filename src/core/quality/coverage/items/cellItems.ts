import type { CoverageSlice } from '../../../model/report/coverage';
import type { Study } from '../../../study/study';
import { asks, StudyCriteria } from '../studyCriteria';
import { itemFactsOf, type CoverageOptions } from '../coverage';
import { countedAnnotationsOf } from '../counts/countedAnnotations';
import { filled, notApplicable, noVerdict, VerdictTable } from '../counts/verdictTable';
import { askedVersions, SliceIndex } from '../sliceIndex';

/** What of a cell of the matrix is meant. */
export interface CellQuestion {
  /** Id of the criterion. */
  readonly criterion: string;
  /** The whole study where no slice is named. */
  readonly slice?: CoverageSlice | undefined;
  readonly state: 'filled' | 'not-applicable' | 'unfilled';
}

/** An item behind a cell. */
export interface CellItem {
  readonly item: string;
  /** 0-based place in the dataset. */
  readonly ordinal: number;
  /** How many of the cell's counts are this item's. */
  readonly cells: number;
}

/** What of the spans of a study is meant. */
export interface SpanQuestion {
  readonly kind: 'span' | 'missing';
  /** null: those that have no type; any where nothing is said. */
  readonly type?: string | null | undefined;
  /** Only negative spans of which nothing says what is wrong. */
  readonly bare?: true | undefined;
  /** The whole study where no slice is named. */
  readonly slice?: CoverageSlice | undefined;
}

/**
 * The items behind a cell of the matrix, in the dataset's order: looked for when somebody asks, as no cell keeps them.
 * Reads what `coverageOf` reads; none for a criterion that there is not.
 */
export async function itemsOfCell(
  study: Study,
  { criterion, slice, state }: CellQuestion,
  options: CoverageOptions = {},
): Promise<CellItem[]> {
  const criteria = new StudyCriteria(study.rubrics);
  const number = criteria.numberOf(criterion);
  if (number === undefined) return [];
  const facts = await itemFactsOf(study, criteria, options, slice);
  const slicing = new SliceIndex(facts, slice ? [slice.by] : []);
  const sheet = new VerdictTable(criteria);
  const found = new Map<number, CellItem>();
  const isSlice = (each: number): boolean =>
    slicing.slices[each]?.by === slice?.by && slicing.slices[each]?.value === slice?.value;
  for await (const batch of countedAnnotationsOf(study, facts, options).read(options.signal)) {
    for (const { annotation, row } of batch) {
      if (annotation.judgement.skip) continue;
      sheet.load(annotation);
      const slot = sheet.criteria.indexOf(number);
      const isAsked = askedVersions(annotation, row, criteria, facts).some((version) => asks(version, number));
      if (slot < 0 && (!isAsked || state !== 'unfilled')) continue;
      const inWhole = slice === undefined || slicing.of(annotation, row).some(isSlice);
      const cells = slicing.places(annotation.shown, row).filter((place, index) => {
        const now = slot < 0 ? noVerdict : sheet.states[slot * sheet.width + index];
        const wanted =
          state === 'filled'
            ? now === filled
            : state === 'not-applicable'
              ? now === notApplicable
              : now === noVerdict && isAsked;
        return wanted && (inWhole || slicing.ofResponse(place).some(isSlice));
      }).length;
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
