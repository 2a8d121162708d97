/** More are not marked. */
const maxFound = 1000;
/** What a reader does not see as text, or sees twice. */
const aside = '.code-head, .patch-said, .raw, .drawing, .katex-mathml, .more';

/** Where `query` stands in the texts within `root`, whatever its case, also where its words are not set alike. */
export function findText(root: Element, query: string): Range[] {
  const found: Range[] = [];
  if (query === '') return found;
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu');
  for (const text of root.querySelectorAll('.text')) {
    const nodes = textNodes(text);
    const whole = nodes.map(({ data }) => data).join('');
    let [number, start] = [0, 0];
    for (const { index, 0: match } of whole.matchAll(pattern)) {
      const place = (at: number): [Text, number] | undefined => {
        for (let node = nodes[number]; node; node = nodes[++number]) {
          if (at <= start + node.length) return [node, at - start];
          start += node.length;
        }
        return undefined;
      };
      const [from, to] = [place(index), place(index + match.length)];
      if (!from || !to) break;
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(...to);
      found.push(range);
      if (found.length === maxFound) return found;
    }
  }
  return found;
}

function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(aside) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) nodes.push(node);
  return nodes;
}
