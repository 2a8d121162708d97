import { withCodePointOffsets } from '../../core/journal/codePointOffsets';
import { critiqueJudged } from '../../core/export/judges/critiquePairs';
import { placedSteps } from '../../core/export/derive/stepRows';
import { AnchorText } from '../../core/model/annotation/anchors';
import type { Annotation } from '../../core/model/annotation/annotation';
import type { Item } from '../../core/model/item/item';
import { judgedResponses } from '../../core/model/item/judgedResponses';
import type { FileProblem } from '../../core/model/problems/problem';
import type { Study } from '../../core/study/study';
import { formatCount } from './print';

/**
 * Finds what judgements say of stretches of texts, and of critiques, that are no longer there, while somebody reads a
 * dataset. Judgements of items that changed are none of it: they are told as a whole.
 */
export class AnchorCheck {
  private readonly judges: ReturnType<Study['replay']['judgesByItem']>;
  /** Annotations that were told; an item may stand in several records. */
  private readonly told = new Set<string>();

  constructor(private readonly study: Pick<Study, 'replay' | 'journal'>) {
    this.judges = study.replay.judgesByItem();
  }

  /** Reads the judgements of some items that are as they were judged. Throws as `Journal.fetchAll` does. */
  async look(items: readonly Item[]): Promise<FileProblem[]> {
    const current = items.flatMap((item) =>
      (this.judges.get(item.id) ?? []).flatMap((history) => {
        const found = history.on(item);
        return found && found.hash === item.hash && !found.skipped ? [{ item, ref: found.ref, id: found.id }] : [];
      }),
    );
    if (current.length === 0) return [];
    const annotations = new Map<string, Annotation>();
    for await (const batch of this.study.journal.fetchAll(current.map(({ ref }) => ref)))
      for (const each of batch) annotations.set(each.id, each);
    const onItem = new Map<string, Annotation[]>();
    for (const { item, id } of current) {
      const line = annotations.get(id);
      if (line) onItem.set(item.id, [...(onItem.get(item.id) ?? []), line]);
    }
    return current.flatMap(({ item, ref, id }) => {
      const line = annotations.get(id);
      if (!line || this.told.has(id)) return [];
      const faults = faultsOf(line, item, onItem.get(item.id) ?? []);
      if (faults.length > 0) this.told.add(id);
      return faults.map((fault): FileProblem => ({
        severity: 'warning',
        file: ref.source,
        line: ref.line,
        message: `item ${JSON.stringify(item.id)} (judged by ${line.annotator} on ${line.time.slice(0, 10)}): ${fault}`,
      }));
    });
  }
}

function faultsOf(line: Annotation, item: Item, others: readonly Annotation[]): string[] {
  const responses = judgedResponses(item, line.judgement);
  const annotation = withCodePointOffsets(line, responses);
  const texts = new Map(responses.map(({ id, text }) => [id, new AnchorText(text)]));
  const { critiques = [], metaCritiques = [] } = annotation.judgement;
  const places = [
    ...critiques.flatMap(({ response, spans = [] }) => spans.map((span) => texts.get(response)?.placeOf(span))),
    ...placedSteps(annotation, { item, source: item }).flatMap(({ steps }) => steps.map(({ place }) => place)),
  ];
  const lost = places.filter((place) => place === undefined).length;
  const moved = places.filter((place) => place?.isMoved).length;
  const gone = metaCritiques.flatMap((meta) =>
    meta.critiques.filter(
      (said, number) =>
        (said.accepted ?? said.soundness ?? said.agrees) !== undefined &&
        critiqueJudged(annotation, meta, number, { item, annotations: others }) === undefined,
    ),
  ).length;
  return [
    ...(lost === 0
      ? []
      : [
          `${formatCount(lost, 'marked passage or step', 'marked passages or steps')} ${areNow(lost)} not found in the text any more. Exports leave ${lost === 1 ? 'it' : 'them'} out. Judge the item again`,
        ]),
    ...(moved === 0
      ? []
      : [
          `${formatCount(moved, 'marked passage or step', 'marked passages or steps')} ${areNow(moved)} not at the offsets of this line, but found by quote at another place. Exports use that place`,
        ]),
    ...(gone === 0
      ? []
      : [
          `${formatCount(gone, 'judged critique')} ${gone === 1 ? 'was' : 'were'} rewritten or taken back since. What was said of ${gone === 1 ? 'it' : 'them'} does not count. Judge the critiques again`,
        ]),
  ];
}

const areNow = (count: number): string => (count === 1 ? 'is' : 'are');
