import { wordList } from '../../fields/fieldWords';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import { answerOf } from '../texts/lastAnswer';
import { ratingOf, unnamedModel } from '../labels/numericJudgements';
import { labelsByJudge, type Said } from '../labels/whoJudged';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';

/** The reward objectives of RLHFlow/RLHF-Reward-Modeling, armo-rm/stage-1_prepare.py `attributes`. */
export const objectives = wordList(
  'helpsteer-helpfulness helpsteer-correctness helpsteer-coherence helpsteer-complexity helpsteer-verbosity ultrafeedback-overall_score ultrafeedback-instruction_following ultrafeedback-truthfulness ultrafeedback-honesty ultrafeedback-helpfulness beavertails-is_safe prometheus-score argilla-overall_quality argilla-judge_lm code-complexity code-style code-explanation code-instruction-following code-readability',
);

/**
 * Of these, the objectives of datasets that models judged, each by one that no record names: GPT-4 those of
 * UltraFeedback, Prometheus and Argilla, GPT-3.5 those of CodeUltraFeedback. People judged HelpSteer and BeaverTails.
 */
const byModels = /^(ultrafeedback|prometheus|argilla|code)-/;

/** Numbers that say nothing of a response. */
const countings =
  /^(id|idx|index|length|tokens|turns|seed|timestamp|__index_level_0__|.*_(id|idx|index|length|count|tokens))$/i;

/**
 * `{messages, <attribute>: number | null, …}`: a conversation, and what its last answer was rated on each attribute, on
 * the source's own scale. Columns with the names of ArmoRM's nineteen objectives are attributes; where none is there,
 * all columns beside the conversation, if each of them holds numbers.
 */
export const armorm: Layout = {
  name: 'armorm',
  title: 'A conversation and a column of ratings for each aspect, as in ArmoRM',
  origin: 'RLHFlow/RLHF-Reward-Modeling at fc39179, armo-rm/stage-1_prepare.py',
  fields: { id: 'id', messages: 'messages' },
  matches: (record) =>
    asMessages(record.value('messages'))?.at(-1)?.role === 'assistant' && attributesIn(record).length > 0,
  read(record): Content {
    const { prompt, response } = answerOf(record, 'messages', 'response');
    const said = attributesIn(record).flatMap((name) => {
      const rating = ratingOf(response.id, name, record.value(name));
      return rating.value === null ? [] : [{ path: name, judgement: { ratings: [rating] } }];
    });
    const isOfModel = ({ path }: Said): boolean => byModels.test(path) && objectives.includes(path);
    const ofModels = said.filter(isOfModel).flatMap(({ judgement }) => judgement.ratings);
    const labels = [
      ...labelsByJudge(
        record,
        said.filter((each) => !isOfModel(each)),
      ),
      ...(ofModels.length > 0 ? [{ judge: unnamedModel, judgement: { ratings: ofModels } }] : []),
    ];
    return {
      id: record.ownId(),
      prompt,
      responses: [response],
      ...(labels.length > 0 && { labels }),
      ...metadataOf(record),
    };
  },
};

function attributesIn(record: RecordReader): readonly string[] {
  const others = Object.keys(record.record).filter(
    (name) => name !== record.path('messages') && name !== record.path('id'),
  );
  const known = others.filter((name) => objectives.includes(name));
  if (known.length > 0) return known;
  const isRating = (name: string): boolean => record.record[name] === null || typeof record.record[name] === 'number';
  return others.length > 0 &&
    others.every((name) => isRating(name) && name !== 'label' && !countings.test(name)) &&
    others.some((name) => record.record[name] !== null)
    ? others
    : [];
}
