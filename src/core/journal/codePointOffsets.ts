import type { Annotation, Judgement } from '../model/annotation/annotation';
import { TextOffsets } from '../model/text/codePoints';
import type { Response } from '../model/item/item';

/**
 * What the offsets of a line count: code points of the responses' exact texts, so that a script cuts them with
 * `text[start:end]`. Drafts alone have UTF-16 code units.
 *
 * The desk alone counts UTF-16 units, as the editor does: `draftOf` and `judgementOf` have the texts and convert. A
 * span has its quote beside its offsets, and `model/annotation/spans` finds it again by that; links from critiques are anchored
 * alike.
 */

/** What a line says of its offsets, where its judgement holds any. */
export function offsetsFromMessage({ steps, critiques }: Judgement): Pick<Annotation, 'offsets'> {
  return steps?.length || critiques?.some(({ spans }) => spans?.length) ? { offsets: 'code-points' } : {};
}

/**
 * An annotation with its offsets in code points, as all newer lines have them: those of lines that do not say so are
 * UTF-16 code units of the responses' texts. Of a span they are converted where its quote stands there, else left as
 * they are; of a step that reaches past the text, left too.
 */
export function withCodePointOffsets<T extends Pick<Annotation, 'offsets' | 'judgement'>>(
  annotation: T,
  responses: readonly Pick<Response, 'id' | 'text'>[],
): T {
  const { judgement } = annotation;
  const said = offsetsFromMessage(judgement);
  if (annotation.offsets !== undefined || said.offsets === undefined) return annotation;
  const texts = new Map(responses.map(({ id, text }) => [id, { text, offsets: new TextOffsets(text) }]));
  const { steps, critiques } = judgement;
  const converted: Judgement = {
    ...judgement,
    ...(steps && {
      steps: steps.map((step) => {
        const own = texts.get(step.response);
        return own && step.end <= own.text.length ? { ...step, ...own.offsets.codePoints(step) } : step;
      }),
    }),
    ...(critiques && {
      critiques: critiques.map(({ spans, ...critique }) => {
        const own = texts.get(critique.response);
        return {
          ...critique,
          ...(spans && {
            spans: spans.map((span) =>
              own?.text.slice(span.start, span.end) === span.quote
                ? { ...span, ...own.offsets.codePoints(span) }
                : span,
            ),
          }),
        };
      }),
    }),
  };
  return { ...annotation, ...said, judgement: converted };
}
