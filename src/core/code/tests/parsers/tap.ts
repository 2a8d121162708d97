import type { LineParser, StatusCollector } from '../testStatus';

/**
 * Reads TAP (testanything.org, versions 13 and 14), as `node --test` and mocha write it: `not ok 2 - name # SKIP why`. Tests
 * inside of another one are indented by four and come before it; a name is that of those around it and its own, with
 * ` > ` between them. What only gathers others is no test of its own.
 */
export function tapParser(found: StatusCollector): LineParser {
  /** Names from `# Subtest:` lines, by depth; and whether tests were inside. */
  const around: { readonly name: string; hasTests: boolean }[] = [];
  return {
    line(line) {
      const [, spaces = '', subtest] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
      if (subtest !== undefined) {
        around.length = Math.min(around.length, Math.floor(spaces.length / 4));
        around.push({ name: unescaped(subtest), hasTests: false });
        return;
      }
      const [, indent = '', not, text] = /^( *)(not )?ok\b(?: \d+)?(?: -)? ?(.*)$/.exec(line) ?? [];
      if (text === undefined || indent.length % 4 !== 0) return;
      const depth = indent.length / 4;
      const [name = '', directive] = text.split(/(?<!\\) # ?(?=SKIP|TODO)/i);
      const own = around[depth];
      const path = [...around.slice(0, depth).map((each) => each.name), unescaped(name)].join(' > ');
      if (own?.hasTests !== true) {
        const isOpen = directive !== undefined && /^(?:SKIP|TODO)/i.test(directive);
        found.add(path, isOpen ? 'skipped' : not === undefined ? 'passed' : 'failed');
      }
      around.length = Math.min(around.length, depth);
      for (const each of around) each.hasTests = true;
    },
  };
}

const unescaped = (name: string): string => name.trim().replaceAll(/\\([#\\])/g, '$1');
