import * as l10n from '@vscode/l10n';
import { wordsOfReason } from '../../core/model/problems/problem';
import type { Messages } from '../../core/model/problems';
import type { ImportProblems } from '../../core/model/problems/import';
import { listed, quoted } from './quoted';
import { valuesText } from './datasetItems';

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
          'The meaning of some values of the label is not set, and importing only the other labels would be misleading. No label was imported (known: {0}; unknown: {1}). Set the meaning of all values with “Choose Fields…”, or skip those that are no judgments, and import again.',
          labels.toLocaleString(),
          valuesText(unknown.values, unknown.hasMore),
        )
      : l10n.t(
          'The meaning of some values of the label is not set, and importing only the other labels would be misleading. No label was imported (known: {0}). Set the meaning of all values with “Choose Fields…”, and import again.',
          labels.toLocaleString(),
        ),

  'import.notAllWritten': ({ reason, written }) =>
    written === 0
      ? l10n.t('{0}. No label was imported.', wordsOfReason(reason))
      : l10n.t(
          '{0}. Judgments saved before that: {1}. Import again: only what is missing is written.',
          wordsOfReason(reason),
          written.toLocaleString(),
        ),
  'import.byMachine': ({ field, machine, labels }) =>
    labels === 1
      ? l10n.t(
          '1 label from “{0}” was imported as a judgment of a machine ({1}), as the name of the field suggests. If people gave it, set "judges": "people" under "mapping" in the study file, and import again.',
          field,
          machine,
        )
      : l10n.t(
          '{2} labels from “{0}” were imported as judgments of a machine ({1}), as the name of the field suggests. If people gave them, set "judges": "people" under "mapping" in the study file, and import again.',
          field,
          machine,
          labels.toLocaleString(),
        ),
  'import.byModelName': ({ model, labels }) =>
    labels === 1
      ? l10n.t(
          '1 label was imported as a judgment of a model ({0}), as its name suggests. If a person gave it, set "judges": "people" under "mapping" in the study file, and import again.',
          model,
        )
      : l10n.t(
          '{1} labels were imported as judgments of a model ({0}), as its name suggests. If people gave them, set "judges": "people" under "mapping" in the study file, and import again.',
          model,
          labels.toLocaleString(),
        ),
  'import.mayBeModel': ({ name, annotator, labels }) =>
    labels === 1
      ? l10n.t(
          '1 label was imported as a judgment of a person ({0}), but {1} may be the name of a model. If a model gave it, import again and select “A model”.',
          annotator,
          name,
        )
      : l10n.t(
          '{2} labels were imported as judgments of a person ({0}), but {1} may be the name of a model. If a model gave them, import again and select “A model”.',
          annotator,
          name,
          labels.toLocaleString(),
        ),
  'import.judgeIsNamed': ({ model, labels }) =>
    labels === 1
      ? l10n.t('1 label names who gave it, so it was not imported as a judgment of the model {0}.', model)
      : l10n.t(
          '{1} labels name who gave them, so they were not imported as judgments of the model {0}.',
          model,
          labels.toLocaleString(),
        ),
  'import.modelOrPeople': ({ model }) =>
    l10n.t(
      'The study file says that people gave all labels ("judges": "people" under "mapping"), so they cannot be imported as judgments of the model {0}. Remove that setting, or select “People”.',
      model,
    ),

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
