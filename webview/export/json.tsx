import type { JSX } from 'preact';

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

/** JSON text with its keys, texts and numbers in the theme's colours. */
export function Json({ text }: { readonly text: string }): JSX.Element {
  const parts: (JSX.Element | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, word] = match;
    if (match.index > at) parts.push(text.slice(at, match.index));
    const kind =
      string === undefined ? (word === undefined ? 'number' : 'word') : colon === undefined ? 'string' : 'key';
    parts.push(<span class={kind}>{string ?? whole}</span>, colon ?? '');
    at = match.index + whole.length;
  }
  return (
    <code class="json">
      {parts}
      {text.slice(at)}
    </code>
  );
}
