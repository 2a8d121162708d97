import { describe, expect, it } from 'vitest';
import { informativeOrder } from '../../../../src/core/desk/queue/order';
import { people } from '../../../../src/core/model/annotation/judgeKind';
import { readJudgements } from '../../../../src/core/quality/judgements/readJudgements';
import { informativeItems } from '../../../../src/core/quality/next/informativeItems';
import { Study } from '../../../../src/core/study/study';
import { simulatedStudy, type Simulation } from '../../made/simulatedStudy';
import { temporaryFolder } from '../../made/temporaryFolder';

const steady = (name: string) => ({ name, epsilon: 0.15, seconds: 20 });

async function informative(simulation: Partial<Simulation>) {
  const study = await Study.open(
    await simulatedStudy(temporaryFolder(), {
      items: 120,
      perItem: 2,
      annotators: [steady('ana'), steady('ben')],
      models: { alpha: 1, beta: 0, gamma: -1 },
      seed: 9,
      ...simulation,
    }),
  );
  await study.refresh();
  const judgements = await readJudgements(study);
  await study.close();
  return { judgements, items: informativeItems(judgements, people) };
}

describe('the most informative items', () => {
  it('are all items, each once', async () => {
    const { items } = await informative({});
    expect([...items.ordinals].sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, at) => at));
  });

  it('are those that nobody judged and those on which judgments cancel each other out, not those on which all agree', async () => {
    const { items } = await informative({ withEmptyCell: true });
    // Of 120 items nobody judged 20.
    const kinds = Array.from(items.ordinals, (_, at) =>
      items.against[at]! > 0 ? 'disputed' : items.agree[at] === 0 ? 'unjudged' : 'agreed',
    );
    expect(kinds.filter((kind) => kind === 'unjudged')).toHaveLength(20);
    const meanPlace = (kind: string): number => {
      const places = kinds.flatMap((each, at) => (each === kind ? [at] : []));
      return places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    expect(kinds.at(-1)).toBe('agreed');
    expect(meanPlace('unjudged')).toBeLessThan(meanPlace('agreed'));
    expect(meanPlace('disputed')).toBeLessThan(meanPlace('agreed'));
  });

  it('tell why they come, by the place of the item, and hear of judgments', async () => {
    const { items } = await informative({ withEmptyCell: true });
    let heard = 0;
    const order = informativeOrder(items, () => heard++);
    const [first] = items.ordinals;
    expect(order.ordinalAt(0)).toBe(first);
    const unused = { item: undefined as never, labels: [] };
    expect(order.why(unused, first!)).toEqual({
      kind: 'informative',
      why: { agree: items.agree[0], against: items.against[0] },
    });
    expect(order.why(unused, 5000)).toEqual({ kind: 'informative', why: null });
    order.judged?.('item', 1);
    expect(heard).toBe(1);
  });
});
