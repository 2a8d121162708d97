import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/dataset/sources/scan';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { pairsOf, type Pair } from '../../../src/core/export/derive/pairs';
import { withoutMarkers } from '../../../src/core/export/media/mediaMarkers';
import { validateExport } from '../../../src/core/export/validate';
import { writeExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import { callsTools, turnsOf, type Item, type Message } from '../../../src/core/model/item/item';
import { createStudy } from '../../../src/core/study/create';
import { judgeKinds } from '../../../src/core/model/annotation/judgeKind';
import { fixture, fixtures } from '../made/fixtures';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { annotation } from '../made/journalLines';
import { pairwise, rowOfPair } from '../made/pairwise';
import { opened } from '../made/study';

/** What every pairwise format can hold: who won, and the conversation before. */
interface Told {
  readonly prompt: readonly Message[];
  readonly chosen: readonly Message[];
  readonly rejected: readonly Message[];
}

/**
 * Turns as a trainer of text is told them: neither media, with what stands for them in the text, nor the ids that calls
 * of tools had.
 */
const plain = (turns: readonly Message[]): Message[] =>
  turns.map(withoutMarkers).map(({ role, content, toolCalls, toolName }) => ({
    role,
    content,
    ...(toolCalls && { toolCalls: toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given })) }),
    ...(toolName !== undefined && { toolName }),
  }));
const told = ({ item, chosen, rejected }: Pair): Told => ({
  prompt: plain(item.prompt),
  chosen: plain(turnsOf(chosen)),
  rejected: plain(turnsOf(rejected)),
});

/** The pairs that a dataset's own labels make, of the whole preference or of one criterion. */
async function pairsIn(path: string, criterion?: string): Promise<Pair[]> {
  const layout = await detectLayout(path);
  const pairs: Pair[] = [];
  const judged = (item: Item, { judgement, shown }: Label): Pair[] =>
    pairsOf(
      annotation(1, { judgement, shown: [...(shown ?? item.responses.map(({ id }) => id))] }),
      item,
      () => undefined,
      criterion,
    );
  for await (const batch of scan([path], { layout, mapping: {} })) {
    for (const parsed of batch) {
      if ('problem' in parsed) throw new Error(parsed.problem.message);
      pairs.push(...parsed.labels.flatMap((label) => judged(parsed.item, label)));
    }
  }
  return pairs.filter(({ item }) => item.prompt.some(({ content }) => content !== ''));
}

const formats = Object.values(pairwise);

/** The pairs as a file of that format. */
function written(format: (typeof formats)[number], pairs: readonly Pair[]): string {
  return temporaryFile('rows.jsonl', jsonl(pairs.map((pair) => rowOfPair(format, pair))));
}

const word = fc
  .array(fc.constantFrom('a', 'é', '漢字', '🙂', 'two words', '\n', "it's"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));
/**
 * A conversation that ends with the user's turn, and two different answers to it; a blank system prompt is none in a
 * transcript.
 */
const anyRow = fc
  .record({
    system: fc.option(
      word.filter((text) => text.trim() !== ''),
      { nil: undefined },
    ),
    turns: fc.array(word, { minLength: 1, maxLength: 3 }),
    chosen: word,
    rejected: word,
  })
  .filter(({ chosen, rejected }) => chosen !== rejected)
  .map(({ system, turns, chosen, rejected }): Told => {
    const messages = turns.flatMap((content, i): Message[] => [
      ...(i > 0 ? [{ role: 'assistant', content: 'Well.' }] : []),
      { role: 'user', content },
    ]);
    return {
      prompt: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages],
      chosen: [{ role: 'assistant', content: chosen }],
      rejected: [{ role: 'assistant', content: rejected }],
    };
  });

