import { describe, expect, it } from 'vitest';
import { underOldVersions } from '../../../src/core/rubric/oldVersions';
import { changeCriterion } from '../../../src/core/rubric/criteria';
import { removeRubric } from '../../../src/core/rubric/library';
import { temporaryFolder } from '../made/temporaryFolder';
import { criterion, library, rubric } from '../made/rubrics';
import { judge, opened, studyOf } from '../made/study';

const records = [...Array(4).keys()].map((n) => ({
  id: `q${n}`,
  prompt: 'Why?',
  responses: ['Because.', `Why not ${n}?`],
}));

describe('annotations made under old versions', () => {
  it('are found with what they are of; those taken back or made anew are not, but keep the version in use', async () => {
    const study = await studyOf(temporaryFolder(), records);
    await study.changeRubrics(() =>
      library(rubric('style', [[criterion('short')]]), rubric('truth', [[criterion('true')]])),
    );
    const under = (style: number): { rubrics: { id: string; version: number }[] } => ({
      rubrics: [
        { id: 'style', version: style },
        { id: 'truth', version: 1 },
      ],
    });
    const first = await judge(study, 0, { rationale: 'x' }, under(1));
    await judge(study, 1, { rationale: 'x' }, { ...under(1), annotator: 'ben' });
    await judge(study, 2, { rationale: 'x' }, under(1));
    expect(await underOldVersions(study)).toEqual([]);

    await study.changeRubrics((rubrics) =>
      changeCriterion(rubrics, 'short', { weight: 2 }, { used: study.replay.rubricVersions }),
    );
    expect(study.rubrics.rubrics[0]?.versions.map(({ version }) => version)).toEqual([1, 2]);
    await judge(study, 2, { rationale: 'y' }, under(2));
    const [old, ...others] = await underOldVersions(study);
    expect(others).toEqual([]);
    expect(old).toMatchObject({ rubric: 'style', version: 1, inForce: 2, isKept: true });
    expect(old?.annotations.map(({ item, annotator }) => [item, annotator]).sort()).toEqual([
      ['q0', 'ana'],
      ['q1', 'ben'],
    ]);
    expect(old?.annotations.map(({ id }) => id)).toContain(first.id);

    // Superseded or not, the versions that were judged under stay.
    expect(study.replay.rubricVersions).toEqual(
      new Map([
        ['style', new Set([1, 2])],
        ['truth', new Set([1])],
      ]),
    );
    await study.changeRubrics((rubrics) => removeRubric(rubrics, 'truth', { used: study.replay.rubricVersions }));
    expect(study.rubrics.rubrics[1]?.versions.map(({ criteria }) => criteria.length)).toEqual([1, 0]);
    await study.close();
  });

  it('are told where the library does not have the version, or the rubric', async () => {
    const study = await studyOf(temporaryFolder(), records);
    await study.changeRubrics(() => library(rubric('style', [[criterion('short')]])));
    await judge(
      study,
      0,
      { rationale: 'x' },
      {
        rubrics: [
          { id: 'style', version: 3 },
          { id: 'gone', version: 1 },
        ],
      },
    );
    await study.close();
    const again = await opened(study.file);
    expect(await underOldVersions(again)).toMatchObject([
      { rubric: 'style', version: 3, inForce: 1, isKept: false },
      { rubric: 'gone', version: 1, inForce: undefined, isKept: false },
    ]);
    await again.close();
  });
});
