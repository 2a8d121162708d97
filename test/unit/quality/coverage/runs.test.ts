import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { createStudy } from '../../../../src/core/study/create';
import { airlineRun } from '../../made/airlineRuns';
import { annotationsOf, type Said } from '../../made/judgedRecords';
import { criterion, rubric } from '../../made/rubricStudy';
import { itemsOf, opened } from '../../made/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

it('covers responses that are runs as all others: verdicts by run, agreement, and what they explain', async () => {
  const rows = [0, 1, 2].flatMap((task) =>
    [0, 1].map((trial) => airlineRun(task, trial, [['find', {}, `found ${task}`]], `Answer ${trial}.`)),
  );
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [temporaryFile('airline.json', JSON.stringify(rows))] });
  const study = await opened(projectFile);
  await study.changeRubrics((rubrics) => ({ ...rubrics, rubrics: [rubric([criterion('verified')])] }));
  const { items } = await itemsOf(study);
  const says = (at: number, by: string, first: boolean, second: boolean, better: 0 | 1): Said => {
    const [a, b] = items[at]!.responses.map(({ id }) => id) as [string, string];
    return {
      at,
      by,
      judgement: {
        ranking: { tiers: better === 0 ? [[a], [b]] : [[b], [a]] },
        verdicts: [
          { response: a, criterion: 'verified', value: first },
          { response: b, criterion: 'verified', value: second },
        ],
      },
      changes: { rubrics: [{ id: 'main', version: 1 }] },
    };
  };
  const lines = await annotationsOf(study, [
    says(0, 'ana', false, true, 1),
    says(1, 'ana', false, true, 1),
    says(2, 'ana', true, false, 1),
    says(0, 'ben', false, true, 1),
    says(1, 'ben', true, true, 1),
  ]);
  for (const name of ['ana', 'ben']) await study.append(lines.filter(({ annotator }) => annotator === name));
  await study.refresh();
  const { criteria } = await coverageOf(study);
  await study.close();
  const [found] = criteria;
  // Runs are told apart by their names: four units by two annotators, of which one differs.
  expect(found).toMatchObject({ id: 'verified', agreement: { units: 4, values: 8, same: { n: 4, rate: 0.75 } } });
  expect(found).toMatchObject({ used: 5, chances: 10, filled: 10, yes: { n: 10, rate: 0.6 } });
  // It separates four of the five pairs, and in three of these the run that is verified is preferred.
  expect(found!.separation).toMatchObject({ pairs: 5, same: 3, against: 1, equal: 1, right: { n: 4, rate: 0.75 } });
});
