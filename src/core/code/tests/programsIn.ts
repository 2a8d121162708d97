/** Words that a shell understands itself. */
const ofShell = new Set(
  '. : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash if jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait while until for case do done then else fi esac env time'.split(
    ' ',
  ),
);

/**
 * Names the programs that a command of a shell begins with, behind each `&&`, `||`, `;` and `|`. Paths and words of the
 * shell are left out; what is in quotes or made by the command itself is not looked into.
 *
 *     programsIn('CI=1 tsc -p . && node --test build') // ['tsc', 'node']
 */
export const programsIn = (command: string): readonly string[] => [
  ...new Set(
    command.split(/&&|\|\||[;|\n]/).flatMap((part) => {
      const words = part.trim().split(/\s+/);
      const program = words.find((word) => !/^\w+=/.test(word) && word !== 'env' && word !== 'time');
      return program !== undefined && /^[\w.+-]+$/.test(program) && !ofShell.has(program) ? [program] : [];
    }),
  ),
];