describe.each(formats)('a file of $name', (format) => {
  it('is read back as the same pairs under the same prompts, and written again as the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 4 }), async (rows) => {
        const source = await pairsIn(temporaryFile('source.jsonl', jsonl(rows)));
        expect(source.map(told)).toEqual(rows);
        const back = await pairsIn(written(format, source));
        expect(back.map(told)).toEqual(rows);
        const again = await pairsIn(written(format, back));
        expect(again.map(told)).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  const holds = ({ item, chosen, rejected }: Pair): boolean =>
    format.shape === 'messages' || ![item.prompt, turnsOf(chosen), turnsOf(rejected)].some(callsTools);
  /** In no order: an export goes by annotators within an item. */
  const sorted = (pairs: readonly Pair[]): string[] => pairs.map((pair) => JSON.stringify(told(pair))).sort();

  it.each(fixtures().filter((name) => !withoutTexts.includes(name)))(
    'made of the labels of %s gives every pair back that it can hold, with the tools',
    async (name) => {
      const projectFile = join(temporaryFolder(), 'study.tiebreak');
      await createStudy({ projectFile, datasets: [fixture(name)] });
      const study = await opened(projectFile);
      await importLabels(study, { annotator: 'source' });
      const criteria =
        name === 'pku-safe-rlhf.jsonl'
          ? ['better', 'safer']
          : name === 'helpsteer3-edit-quality.jsonl'
            ? ['follows the feedback']
            : name === 'principle-pairs.jsonl'
              ? ['principle']
              : [undefined];
      for (const criterion of criteria) {
        const source = (await pairsIn(fixture(name), criterion)).filter(holds);
        expect(source.length > 0).toBe(
          !withoutPairs.includes(name) && !(format.shape === 'text' && onlyWithTools.includes(name)),
        );
        const out = join(temporaryFolder(), 'export');
        if (source.length === 0) {
          await expect(
            writeExport(
              study,
              { format, criterion, origins: [...judgeKinds], context: 'none', evidence: 'none', media: 'none' },
              out,
            ),
          ).rejects.toThrow(/there is nothing to export/i);
          continue;
        }
        const { files } = await writeExport(
          study,
          { format, criterion, origins: [...judgeKinds], context: 'none', evidence: 'none', media: 'none' },
          out,
        );
        expect(
          (await validateExport(files[0]!, format.name)).problems.filter(({ severity }) => severity === 'error'),
        ).toEqual([]);
        const back = await pairsIn(files[0]!);
        expect(sorted(back)).toEqual(sorted(source));
        const tools = (pairs: readonly Pair[]): unknown => pairs.map(({ item }) => item.tools ?? null);
        if (format.shape === 'messages') expect(tools(back)).toEqual(tools(source));
      }
      await study.close();
    },
  );
});

/** They name what was judged by ids. */
const withoutTexts = ['annotators.jsonl', 'spans.jsonl'];
/** Their labels are ratings, verdicts, critiques or steps of single responses, or there are none. */
const withoutPairs = [
  'questions-and-answers.jsonl',
  'runs-swe-smith.jsonl',
  'armorm.jsonl',
  'biggen-bench.json',
  'critique-soundness.jsonl',
  'demonstrations.jsonl',
  'feedback-collection.jsonl',
  'helpsteer2-disagreements.jsonl',
  'helpsteer2.jsonl',
  'helpsteer3-edit.jsonl',
  'helpsteer3-feedback.jsonl',
  'helpsteer3-principle.jsonl',
  'kto-messages.json',
  'kto.jsonl',
  'math-shepherd.jsonl',
  'ms-swift-regression.jsonl',
  'ms-swift-reranker.jsonl',
  'nemo-aligner-kto.jsonl',
  'nemo-aligner-regression.jsonl',
  'prm-bench.jsonl',
  'prm800k.jsonl',
  'red-team-attempts.json',
  'refinements.jsonl',
  'responses.jsonl',
  'single-responses.jsonl',
  'stepwise.jsonl',
  'summary-axes.jsonl',
  'ultrafeedback.jsonl',
  'verdicts.jsonl',
];
/** In each of their pairs a tool is called. */
const onlyWithTools = ['tools-ms-swift.jsonl', 'tools-openai.jsonl', 'tools-trl.jsonl'];
