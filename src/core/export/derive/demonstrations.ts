import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import type { ExportOptions, Judged, RowNotifier } from '../format';
import { withoutMarkers } from '../media/mediaMarkers';

/** An answer that an annotator wrote themselves. */
export interface WrittenAnswer {
  readonly annotation: Annotation;
  /** Which of the annotation's answers it is, from 1. */
  readonly named: { readonly demonstration: number };
  readonly response: Required<Pick<Response, 'id' | 'text' | 'turns'>>;
}

/** The answers that annotators wrote (C14), of which a prompt may have several; what gives none is told. */
export function* writtenAnswersIn(
  { annotations }: Pick<Judged, 'annotations'>,
  { media }: Pick<ExportOptions, 'media'>,
  notify: RowNotifier,
): Generator<WrittenAnswer> {
  for (const annotation of annotations) {
    const written = annotation.judgement.demonstrations ?? [];
    if (written.length === 0) notify.drop('no-demonstration');
    for (const [n, { turns: said }] of written.entries()) {
      // Nothing tells where the files lie that somebody named in an answer.
      if (media !== 'none' && said.some((turn) => turn.media)) {
        notify.drop('media-in-response');
        continue;
      }
      const turns = said.map(withoutMarkers);
      const text = turns.map(({ content }) => content).join('\n\n');
      yield { annotation, named: { demonstration: n + 1 }, response: { id: `demonstration-${n + 1}`, text, turns } };
    }
  }
}
