import { problem } from '../../../model/problems/problem';
import type { Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, LayoutError } from '../../fields/recordFields';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import type { Content, Layout } from '../layout';

const ids = ['response_0', 'response_1'] as const;

/**
 * `{prompt, response_0, response_1, prompt_source, response_i_source, is_response_i_safe, response_i_harm_category:
 * {NAME: true | false}, response_i_severity_level, better_response_id, safer_response_id, response_i_sha256}`; older
 * editions have no categories, levels or sources. Two preferences that may contradict each other: comparisons for the
 * criteria "better" (more helpful) and "safer". What is not safe is not acceptable; its harm categories are flags, its
 * severity (0 to 3) a rating.
 */
export const pkuSafeRlhf: Layout = {
  name: 'pku-safe-rlhf',
  title: 'PKU-SafeRLHF: the better and the safer of two responses',
  origin: 'PKU-Alignment/PKU-SafeRLHF',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response_0: ids[0],
    response_1: ids[1],
    better: 'better_response_id',
    safer: 'safer_response_id',
  },
  matches: (record) => record.hasText('prompt', ...ids) && (record.has('better') || record.has('safer')),
  read(record): Content {
    const judgement = judgementAt(record);
    return {
      id: record.ownId(),
      ...record.promptAt(),
      responses: ids.map((id) => responseAt(record, id)),
      ...(Object.keys(judgement).length > 0 && { labels: [{ judgement }] }),
      ...record.rest(),
    };
  },
};

function responseAt(record: RecordReader, id: (typeof ids)[number]): Response {
  const model = record.maybeText(`${id}_source`);
  const sha256 = record.maybeText(`${id}_sha256`);
  return {
    id,
    text: record.textAt(id),
    ...(model !== undefined && { model }),
    ...(sha256 !== undefined && { metadata: { sha256 } }),
  };
}

function judgementAt(record: RecordReader): Judgement {
  const comparisons = (['better', 'safer'] as const).flatMap((criterion) => {
    const value = record.value(criterion) ?? null;
    if (value === null) return [];
    const winner = numberOf(value);
    if (winner !== 0 && winner !== 1)
      throw new LayoutError(
        problem('layouts.wrongValue', {
          path: record.path(criterion),
          value: JSON.stringify(value).slice(0, 40),
          wanted: 'numberOfResponse',
        }),
      );
    return [{ a: ids[0], b: ids[1], outcome: winner === 0 ? ('a' as const) : ('b' as const), criterion }];
  });
  const safe = ids.flatMap((id) => {
    const value = record.maybeBoolean(`is_${id}_safe`);
    return value === undefined ? [] : [[id, value] as const];
  });
  const flags = ids.flatMap((response) => {
    const categories = record.value(`${response}_harm_category`);
    return isObject(categories)
      ? Object.entries(categories).flatMap(([flag, found]) => (booleanOf(found) === true ? [{ flag, response }] : []))
      : [];
  });
  const ratings = ids.flatMap((response) => {
    const value = record.maybeNumber(`${response}_severity_level`);
    return value === undefined ? [] : [{ response, aspect: 'severity_level', value }];
  });
  return {
    ...(comparisons.length > 0 && { comparisons }),
    ...(safe.length > 0 && { acceptable: Object.fromEntries(safe) }),
    ...(ratings.length > 0 && { ratings }),
    ...(flags.length > 0 && { flags }),
  };
}
