import type { Step } from '../../../model/annotation/annotation';
import { codePointOffset } from '../../../model/text/codePoints';
import type { Response } from '../../../model/item/item';

/** A step of a source that keeps them apart. */
export interface SourceStep extends Pick<Step, 'label' | 'type' | 'note'> {
  readonly text: string;
}

/** Between two steps of a response's text: TRL's default `step_separator` (`trl/experimental/prm`). */
const stepSeparator = '\n';

/** A response made of steps, one a line, and what is thought of each with its text; their offsets are code points. */
export function responseOfSteps(id: string, sources: readonly SourceStep[]): { response: Response; steps: Step[] } {
  let end = -stepSeparator.length;
  const steps = sources.map(({ text, ...judged }): Step => {
    const start = end + stepSeparator.length;
    end = start + codePointOffset(text, text.length);
    return { response: id, start, end, quote: text, ...judged };
  });
  return { response: { id, text: sources.map(({ text }) => text).join(stepSeparator) }, steps };
}
