import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trlDpo } from '../../../../src/core/export/formats/pairs/trl';
import { writeExport } from '../../../../src/core/export/write';
import type { Estimate } from '../../../../src/core/model/report/quality';
import { qualityOf } from '../../../../src/core/quality/report/qualityReport';
import { Study } from '../../../../src/core/study/study';
import { simulatedStudy } from '../../made/simulatedStudy';
import { temporaryFolder } from '../../made/temporaryFolder';

const figure = ({ value, low, high }: Estimate): string =>
  `${value.toFixed(2)} (${low!.toFixed(2)} to ${high!.toFixed(2)})`;

describe('the card of an export', () => {
  it('has the figures of the quality report, of the annotators of the export', async () => {
    const study = await Study.open(
      await simulatedStudy(temporaryFolder(), {
        items: 300,
        perItem: 3,
        annotators: ['ana', 'ben', 'cleo', 'eve'].map((name) => ({
          name,
          epsilon: name === 'eve' ? 0.5 : 0.1,
          seconds: 9,
        })),
        models: { alpha: 1, beta: 0 },
        length: 0.8,
        repeats: 0.2,
        controls: 30,
        adjudicator: 'lea',
        seed: 5,
      }),
    );
    await study.refresh();
    const annotators = ['ana', 'ben', 'cleo'];
    for (const named of [undefined, annotators]) {
      const { agreement, noise, bias } = await qualityOf(study, named && { annotators: named });
      const out = join(temporaryFolder(), 'out');
      await writeExport(study, { format: trlDpo, ...(named && { annotators: named }) }, out);
      const card = readFileSync(join(out, 'README.md'), 'utf8');
      const wins = (of: string): Estimate => bias.rows.find((row) => row.of === of)!.wins!;
      for (const line of [
        `| Krippendorff's alpha of preferences (nominal) | ${figure(agreement.rows[0]!.alpha!)} |`,
        `| Two annotators agree: preferences | ${figure(agreement.rows[0]!.same!)} |`,
        `| Label noise, by items that several judged | ${figure(noise.overlap!.epsilon)} |`,
        `| Label noise, by repeated items | ${figure(noise.repeats!.epsilon)} |`,
        `| Label noise, by control items | ${figure(noise.controls!.epsilon)} |`,
        `| The longer of two responses wins | ${figure(wins('length'))} |`,
        `| The response shown first wins | ${figure(wins('position'))} |`,
      ])
        expect(card).toContain(line);
    }
    await study.close();
  });
});
