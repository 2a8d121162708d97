import { problem } from '../../../model/problems/problem';
import type { Item } from '../../../model/item/item';
import { LayoutError } from '../../fields/recordFields';
import { templatedPrompt, templatedAnswer } from '../texts/extraIdTurns';
import {
  chosenOverRejected,
  type Content,
  type RecordJoin,
  type Layout,
  type JoinedRecord,
  type Fault,
} from '../layout';
import { metadataOf } from '../texts/nestedValues';

const answerMarker = '<extra_id_1>Assistant\n';

/**
 * `{text}`, line by line: of every two lines the first is a conversation with the chosen answer, the one behind it the
 * same conversation with the rejected one, in the template of NeMo's models. What is of another template cannot be
 * parted into prompt and answer.
 */
export const nemoAlignerRm: Layout = {
  name: 'nemo-aligner-rm',
  title: 'Whole conversations, alternating between chosen and rejected, as in NeMo-Aligner',
  origin: 'NVIDIA/NeMo-Aligner at af2b3bd96, nemo_aligner/data/nlp/datasets.py:196 RewardModelDataset',
  fields: { id: 'id', text: 'text' },
  matches: (record) =>
    !record.has('label') &&
    (record.maybeText('text') ?? '').startsWith('<extra_id_0>System\n') &&
    (record.maybeText('text') ?? '').includes(answerMarker),
  read(record): Content {
    const text = record.textAt('text');
    const at = text.lastIndexOf(answerMarker) + answerMarker.length;
    const prompt = at < answerMarker.length ? undefined : templatedPrompt(text.slice(0, at));
    if (!prompt)
      throw new LayoutError(problem('layouts.notNemoTemplate', { path: record.path('text') }), { field: 'text' });
    return {
      id: record.ownId(),
      ...prompt,
      responses: [templatedAnswer('chosen', text.slice(at))],
      ...metadataOf(record),
    };
  },
  joins: { key: ({ promptText }) => promptText, join: pairsOf },
};

/** Pairs of lines that follow each other, of those with the same prompt. */
function pairsOf(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const items: Content[] = [];
  const faults: Fault[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [chosen, rejected] = [parts[at], parts[at + 1]];
    if (!chosen) break;
    if (!rejected || rejected.file !== chosen.file || rejected.line !== chosen.line + 1) {
      faults.push({
        part: chosen,
        reason: problem('layouts.noRejectedLine', {}),
      });
      continue;
    }
    at++;
    items.push(pairOf(chosen, rejected.item));
  }
  return { items, faults };
}

function pairOf({ item: { id, hash, responses, ...item }, file, line, unit }: JoinedRecord, rejected: Item): Content {
  const other = rejected.responses.map((response) => ({ ...response, id: 'rejected' }));
  const metadata = { ...rejected.metadata, ...item.metadata };
  return {
    ...item,
    ...(id !== hash && { id }),
    responses: [...responses, ...other],
    labels: chosenOverRejected,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    place: { file, line, ...(unit && { unit }) },
  };
}
