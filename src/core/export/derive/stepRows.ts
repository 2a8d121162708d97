import type { Annotation, Step } from '../../model/annotation/annotation';
import { AnchorText, type Place } from '../../model/annotation/anchors';
import type { Response } from '../../model/item/item';
import type { StepMeaning } from '../../model/study/recipe';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { StepLabel } from '../../model/annotation/steps';
import type { Judged, RowNotifier, ExportOptions } from '../format';
import { runStepsIn, type Steps } from './runStepRows';

type StepOptions = Pick<ExportOptions, 'steps' | 'neutral' | 'unnecessary'>;

/**
 * The steps that each annotator judged, by response, in the order of the text, as right or wrong; those of runs as
 * `runStepsIn` has them. `correct` is right
 * and `incorrect` wrong. The other two have an option each. `neutral` is left out where nothing is said, as
 * these files know right and wrong only: TRL's own converter (examples/datasets/prm800k.py: `rating == 1`) counts it as
 * wrong, OpenR (docs/datasets.md) as right.
 * `unnecessary` is right where nothing is said: these files say whether a step is correct, and this one is. PRMBench
 * (M. Song et al., 2025) counts redundant steps as faults. What was done is noted. Of a response judged up to its first
 * error the steps behind it have no label and are left out; `steps: 'first-error'` cuts there in any case. A step that is no longer in its text is told and left.
 */
export function* stepsIn(judged: Judged, options: StepOptions, notify: RowNotifier): Generator<Steps> {
  for (const annotation of judged.annotations) {
    const { steps: all = [], runSteps = [] } = annotation.judgement;
    if (all.length + runSteps.length === 0) notify.drop('no-steps');
    yield* runStepsIn(annotation, judged, options, notify);
    for (const { response, steps: own } of placedSteps(annotation, judged)) {
      if (!response) notify.drop('stale', own.length);
      else {
        const steps = stepsOfText(response.text, own, options, notify);
        if (steps.length > 0) yield { annotation, response, steps };
      }
    }
  }
}

/** A step with where it stands in its text now; undefined where it stands nowhere any more. */
export interface PlacedStep {
  readonly step: Step;
  readonly place: Place | undefined;
}

/** The steps that an annotation judges by response, which is undefined where it is gone. */
export function placedSteps(
  { hash, judgement }: Annotation,
  { item, source }: Pick<Judged, 'item' | 'source'>,
): { readonly response: Response | undefined; readonly steps: readonly PlacedStep[] }[] {
  const all = judgement.steps ?? [];
  const responses = new Map(judgedResponses(item, judgement).map((response) => [response.id, response]));
  return [...new Set(all.map((step) => step.response))].map((id) => {
    const own = all.filter((step) => step.response === id);
    const response = responses.get(id);
    if (!response) return { response, steps: own.map((step) => ({ step, place: undefined })) };
    const original = item.responses.includes(response) && source.responses.find((each) => each.id === id);
    // What an annotator made of a response stands in the annotation, whatever became of the item.
    const isSame = !original || (hash === source.hash && original.text === response.text);
    const places = new AnchorText(response.text).placesOfSteps(own, isSame);
    return { response, steps: own.map((step, at) => ({ step, place: places[at] })) };
  });
}

function stepsOfText(
  text: string,
  own: readonly PlacedStep[],
  options: StepOptions,
  notify: RowNotifier,
): Steps['steps'] {
  const inOrder = own.toSorted((a, b) => (a.place?.points ?? a.step).start - (b.place?.points ?? b.step).start);
  const error = options.steps === 'first-error' ? inOrder.findIndex(({ step }) => step.label === 'incorrect') : -1;
  const kept = error < 0 ? inOrder : inOrder.slice(0, error + 1);
  notify.drop('after-error', inOrder.slice(kept.length).filter(({ step }) => step.label !== null).length);
  notify.drop('step-unjudged', inOrder.filter(({ step }) => step.label === null).length);
  return kept.flatMap(({ step: { label }, place }): Steps['steps'] => {
    if (label === null) return [];
    const meaning = meaningOf(label, options);
    const refusal = !place
      ? 'step-lost'
      : text.slice(place.start, place.end).trim() === ''
        ? 'step-empty'
        : meaning === 'out' && (label === 'neutral' || label === 'unnecessary')
          ? (`step-${label}` as const)
          : undefined;
    if (refusal) notify.drop(refusal);
    if (refusal || !place || meaning === 'out') return [];
    if (place.isMoved) notify.note('moved');
    if (label === 'neutral' || label === 'unnecessary') notify.note(`${label}-${meaning}`);
    return [{ text: text.slice(place.start, place.end), isRight: meaning === 'right' }];
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
