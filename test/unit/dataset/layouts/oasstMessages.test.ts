import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped, groupingsOf } from '../../../../src/core/dataset/grouping/grouping';
import { layoutNamed } from '../../../../src/core/dataset/layouts';
import { parseRecord } from '../../../../src/core/dataset/items/parse';
import { type ItemOrProblem } from '../../../../src/core/dataset/items/parsedItem';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { contentsOf } from '../../made/fixtures';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const reading = { layout: layoutNamed('oasst-messages')!, mapping: {} };

interface Row {
  readonly message_id: string;
  readonly parent_id: string | null;
  readonly role?: string;
}

const row = ({ role = 'assistant', ...rest }: Row): object => ({
  message_tree_id: 't',
  text: `text of ${rest.message_id}`,
  role,
  rank: 0,
  ...rest,
});

function read(rows: readonly Row[]): readonly ItemOrProblem[] {
  return grouped(
    rows.flatMap((each, index) =>
      parseRecord({ line: index + 1, text: JSON.stringify(row(each)) }, '/data/file.jsonl', reading),
    ),
    groupingsOf(reading),
  );
}

const problemsIn = (rows: readonly Row[]): string[] =>
  read(rows).flatMap((parsed) => ('problem' in parsed ? [`${parsed.problem.line}: ${parsed.problem.message}`] : []));
const itemsIn = (rows: readonly Row[]): unknown[] =>
  read(rows).flatMap((parsed) =>
    'item' in parsed
      ? [
          [
            parsed.line,
            parsed.item.id,
            parsed.item.prompt.map(({ content }) => content),
            parsed.item.responses.map(({ id }) => id),
          ],
        ]
      : [],
  );

const question: Row = { message_id: 'q', parent_id: null, role: 'prompter' };

describe('OpenAssistant messages', () => {
  it('are the same items as the trees that they are of, also with labels in lists side by side', async () => {
    const trees = await contentsOf('oasst-trees.jsonl');
    const messages = await contentsOf('oasst-messages.jsonl');
    const plain = ({ contents }: typeof trees): unknown =>
      contents.map(({ labels, metadata, responses, ...content }) => ({
        ...content,
        labels,
        responses: responses.map(({ metadata: { parent_id: _, ...rest } = {}, ...response }) => ({
          ...response,
          metadata: rest,
        })),
        tree: [metadata?.message_tree_id, metadata?.tree_state],
      }));
    expect(messages.layout).toBe('oasst-messages');
    expect(plain(messages)).toEqual(plain(trees));
  });

  it('stand in any order, and an item stands where the message does that is answered', async () => {
    const rows = [
      { message_id: 'b', parent_id: 'q' },
      { message_id: 'y', parent_id: 'u' },
      question,
      { message_id: 'a', parent_id: 'q' },
      { message_id: 'u', parent_id: 'b', role: 'prompter' },
      { message_id: 'x', parent_id: 'u' },
    ];
    const expected = [
      [3, 'q', ['text of q'], ['b', 'a']],
      [5, 'u', ['text of q', 'text of b', 'text of u'], ['y', 'x']],
    ];
    expect(itemsIn(rows)).toEqual(expected);
    const path = temporaryFile('messages.jsonl', jsonl(rows.map(row)));
    const scanned: ItemOrProblem[] = [];
    for await (const batch of scan([path], reading)) scanned.push(...batch);
    expect(scanned.map((parsed) => ('item' in parsed ? [parsed.line, parsed.item.id] : parsed))).toEqual([
      [3, 'q'],
      [5, 'u'],
    ]);
  });

  it('whose tree is not whole are left out with a reason, and the rest is read', () => {
    const rows: Row[] = [
      question,
      { message_id: 'a', parent_id: 'q' },
      { message_id: 'b', parent_id: 'q' },
      { message_id: 'a', parent_id: 'q' },
      { message_id: 'lost', parent_id: 'gone' },
      { message_id: 'below', parent_id: 'lost' },
      { message_id: 'one', parent_id: 'two' },
      { message_id: 'two', parent_id: 'one' },
      { message_id: 'tail', parent_id: 'two' },
      { message_id: 'self', parent_id: 'self' },
    ];
    expect(itemsIn(rows)).toEqual([[1, 'q', ['text of q'], ['a', 'b']]]);
    const mend = 'This message and all answers to it were left out. Correct “parent_id”';
    expect(problemsIn(rows)).toEqual([
      '4: Line 2 has the same message ID “a”. The message was left out. Remove one of the two',
      `5: The message answers “gone”, and no message of this tree has that ID. ${mend}, or add the missing message`,
      `7: The message answers “two”, which itself answers this message. ${mend}`,
      `10: The message answers “self”, which itself answers this message. ${mend}`,
    ]);
  });

  it('are all told of: each hangs in a tree or below one that is named', () => {
    const id = fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ message_id: id, parent_id: fc.option(fc.oneof(id, fc.constant('z'))) }), {
          selector: ({ message_id }) => message_id,
        }),
        (rows) => {
          const parent = new Map(rows.map(({ message_id, parent_id }) => [message_id, parent_id]));
          const named = new Set(problemsIn(rows).map((problem) => rows[Number.parseInt(problem, 10) - 1]!.message_id));
          for (const { message_id } of rows) {
            const mode: string[] = [];
            for (
              let at: string | null | undefined = message_id;
              typeof at === 'string' && !mode.includes(at);
              at = parent.get(at)
            )
              mode.push(at);
            const last = mode.at(-1)!;
            const hangs = parent.get(last) === null;
            expect(mode.some((each) => named.has(each))).toBe(!hangs);
          }
        },
      ),
    );
  });
});
