import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { realRuns } from '../../made/realRuns';

const folder = realRuns ?? '';

/** Real files, with what their index and the files themselves say: tasks, runs, steps, calls, outcomes, patches. */
const files: readonly (readonly [file: string, harness: string, counts: readonly number[]])[] = [
  ['swe-agent/marshmallow-default.traj', 'swe-agent', [1, 1, 14, 14, 0, 1]],
  ['swe-agent/marshmallow-fc.traj', 'swe-agent', [1, 1, 11, 11, 0, 1]],
  ['swe-agent/pydicom-1458.traj', 'swe-agent', [1, 1, 12, 12, 0, 1]],
  ['swe-smith/pandas-dev__pandas.95280573.pr_53856.traj', 'swe-agent', [1, 1, 17, 17, 0, 1]],
  ['mini-swe-agent/github_issue.traj.json', 'mini-swe-agent', [1, 1, 10, 10, 0, 0]],
  ['mini-swe-agent/django__django-11815.gpt-5-mini.traj.json', 'mini-swe-agent', [1, 1, 34, 28, 0, 1]],
  ['nemo-gym/code_gen.jsonl', 'nemo-gym', [5, 5, 5, 0, 5, 0]],
  ['nemo-gym/anyswe_agent-example_rollouts_claude_code.jsonl', 'nemo-gym', [1, 5, 21, 16, 5, 5]],
  ['nemo-gym/anyterminal_agent-example_rollouts_hermes.jsonl', 'nemo-gym', [5, 5, 147, 142, 5, 0]],
  ['nemo-gym/deepswe.jsonl', 'nemo-gym', [5, 5, 5, 5, 5, 0]],
  ['nemo-gym/mini_swe_agent_2-example_rollouts.jsonl', 'nemo-gym', [5, 5, 129, 129, 5, 2]],
  ['nemo-gym/swebench.jsonl', 'nemo-gym', [5, 5, 0, 0, 5, 5]],
  ['nemo-gym/tau2-example_rollouts.jsonl', 'nemo-gym', [5, 5, 40, 20, 5, 0]],
  ['inspect/browser.json', 'inspect-ai', [1, 1, 5, 4, 1, 0]],
  ['inspect/log_images_tc.json', 'inspect-ai', [1, 1, 1, 0, 1, 0]],
  ['inspect/docent-sample-log.eval', 'inspect-ai', [15, 15, 182, 121, 15, 0]],
  ['inspect/log_message_deduplication.eval', 'inspect-ai', [1, 1, 6, 5, 1, 0]],
  ['inspect/log_streaming.eval', 'inspect-ai', [2, 4, 4, 0, 4, 0]],
  ['atif/nat-exmp04_atif.json', 'atif', [1, 1, 2, 1, 0, 0]],
  ['atif/openhands_hello-world.trajectory.json', 'atif', [1, 1, 2, 2, 0, 0]],
  ['openhands/basic.json', 'openhands', [1, 1, 2, 2, 0, 0]],
  ['openhands/resolver.output.jsonl', 'openhands', [2, 2, 26, 26, 2, 2]],
  ['claude-code/real-cclog-0d3a.jsonl', 'claude-code', [1, 1, 23, 14, 0, 0]],
  ['claude-code/real-worktrees-ef958aa1.jsonl', 'claude-code', [1, 1, 45, 40, 0, 0]],
  ['claude-code/real-worktrees-ef958aa1.subagent-a36e.jsonl', 'claude-code', [1, 1, 8, 7, 0, 0]],
  ['claude-code/scout-compaction_session.jsonl', 'claude-code', [1, 1, 4, 0, 0, 0]],
  ['claude-code/simonw-sample_session.jsonl', 'claude-code', [1, 1, 4, 2, 0, 0]],
  ['codex/codex-small.jsonl', 'codex', [1, 1, 12, 8, 0, 0]],
  ['codex/acidicsoil-example.jsonl', 'codex', [1, 1, 203, 163, 0, 0]],
  ['gemini-cli/gemini-jsonl_v040.jsonl', 'gemini-cli', [1, 1, 2, 1, 0, 0]],
  ['gemini-cli/harbor-rfc.session.json', 'gemini-cli', [1, 1, 1, 0, 0, 0]],
  ['other-agents/copilot-small.jsonl', 'copilot-cli', [1, 1, 6, 3, 0, 0]],
  ['other-agents/pi-small.jsonl', 'pi', [1, 1, 5, 0, 0, 0]],
  ['openhands/swe_bench.example_model_output.json', 'swe-bench-predictions', [26, 26, 0, 0, 0, 26]],
  ['swe-bench-preds/pydicom-all_preds.jsonl', 'swe-bench-predictions', [1, 1, 0, 0, 0, 1]],
  ['terminal-bench/fix-git.1.results.json', 'terminal-bench', [1, 1, 3, 2, 1, 0]],
  ['terminal-bench/chess-best-move.mini.2025-08-13__19-44-27.results.json', 'terminal-bench', [1, 1, 1, 0, 1, 0]],
  ['toolbench/G1-10.json', 'toolbench', [1, 1, 3, 3, 1, 0]],
  ['toolbench/tooleval-cot-G3.json', 'tooleval', [100, 100, 567, 510, 0, 0]],
  ['who-and-when/ag-80.json', 'who-and-when', [1, 1, 8, 0, 1, 0]],
  ['who-and-when/hc-15.json', 'who-and-when', [1, 1, 128, 0, 1, 0]],
  ['langfuse/claude-agent-2025-12-22.trace.json', 'langfuse', [1, 1, 4, 2, 1, 0]],
  ['langfuse/pydantic-ai-tools-2025-12-04.trace.json', 'langfuse', [1, 1, 6, 3, 0, 0]],
  ['openinference/vercel-all-spans.json', 'opentelemetry', [4, 4, 4, 0, 0, 0]],
  ['swe-together/triton-msvc-c4267-warnings.original_session.json', 'swe-together', [1, 1, 15, 11, 0, 0]],
  ['tau-bench/gpt-4o-airline.tasks0-7.json', 'tau-bench', [8, 32, 674, 234, 32, 0]],
];

