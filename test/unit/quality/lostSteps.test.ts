import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { rubricStudy } from '../made/rubricStudy';

const records = [
  { id: 'q', prompt: 'What is 3 + 4 - 2?', responses: [{ id: 'r1', text: 'Add 3 and 4.\nTake 2 away.' }] },
];
const steps = (label: 'correct' | 'incorrect', more: object): Judgement => ({
  steps: [
    { response: 'r1', start: 0, end: 12, quote: 'Add 3 and 4.', label: 'correct' },
    { response: 'r1', start: 13, end: 26, label, ...more },
  ],
});

describe('steps whose text is gone', () => {
  it('are no vote on the steps that stand there now, and are counted', async () => {
    const study = await rubricStudy(
      records,
      [],
      [
        { at: 0, annotator: 'ana', judgement: steps('correct', { quote: 'Take 2 away.' }) },
        { at: 0, annotator: 'ben', judgement: steps('incorrect', { quote: 'Multiply both.', lost: true }) },
      ],
    );
    await study.refresh();
    const { values, leftOut } = await readJudgements(study);
    expect(values.get('steps')?.annotation).toEqual([0, 0, 1]);
    expect(leftOut.lostSteps).toBe(1);
  });
});
