import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';

/** The judged steps of a response. */
export interface Steps {
  readonly annotation: Annotation;
  readonly response: Response;
  readonly steps: readonly { readonly text: string; readonly isRight: boolean }[];
  /** The prompt as text, where it is another than that of the item as text: of a run. */
  readonly prompt?: string;
}
