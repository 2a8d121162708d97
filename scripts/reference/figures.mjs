// docs/reference/figures.md: the figures of each kind of judgment, by the names that limits and the JSON have, from their
// declaration and the texts of the command line.
import { generated, page } from './markdown.mjs';

const told = {
  share: 'a share',
  number: 'a number',
  time: 'a time',
  correlation: 'from -1 to 1',
  count: 'a count',
};

export function figuresPage({ source }) {
  const { declarationOf, figureMeanings, figureNames, judgmentKinds, kindOfJudgmentText } = source;
  return page(
    generated,
    '# Figures of judgments',
    'The [quality report](../quality.md) has these figures for each kind of judgment that a study has: `tiebreak report study.tiebreak --section judgments`. The JSON and `--fail-if` call them by the names below. A figure that there is one of for each aspect or scorer has it behind its name: `NAME.WHAT`. Shares, numbers and times have intervals over items; times in JSON are in milliseconds.',
    ...judgmentKinds.flatMap((kind) => [
      `## ${kindOfJudgmentText(kind)}`,
      [
        '| name | is | |',
        '|---|---|---|',
        ...figureNames
          .filter((name) => name.startsWith(`${kind}.`))
          .map(
            (name) =>
              `| \`${name}\` | ${figureMeanings[name].replaceAll('|', '\\|')} | ${told[declarationOf(name).as]} |`,
          ),
      ].join('\n'),
    ]),
  );
}
