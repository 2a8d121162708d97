import * as l10n from '@vscode/l10n';
import { wordsOfReason } from '../core/model/problems/problem';
import type { Messages } from '../core/model/problems';
import type { ImportProblems } from '../core/model/problems/import';
import { listed, quoted } from './quoted';
import { valuesText } from './datasetItems';
import { shellQuote } from '../core/model/text/shellQuote';
import { chooseFields, digits, inProgram, withOptions } from './program';

export const importMessages: Messages<ImportProblems> = {
  'import.layoutOfStudy': ({ fields }) =>
    l10n.t(
      'A study keeps the layout that its items are read in. For its own labels you can only change these fields: {0}. To read the items in another way, create another study.',
      fields.join(', '),
    ),
  'import.fieldOfStudy': ({ field, fields }) =>
    l10n.t(
      'The field “{0}” determines how items are read, which a study keeps. For its own labels you can only change these fields: {1}. To read the items in another way, create another study.',
      field,
      fields.join(', '),
    ),
  'import.valuesUnknown': ({ labels, unknown }) =>
    unknown
      ? l10n.t(
          'The meaning of some values of the label is not set, and importing only the other labels would be misleading. No label was imported (known: {0}; unknown: {1}). Set the meaning of all values with {2}, or skip those that are no judgments, and import again.',
          digits(labels),
          valuesText(unknown.values, unknown.hasMore),
          chooseFields(`--values${unknown.skips === null ? '' : ` ${shellQuote(unknown.skips)}`}`),
        )
      : l10n.t(
          'The meaning of some values of the label is not set, and importing only the other labels would be misleading. No label was imported (known: {0}). Set the meaning of all values with {1}, and import again.',
          digits(labels),
          chooseFields('--values'),
        ),

  'import.notAllWritten': ({ reason, written }) =>
    written === 0
      ? l10n.t('{0}. No label was imported.', wordsOfReason(reason))
      : l10n.t(
          '{0}. Judgments saved before that: {1}. Import again: only what is missing is written.',
          wordsOfReason(reason),
          digits(written),
        ),
  'import.byMachine': ({ field, machine, labels }) =>
    labels === 1
      ? withOptions(
          l10n.t(
            '1 label from “{0}” was imported as a judgment of a machine ({1}), as the name of the field suggests. If people gave it, set "judges": "people" under "mapping" in the study file, and import again.',
            field,
            machine,
          ),
          '--map judges=people',
        )
      : withOptions(
          l10n.t(
            '{2} labels from “{0}” were imported as judgments of a machine ({1}), as the name of the field suggests. If people gave them, set "judges": "people" under "mapping" in the study file, and import again.',
            field,
            machine,
            digits(labels),
          ),
          '--map judges=people',
        ),
  'import.byModelName': ({ model, labels }) =>
    labels === 1
      ? withOptions(
          l10n.t(
            '1 label was imported as a judgment of a model ({0}), as its name suggests. If a person gave it, set "judges": "people" under "mapping" in the study file, and import again.',
            model,
          ),
          '--map judges=people',
        )
      : withOptions(
          l10n.t(
            '{1} labels were imported as judgments of a model ({0}), as its name suggests. If people gave them, set "judges": "people" under "mapping" in the study file, and import again.',
            model,
            digits(labels),
          ),
          '--map judges=people',
        ),
  'import.mayBeModel': ({ name, annotator, labels }) =>
    labels === 1
      ? l10n.t(
          '1 label was imported as a judgment of a person ({0}), but {1} may be the name of a model. If a model gave it, import again and select {2}.',
          annotator,
          name,
          aModel(annotator, name),
        )
      : l10n.t(
          '{2} labels were imported as judgments of a person ({0}), but {1} may be the name of a model. If a model gave them, import again and select {3}.',
          annotator,
          name,
          digits(labels),
          aModel(annotator, name),
        ),
  'import.judgeIsNamed': ({ model, labels }) =>
    labels === 1
      ? l10n.t('1 label names who gave it, so it was not imported as a judgment of the model {0}.', model)
      : l10n.t(
          '{1} labels name who gave them, so they were not imported as judgments of the model {0}.',
          model,
          digits(labels),
        ),
  'import.modelOrPeople': ({ model }) =>
    inProgram({
      commandLine: l10n.t(
        '{0} says that people gave all labels, and {1} that a model gave them. Leave out one of the two.',
        'judges=people',
        `--model ${shellQuote(model)}`,
      ),
      editor: l10n.t(
        'The study file says that people gave all labels ("judges": "people" under "mapping"), so they cannot be imported as judgments of the model {0}. Remove that setting, or select “People”.',
        model,
      ),
    }),

  'import.contradicts': ({ item }) =>
    l10n.t('The label was left out: it contradicts an earlier row about item {0} by the same annotator.', quoted(item)),
  'import.severalItems': ({ items, isMore }) =>
    isMore
      ? l10n.t(
          'The label was left out: several items of the study have this prompt and these responses: {0}, and more.',
          listed(items),
        )
      : l10n.t(
          'The label was left out: several items of the study have this prompt and these responses: {0}.',
          listed(items),
        ),
  'import.severalPlaces': ({ items, isMore }) =>
    isMore
      ? l10n.t(
          'The label was left out: its steps were found in several places of the responses, in these items: {0}, and more.',
          listed(items),
        )
      : l10n.t(
          'The label was left out: its steps were found in several places of the responses, in these items: {0}.',
          listed(items),
        ),

  'import.otherTexts': ({ item }) =>
    l10n.t('The label was left out: the item {0} of the study has other texts.', quoted(item)),
  'import.otherResponses': () =>
    l10n.t('The label was left out: the items of the study with this prompt do not have these responses.'),
  'import.otherSteps': () =>
    l10n.t('The label was left out: no response of the items with this prompt has these steps.'),
  'import.noSuchTexts': () => l10n.t('The label was left out: no item of the study has these texts.'),
  'import.noSuchItem': ({ item }) =>
    l10n.t('The label was left out: no item of the study has the ID {0}.', quoted(item)),
  'import.noSuchResponses': ({ item, responses }) =>
    l10n.t(
      'The label was left out: the item {0} of the study does not have these responses: {1}.',
      quoted(item),
      listed(responses),
    ),
};

/** Returns what says that a model gave the labels. */
const aModel = (annotator: string, name: string): string =>
  inProgram({
    commandLine: `${annotator === name ? '' : `--annotator ${shellQuote(annotator)} `}--model ${shellQuote(name)}`,
    editor: quoted(l10n.t('A model')),
  });