/** What is told of them, where something is. */
const toldOf: Readonly<Record<string, readonly string[]>> = {
  'codex/codex-small.jsonl': ['agent_message'],
  // Of three requests only the name of a field is kept as what was asked.
  'langfuse/claude-agent-2025-12-22.trace.json': ['not known: 3 (“message”)'],
  'openinference/vercel-all-spans.json': ['which are no runs: 6'],
  'toolbench/tooleval-cot-G3.json': ['only the beginning: 519'],
  'openhands/swe_bench.example_model_output.json': ['without a patch, which are no runs: 4'],
};

describe.skipIf(folder === '')('runs as harnesses write them', () => {
  it.each(files)('are read from %s', async (file, harness, counts) => {
    const { totals, told } = await readRuns(join(folder, file));
    expect(totals?.harnesses).toEqual([harness]);
    expect(totals && [totals.tasks, totals.runs, totals.steps, totals.calls, totals.outcomes, totals.patches]).toEqual(
      counts,
    );
    expect(told).toEqual((toldOf[file] ?? []).map((text): unknown => expect.stringContaining(text)));
  });

  it('are gathered by task over the files of several harnesses', async () => {
    const { items, totals } = await readRuns(
      join(folder, 'nemo-gym/anyswe_agent-example_rollouts_claude_code.jsonl'),
      join(folder, 'nemo-gym/anyswe_agent-example_rollouts_hermes.jsonl'),
    );
    expect(items.map(({ id, responses }) => [id, responses.length])).toEqual([['astropy__astropy-12907', 10]]);
    expect(totals?.calls).toBe(84);
    const outcomes = items[0]?.responses.map(
      ({ verifiers }) => verifiers?.find(({ name }) => name === 'reward')?.score,
    );
    expect(outcomes).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 1]);
  });

  it('of which only the outcome is known are told', async () => {
    const { items, told } = await readRuns(join(folder, 'terminal-bench/cursor-run3.results.json'));
    expect(items).toEqual([]);
    expect(told).toEqual([expect.stringContaining('Outcomes of which no run was found: 80')]);
  });

  it.each(['swe-bench-instances/swe-bench-dev-easy.json', 'swe-bench-preds/pandas-53652.pred.json'])(
    'are missed in tasks alone: %s',
    async (file) => {
      await expect(readRuns(join(folder, file))).rejects.toThrow(/holds tasks .+ and no runs/);
    },
  );

  it.each([
    ['agent-reward-bench/annotations.csv', /answers of people about runs/],
    ['aider/add-test.md', /has no records/],
    ['potato/coding-agent-prm.traces.jsonl', /look like runs of an agent/],
  ])('are not made of what only tells of them: %s', async (file, reason) => {
    await expect(readRuns(join(folder, file))).rejects.toThrow(reason);
  });

  it('have tasks beside them', async () => {
    const { items, told, totals } = await readRuns(
      join(folder, 'swe-bench-instances/swe-bench-dev-easy.json'),
      join(folder, 'swe-bench-preds/pydicom-all_preds.jsonl'),
    );
    expect(totals).toMatchObject({ tasks: 1, runs: 1, patches: 1 });
    expect(items[0]?.prompt[0]?.content).toContain('Pixel Representation attribute');
    expect(items[0]?.notes).toHaveLength(2243);
    expect(told).toEqual([expect.stringContaining('left out: 3')]);
  });

  it('have reports of their own, and of none is told only how many there are', async () => {
    const { items, told } = await readRuns(join(folder, 'swe-bench-report/run.report.json'));
    expect(items).toEqual([]);
    expect(told).toEqual([expect.stringContaining('Outcomes of which no run was found: 53')]);
  });

  it('that lie elsewhere are told', async () => {
    const { items, told } = await readRuns(join(folder, 'tau2/voice-experiment.results.json'));
    expect(items).toEqual([]);
    expect(told).toEqual([expect.stringContaining('files of their own')]);
  });

  it('of which the parts are missing are told', async () => {
    const { items, told } = await readRuns(join(folder, 'other-agents/opencode-v2-msg.json'));
    expect(items).toEqual([]);
    expect(told[0]).toContain('part/m_assistant_large_1');
  });

  it('are joined with their task, of which a file beside them knows more', async () => {
    const { items, told, totals } = await readRuns(join(folder, 'swe-together'));
    expect(told).toEqual([]);
    expect(totals).toMatchObject({ tasks: 1, runs: 1, steps: 15, calls: 11, patches: 0 });
    expect(items[0]?.notes).toHaveLength(1246);
    expect(items[0]?.metadata).toEqual({
      repository: 'triton-lang/triton',
      commit: '9a6af86c948375496f2d79d8a58e9f54ab65a955',
    });
  });

  it('go on in files beside them, with what was copied there', async () => {
    const { items, totals } = await readRuns(
      join(folder, 'atif/terminus_2_hello-world-context-summarization-linear-history.trajectory.json'),
    );
    expect(totals).toMatchObject({ tasks: 1, runs: 1 });
    expect(items[0]?.responses[0]?.turns?.filter(({ role }) => role === 'assistant')).toHaveLength(8);
    expect(items[0]?.responses[0]?.run?.copied).toHaveLength(4);
    expect(items[0]?.responses[0]?.run?.usage?.cost).toBeCloseTo(0.0298);
  });

  it('name agents that helped', async () => {
    const { items } = await readRuns(join(folder, 'atif/terminus2-ctxsum.trajectory.json'));
    expect(items[0]?.responses[0]?.run?.subagents).toMatchObject([{ name: 'terminus-2-summarization-answers' }]);
  });

  it('of three models are gathered by instance, with their patches and what the tests say', async () => {
    const { items, told } = await readRuns(join(folder, 'swe-bench-runs'));
    expect(told).toEqual([]);
    const item = items.find(({ id }) => id === 'django__django-11815');
    expect(item?.responses.map(({ verifiers }) => verifiers?.[0])).toEqual([
      { name: 'resolved', passed: true },
      { name: 'resolved', passed: true },
      { name: 'resolved', passed: false },
    ]);
    expect(item?.responses.map(({ run }) => run?.patch?.length)).toEqual([4314, 1130, 1192]);
  });

  it('are joined with the report that has their patch', async () => {
    const { items, told } = await readRuns(
      join(folder, 'mini-swe-agent/django__django-11815.gpt-5-mini.traj.json'),
      join(folder, 'swe-bench-runs/gpt-5-mini.django__django-11815.report.json'),
    );
    expect(told).toEqual([]);
    expect(items.map(({ responses }) => responses.length)).toEqual([1]);
    expect(items[0]?.responses[0]?.turns?.length).toBeGreaterThan(50);
    expect(items[0]?.responses[0]?.verifiers?.[0]).toEqual({ name: 'resolved', passed: false });
  });
});
