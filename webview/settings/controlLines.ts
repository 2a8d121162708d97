/** The control items of a plan as lines of a text: an item's id, and behind a colon its known answer. */

type Document = Readonly<Record<string, unknown>>;

const documentOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {};

/** The control items as they stand in a project: `q7: b > a = c`. */
export function controlLines(controls: unknown): readonly string[] {
  const { items, answers } = documentOf(controls);
  const known = documentOf(answers);
  return (Array.isArray(items) ? items : []).map((item) => {
    const { best, order } = documentOf(known[String(item)]);
    const tiers = typeof best === 'string' ? [[best]] : Array.isArray(order) ? (order as string[][]) : [];
    return tiers.length === 0 ? String(item) : `${String(item)}: ${tiers.map((tier) => tier.join(' = ')).join(' > ')}`;
  });
}

/**
 * The control items that lines name, with all else that the project says of them; undefined where they name none. What
 * is known of an item that its line does not say (acceptable) stays.
 */
export function controlsIn(lines: readonly string[], before: unknown): unknown {
  if (lines.length === 0) return undefined;
  const { answers, ...others } = documentOf(before);
  const known = documentOf(answers);
  const read = lines.map((line): [string, Document | undefined] => {
    const colon = line.lastIndexOf(': ');
    const item = colon < 0 ? line.replace(/:$/u, '') : line.slice(0, colon).trim();
    const { best: _, order: __, ...rest } = documentOf(known[item]);
    const answer = { ...rest, ...(colon >= 0 && answerIn(line.slice(colon + 2))) };
    return [item, Object.keys(answer).length > 0 ? answer : undefined];
  });
  const answered = read.filter(([, answer]) => answer !== undefined);
  return {
    ...others,
    items: [...new Set(read.map(([item]) => item))],
    ...(answered.length > 0 && { answers: Object.fromEntries(answered) }),
  };
}

function answerIn(text: string): Document {
  const order = text
    .split(' > ')
    .map((tier) =>
      tier
        .split(' = ')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    )
    .filter(({ length }) => length > 0);
  const [first] = order;
  if (first === undefined) return {};
  return order.length === 1 && first.length === 1 ? { best: first[0] } : { order };
}
