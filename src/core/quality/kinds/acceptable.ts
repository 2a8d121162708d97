import { valuesOf } from '../judgements/valuesOf';
import { ByItem, isAbove, isBelow, type KindOf } from './figure';

/**
 * What is desirable may weigh so much more or less than what is not (K. Ethayarajh et al., KTO, 2024: both sides within
 * 1 to 4/3): beyond four to one hardly a weight makes up for it.
 */
const [fewest, most] = [0.2, 0.8];

/** Good and bad, without pairs: how much of each, per prompt. */
export const acceptable: KindOf<'acceptable'> = ({ judgements, wanted }) => {
  const { items, values, annotations } = valuesOf(judgements, 'acceptable', wanted);
  const counts = new ByItem(2);
  for (let at = 0; at < values.length; at++) counts.add(items[at] ?? 0, values[at] ?? 0);
  const oneSided = new ByItem(2);
  const perPrompt = new ByItem(2);
  const lone: number[] = [];
  for (const [row, [good = 0, all = 0]] of counts.entries()) {
    const isOneSided = good === 0 || good === all;
    oneSided.add(row, isOneSided ? 1 : 0);
    perPrompt.add(row, good, all - good);
    if (isOneSided) lone.push(row);
  }
  const share = counts.share();
  const isLopsided = isBelow(share, fewest) || isAbove(share, most);
  return {
    annotations: new Set(annotations),
    figures: [
      {
        name: 'acceptable.good',
        value: share,
        rows: () => lone,
        matters: isLopsided ? { severity: 'medium', numbers: {} } : undefined,
      },
      { name: 'acceptable.perPrompt', value: perPrompt.mean() },
      { name: 'acceptable.oneSided', value: oneSided.share(), rows: () => lone },
    ],
  };
};
