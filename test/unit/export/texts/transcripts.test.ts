import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import { productOf } from '../../../../src/core/export/trainers';
import { previewExport } from '../../../../src/core/export/write';
import { everythingStudy } from '../../made/goldenStudies';
import { opened } from '../../made/study';
import { named } from '../formats/formatFixtures';

/**
 * Readers that make a user's turn of a prompt that is text, and put that into a chat template: reward-bench
 * `rewardbench/utils.py prepare_dialogue_from_tokenizer`, `load_bon_dataset_v2`; NeMo-RL
 * `binary_preference_dataset.py`; Trinity-RFT `SimpleWorkflow.format_messages`; TRL's and axolotl's process reward
 * models; ordinal-preference-optimization `process.py`; scripts that make pairs of UltraFeedback.
 */
const templating = [
  'reward-bench',
  'RewardBench',
  'NeMo-RL',
  'Trinity-RFT',
  'ordinal-preference-optimization',
  'UltraFeedback',
];

describe('a reader that puts text into a chat template', () => {
  const texts = exportFormats.filter(
    ({ shape, trainers }) =>
      shape === 'text' &&
      trainers.some(({ name }) => templating.some((each) => productOf(name) === each || name.startsWith(each))),
  );

  it('reads some formats of text', () =>
    expect(texts.map(({ name }) => name)).toEqual(['lipo', 'rewardbench2', 'ultrafeedback', 'rar']));

  it.each(texts)('never gets a transcript from $name', async (format) => {
    const study = await opened(join(everythingStudy(), 'study.tiebreak'));
    const { rows, tally } = await previewExport(
      study,
      { format, stale: 'keep', media: 'none', ...(format.name === 'lipo' && { listSize: 4 }) },
      500,
    );
    await study.close();
    expect(rows.length).toBeGreaterThan(0);
    expect(tally.dropped.conversation).toBeGreaterThan(0);
    for (const { json } of rows) expect(json).not.toMatch(/\\n\\n(Human|Assistant):/);
  });

  it('gets a question that is one turn, however many turns an answer to it has', async () => {
    // Of the item "May I sail today?" one response goes on for several turns.
    const study = await opened(join(everythingStudy(), 'study.tiebreak'));
    const { rows } = await previewExport(study, { format: named('rar'), stale: 'keep', media: 'none' }, 500);
    await study.close();
    expect(rows.map(({ json }) => (JSON.parse(json) as { question: string }).question)).toContain('May I sail today?');
  });
});
