import { describe, expect, it } from 'vitest';
import { cellAt } from '../../../../src/core/model/report/coverage';
import { columnsOfCells, TableOfCells, tableOfCells } from '../../../../src/core/quality/coverage/cellTable';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { matrixAsCsv } from '../../../../src/core/quality/coverage/serializedCoverage';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../../made/rubricStudy';

const verdicts = (
  values: readonly (boolean | null)[],
): { response: string; criterion: string; value: boolean | null }[] =>
  values.map((value, n) => ({ response: n % 2 === 0 ? 'r1' : 'r2', criterion: n < 2 ? 'a' : 'b', value }));
const judged = async (): ReturnType<typeof coverageOf> =>
  coverageOf(
    await rubricStudy(
      pairsOfResponses(3),
      [rubric([criterion('a'), criterion('b', { weight: -1 })])],
      [
        { at: 0, annotator: 'ana', judgement: { verdicts: verdicts([true, false, null, true]) } },
        { at: 1, annotator: 'ana', round: 2, judgement: { verdicts: verdicts([true, true]) } },
        { at: 1, annotator: 'ben', judgement: { verdicts: verdicts([false, true, true, true]) } },
      ],
    ),
    { by: ['annotator', 'round', 'response'] },
  );

describe('a table of cells', () => {
  it('holds every cell of the matrix it was made of, the whole study first', async () => {
    const coverage = await judged();
    const table = tableOfCells(coverage);
    expect(table.slices).toEqual([-1, ...coverage.slices.keys()]);
    for (const criterionNumber of coverage.criteria.keys()) {
      for (const [column, slice] of table.slices.entries()) {
        const cell = coverage.matrix.cell(criterionNumber, slice);
        expect(cellAt(table, criterionNumber, column)).toEqual(cell);
        expect(new TableOfCells(table).cell(criterionNumber, slice)).toEqual(cell);
      }
    }
    expect(cellAt(table, 0, 0)).toEqual({ chances: 6, filled: 6, notApplicable: 0, unfilled: 0, valued: 6, worth: 4 });
    expect(cellAt(table, 1, 0)).toEqual({ chances: 6, filled: 3, notApplicable: 1, unfilled: 2, valued: 3, worth: 3 });
  });

  it('gives the columns of some slices, and the same CSV', async () => {
    const coverage = await judged();
    const table = tableOfCells(coverage);
    const rounds = [...coverage.slices.keys()].filter((slice) => coverage.slices[slice]?.by === 'round');
    expect(rounds).toHaveLength(2);
    const part = columnsOfCells(table, [-1, ...rounds, 99]);
    expect(part.slices).toEqual([-1, ...rounds]);
    for (const number of coverage.criteria.keys())
      for (const [column, slice] of part.slices.entries())
        expect(cellAt(part, number, column)).toEqual(coverage.matrix.cell(number, slice));
    expect([...matrixAsCsv({ ...coverage, matrix: new TableOfCells(table) })]).toEqual([...matrixAsCsv(coverage)]);
  });

  it('is empty for a study without criteria', async () => {
    const coverage = await coverageOf(await rubricStudy(pairsOfResponses(1), [], []));
    expect(columnsOfCells(tableOfCells(coverage), [-1, 0]).worths).toHaveLength(0);
  });
});
