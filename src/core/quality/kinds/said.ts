import type { SaidKind } from '../judgements/saidColumns';
import type { Counted } from './figure';

/** Calls with each thing of a kind that judgments which count say: of which annotation, response (-1 of none) and item. */
export function eachSaid(
  { judgements: { said, annotations }, wanted }: Counted,
  kind: SaidKind,
  take: (value: number, annotation: number, place: number, row: number) => void,
): void {
  const columns = said.get(kind);
  for (let at = 0; at < (columns?.annotation.length ?? 0); at++) {
    const annotation = columns?.annotation[at] ?? 0;
    if (wanted(annotation))
      take(columns?.value[at] ?? 0, annotation, columns?.place[at] ?? -1, annotations.row[annotation] ?? 0);
  }
}

/** Judgments that say something of a kind, each once. */
export function annotationsSaying(counted: Counted, ...kinds: readonly SaidKind[]): Set<number> {
  const found = new Set<number>();
  for (const kind of kinds) eachSaid(counted, kind, (_, annotation) => found.add(annotation));
  return found;
}
