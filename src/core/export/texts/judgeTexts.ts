import type { Annotation, Critique } from '../../model/annotation/annotation';
import type { CritiquePart } from '../../model/annotation/judgementValues';
import { turnsOf, type Message, type Response } from '../../model/item/item';
import { textOfTurn } from '../../model/item/toolCallText';

/** Conversations and critiques as the one text that a judge reads or writes. */

/** Turns as text: one by itself as it stands, several each under its role; calls of tools as code. */
export function conversationText(turns: readonly Message[]): string {
  const [only, ...others] = turns;
  if (only && others.length === 0) return textOfTurn(only);
  return labelledTurns(turns);
}

/** Turns as text, each under its role; calls of tools as code. */
export const labelledTurns = (turns: readonly Message[]): string =>
  turns.map((turn) => `${turn.role.charAt(0).toUpperCase()}${turn.role.slice(1)}: ${textOfTurn(turn)}`).join('\n\n');

/** A response as text. */
export const responseText = (response: Response): string =>
  response.turns ? conversationText(turnsOf(response)) : response.text;

/** All that a critique says in words, its parts under their names; empty where it marks passages only. */
export function labelledCritiqueText({
  text,
  strengths = '',
  weaknesses = '',
  suggestion = '',
}: Pick<Critique, 'text' | CritiquePart>): string {
  const parts = [
    text,
    labelled('Strengths', strengths),
    labelled('Weaknesses', weaknesses),
    labelled('Suggestion', suggestion),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

const labelled = (name: string, text: string): string => (text.trim() === '' ? '' : `${name}: ${text.trim()}`);

/** What an annotation says of a response in words; empty where it says nothing. */
export function critiqueTextOn(
  { judgement: { critiques = [] } }: Pick<Annotation, 'judgement'>,
  response: string,
): string {
  return critiques
    .filter((critique) => critique.response === response)
    .map(labelledCritiqueText)
    .filter((text) => text !== '')
    .join('\n\n');
}
