import type { Message, RunPart } from '../../model/item/item';

/** Nodes of a tree that hang beside a way through it, in a row, on `from`; undefined for a root of its own. */
export interface Branch<T> {
  readonly from: T | undefined;
  readonly nodes: readonly T[];
}

/**
 * The way from a root to `end` in a tree, and what hangs beside it: each node once, those of one branch in a row, in the
 * order of `nodes`.
 * @param nodes all of the tree, parents before their children
 */
export function pathTo<T>(
  end: T,
  nodes: readonly T[],
  parentOf: (node: T) => T | undefined,
): { readonly path: readonly T[]; readonly branches: readonly Branch<T>[] } {
  const path = new Set<T>();
  for (let node: T | undefined = end; node !== undefined && !path.has(node); node = parentOf(node)) path.add(node);
  const branches = new Set<{ readonly from: T | undefined; readonly nodes: T[] }>();
  // What the next node of a branch hangs on.
  const ends = new Map<T, { readonly from: T | undefined; readonly nodes: T[] }>();
  for (const node of nodes.filter((each) => !path.has(each))) {
    const parent = parentOf(node);
    const branch = (parent === undefined ? undefined : ends.get(parent)) ?? { from: parent, nodes: [] };
    branch.nodes.push(node);
    branches.add(branch);
    if (parent !== undefined) ends.delete(parent);
    ends.set(node, branch);
  }
  return { path: [...path].reverse(), branches: [...branches] };
}

/** The nodes of a tree whose nodes hold their children, parents first, each with its parent. */
export function nodesIn<T>(roots: readonly T[], childrenOf: (node: T) => readonly T[]): ReadonlyMap<T, T | undefined> {
  const parents = new Map<T, T | undefined>();
  const open = roots.map((node): readonly [T, T | undefined] => [node, undefined]).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, parent] = next;
    if (parents.has(node)) continue;
    parents.set(node, parent);
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) open.push([children[i] as T, node]);
  }
  return parents;
}

/**
 * The turns on a path, and those of its branches where they say something, each branch behind the turns of what it hangs
 * on. One that hangs on another branch is behind what that one hangs on.
 * @param start so many turns at the beginning of the path are no part of the run
 */
export function turnsOnPath<T>(
  { path, branches }: { readonly path: readonly T[]; readonly branches: readonly Branch<T>[] },
  turnsOf: (node: T) => readonly Message[],
  start: (turns: readonly Message[]) => number = () => 0,
): { readonly turns: readonly Message[]; readonly start: number; readonly branches: readonly RunPart[] | undefined } {
  const turns: Message[] = [];
  const ends = new Map<T, number>();
  for (const node of path) {
    turns.push(...turnsOf(node));
    ends.set(node, turns.length);
  }
  const begin = start(turns);
  const parts = branches.map(({ from, nodes }): RunPart => {
    const end = from === undefined ? undefined : ends.get(from);
    for (const node of nodes) if (end !== undefined) ends.set(node, end);
    return {
      ...(end !== undefined && { after: Math.max(-1, end - begin - 1) }),
      turns: nodes.flatMap((node) => turnsOf(node)),
    };
  });
  const kept = parts.filter((part) => part.turns.length > 0);
  return { turns, start: begin, branches: kept.length > 0 ? kept : undefined };
}
