/**
 * What `act` makes of each thing, in their order; `most` of them are under way at a time. Rejects with the first error
 * when its turn comes.
 */
export async function* inOrder<A, B>(
  things: readonly A[],
  most: number,
  act: (thing: A, at: number) => Promise<B>,
): AsyncGenerator<B> {
  const ahead: Promise<B>[] = [];
  for (const [at, thing] of things.entries()) {
    const made = act(thing, at);
    // Heard of when its turn comes, or never where nobody asks any more.
    made.catch(() => undefined);
    ahead.push(made);
    if (ahead.length >= most) yield await (ahead.shift() as Promise<B>);
  }
  for (const made of ahead) yield await made;
}
