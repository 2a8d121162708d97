import { describe, expect, it } from 'vitest';
import { formulaAt } from '../../../webview/ui/formula';
import { processorTime } from '../made/processorTime';

/** Every formula of a text, as a reader going from left to right meets them. */
function formulasOf(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const formula = formulaAt(text, at);
    if (!formula) continue;
    found.push(text.slice(at, formula.end));
    at = formula.end - 1;
  }
  return found;
}

describe('the formulas of a text', () => {
  it.each([
    ['a $x$ b', ['$x$']],
    ['$a$, $b$; $c$-axis', ['$a$', '$b$', '$c$']],
    ['so $$x = 1$$ holds', ['$$x = 1$$']],
    ['\\(a\\) and \\[b\\]', ['\\(a\\)', '\\[b\\]']],
    ['$2 x$ and $3.5$', ['$2 x$', '$3.5$']],
    ['$2 \\text{ apples}$', ['$2 \\text{ apples}$']],
    ['$a \\$ b$', ['$a \\$ b$']],
    ['值为$x$时', ['$x$']],
    ['$5 and $10', []],
    ['$5, $10 and 20$', []],
    ['from $5-$10', []],
    ['$5 million or 6$', []],
    ['US$5, AU$6', []],
    ['$HOME/bin:$PATH', []],
    ['a $ b $ c', []],
    ['$$ $$', []],
    ['$a\n\nb$', []],
    ['\\[citation needed\\] and \\(see above\\)', []],
    ['$never closed', []],
  ])('%s', (text, expected) => {
    expect(formulasOf(text)).toEqual(expected);
  });

  it('are looked for in a moment in what is made to take forever', () => {
    const time = processorTime();
    for (const piece of ['$', '\\(', '\\[', '$a ', '$$x', '$ $', '\\\\(', '\\(\\)'])
      formulasOf(piece.repeat(32_768 / piece.length));
    expect(time()).toBeLessThan(4000);
  });
});
