import type { DeedKind } from '../coverage/items/runFacts';
import { ByItem, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

type Names = readonly [judged: Figure<'stepKinds'>['name'], wrong: Figure<'stepKinds'>['name']];

/**
 * Which steps of runs fail: of those that are judged, how many are wrong, by what a step does, by its tool, and by model and
 * by harness with what it does. What a step does is read from its call (`desk/runs/stepLine`). A step that several
 * annotators judged counts for each.
 */
export const stepKinds: KindOf<'stepKinds'> = (counted) => {
  const { texts } = counted.judgements.facts;
  const { runs, models, responseModels } = texts;
  const runAt = new Map(Array.from(runs.places, (place, at) => [place, at]));
  const [byKind, byTool, byModel, byHarness] = [new ByName(), new ByName(), new ByName(), new ByName()];
  const take = (isWrong: number) => (at: number, _: number, place: number, row: number) => {
    const run = runAt.get(place);
    if (run === undefined) return;
    const start = run === 0 ? 0 : (runs.ends[run - 1] ?? 0);
    // A step that the run does not have any more.
    if (start + at >= (runs.ends[run] ?? 0)) return;
    const deed = runs.deeds[runs.steps[start + at] ?? 0];
    if (!deed) return;
    byKind.add(deed.kind, row, isWrong);
    if (deed.tool !== '') byTool.add(deed.tool, row, isWrong);
    const model = models[responseModels[place] ?? -1];
    if (model !== undefined) byModel.add(`${model}: ${deed.kind}`, row, isWrong);
    const harness = runs.harnesses[runs.harness[run] ?? 0];
    if (harness !== undefined) byHarness.add(`${harness}: ${deed.kind}`, row, isWrong);
  };
  eachSaid(counted, 'run step wrong', take(1));
  eachSaid(counted, 'run step right', take(0));
  return {
    annotations: byKind.isEmpty ? new Set() : annotationsSaying(counted, 'run step wrong', 'run step right'),
    figures: [
      ...byKind.figures(['stepKinds.judged', 'stepKinds.wrong']),
      ...byTool.figures(['stepKinds.toolJudged', 'stepKinds.toolWrong']),
      ...byModel.figures(['stepKinds.modelJudged', 'stepKinds.modelWrong']),
      ...byHarness.figures(['stepKinds.harnessJudged', 'stepKinds.harnessWrong']),
    ],
  };
};

/** So many of each are told: those that are judged most. */
const most = 40;
const order: readonly DeedKind[] = ['message', 'read', 'command', 'edit', 'call'];

/** Steps by a name: whether they are wrong. */
class ByName {
  private readonly names = new Map<string, { readonly sums: ByItem; count: number }>();

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  add(name: string, row: number, isWrong: number): void {
    const own = this.names.get(name) ?? { sums: new ByItem(2), count: 0 };
    this.names.set(name, own);
    own.sums.add(row, isWrong);
    own.count++;
  }

  figures([judged, wrong]: Names): Figure<'stepKinds'>[] {
    const rank = (name: string): number => (order as readonly string[]).indexOf(name);
    return [...this.names]
      .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
      .slice(0, most)
      .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .flatMap(([what, { sums, count }]): Figure<'stepKinds'>[] => [
        { name: judged, what, value: count },
        { name: wrong, what, value: sums.share(), rows: () => sums.mostOf() },
      ]);
  }
}
