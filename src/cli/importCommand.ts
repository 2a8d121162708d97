import * as l10n from '@vscode/l10n';
import { isProblem, type FileProblem } from '../core/model/problems/problem';
import { commandPath, shellQuote } from '../core/model/text/shellQuote';
import type { ReadingOptions } from './readingOptions';

/** What an import was asked for on the command line. */
export interface ImportOptions extends ReadingOptions {
  readonly annotator?: string;
  readonly model?: string;
  /** Outcomes of runs instead of labels. */
  readonly outcomes?: true;
  /** First errors that labels name become known answers of control items, and no annotations. */
  readonly asControls?: true;
}

/** The command of an import, as a shell takes it. */
export function importCommand(project: string, file: string | undefined, options: ImportOptions): string {
  const { annotator, model, layout, map, values } = options;
  const { values: mapped, ...fields } = map;
  const named = [
    ['annotator', annotator],
    ['model', model],
    ['layout', layout],
    ...Object.entries(fields).map(([name, path]) => ['map', `${name}=${path}`]),
    ['values', values ?? mapped],
  ];
  return [
    'tiebreak import',
    ...[project, ...(file === undefined ? [] : [file])].map((path) => shellQuote(commandPath(path))),
    ...named.flatMap(([name = '', value]) => (value === undefined ? [] : [`--${name} ${shellQuote(value)}`])),
  ].join(' ');
}

/**
 * What to run next where labels were refused as nobody says what their values mean: each command with when it is the
 * right one.
 *
 * @param withValues the command with these meanings of values of the label at a path, or of the one that it names
 */
export function nextCommands(
  problems: readonly FileProblem[],
  withValues: (path: string | undefined, values: string) => string,
): string[] {
  const found = problems.flatMap(({ code, params }) => (code && params ? [{ code, params }] : []));
  const asked = found.flatMap((each) => {
    if (!isProblem(each, 'dataset.labelsWithoutMeaning') || !each.params.question) return [];
    const { line, unit, value, yes } = each.params.question;
    if (yes === null) return [];
    const { path } = each.params;
    return [
      `${
        unit === 'row'
          ? l10n.t('if {0} in row {1} means what is asked above:', value, line)
          : l10n.t('if {0} in line {1} means what is asked above:', value, line)
      }\n  ${withValues(path === 'label' ? undefined : path, yes)}`,
    ];
  });
  const refused = found.flatMap((each) => {
    if (!isProblem(each, 'import.valuesUnknown') || !each.params.unknown) return [];
    const { values, hasMore, skips } = each.params.unknown;
    if (skips === null) return [];
    const named = values.map(({ value }) => value).join(', ');
    const text = hasMore ? l10n.t('to leave out {0} and the others:', named) : l10n.t('to leave out {0}:', named);
    return [`${text}\n  ${withValues(undefined, skips)}`];
  });
  // Where a question settles it, the values that it asks about are judgments.
  return asked.length > 0 ? asked : refused;
}
