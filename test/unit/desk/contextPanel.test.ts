import { describe, expect, it } from 'vitest';
import { contextPanelOf, passageId } from '../../../src/core/desk/item/contextPanel';
import { applyAction } from '../../../src/core/desk/modes/applyAction';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import type { Item } from '../../../src/core/model/item/item';
import { taskOf } from '../../../src/core/model/study/taskSchema';
import type { Project } from '../../../src/core/model/study/project';

const item: Item = {
  id: 'i',
  hash: 'h',
  prompt: [{ role: 'user', content: 'When?' }],
  responses: [
    { id: 'a', text: 'A', model: 'gpt' },
    { id: 'b', text: 'B' },
  ],
  context: 'In 2018.',
  evidence: [
    { id: 'first', text: 'One.', title: 'Album', source: 'https://example.org' },
    { id: 'second', text: 'Two.', response: 'a' },
  ],
  references: ['In August.'],
  notes: 'The key is August.',
};
const shown = { item, annotator: 'ana', seed: 1, responses: [item.responses[1]!, item.responses[0]!] };

describe('what stands beside the conversation', () => {
  it('is context and evidence, and references only where the study shows them; never the notes, nor whose a passage is but by its place', () => {
    expect(contextPanelOf(shown, false)).toEqual([
      { kind: 'context', text: 'In 2018.' },
      { kind: 'evidence', text: 'One.', number: 0, title: 'Album', source: 'https://example.org' },
      { kind: 'evidence', text: 'Two.', number: 1, of: 1 },
    ]);
    expect(contextPanelOf(shown, true).at(-1)).toEqual({ kind: 'reference', text: 'In August.' });
    expect(JSON.stringify(contextPanelOf(shown, true))).not.toMatch(/gpt|key is|"a"|first/);
  });

  it.each([
    ['Album\n\nIt is the second album.', 'It is the second album.'],
    [' Album \n It is the second album.', 'It is the second album.'],
    ['Album\r\nIt is the second album.', 'It is the second album.'],
    ['Album is the second album.\nIt sold well.', 'Album is the second album.\nIt sold well.'],
    ['Album\n', 'Album\n'],
    ['Album', 'Album'],
    ['Albums\nIt is the second album.', 'Albums\nIt is the second album.'],
  ])('has the title of a passage once: %j', (text, expected) => {
    expect(
      contextPanelOf({ ...shown, item: { ...item, evidence: [{ id: 'first', text, title: 'Album' }] } }, false)[1]
        ?.text,
    ).toBe(expected);
    expect(contextPanelOf({ ...shown, item: { ...item, evidence: [{ id: 'first', text }] } }, false)[1]?.text).toBe(
      text,
    );
  });

  it('has ids in the journal', () => {
    expect([0, 1, 2].map((number) => passageId(item, number))).toEqual(['first', 'second', undefined]);
  });
});

describe('a passage that supports a response', () => {
  const state = {
    draft: emptyDraft(2),
    list: { key: '', criteria: [], shown: { key: '', rubrics: [], criteria: [] } },
    cell: null,
    selected: 1,
    part: 0,
    buckets: true,
    turns: 1,
    passages: 2,
    text: () => '',
    task: taskOf({ task: { mode: 'rank', questions: [], skipReasons: [] } } as unknown as Project),
  };

  it('is ticked, and again it is not', () => {
    const once = applyAction(state, { do: 'support', passage: 1 });
    expect(once.draft?.supports).toEqual([{ index: 1, passage: 1 }]);
    expect(applyAction({ ...state, draft: once.draft! }, { do: 'support', passage: 1 }).draft?.supports).toEqual([]);
    expect(
      applyAction({ ...state, draft: once.draft! }, { do: 'support', passage: 1, index: 0 }).draft?.supports,
    ).toHaveLength(2);
  });

  it('is one that is there', () => {
    expect(applyAction(state, { do: 'support', passage: 2 })).toEqual({
      notice: { kind: 'no-such-passage', count: 2 },
    });
  });
});
