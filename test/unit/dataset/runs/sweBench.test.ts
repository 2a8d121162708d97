import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { taskRepositoryOf } from '../../../../src/core/code/taskRepository';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const instance = (id: string, beside: object = {}): object => ({
  repo: 'acme/tool',
  instance_id: id,
  base_commit: 'abc',
  patch: 'gold',
  test_patch: 'tests',
  problem_statement: 'It is broken.',
  FAIL_TO_PASS: '["test_a"]',
  ...beside,
});
const prediction = (id: string, model: string, patch: string): object => ({
  instance_id: id,
  model_name_or_path: model,
  model_patch: patch,
});

describe('SWE-bench', () => {
  it('takes what was asked from instances beside predictions, and outcomes from the report of the run', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'instances.json'),
      JSON.stringify([instance('a-1'), instance('a-2'), instance('a-3'), instance('a-4')]),
    );
    writeFileSync(join(folder, 'preds.jsonl'), jsonl([prediction('a-1', 'm', 'one'), prediction('a-2', 'm', 'two')]));
    writeFileSync(
      join(folder, 'm.first.json'),
      JSON.stringify({
        total_instances: 9,
        resolved_instances: 1,
        empty_patch_ids: ['a-7'],
        resolved_ids: ['a-1'],
        unresolved_ids: ['a-2', 'a-8'],
        error_ids: ['a-9'],
        schema_version: 2,
      }),
    );
    const { items, told } = await readRuns(folder);
    expect(items).toMatchObject([
      {
        id: 'a-1',
        prompt: [{ role: 'user', content: 'It is broken.' }],
        notes: 'gold',
        metadata: { repository: 'acme/tool', commit: 'abc' },
        responses: [{ model: 'm', verifiers: [{ name: 'resolved', passed: true }], run: { patch: 'one' } }],
      },
      { id: 'a-2', responses: [{ verifiers: [{ passed: false }], run: { patch: 'two' } }] },
    ]);
    expect(items.flatMap(({ responses }) => responses)).toHaveLength(2);
    expect(told).toEqual([
      expect.stringContaining('outcome is not known: 1 (“a-9”)'),
      'Tasks of which no run was found, which were left out: 2 (“a-3”, “a-4”)',
      'Outcomes of which no run was found: 2 (“a-8”, “a-7”)',
    ]);
  });

  it('knows the repository and the tests of a task by its instance', async () => {
    const folder = temporaryFolder();
    const tests = { FAIL_TO_PASS: '["test_a"]', PASS_TO_PASS: ['test_b'], test_patch: 'tests', image_name: 'image' };
    writeFileSync(join(folder, 'a.json'), JSON.stringify(instance('a-1', tests)));
    writeFileSync(join(folder, 'preds.json'), JSON.stringify({ 'a-1': prediction('a-1', 'm', 'one') }));
    const [item] = (await readRuns(folder)).items;
    expect(item && taskRepositoryOf(item, { test: { command: 'pytest' } })).toMatchObject({
      name: 'acme/tool',
      commit: 'abc',
      test: { image: 'image', failToPass: ['test_a'], passToPass: ['test_b'], patch: 'tests' },
    });
  });

  it.each([
    ['a list', JSON.stringify([instance('a-1')])],
    ['lines', jsonl([instance('a-1'), instance('a-2')])],
    ['one of SWE-smith', JSON.stringify(instance('a-1', { repo: 'swesmith/acme__tool.abc', test_patch: undefined }))],
  ])('refuses instances alone and says what is missing: %s', async (_, text) => {
    await expect(readRuns(temporaryFile('instances.json', text))).rejects.toThrow(
      /no runs.+predictions or trajectories/,
    );
  });

  it('says that the patch of an instance of SWE-smith is the bug', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.json'), JSON.stringify(instance('a-1', { repo: 'swesmith/acme__tool.abc' })));
    writeFileSync(join(folder, 'preds.json'), JSON.stringify({ 'a-1': prediction('a-1', 'm', 'one') }));
    const { items } = await readRuns(folder);
    expect(items[0]?.notes).toBe('{\n  "bug_patch": "gold"\n}');
    expect(items[0]?.responses.map(({ text }) => text)).toEqual(['one']);
  });

  it('leaves records with an answer of a model to those who read them', async () => {
    const rows = ['a-1', 'a-2'].map((id) =>
      instance(id, {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: id },
        ],
      }),
    );
    const { items } = await readRuns(temporaryFile('rows.jsonl', jsonl(rows)));
    expect(items.map(({ responses }) => responses[0]?.text)).toEqual(['a-1', 'a-2']);
  });

  it('takes no compared patches for instances', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({
      ...instance(`a-${i}`, { patch: undefined, test_patch: undefined }),
      patch_a: `first ${i}`,
      patch_b: `second ${i}`,
      winner: 'a',
    }));
    const read = await readRuns(temporaryFile('pairs.jsonl', jsonl(rows))).catch(String);
    expect(JSON.stringify(read)).not.toContain('holds tasks');
  });

  it.each([
    ['logs/run_evaluation/r.1/org__m-4.5/a-1/report.json', 'org__m-4.5'],
    ['m.a-1.report.json', 'm'],
    ['results/run_evaluation/a-1/report.json', undefined],
    ['evaluated/m/a-1/report.json', undefined],
  ])('knows the model of a report at %s by its place, where that tells it', async (path, model) => {
    const folder = temporaryFolder();
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const report = { 'a-1': { patch_exists: true, resolved: true, tests_status: {} } };
    writeFileSync(file, JSON.stringify(report));
    writeFileSync(file.replace(/report\.json$/, 'patch.diff'), 'diff --git a/a b/a\n');
    const { items } = await readRuns(folder);
    expect(items[0]?.responses.map((response) => response.model)).toEqual([model]);
  });

  it('knows the model of a run’s report by the folders of the run beside it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'logs/run_evaluation/r.1/m-4.5/a-1'), { recursive: true });
    writeFileSync(join(folder, 'logs/run_evaluation/r.1/m-4.5/a-1/run_instance.log'), '');
    const predictions = [prediction('a-1', 'm-4.5', 'one'), prediction('a-1', 'other', 'two')];
    writeFileSync(join(folder, 'preds.jsonl'), jsonl(predictions));
    writeFileSync(
      join(folder, 'm-4.5.r.1.json'),
      JSON.stringify({ total_instances: 1, resolved_instances: 1, resolved_ids: ['a-1'], schema_version: 2 }),
    );
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items[0]?.responses.map((run) => [run.model, run.verifiers?.length ?? 0])).toEqual([
      ['m-4.5', 1],
      ['other', 0],
    ]);
  });

  it('reads the report of SWE-smith', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'preds.json'), JSON.stringify({ 'a-1': prediction('a-1', 'm', 'one') }));
    writeFileSync(
      join(folder, 'report.json'),
      JSON.stringify({ resolved: 1, unresolved: 0, total: 1, ids_resolved: ['a-1'], ids_unresolved: [] }),
    );
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items[0]?.responses[0]?.verifiers).toEqual([{ name: 'resolved', passed: true }]);
  });
});
