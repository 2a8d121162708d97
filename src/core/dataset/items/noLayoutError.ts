import { UserError, type Problem } from '../../model/problems/problem';
import type { Layout } from '../layouts/layout';
import type { Plan } from '../recognition/plan';

/** The records can be read, but no layout is found in them; or their files have several. */
export class NoLayoutError extends UserError {
  constructor(
    /** Two files of different layouts, where that is why. */
    readonly differing: readonly { readonly path: string; readonly layout: Layout }[],
    what: Problem,
    /** The nearest reading, where there is one that a person has to look at. */
    readonly plan?: Plan,
    /**
     * Why no other fields can help: no field holds a text that could be a response, the table has no line with names,
     * or nothing says which of several places holds the records.
     */
    readonly lacks?: 'texts' | 'header' | 'place',
  ) {
    super(what);
  }
}
