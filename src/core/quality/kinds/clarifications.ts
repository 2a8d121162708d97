import { ByItem, isAbove, type KindOf } from './figure';
import { annotationsSaying } from './said';

/** Prompts about which annotators have to ask: beyond this share they are not clear enough to be judged. */
const tooMany = 0.1;

/** What annotators would have to know to judge a prompt. */
export const clarifications: KindOf<'clarifications'> = (counted) => {
  const { annotations } = counted.judgements;
  const own = annotationsSaying(counted, 'clarification');
  const shares = new ByItem(2);
  for (let at = 0; at < annotations.row.length; at++)
    if (counted.wanted(at)) shares.add(annotations.row[at] ?? 0, own.has(at) ? 1 : 0);
  const share = shares.share();
  return {
    annotations: own,
    figures: [
      {
        name: 'clarifications.share',
        value: share,
        rows: () => shares.mostOf(),
        matters: isAbove(share, tooMany) ? { severity: 'medium', numbers: {} } : undefined,
      },
    ],
  };
};
