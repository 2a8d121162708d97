import * as l10n from '@vscode/l10n';
import { withCodePointOffsets } from '../../core/journal/codePointOffsets';
import { critiqueJudged } from '../../core/export/judges/critiquePairs';
import { isOfSameText } from '../../core/export/derive/refinements';
import { placedSteps } from '../../core/export/derive/stepRows';
import { AnchorText } from '../../core/model/annotation/anchors';
import type { Annotation } from '../../core/model/annotation/annotation';
import type { Item } from '../../core/model/item/item';
import { judgedResponses } from '../../core/model/item/judgedResponses';
import type { FileProblem } from '../../core/model/problems/problem';
import type { Study } from '../../core/study/study';
import { digits } from '../../core/model/problems/program';
import { itemText } from './itemText';

/**
 * Finds what judgements say of stretches of texts, and of critiques, that are no longer there, while somebody reads a
 * dataset; also of items that changed, as their judgements can be exported too.
 */
export class AnchorCheck {
  private readonly judges: ReturnType<Study['replay']['judgesByItem']>;
  /** Annotations whose item is there as they say, once they were looked at; an item may stand in several records. */
  private readonly held = new Set<string>();
  /** What is wrong with those that were met with other texts; one may yet be held by a later record of the same id. */
  private readonly changed = new Map<string, readonly FileProblem[]>();

  constructor(private readonly study: Pick<Study, 'replay' | 'journal'>) {
    this.judges = study.replay.judgesByItem({ pointingAtTexts: true });
  }

  /**
   * Reads the judgements of some items, and tells what is wrong with those of items that are as they were judged. Throws
   * as `Journal.fetchAll` does.
   */
  async look(items: readonly Item[]): Promise<FileProblem[]> {
    const current = items.flatMap((item) =>
      (this.judges.get(item.id) ?? []).flatMap((history) => {
        const found = history.on(item);
        // Nothing else has a place that could be lost, so its line is not read a second time.
        return found?.pointsAtTexts && !found.skipped
          ? [{ item, ref: found.ref, id: found.id, isSame: found.hash === item.hash }]
          : [];
      }),
    );
    if (current.length === 0) return [];
    const annotations = new Map<string, Annotation>();
    for await (const batch of this.study.journal.fetchAll(current.map(({ ref }) => ref)))
      for (const each of batch) annotations.set(each.id, each);
    const onItem = new Map<Item, Annotation[]>();
    for (const { item, id } of current) {
      const line = annotations.get(id);
      if (line) onItem.set(item, [...(onItem.get(item) ?? []), line]);
    }
    return current.flatMap(({ item, ref, id, isSame }) => {
      const line = annotations.get(id);
      if (!line || this.held.has(id) || (!isSame && this.changed.has(id))) return [];
      const problems = faultsOf(line, item, onItem.get(item) ?? []).map((fault): FileProblem => ({
        severity: 'warning',
        file: ref.source,
        line: ref.line,
        message: itemText(item.id, line, fault),
      }));
      if (isSame) this.held.add(id);
      else this.changed.set(id, problems);
      return isSame ? problems : [];
    });
  }

  /** What is wrong with judgements of items that changed, once the whole dataset was read. */
  ofChanged(): FileProblem[] {
    return [...this.changed].flatMap(([id, problems]) => (this.held.has(id) ? [] : problems));
  }
}

function faultsOf(line: Annotation, item: Item, others: readonly Annotation[]): string[] {
  const responses = judgedResponses(item, line.judgement);
  const annotation = withCodePointOffsets(line, responses);
  const texts = new Map(responses.map(({ id, text }) => [id, new AnchorText(text)]));
  const { critiques = [], metaCritiques = [], refinements = [] } = annotation.judgement;
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
  const outdated = refinements.filter((each) => !isOfSameText(annotation, each, item)).length;
  return [
    ...faultOf(
      outdated,
      l10n.t('1 refinement was made of a text that changed since. Exports leave it out. Judge the item again'),
      (count) =>
        l10n.t(
          '{0} refinements were made of a text that changed since. Exports leave them out. Judge the item again',
          count,
        ),
    ),
    ...faultOf(
      lost,
      l10n.t('1 marked passage or step is not found in the text any more. Exports leave it out. Judge the item again'),
      (count) =>
        l10n.t(
          '{0} marked passages or steps are not found in the text any more. Exports leave them out. Judge the item again',
          count,
        ),
    ),
    ...faultOf(
      moved,
      l10n.t(
        '1 marked passage or step is not at the offsets of this line, but found by quote at another place. Exports use that place',
      ),
      (count) =>
        l10n.t(
          '{0} marked passages or steps are not at the offsets of this line, but found by quote at another place. Exports use that place',
          count,
        ),
    ),
    ...faultOf(
      gone,
      l10n.t(
        '1 judged critique was rewritten or taken back since. What was said of it does not count. Judge the critiques again',
      ),
      (count) =>
        l10n.t(
          '{0} judged critiques were rewritten or taken back since. What was said of them does not count. Judge the critiques again',
          count,
        ),
    ),
  ];
}

/** A fault, where there is any. */
function faultOf(count: number, one: string, several: (count: string) => string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : several(digits(count))];
}
