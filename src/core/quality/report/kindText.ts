/** What annotators said something of (`valueKinds`, ratings, flags), as a person calls it. */
export function kindText(kind: string): string {
  if (kind.startsWith('rating ')) return `ratings of ${kind.slice('rating '.length)}`;
  if (kind.startsWith('flag ')) return `the flag ${kind.slice('flag '.length)}`;
  return kind === 'acceptable' ? 'acceptability' : kind;
}
