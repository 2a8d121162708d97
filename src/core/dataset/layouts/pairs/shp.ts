import type { Response } from '../../../model/item/item';
import { idOf, type RecordReader } from '../../records/recordReader';
import { ratingOf } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';

/**
 * `{post_id, domain, upvote_ratio, history, c_root_id_A, c_root_id_B, created_at_utc_A, created_at_utc_B, score_A,
 * score_B, human_ref_A, human_ref_B, labels, seconds_difference, score_ratio}`: a Reddit post and two comments.
 * `labels` is 1 where readers preferred A, 0 where they preferred B; the scores are upvotes, kept as ratings of the
 * same readers.
 */
export const shp: Layout = {
  name: 'shp',
  title: 'Stanford Human Preferences: a post and two comments',
  origin: 'stanfordnlp/SHP; LAION-AI/Open-Assistant, model/model_training/custom_datasets/rank_datasets.py',
  fields: {
    history: 'history',
    answerA: 'human_ref_A',
    answerB: 'human_ref_B',
    idA: 'c_root_id_A',
    idB: 'c_root_id_B',
    scoreA: 'score_A',
    scoreB: 'score_B',
    label: 'labels',
    postId: 'post_id',
  },
  matches: (record) => record.hasText('history', 'answerA', 'answerB'),
  read(record): Content {
    const history = record.textAt('history');
    const comments = [idOf(record.value('idA')), idOf(record.value('idB'))] as const;
    const [a, b] =
      comments[0] !== undefined && comments[1] !== undefined && comments[0] !== comments[1]
        ? ([comments[0], comments[1]] as const)
        : (['a', 'b'] as const);
    const post = idOf(record.value('postId'));
    record.keep('postId');
    return {
      ...(post !== undefined && a !== 'a' && { id: `${post}:${a}:${b}` }),
      prompt: [{ role: 'user', content: history }],
      promptText: history,
      responses: [responseAt(record, a, 'A'), responseAt(record, b, 'B')],
      labels: labelsAt(record, a, b),
      ...record.rest(),
    };
  },
};

function responseAt(record: RecordReader, id: string, side: 'A' | 'B'): Response {
  const created = record.maybeNumber(`created_at_utc_${side}`);
  return {
    id,
    text: record.textAt(`answer${side}`),
    ...(created !== undefined && { metadata: { created_at_utc: created } }),
  };
}

function labelsAt(record: RecordReader, a: string, b: string): Label[] {
  const preferred = record.maybeNumber('label');
  const ratings = [ratingOf(a, 'score', record.value('scoreA')), ratingOf(b, 'score', record.value('scoreB'))];
  const scored = ratings.some(({ value }) => value !== null);
  if (preferred !== undefined && preferred !== 0 && preferred !== 1)
    throw record.wrong('label', preferred, 'preferredResponse');
  if (preferred === undefined && !scored) return [];
  return [
    {
      judgement: {
        ...(preferred !== undefined && { comparisons: [{ a, b, outcome: preferred === 1 ? 'a' : 'b' }] }),
        ...(scored && { ratings }),
      },
    },
  ];
}
