import type { NegativeMeaning, PackFormat } from '../core/rubric/packs/packFormat';

export interface RubricsOptions {
  /** A file, or the name of a pack that comes with Tiebreak. */
  readonly import?: string;
  readonly scope?: readonly string[];
  readonly negative?: NegativeMeaning;
  /** The id of a rubric. */
  readonly export?: string;
  readonly form?: PackFormat;
  readonly out?: string;
  readonly json?: true;
}
