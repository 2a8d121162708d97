import * as l10n from '@vscode/l10n';
import type { Argument, Command, Option } from 'commander';
import { widthOf, wrapped } from './output/table';

/** Has the help and the errors of commander, which knows English only, in the language of messages. */
export function translateCommander(command: Command): void {
  command
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles()[title] ?? title,
      optionDescription: (option) => withDetails(option, option.required || option.optional),
      argumentDescription: (argument) => withDetails(argument, true),
      displayWidth: widthOf,
      boxWrap: (text, width) => wrapped(text, width).join('\n'),
    })
    .configureOutput({ outputError: (text, write) => write(`${errorText(text.trimEnd())}\n`) });
}

const titles = (): Readonly<Record<string, string>> => ({
  'Usage:': l10n.t('Usage:'),
  'Arguments:': l10n.t('Arguments:'),
  'Options:': l10n.t('Options:'),
  'Global Options:': l10n.t('Global Options:'),
  'Commands:': l10n.t('Commands:'),
});

/** A description with the values that may be given, and with the one that holds where none is. */
function withDetails(
  {
    description,
    argChoices,
    defaultValue,
    defaultValueDescription = JSON.stringify(defaultValue),
  }: Omit<Option | Argument, 'argChoices'> & { readonly argChoices?: readonly string[] },
  hasDefault: boolean,
): string {
  const details = [
    ...(argChoices ? [l10n.t('choices: {0}', argChoices.map((each) => JSON.stringify(each)).join(', '))] : []),
    ...(hasDefault && defaultValue !== undefined ? [l10n.t('default: {0}', defaultValueDescription)] : []),
  ];
  return details.length === 0 ? description : `${description} (${details.join(', ')})`;
}

/** Errors as commander words them, and their texts by the parts that it fills in. */
const errors: readonly (readonly [pattern: RegExp, text: (...parts: string[]) => string])[] = [
  [/^unknown option '(.*)'$/, (flag) => l10n.t("unknown option '{0}'", flag)],
  [/^unknown command '(.*)'$/, (name) => l10n.t("unknown command '{0}'", name)],
  [/^missing required argument '(.*)'$/, (name) => l10n.t("missing required argument '{0}'", name)],
  [/^required option '(.*)' not specified$/, (flag) => l10n.t("required option '{0}' not specified", flag)],
  [/^option '(.*)' argument missing$/, (flag) => l10n.t("option '{0}' argument missing", flag)],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/,
    (flag, other) => l10n.t("option '{0}' cannot be used with option '{1}'", flag, other),
  ],
  [
    /^too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    (_, expected, given) => l10n.t('too many arguments. Expected: {0}. Given: {1}', expected, given),
  ],
  [
    /^option '(.*)' argument '(.*)' is invalid\. (.*)$/s,
    (flag, value, reason) => l10n.t("option '{0}' argument '{1}' is invalid. {2}", flag, value, reasonText(reason)),
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/s,
    (value, name, reason) => l10n.t("value '{0}' is invalid for argument '{1}'. {2}", value, name, reasonText(reason)),
  ],
];

/** What commander says where a value is none of the choices of an option; other reasons are ours. */
const reasonText = (reason: string): string =>
  reason.replace(/^Allowed choices are (.*)\.$/, (_, choices: string) => l10n.t('Allowed choices are {0}.', choices));

/** An error as a whole: what is wrong, and below what may have been meant. */
function errorText(text: string): string {
  const [, wrong = text, meant] = /^error: (.*?)(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s.exec(text) ?? [];
  for (const [pattern, translated] of errors) {
    const found = pattern.exec(wrong);
    if (!found) continue;
    const error = l10n.t('error: {0}', translated(...found.slice(1)));
    return meant === undefined ? error : `${error}\n${l10n.t('(Did you mean {0}?)', meant)}`;
  }
  return text;
}
