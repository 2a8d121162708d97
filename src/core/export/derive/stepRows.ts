import type { Annotation, Step } from '../../model/annotation/annotation';
import { TextOffsets } from '../../model/text/codePoints';
import type { Response } from '../../model/item/item';
import type { StepMeaning } from '../../model/study/recipe';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { StepLabel } from '../../model/annotation/steps';
import type { Judged, RowNotifier, ExportOptions } from '../format';

/** The judged steps of a response. */
export interface Steps {
  readonly annotation: Annotation;
  readonly response: Response;
  readonly steps: readonly { readonly text: string; readonly isRight: boolean }[];
}

type StepOptions = Pick<ExportOptions, 'steps' | 'neutral' | 'unnecessary'>;

/**
 * The steps that each annotator judged, by response, in the order of the text, as right or wrong. `correct` is right
 * and `incorrect` wrong. The other two have an option each. `neutral` is left out where nothing is said, as
 * these files know right and wrong only: TRL's own converter (examples/datasets/prm800k.py: `rating == 1`) counts it as
 * wrong, OpenR (docs/datasets.md) as right.
 * `unnecessary` is right where nothing is said: these files say whether a step is correct, and this one is. PRMBench
 * (M. Song et al., 2025) counts redundant steps as faults. What was done is noted. Of a response judged up to its first
 * error the steps behind it have no label and are left out; `steps: 'first-error'` cuts there in any case.
 */
export function* stepsIn({ item, annotations }: Judged, options: StepOptions, notify: RowNotifier): Generator<Steps> {
  for (const annotation of annotations) {
    const { judgement } = annotation;
    const all = judgement.steps ?? [];
    if (all.length === 0) notify.drop('no-steps');
    const responses = new Map(judgedResponses(item, judgement).map((response) => [response.id, response]));
    for (const id of new Set(all.map((step) => step.response))) {
      const own = all.filter((step) => step.response === id);
      const response = responses.get(id);
      if (!response) notify.drop('stale', own.length);
      else {
        const steps = stepsOfText(response.text, own, options, notify);
        if (steps.length > 0) yield { annotation, response, steps };
      }
    }
  }
}

function stepsOfText(text: string, own: readonly Step[], options: StepOptions, notify: RowNotifier): Steps['steps'] {
  const offsets = new TextOffsets(text);
  const inOrder = own.toSorted((a, b) => a.start - b.start);
  const error = options.steps === 'first-error' ? inOrder.findIndex(({ label }) => label === 'incorrect') : -1;
  const kept = error < 0 ? inOrder : inOrder.slice(0, error + 1);
  notify.drop('after-error', inOrder.slice(kept.length).filter(({ label }) => label !== null).length);
  notify.drop('step-unjudged', inOrder.filter(({ label }) => label === null).length);
  return kept.flatMap(({ start, end, label }): Steps['steps'] => {
    if (label === null) return [];
    const meaning = meaningOf(label, options);
    const range = offsets.utf16({ start, end });
    const refusal = !range
      ? 'outside-text'
      : text.slice(range.start, range.end).trim() === ''
        ? 'step-empty'
        : meaning === 'out' && (label === 'neutral' || label === 'unnecessary')
          ? (`step-${label}` as const)
          : undefined;
    if (refusal) notify.drop(refusal);
    if (refusal || !range || meaning === 'out') return [];
    if (label === 'neutral' || label === 'unnecessary') notify.note(`${label}-${meaning}`);
    return [{ text: text.slice(range.start, range.end), isRight: meaning === 'right' }];
  });
}

function meaningOf(label: StepLabel, { neutral = 'out', unnecessary = 'right' }: StepOptions): StepMeaning {
  switch (label) {
    case 'correct':
      return 'right';
    case 'incorrect':
      return 'wrong';
    case 'neutral':
      return neutral;
    case 'unnecessary':
      return unnecessary;
  }
}
