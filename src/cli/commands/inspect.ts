import { inspect } from '../../core/dataset/inspect';
import { layoutNamed } from '../../core/dataset/layouts';
import { formatCount, formatNumber, printJson, printProblems } from '../output/print';
import { mappingOf, type ReadingOptions } from '../readingOptions';

export async function runInspect(
  datasets: [string, ...string[]],
  options: ReadingOptions & { json?: true },
): Promise<void> {
  const found = await inspect(datasets, {
    layout: options.layout,
    mapping: mappingOf(options),
    gather: options.gather,
  });
  if (options.json) printJson(found);
  else {
    const { min, max } = found.responses;
    console.log(`layout     ${found.layout} - ${layoutNamed(found.layout)?.title ?? ''}`);
    if (found.files > 1) console.log(`files      ${formatNumber(found.files)}`);
    console.log(
      `items      ${formatNumber(found.items)}, ${min === max ? formatCount(min, 'response') : `${min} to ${max} responses`} each`,
    );
    console.log(
      `labeled    ${found.labelled === 0 ? 'none' : `${formatNumber(found.labelled)} (import them with "tiebreak import")`}`,
    );
    console.log(
      `fields     ${found.present.map((name) => (name === found.mapping[name] ? name : `${name}=${found.mapping[name] ?? ''}`)).join(', ')}`,
    );
    if (found.absent.length > 0) console.log(`not found  ${found.absent.join(', ')} (in none of the first records)`);
    if (found.unused.length > 0) console.log(`unused     ${found.unused.join(', ')} (kept as metadata)`);
    console.log(`problems   ${found.problems.length === 0 ? 'none' : formatNumber(found.problems.length)}`);
  }
  printProblems(found.problems);
}
