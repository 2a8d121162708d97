import { asSeen } from '../export/texts/asSeen';
import { promptPlaces } from '../model/recipe';
import type { Item } from '../model/item';

/** An item as exports write it: with its context and its evidence in the prompt, wherever they may stand (`export/texts/asSeen`); as it is in its source first. */
export function promptForms(item: Item): readonly Item[] {
  if (item.context === undefined && item.evidence === undefined) return [item];
  const forms = new Map<string, Item>();
  const places = promptPlaces.toReversed();
  for (const context of places) {
    for (const evidence of places) {
      const form = asSeen(item, undefined, { context, evidence }, {});
      const key = form && JSON.stringify([form.prompt, form.promptText]);
      if (form && key !== undefined && !forms.has(key)) forms.set(key, form);
    }
  }
  return [...forms.values()];
}
