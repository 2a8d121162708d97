import type { Critique, Judgement, Missing, Span } from '../model/annotation/annotation';
import { critiqueParts } from '../model/annotation/judgementValues';
import { TextOffsets } from '../model/text/codePoints';
import type { Draft } from '../model/annotation/draft';
import type { Item, Response } from '../model/item/item';
import { AnchorText } from '../model/annotation/anchors';
import { anchored } from '../model/annotation/spans';
import type { DraftMissing, DraftSpan, Quoted } from '../model/annotation/spanSchemas';
import { withoutImagePaths } from '../model/item/markdownImages';
import { critiqueStepOf } from './runs/runStepConversion';
import { passageId } from './item/contextPanel';

/**
 * Critiques with what is marked in the responses, between the journal (response ids, code points, quotes of the source)
 * and the draft (shown indices, UTF-16, quotes as the page shows them: without paths of images).
 */

/**
 * What the critiques of a judgement mark, by shown index. A span whose quote does not stand at its offsets is found
 * again by the quote, or marked lost.
 */
export function marksOf(
  { critiques = [] }: Judgement,
  responses: readonly Response[],
  item: Pick<Item, 'evidence'>,
): Pick<Draft, 'spans' | 'missing'> {
  const own = responses.map(({ id }) => critiques.find(({ response }) => response === id));
  return {
    spans: own.map((critique, index) => draftSpans(critique, responses[index]?.text ?? '')),
    missing: own.map((critique) => (critique?.missing ?? []).map((each) => draftMissing(each, item))),
  };
}

/**
 * The critiques that a draft says.
 * @param names response ids by shown index
 * @param before the judgement that this one supersedes, for what the desk does not show
 */
export function critiquesOf(
  {
    critiques,
    critiqueParts: parts,
    critiqueSteps,
    spans,
    missing,
  }: Pick<Draft, 'critiques' | 'critiqueParts' | 'critiqueSteps' | 'spans' | 'missing'>,
  { responses, item }: { readonly responses: readonly Response[]; readonly item: Pick<Item, 'evidence'> },
  before: Judgement,
): Critique[] {
  return responses.flatMap((response, index): Critique[] => {
    const { id, text: whole } = response;
    const known = before.critiques?.find(({ response }) => response === id);
    const said = critiques[index] ?? '';
    const text = said.trim() === '' ? '' : said;
    const [marked, lacking] = [spans[index] ?? [], missing[index] ?? []];
    // That nothing is marked may have been said: a list without spans.
    const inParts = Object.fromEntries(
      critiqueParts.map((part) => [part, parts[index]?.[part] ?? ''] as const).filter(([, each]) => each.trim() !== ''),
    );
    const isPlainKey = text === '' && Object.keys(inParts).length === 0 && marked.length + lacking.length === 0;
    // The desk shows the first critique of a response.
    const others = (before.critiques ?? []).filter((each) => each.response === id && each !== known);
    if (isPlainKey && !(known?.spans?.length === 0 || known?.missing?.length === 0)) return others;
    const step = critiqueStepOf(critiqueSteps[index] ?? null, response, known?.step);
    return [
      {
        ...withoutParts(known),
        response: id,
        text,
        ...inParts,
        ...(step !== undefined && { step }),
        ...(marked.length > 0 || known?.spans ? { spans: journalSpans(marked, whole, text, known?.spans ?? []) } : {}),
        ...(lacking.length > 0 || known?.missing
          ? { missing: lacking.map((each) => journalMissing(each, item, known?.missing ?? [])) }
          : {}),
      },
      ...others,
    ];
  });
}

/** Leaves out the parts and the step of a critique, which stand in the draft. */
const withoutParts = ({
  strengths: _,
  weaknesses: __,
  suggestion: ___,
  step: ____,
  ...rest
}: Partial<Critique> = {}): Partial<Critique> => rest;

function draftSpans(critique: Critique | undefined, text: string): DraftSpan[] {
  if (!critique?.spans) return [];
  const [anchors, said] = [new AnchorText(text), new AnchorText(critique.text)];
  const shown = withoutImagePaths(text).text;
  return critique.spans.map(({ start, end, quote, about, lost: _, note = '', ...rest }): DraftSpan => {
    const range = anchors.placeOf({ start, end, quote });
    const linked = about && (said.placeOf(about) ?? about);
    return {
      start: range?.start ?? start,
      end: range?.end ?? end,
      quote: range ? shown.slice(range.start, range.end) : withoutImagePaths(quote).text,
      ...rest,
      note,
      ...(linked && { about: { quote: about.quote, start: linked.start, end: linked.end } }),
      ...(!range && { lost: true }),
    };
  });
}

/** @param before what the journal says, where quotes that stand nowhere any more are as they were */
function journalSpans(spans: readonly DraftSpan[], text: string, critique: string, before: readonly Span[]): Span[] {
  const [offsets, said] = [new TextOffsets(text), new TextOffsets(critique)];
  const kept = (lost: Quoted): string =>
    before.find(
      (each) => each.start === lost.start && each.end === lost.end && withoutImagePaths(each.quote).text === lost.quote,
    )?.quote ?? lost.quote;
  return spans.map(({ note, about, lost, ...span }): Span => {
    const { start, end, quote: _, ...rest } = span;
    const linked = about && anchored(critique, about);
    return {
      ...(lost
        ? { start, end, quote: kept(span) }
        : { ...offsets.codePoints({ start, end }), quote: text.slice(start, end) }),
      ...rest,
      ...(note.trim() !== '' && { note }),
      ...(about && {
        about: { ...(linked ? said.codePoints(linked) : { start: about.start, end: about.end }), quote: about.quote },
      }),
      ...(lost && { lost }),
    };
  });
}

function draftMissing({ note = '', evidence, ...rest }: Missing, item: Pick<Item, 'evidence'>): DraftMissing {
  const number = evidence === undefined ? -1 : (item.evidence ?? []).findIndex(({ id }) => id === evidence);
  return { ...rest, note, ...(number >= 0 && { evidence: number }) };
}

/** Evidence that the item does not have stays with what was lacking before and is the same in all else. */
function journalMissing(
  { note, evidence, sentences, ...rest }: DraftMissing,
  item: Pick<Item, 'evidence'>,
  before: readonly Missing[],
): Missing {
  const id = evidence === undefined ? undefined : passageId(item, evidence);
  const now: Missing = {
    ...rest,
    ...(note.trim() !== '' && { note }),
    ...(id !== undefined && { evidence: id }),
    ...(sentences && { sentences: [...sentences] }),
  };
  const known =
    id === undefined
      ? before.find(
          (each) =>
            each.evidence !== undefined &&
            passageNumber(item, each.evidence) < 0 &&
            each.type === now.type &&
            each.note === now.note &&
            same(each.sentences, now.sentences),
        )
      : undefined;
  return known ? { ...now, ...(known.evidence !== undefined && { evidence: known.evidence }) } : now;
}

const passageNumber = ({ evidence = [] }: Pick<Item, 'evidence'>, id: string): number =>
  evidence.findIndex((passage) => passage.id === id);

const same = (a: readonly number[] | undefined, b: readonly number[] | undefined): boolean => a?.join() === b?.join();
