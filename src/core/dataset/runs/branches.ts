/**
 * The way from a root to `end` in a tree, and what hangs beside it: each node once, those of one branch in a row, in the
 * order of `nodes`.
 * @param nodes all of the tree, parents before their children
 */
export function pathTo<T>(
  end: T,
  nodes: readonly T[],
  parentOf: (node: T) => T | undefined,
): { readonly path: readonly T[]; readonly branches: readonly (readonly T[])[] } {
  const path = new Set<T>();
  for (let node: T | undefined = end; node !== undefined && !path.has(node); node = parentOf(node)) path.add(node);
  const branches = new Set<T[]>();
  // What the next node of a branch hangs on.
  const ends = new Map<T, T[]>();
  for (const node of nodes.filter((each) => !path.has(each))) {
    const parent = parentOf(node);
    const open = parent === undefined ? undefined : ends.get(parent);
    const branch = open ?? [];
    branch.push(node);
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
