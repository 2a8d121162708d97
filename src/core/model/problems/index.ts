import type { catalogue } from './catalogue';

type Catalogue = typeof catalogue;

/** Everything that can be wrong with what a person gave: its code, and what its text needs to know (`params`). */
export type Problems = {
  readonly [C in keyof Catalogue]: Parameters<Catalogue[C]> extends [infer Params] ? Params : object;
};

export type ProblemCode = keyof Problems;

/** The texts of some codes: what is wrong, and what to do about it, without the place. */
export type Messages<P> = { readonly [C in keyof P]: (params: P[C]) => string };
