import * as z from 'zod';
import { AnchorText } from '../../../model/annotation/anchors';
import {
  callVerdicts,
  diffSides,
  faults,
  innerKinds,
  polarities,
  runStepLabels,
  stepLabels,
} from '../../../model/annotation/judgementValues';
import { filesOfPatch } from '../../../model/annotation/filesOfPatch';
import { callPath } from '../../../model/annotation/callMarks';
import { correctedCall, hasPlace, toolPath, valueOfPlace } from '../../../model/item/callPlaces';
import type { ToolCall } from '../../../model/item/item';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { placedRunSteps } from '../../../model/item/placedRunSteps';
import { isJson } from '../../../model/text/isJson';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';
import { placedSteps } from '../../derive/stepRows';

const offset = z.int().nonnegative();
/** Any value as JSON, so that the column has one type; null where there is none. */
const maybeJson = z.string().refine(isJson, 'is not JSON').nullable();

/**
 * Every marked passage. Offsets are code points of the response's exact text, as Python counts (`text[start:end] ==
 * quote`). The columns `about_…` are the stretch of the critique's text that speaks of it, and `about_lost`
 * is true where that was rewritten since. `lost` is true where the
 * quote stands nowhere in the response any more, and the offsets are where it once stood.
 */
export const spanTable = longTable({
  name: 'spans',
  title: 'Table of all marked passages with type, severity and note, including lost ones',
  *facts({ judgement }, { source }, _options, notify) {
    const texts = new Map(judgedResponses(source, judgement).map(({ id, text }) => [id, text]));
    for (const { response: of, text: critique, spans = [] } of judgement.critiques ?? []) {
      if (spans.length === 0) continue;
      const [anchors, links] = [new AnchorText(texts.get(of) ?? ''), new AnchorText(critique)];
      for (const span of spans) {
        const { start, end, quote, about } = span;
        const place = texts.has(of) ? anchors.placeOf({ start, end, quote }) : undefined;
        const link = about && links.placeOf(about);
        if (place?.isMoved) notify.note('moved');
        if (!place) notify.note('lost');
        if (about && !link) notify.note('link-lost');
        yield { ...span, ...place?.points, response: of, place, link, aboutPoints: link?.points ?? about };
      }
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    start: { rule: offset, value: ({ start }) => start },
    end: { rule: offset, value: ({ end }) => end },
    quote: { rule: z.string(), value: ({ quote }) => quote },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    polarity: { rule: z.enum(polarities).nullable(), value: ({ polarity }) => polarity ?? null },
    severity: { rule: z.number().nullable(), value: ({ severity }) => severity ?? null, isReal: true },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    about_start: { rule: offset.nullable(), value: ({ aboutPoints }) => aboutPoints?.start ?? null },
    about_end: { rule: offset.nullable(), value: ({ aboutPoints }) => aboutPoints?.end ?? null },
    about_quote: { rule: maybeText, value: ({ about }) => about?.quote ?? null },
    about_lost: { rule: z.boolean().nullable(), value: ({ about, link }) => (about ? !link : null) },
    lost: { rule: z.boolean(), value: ({ place }) => !place },
  },
});

/**
 * What a response ought to hold and does not. `passage` is the passage of the evidence that it should have come from,
 * by id, and `sentences` the places in its list; null and empty where none was named.
 */
export const missingInformation = longTable({
  name: 'missing',
  title: 'Table of all missing information, with or without an evidence passage',
  facts: ({ judgement: { critiques = [] } }) =>
    critiques.flatMap(({ response: of, missing = [] }) => missing.map((each) => ({ response: of, ...each }))),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    passage: { rule: maybeText, value: ({ evidence }) => evidence ?? null },
    sentences: { rule: z.array(z.int().nonnegative()), value: ({ sentences }) => sentences ?? [] },
  },
});

