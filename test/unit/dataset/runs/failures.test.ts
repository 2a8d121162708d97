import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

describe('Who&When', () => {
  const failure = (beside: object): object => ({
    question: 'How high?',
    question_ID: 'q-1',
    ground_truth: '12 m',
    level: '2',
    mistake_step: '1',
    ...beside,
  });

  it('keeps what people said of each failure for leads, and gathers two teams at one question', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, '1.json'),
      JSON.stringify(
        failure({
          is_correct: false,
          history: [
            { content: 'Do it.', role: 'assistant', name: 'Map_Expert' },
            { content: 'exitcode: 0', role: 'user', name: 'Computer_terminal' },
          ],
          mistake_agent: 'Computer_terminal',
          mistake_reason: 'It printed nothing.',
          system_prompt: { Map_Expert: 'You know maps.' },
        }),
      ),
    );
    writeFileSync(
      join(folder, '2.json'),
      JSON.stringify(
        failure({
          history: [
            { content: 'How high?\n', role: 'human' },
            { content: 'A plan.', role: 'Orchestrator (thought)' },
          ],
          is_corrected: true,
          mistake_agent: 'Orchestrator',
          mistake_reason: 'No plan at all.',
        }),
      ),
    );
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    const [one, two] = items[0]?.responses.map(({ id }) => id) ?? [];
    expect(items).toMatchObject([
      {
        id: 'q-1',
        prompt: [
          { role: 'system', content: '# Map_Expert\n\nYou know maps.' },
          { role: 'user', content: 'How high?' },
        ],
        metadata: { level: '2' },
        responses: [
          {
            turns: [
              { role: 'Map_Expert', content: 'Do it.' },
              { role: 'tool', toolName: 'Computer_terminal', content: 'exitcode: 0' },
            ],
            verifiers: [{ name: 'is_correct', passed: false }],
          },
          {
            turns: [{ role: 'Orchestrator (thought)', content: 'A plan.' }],
            verifiers: [{ name: 'is_correct', passed: true }],
            run: { prompt: [{ role: 'user', content: 'How high?' }] },
          },
        ],
      },
    ]);
    const notes = items[0]?.notes ?? '';
    expect(notes.split('\n\n')[0]).toBe('12 m');
    expect(notes.indexOf(`${one}: `)).toBeLessThan(notes.indexOf('It printed nothing.'));
    expect(notes.indexOf(`${two}: `)).toBeLessThan(notes.indexOf('No plan at all.'));
    expect(notes).toContain('"mistake_turn": "A plan."');
    const { notes: _, ...shown } = items[0] ?? {};
    expect(JSON.stringify(shown)).not.toMatch(/mistake|No plan at all|12 m/);
  });

  it('leaves a rated answer to a history to those who read answers', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({
      history: [{ role: 'user', content: `Question ${i}` }],
      response: `Answer ${i}`,
      is_correct: i % 2 === 0,
    }));
    const read = await readRuns(temporaryFile('rows.jsonl', jsonl(rows))).catch(String);
    expect(JSON.stringify(read)).not.toContain('runs');
  });
});
