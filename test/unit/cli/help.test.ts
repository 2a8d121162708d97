import { describe, expect, it } from 'vitest';
import { program } from '../../../src/cli/program';
import { exportFormatNamed } from '../../../src/core/export';

/** The help of a command as it is printed, with what stands behind its options. */
function helpOf(name: string): string {
  const command = program().commands.find((each) => each.name() === name);
  let help = '';
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

const names = program().commands.map((command) => command.name());

describe.each(names)('the help of tiebreak %s', (name) => {
  const command = program().commands.find((each) => each.name() === name);
  const examples = [...helpOf(name).matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line ?? '');

  it('ends with two or three examples, of options and formats that there are', () => {
    expect(helpOf(name)).toMatch(/\n\nExamples:\n( {2}\$ \S.*\n){2,3}$/);
    const own = examples.filter((line) => line.startsWith(`tiebreak ${name}`));
    expect(own).not.toEqual([]);
    for (const line of own) {
      for (const [flag] of line.matchAll(/(?<= )--[a-z-]+/g))
        expect(
          command?.options.map(({ long }) => long),
          line,
        ).toContain(flag);
      const [, format] = / --format (\S+)/.exec(line) ?? [];
      if (format !== undefined) expect(exportFormatNamed(format), line).toBeDefined();
      expect(line.length).toBeLessThanOrEqual(96);
    }
  });

  it('begins each text with a capital, and ends it without a full stop', () => {
    for (const text of [
      command?.summary() || command?.description(),
      ...(command?.options ?? []).map((each) => each.description),
    ])
      expect(text).toMatch(/^[A-Z].*[^.]$/);
  });
});
