import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { annotationsIn, folderOf, windowIn } from '../made/deskWindow';
import { criterion, library, rubric } from '../made/rubrics';

describe('a judgement', () => {
  it('names the versions of the rubrics whose scope holds its item, and no others', async () => {
    const folder = await folderOf(2, () => ({}));
    const rubrics = library(
      rubric('style', [[criterion('short')], [criterion('short', { weight: 2 })]]),
      rubric('first', [[criterion('apt')]], { scope: { kind: 'item', item: 'q0' } }),
    );
    writeFileSync(join(folder, 'data.tiebreak.d', 'rubrics.json'), JSON.stringify(rubrics));
    const window = await windowIn(folder);
    await window.desk.start();
    await window.rank(1, 2, 3);
    expect(window.notices.at(-1)).toMatchObject({ kind: 'confirm-verdicts-left' });
    await window.desk.save();
    await window.rank(1, 2, 3);
    expect(annotationsIn(folder).map(({ item, rubrics: under }) => [item, under])).toEqual([
      [
        'q0',
        [
          { id: 'style', version: 2 },
          { id: 'first', version: 1 },
        ],
      ],
      ['q1', [{ id: 'style', version: 2 }]],
    ]);
  });
});
