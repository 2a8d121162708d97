/** So many steps that all runs take, each once, are looked at: their number squared is compared. */
const maxAnchors = 1000;

/** How runs stand beside each other. */
export interface Alignment {
  /** For each run, the row of each of its steps, rising. */
  readonly rows: readonly (readonly number[])[];
  /** The first row in which not all of them do the same; undefined where there are not two, or none differs. */
  readonly divergence: number | undefined;
}

/**
 * Puts runs side by side: a step that all of them take, and each once, stands in the same row (the anchors of patience
 * diff, for any number of runs), as do those that they share at their beginning. What lies between is counted from
 * the row before.
 * @param runs what each step does, as a text that is the same for the same step
 */
export function alignRuns(runs: readonly (readonly string[])[]): Alignment {
  const shared = sharedAtStart(runs);
  const rows = runs.map((): number[] => []);
  let row = 0;
  const upTo = (ends: readonly number[]): void => {
    const from = row;
    runs.forEach((_, run) => {
      const own = rows[run] ?? [];
      for (let at = own.length; at < (ends[run] ?? 0); at++) own.push(from + at - (starts[run] ?? 0));
      row = Math.max(row, from + (ends[run] ?? 0) - (starts[run] ?? 0));
    });
    starts = ends;
  };
  let starts: readonly number[] = runs.map(() => 0);
  upTo(runs.map(() => shared));
  for (const anchor of anchorsBehind(runs, shared)) upTo(anchor);
  upTo(runs.map(({ length }) => length));
  const isSame = runs.every(({ length }) => length === shared);
  return { rows, divergence: runs.length < 2 || isSame ? undefined : shared };
}

function sharedAtStart(runs: readonly (readonly string[])[]): number {
  const [first = [], ...others] = runs;
  if (others.length === 0) return 0;
  const end = first.findIndex((step, at) => others.some((other) => other[at] !== step));
  return end < 0 ? first.length : end;
}

/** Places (a number for each run) of steps that all runs take once, each behind the one before in every run. */
function anchorsBehind(runs: readonly (readonly string[])[], from: number): (readonly number[])[] {
  if (runs.length < 2) return [];
  const places = runs.map((run) => {
    const found = new Map<string, number>();
    for (let at = from; at < run.length; at++) {
      const step = run[at] ?? '';
      found.set(step, found.has(step) ? -1 : at);
    }
    return found;
  });
  const [first, ...others] = places;
  const common = [...(first ?? [])]
    .map(([step, at]) => [at, ...others.map((own) => own.get(step) ?? -1)])
    .filter((all) => all.every((at) => at >= 0))
    .slice(0, maxAnchors);
  return longestChain(common);
}

/** The longest list of places in which each lies behind the one before in every run. */
function longestChain(all: readonly (readonly number[])[]): (readonly number[])[] {
  const best: { readonly length: number; readonly before: number }[] = [];
  let end = -1;
  all.forEach((places, i) => {
    let [length, before] = [1, -1];
    for (let j = 0; j < i; j++) {
      const own = best[j]?.length ?? 0;
      if (own >= length && places.every((at, run) => at > (all[j]?.[run] ?? 0))) [length, before] = [own + 1, j];
    }
    best.push({ length, before });
    if (length > (best[end]?.length ?? 0)) end = i;
  });
  const chain: (readonly number[])[] = [];
  for (let at = end; at >= 0; at = best[at]?.before ?? -1) chain.unshift(all[at] ?? []);
  return chain;
}
