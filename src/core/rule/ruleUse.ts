import type { Study } from '../study/study';

/** A version of a rule with the number of annotations in force that mark an item or refine a response by it. */
export interface NamedRule {
  readonly rule: string;
  readonly version: number;
  readonly annotations: number;
}

/**
 * The versions of rules that annotations in force name, by rule and version. Reads no annotation where none ever named
 * any, and else each once. Throws as `Journal.fetchAll` does.
 */
export async function namedRules({ replay, journal }: Pick<Study, 'replay' | 'journal'>): Promise<NamedRule[]> {
  if (replay.ruleVersions.size === 0) return [];
  const counts = new Map<string, Map<number, number>>();
  const refs = Array.from(replay.all(), ({ ref }) => ref).sort((a, b) =>
    a.source === b.source ? a.offset - b.offset : a.source < b.source ? -1 : 1,
  );
  for await (const annotations of journal.fetchAll(refs)) {
    for (const {
      judgement: { rules = [], refinements = [] },
    } of annotations) {
      const named = new Map(
        [
          ...rules.map(({ rule, version }) => [rule, version] as const),
          ...refinements.flatMap(({ rule }) => (rule ? [[rule.id, rule.version] as const] : [])),
        ].map((each) => [each.join('\n'), each]),
      );
      for (const [rule, version] of named.values()) {
        const versions = counts.get(rule) ?? new Map<number, number>();
        counts.set(rule, versions.set(version, (versions.get(version) ?? 0) + 1));
      }
    }
  }
  return [...counts]
    .flatMap(([rule, versions]) => [...versions].map(([version, annotations]) => ({ rule, version, annotations })))
    .sort((a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.version - b.version));
}
