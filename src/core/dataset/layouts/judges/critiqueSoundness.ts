import type { Critique } from '../../../model/annotation/annotation';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { promptKey } from '../../items/identity';
import { contextAndEvidence, contextAndEvidenceFields } from '../texts/contextAndEvidence';
import { judgeNamed, judgeOfOrigin, type Judge } from '../labels/whoJudged';
import type { Content, Label, Layout, LabelMetaCritique, JoinedRecord } from '../layout';
import { meaningfulText } from '../texts/nestedValues';
import { answerAt, isAnswer, responseOf } from '../texts/preferencePair';
import { DistinctResponses } from '../texts/distinctResponses';

interface Row {
  readonly critique: string;
  readonly critic: Judge;
  readonly by: Judge;
  readonly said: Pick<LabelMetaCritique, 'accepted' | 'soundness' | 'agrees'>;
}

/**
 * `{prompt, context, response, critique, soundness, verdict_agrees, accepted, annotator, critic, critic_origin}`: what
 * somebody says of somebody's critique of a response. Rows with the same prompt and context are one item with all their
 * responses, and a label for each person: what they wrote of these, and what they say of others' critiques.
 */
export const critiqueSoundness: Layout = {
  name: 'critique-soundness',
  title: 'Table of judged critiques: whether they are sound, and separately whether their verdict is right',
  origin: "Tiebreak's own (critique-soundness)",
  fields: {
    prompt: 'prompt',
    response: 'response',
    critique: 'critique',
    soundness: 'soundness',
    agrees: 'verdict_agrees',
    accepted: 'accepted',
    annotator: 'annotator',
    critic: 'critic',
    criticOrigin: 'critic_origin',
    ...contextAndEvidenceFields,
  },
  matches: (record) =>
    record.has('prompt') && isAnswer(record.value('response')) && record.hasText('critique') && record.has('soundness'),
  read(record): Content {
    const answer = responseOf('r1', answerAt(record, 'response'));
    const soundness = soundnesses.find((each) => each === record.value('soundness'));
    const [agrees, accepted] = [yesOrNo(record.value('agrees')), yesOrNo(record.value('accepted'))];
    const [annotator, critic] = [
      meaningfulText(record.value('annotator')),
      meaningfulText(record.value('critic')) ?? 'critic',
    ];
    const row: Row = {
      critique: record.textAt('critique'),
      critic: judgeOfOrigin(record, critic, record.value('criticOrigin')),
      by: judgeNamed(record, annotator),
      said: {
        ...(soundness !== undefined && { soundness }),
        ...(agrees !== undefined && { agrees }),
        ...(accepted !== undefined && { accepted }),
      },
    };
    return { ...record.promptAt(), responses: [answer], ...contextAndEvidence(record, [answer]), metadata: { row } };
  },
  joins: { key: promptKey, join: (parts) => ({ items: itemOf(parts), faults: [] }) },
};

const yesOrNo = (value: unknown): boolean | undefined =>
  value === true || value === 'yes' ? true : value === false || value === 'no' ? false : undefined;

function itemOf(parts: readonly JoinedRecord[]): Content[] {
  const [first] = parts;
  if (!first) return [];
  const people = new Map<
    string,
    { readonly by: Row['critic']; readonly critiques: Map<string, Critique>; readonly of: LabelMetaCritique[] }
  >();
  const responses = new DistinctResponses();
  const person = (
    by: Row['critic'],
  ): { readonly critiques: Map<string, Critique>; readonly of: LabelMetaCritique[] } => {
    const key = JSON.stringify([by.annotator, by.judge]);
    const known = people.get(key) ?? { by, critiques: new Map(), of: [] };
    people.set(key, known);
    return known;
  };
  for (const { item } of parts) {
    const { critic, critique, by, said } = item.metadata?.row as Row;
    const [given] = item.responses;
    if (!given) continue;
    const response = responses.idOf(given);
    person(critic).critiques.set(JSON.stringify([response, critique]), { response, text: critique });
    if (Object.keys(said).length > 0) person(by).of.push({ response, critic, critique, ...said });
  }
  const labels = [...people.values()].map(({ by, critiques, of }): Label => ({
    ...by,
    judgement: critiques.size === 0 ? {} : { critiques: [...critiques.values()] },
    ...(of.length > 0 && { ofCritiques: of }),
  }));
  const { id: _id, hash: _hash, metadata: _row, ...item } = first.item;
  return [{ ...item, id: promptKey(item), responses: responses.all(), labels }];
}
