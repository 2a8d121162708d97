import { dirname } from 'node:path';
import type { Item, Response } from '../../../model/item/item';
import { shortHash } from '../../../model/text/shortHash';
import type { JoinedRecord } from '../layout';

/** A run of a task, with the record that it is from. */
export interface Attempt {
  readonly part: JoinedRecord;
  readonly item: Item;
  readonly response: Response;
}

/**
 * Joins what files beside the runs say of a task's runs, its patches and outcomes, with the runs. One that may be of
 * several runs is of the one that has its patch, its model, or lies nearest to it. A patch of no run is a run of which
 * nothing else is known; an outcome of none stays `alone`.
 */
export function withPartners(parts: readonly JoinedRecord[]): {
  readonly attempts: readonly Attempt[];
  readonly alone: readonly JoinedRecord[];
} {
  const all = parts.flatMap((part) => part.item.responses.map((response) => ({ part, item: part.item, response })));
  const hasTurns = ({ response }: Attempt): boolean => (response.turns ?? []).length > 0;
  const hasPatch = ({ response }: Attempt): boolean => response.run?.patch !== undefined;
  let attempts = all.filter(hasTurns);
  const replace = (old: Attempt, response: Response): void => {
    attempts = attempts.map((each) => (each === old ? { ...each, response } : each));
  };
  for (const patch of all.filter((each) => !hasTurns(each) && hasPatch(each))) {
    const partner = partnerOf(
      patch,
      // Two models that left the same patch are two runs, which is told where they are folded.
      attempts.filter((each) => hasTurns(each) || !isOtherModel(each.response.model, patch.response.model)),
    );
    const own = partner?.response.run?.patch;
    if (!partner || (own !== undefined && !isSamePatch(own, patch.response.run?.patch))) {
      attempts = [...attempts, { ...patch, response: withoutTurns(patch.response) }];
      continue;
    }
    replace(partner, joined(partner.response, patch.response));
  }
  const alone: JoinedRecord[] = [];
  for (const outcome of all.filter((each) => !hasTurns(each) && !hasPatch(each))) {
    const partner = partnerOf(outcome, attempts);
    if (partner) replace(partner, joined(partner.response, outcome.response));
    else alone.push(outcome.part);
  }
  return { attempts, alone };
}

const withoutTurns = ({ turns: _, ...response }: Response): Response => response;

function joined(run: Response, other: Response): Response {
  const patch = run.run?.patch ?? other.run?.patch;
  const subagents = [...(run.run?.subagents ?? []), ...(other.run?.subagents ?? [])];
  const known = new Set(run.verifiers?.map((each) => JSON.stringify(each)));
  const verifiers = [
    ...(run.verifiers ?? []),
    ...(other.verifiers ?? []).filter((each) => !known.has(JSON.stringify(each))),
  ];
  return {
    ...run,
    ...(run.model === undefined && other.model !== undefined && { model: other.model }),
    ...(verifiers.length > 0 && { verifiers }),
    ...(run.run && {
      run: {
        ...(other.run?.usage && { usage: other.run.usage }),
        ...run.run,
        ...(patch !== undefined && { patch }),
        ...(subagents.length > 0 && { subagents }),
      },
    }),
  };
}

/** The one run that a patch or an outcome is of; undefined where there is none, or nobody can tell which. */
function partnerOf({ part, response }: Attempt, attempts: readonly Attempt[]): Attempt | undefined {
  const { patch } = response.run ?? {};
  const narrowed = [
    (each: Attempt) => patch !== undefined && isSamePatch(each.response.run?.patch, patch),
    (each: Attempt) => isSameModel(each.response.model, response.model),
    (each: Attempt) =>
      nearness(each.part.file, part.file) === Math.max(...attempts.map((a) => nearness(a.part.file, part.file))),
  ].reduce((left, isOf) => {
    const some = left.filter(isOf);
    return some.length > 0 ? some : left;
  }, attempts);
  const [only, ...others] = narrowed;
  if (!only || others.length > 0) return undefined;
  const isOfOther = isOtherModel(only.response.model, response.model) && !isSamePatch(only.response.run?.patch, patch);
  return isOfOther ? undefined : only;
}

const isSamePatch = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainPatch(a) === plainPatch(b);

/** The same for patches that are the same here, and not as long. */
export const patchMark = (patch: string): string => shortHash(plainPatch(patch));
const plainPatch = (patch: string): string => patch.replaceAll('\r\n', '\n').trim();

/** Writers put a provider before a model's name, and other signs between its parts. */
function isSameModel(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [x, y] = [plainName(a), plainName(b)];
  return x.endsWith(y) || y.endsWith(x);
}

const isOtherModel = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && !isSameModel(a, b);

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** How many folders two files have in common. */
function nearness(a: string, b: string): number {
  const [x, y] = [a, b].map((path) => dirname(path).split(/[/\\]/)) as [string[], string[]];
  const differing = x.findIndex((name, at) => name !== y[at]);
  return differing < 0 ? x.length : differing;
}