/**
 * Every step of a response with its label, all four of them, its type and note. Offsets are code points of the
 * response's exact text, as Python counts (`text[start:end]`). `lost` is true where the step is no longer found there: the
 * offsets are where it once stood, and `text` is what stood there, or null where the journal does not say it. Steps are numbered from 1 in the order in which they stand in the journal; `label` is null where a
 * step was not judged.
 */
export const steps = longTable({
  name: 'steps',
  title: 'Table of all steps with label (correct, incorrect, unnecessary, neutral), type and note',
  agreesOn: 'steps',
  *facts(annotation, judged, _options, notify) {
    const counts = new Map<string, number>();
    const placed = new Map(
      placedSteps(annotation, { item: judged.source, source: judged.source }).flatMap(({ response: of, steps: own }) =>
        own.map(({ step, place }) => [step, place && { ...place, text: of?.text.slice(place.start, place.end) }]),
      ),
    );
    for (const each of annotation.judgement.steps ?? []) {
      const number = (counts.get(each.response) ?? 0) + 1;
      counts.set(each.response, number);
      const place = placed.get(each);
      if (place?.isMoved) notify.note('moved');
      if (!place) notify.note('lost');
      yield { ...each, ...place?.points, number, place };
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    step: { rule: z.int().positive(), value: ({ number }) => number },
    start: { rule: z.int().nonnegative(), value: ({ start }) => start },
    end: { rule: z.int().nonnegative(), value: ({ end }) => end },
    text: { rule: maybeText, value: ({ place, quote }) => place?.text ?? quote ?? null },
    label: { rule: z.enum(stepLabels).nullable(), value: ({ label }) => label },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    lost: { rule: z.boolean(), value: ({ place }) => !place },
  },
});

/**
 * Every judged step of runs. `step` is the key that names it in its run, `at` its place there from 0, `inner` what it is
 * of where it only hangs behind that place (the work of another agent, or what was taken back), and `text` what it does,
 * in one line. `label` is 1 (helps), 0 (neither helps nor harms) or -1 (wrong), and null where something
 * else was said of the step. `lost` is true where the run does not have it any more.
 */
export const runSteps = longTable({
  name: 'run-steps',
  title: 'Table of all judged steps of runs with label, first error, category, severity, fault and note',
  agreesOn: 'steps',
  *facts({ judgement }, { source }, _options, notify) {
    const keys = new Map(
      judgedResponses(source, judgement).map((response) => [
        response.id,
        new Set(placedRunSteps(response).map(({ key }) => key)),
      ]),
    );
    for (const each of judgement.runSteps ?? []) {
      const lost = keys.get(each.response)?.has(each.step) !== true;
      if (lost) notify.note('lost');
      yield { ...each, lost };
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    step: { rule: z.string().min(1), value: ({ step }) => step },
    at: { rule: z.int().nonnegative(), value: ({ at }) => at },
    inner: { rule: z.enum(innerKinds).nullable(), value: ({ inner }) => inner ?? null },
    text: { rule: maybeText, value: ({ quote }) => quote ?? null },
    label: { rule: z.literal(runStepLabels).nullable(), value: ({ label }) => label },
    first_error: { rule: z.boolean(), value: ({ firstError }) => firstError ?? false },
    category: { rule: maybeText, value: ({ category }) => category ?? null },
    severity: { rule: z.number().nullable(), value: ({ severity }) => severity ?? null, isReal: true },
    fault: { rule: z.enum(faults).nullable(), value: ({ fault }) => fault ?? null },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    lost: { rule: z.boolean(), value: ({ lost }) => lost },
  },
});

/**
 * Everything that is wrong in calls of runs, one row a place. `step` is the key that names the step in its run, `at` its
 * place there from 0. `path` is empty for the tool, else a JSON Pointer to an argument (`/` for arguments that are one
 * text). `call` is the call as it was, `value` what stands in that place, `corrected` what should stand there (for
 * `wrong-tool` and `wrong-name` the right name), all as JSON. `corrected_call` is the call with all that the annotation
 * corrects in it; null where that does not make a right call of it. `lost` is true where the run does not have the
 * place any more.
 */
export const calls = longTable({
  name: 'calls',
  title: 'Table of all errors in calls of runs: tool or argument, what is wrong, the corrected value and call',
  agreesOn: 'steps',
  *facts({ judgement }, { source }, _options, notify) {
    const callOf = new Map(
      judgedResponses(source, judgement).flatMap((response) =>
        placedRunSteps(response).flatMap(({ key, step }): [string, ToolCall][] =>
          step.kind === 'call' ? [[`${response.id}\0${key}`, step.call]] : [],
        ),
      ),
    );
    for (const each of judgement.calls ?? []) {
      const call = callOf.get(`${each.response}\0${each.step}`);
      const lost = !call || !hasPlace(call, each);
      if (lost) notify.note('lost');
      const marks = judgement.calls?.filter(({ response, step }) => response === each.response && step === each.step);
      yield { ...each, lost, call, right: call && correctedCall(call, marks ?? []) };
    }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    step: { rule: z.string().min(1), value: ({ step }) => step },
    at: { rule: z.int().nonnegative(), value: ({ at }) => at },
    tool: { rule: z.string(), value: ({ tool }) => tool },
    call: { rule: maybeJson, value: ({ call }) => callText(call) },
    path: { rule: callPath, value: ({ path }) => path },
    verdict: { rule: z.enum(callVerdicts), value: ({ verdict }) => verdict },
    value: {
      rule: maybeJson,
      value: ({ call, path }) => (path === toolPath || !call ? null : jsonText(valueOfPlace(call, path))),
    },
    corrected: { rule: maybeJson, value: ({ corrected }) => jsonText(corrected) },
    corrected_call: { rule: maybeJson, value: ({ right }) => callText(right) },
    lost: { rule: z.boolean(), value: ({ lost }) => lost },
  },
});

/**
 * Every comment on lines of what responses change, one row a comment. `file` is the path in the repository on that side:
 * before the patch of the response (`base`), or as it leaves it (`patched`). `first` and `last` are lines of the file on
 * that side, from 1; where the study has no repository, as the patch counts them.
 */
export const diffComments = longTable({
  name: 'diff-comments',
  title: 'Table of all comments on lines of code: file, side of the diff, lines, type, severity and note',
  *facts({ judgement }) {
    for (const { lines, ...each } of judgement.diffComments ?? []) yield { ...each, first: lines[0], last: lines[1] };
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    file: { rule: z.string().min(1), value: ({ file }) => file },
    side: { rule: z.enum(diffSides), value: ({ side }) => side },
    first: { rule: z.int().positive(), value: ({ first }) => first },
    last: { rule: z.int().positive(), value: ({ last }) => last },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    severity: { rule: z.number().nullable(), value: ({ severity }) => severity ?? null, isReal: true },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
  },
});

/**
 * Every run that an annotator took over: continued by hand after one of its steps. `step` is the key that names the step,
 * `at` its place in the run from 0; both are null where it was taken over after its last step. `patch` is what they leave,
 * against the commit that patches of the item are based on; `left_out` are files that differ too and are not in it. `text`
 * is what they say as the final answer.
 */
export const takeovers = longTable({
  name: 'takeovers',
  title: 'Table of all runs that were taken over: step, patch, files left out and final answer',
  facts: ({ judgement }) => judgement.takeovers ?? [],
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    step: { rule: maybeText, value: ({ step }) => step ?? null },
    at: { rule: z.int().nonnegative().nullable(), value: ({ at }) => at ?? null },
    files: { rule: z.int().nonnegative(), value: ({ patch }) => filesOfPatch(patch) },
    patch: { rule: z.string().min(1), value: ({ patch }) => patch },
    left_out: { rule: z.array(z.string()), value: ({ leftOut }) => leftOut ?? [] },
    text: { rule: maybeText, value: ({ text }) => text ?? null },
  },
});

const jsonText = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const callText = (call: ToolCall | undefined): string | null =>
  call ? JSON.stringify({ name: call.name, arguments: call.arguments }) : null;
