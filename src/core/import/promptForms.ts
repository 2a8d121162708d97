import { markedText, withoutMarkers } from '../export/media/mediaMarkers';
import { promptAsShown } from '../export/texts/promptAsShown';
import { promptPlaces } from '../model/study/recipe';
import type { Item, Message } from '../model/item/item';

/**
 * An item as exports write it: with its context and its evidence in the prompt, wherever they may stand
 * (`export/texts/promptAsShown`), and with markers for its media in the text or without any (`export/media/mediaMarkers`); as it is
 * in its source first.
 */
export function promptForms(item: Item): readonly Item[] {
  const hasMedia = item.prompt.some(({ media }) => media);
  if (!hasMedia && item.context === undefined && item.evidence === undefined) return [item];
  const forms = new Map<string, Item>();
  const places = promptPlaces.toReversed();
  for (const context of places) {
    for (const evidence of places) {
      const seen = promptAsShown(item, undefined, { context, evidence }, {});
      if (!seen) continue;
      const told = hasMedia
        ? [retold(seen, (turn) => ({ ...turn, content: markedText(turn) })), retold(seen, withoutMarkers)].filter(
            (form) => wordsOf(form) !== wordsOf(seen),
          )
        : [];
      for (const form of [seen, ...told]) {
        const key = JSON.stringify([wordsOf(form), form.promptText]);
        if (!forms.has(key)) forms.set(key, form);
      }
    }
  }
  return [...forms.values()];
}

function retold({ promptText: _, ...item }: Item, tell: (turn: Message) => Message): Item {
  return { ...item, prompt: item.prompt.map(tell) };
}

const wordsOf = ({ prompt }: Item): string => JSON.stringify(prompt.map(({ role, content }) => [role, content]));
