import type { Item } from '../model/item';

type Fields = Readonly<Record<string, unknown>>;

/** The item as it was judged under a context, which stands in a system message: behind what one there says already, a blank line between. */
export function withContext(item: Item, context: string): Item {
  const [first, ...rest] = item.prompt;
  if (first?.role !== 'system') return { ...item, prompt: [{ role: 'system', content: context }, ...item.prompt] };
  return { ...item, prompt: [{ ...first, content: first.content === '' ? context : `${first.content}\n\n${context}` }, ...rest] };
}

/** A row of plain text with the context before its prompt, a blank line between. (A transcript begins with one.) */
export function withContextBefore(row: Fields, context: string): Fields {
  const prompt = typeof row.prompt === 'string' ? row.prompt : '';
  return { ...row, prompt: `${context}${prompt.startsWith('\n\n') ? '' : '\n\n'}${prompt}` };
}
