import { assistantMarker, continuationOf, transcriptOf } from '../dataset/layouts/texts/transcript';
import type { Label } from '../dataset/layouts/layout';
import { helpsteerPrompt } from '../export/texts/helpSteerTemplate';
import { conversationText } from '../export/texts/judgeTexts';
import type { Judgement } from '../model/annotation/annotation';
import { turnsOf, type Item, type Message, type Response } from '../model/item/item';

/**
 * Conversations as one text, as exports write them that have a place for text alone: as a transcript
 * (`export/texts/plainText`), with each turn under its role (`export/texts/judgeTexts`), or in HelpSteer's template
 * (`export/texts/helpSteerTemplate`). The turns cannot always be had from it again, so a row is found by what the same
 * flattening makes of the study's items.
 */

/** A prompt as one text. In a transcript each answer has a space before it, which is none of its own. */
export interface FlatPrompt {
  readonly text: string;
  readonly isTranscript: boolean;
}

/** Whether a prompt is a transcript in its source. */
export const isTranscript = ({ promptText }: { readonly promptText?: string | undefined }): boolean =>
  promptText?.endsWith(assistantMarker) ?? false;

/** The texts that exports write for a prompt. One turn of the user's is its own text in all but a transcript. */
export function flatPrompts({ prompt, promptText }: Pick<Item, 'prompt' | 'promptText'>): FlatPrompt[] {
  const own = [promptText, conversationText(prompt), helpsteerPrompt({ prompt })].filter((text) => text !== undefined);
  return [
    ...[...new Set(own)].map((text) => ({ text, isTranscript: false })),
    ...(isTranscript({ promptText }) ? [] : [{ text: transcriptOf(prompt), isTranscript: true }]),
  ];
}

/** The texts that a row's prompt may have been: its own, or that of the turns which were read of it. */
export const textsOfPrompt = ({ prompt, promptText }: Pick<Item, 'prompt' | 'promptText'>): string[] => [
  ...new Set(
    [promptText, ...flatPrompts({ prompt }).flatMap(({ text, isTranscript: isOne }) => (isOne ? [] : [text]))].filter(
      (text) => text !== undefined,
    ),
  ),
];

const opening = '\n\nHuman: ';

/** The one turn that a text is a transcript of; undefined for any other. It may be one of several turns, too. */
export const turnInTranscript = (text: string): string | undefined =>
  text.startsWith(opening) && text.endsWith(assistantMarker) && text.length >= opening.length + assistantMarker.length
    ? text.slice(opening.length, -assistantMarker.length)
    : undefined;

/** The texts that exports write for a response of other turns than one that is its text. */
export function flatResponses(response: Response): string[] {
  const turns = turnsOf(response);
  return isPlain(turns) ? [] : [...new Set([response.text, continuationOf(turns), conversationText(turns)])];
}

const isPlain = ([only, ...others]: readonly Message[]): boolean =>
  others.length === 0 && only?.role === 'assistant' && only.toolCalls === undefined;

/** A text behind the marker of a transcript without the space that stands there. */
export const withoutLeadingSpace = (text: string): string => (text.startsWith(' ') ? text.slice(1) : text);

/**
 * A label of a row whose texts stand behind the marker of a transcript: what was written there, and marked in these
 * responses, without the space. A response may have been parted into turns, which have none.
 */
export function withoutMarkerSpace(label: Label, responses: ReadonlyMap<string, 'text' | 'turns'>): Label {
  const { critiques, refinements, demonstrations } = label.judgement;
  const judgement: Judgement = {
    ...label.judgement,
    ...(critiques && {
      critiques: critiques.map((critique) =>
        critique.spans && responses.has(critique.response)
          ? {
              ...critique,
              spans: critique.spans.map((span) => ({
                ...span,
                start: Math.max(0, span.start - 1),
                end: Math.max(0, span.end - 1),
              })),
            }
          : critique,
      ),
    }),
    ...(refinements && {
      refinements: refinements.map((each) =>
        responses.has(each.response) ? { ...each, text: withoutLeadingSpace(each.text) } : each,
      ),
    }),
    ...(demonstrations &&
      [...responses.values()].every((form) => form === 'text') && {
        demonstrations: demonstrations.map(({ turns: [first, ...others], ...more }) => ({
          ...more,
          turns: first ? [{ ...first, content: withoutLeadingSpace(first.content) }, ...others] : others,
        })),
      }),
  };
  return { ...label, judgement };
}
