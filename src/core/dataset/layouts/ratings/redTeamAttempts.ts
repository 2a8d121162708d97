import { numberOf, type RecordReader } from '../../records/recordReader';
import { judgeNamed } from '../labels/whoJudged';
import type { Content, Label, Layout } from '../layout';
import { continuation, assistantMarker, isTranscript, promptOfTranscript } from '../texts/transcript';

const response = 'transcript';
const scoreName = 'min_harmlessness_score_transcript';

/**
 * `{transcript, min_harmlessness_score_transcript, num_params, model_type, rating, task_description,
 * task_description_harmlessness_score, red_team_member_id, is_upworker, tags}`: one conversation in which a person
 * tried to make the assistant misbehave. All that follows the first prompt is the one response. `rating` is that
 * person's own, 0 (the attempt failed) to 4 (it succeeded fully); the harmlessness score is a preference model's.
 */
export const redTeamAttempts: Layout = {
  name: 'red-team-attempts',
  title: 'Red-team attempts of HH-RLHF: a rated conversation',
  origin: 'anthropics/hh-rlhf, README.md (red-team-attempts)',
  fields: {
    id: 'id',
    transcript: 'transcript',
    rating: 'rating',
    harmlessness: scoreName,
    model: 'model_type',
    parameters: 'num_params',
    person: 'red_team_member_id',
  },
  matches: (record) =>
    isTranscript(record.maybeText('transcript') ?? '') && (record.has('rating') || record.has('harmlessness')),
  read(record): Content {
    const text = record.textAt('transcript');
    const length = text.indexOf(assistantMarker) + assistantMarker.length;
    if (!isTranscript(text)) throw record.wrong('transcript', text, 'transcript');
    const promptText = text.slice(0, length);
    const score = record.maybeNumber('harmlessness');
    const model = [record.maybeText('model'), record.value('parameters')]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ');
    return {
      id: record.ownId(),
      prompt: promptOfTranscript(promptText),
      promptText,
      responses: [
        {
          ...continuation(response, text.slice(length)),
          ...(model !== '' && { model }),
          ...(score !== undefined && { verifiers: [{ name: scoreName, score }] }),
        },
      ],
      labels: labelsAt(record),
      ...record.rest(),
    };
  },
};

function labelsAt(record: RecordReader): Label[] {
  const [value, person] = [record.maybeNumber('rating'), record.value('person')];
  if (value === undefined) return [];
  return [
    {
      ...(numberOf(person) !== undefined || (typeof person === 'string' && person !== '')
        ? judgeNamed(record, String(person))
        : {}),
      judgement: { ratings: [{ response, aspect: 'rating', value }] },
    },
  ];
}
