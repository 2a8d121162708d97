import type { Item } from '../../model/item';

/** The item as it was judged under a context, which stands in a system message: behind what one there says already, a blank line between. */
export function withContext(item: Item, context: string): Item {
  const [first, ...rest] = item.prompt;
  if (first?.role !== 'system') return { ...item, prompt: [{ role: 'system', content: context }, ...item.prompt] };
  return { ...item, prompt: [{ ...first, content: first.content === '' ? context : `${first.content}\n\n${context}` }, ...rest] };
}
