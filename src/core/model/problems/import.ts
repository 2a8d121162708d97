import * as l10n from '@vscode/l10n';
import { wordsOfReason } from './wording';
import { listed, quoted } from './quoted';
import { valuesText } from './datasetItems';
import { shellQuote } from '../text/shellQuote';
import { chooseFields, digits, inProgram, withOptions } from './program';
import type { UnknownValues } from './datasetItems';
import type { Reason } from './wording';

/** What can be wrong with labels that are imported. */
export const importProblems = {
  // labels: how the study's own labels are read. `fields` are those that may be changed.
  'import.layoutOfStudy': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'A study keeps the layout that its items are read in. For its own labels you can only change these fields: {0}. To read the items in another way, create another study.',
      fields.join(', '),
    ),
  'import.fieldOfStudy': ({ field, fields }: { field: string; fields: readonly string[] }) =>
    l10n.t(
      'The field “{0}” determines how items are read, which a study keeps. For its own labels you can only change these fields: {1}. To read the items in another way, create another study.',
      field,
      fields.join(', '),
    ),
  /** `labels` are known, and not imported either; `unknown`: the values of the others. */
  'import.valuesUnknown': ({ labels, unknown }: { labels: number; unknown: UnknownValues | null }) =>
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

  /** `written` annotations stand. */
  'import.notAllWritten': ({ reason, written }: { reason: Reason; written: number }) =>
    written === 0
      ? l10n.t('{0}. No label was imported.', wordsOfReason(reason))
      : l10n.t(
          '{0}. Judgments saved before that: {1}. Import again: only what is missing is written.',
          wordsOfReason(reason),
          digits(written),
        ),
  /** `labels` were imported as of a machine, whom the name of `field` alone tells. */
  'import.byMachine': ({ field, machine, labels }: { field: string; machine: string; labels: number }) =>
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
  /** `labels` were imported as of a model, which its name alone tells. */
  'import.byModelName': ({ model, labels }: { model: string; labels: number }) =>
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
  /** `labels` that name nobody were imported as of a person, `annotator`; `name`, theirs or the file's, may be a model's. */
  'import.mayBeModel': ({ name, annotator, labels }: { name: string; annotator: string; labels: number }) =>
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
  /** `labels` name who gave them, so that they were not imported as of the model that a person names. */
  'import.judgeIsNamed': ({ model, labels }: { model: string; labels: number }) =>
    labels === 1
      ? l10n.t('1 label names who gave it, so it was not imported as a judgment of the model {0}.', model)
      : l10n.t(
          '{1} labels name who gave them, so they were not imported as judgments of the model {0}.',
          model,
          digits(labels),
        ),
  // importLabels: a model is named, and it is said that people gave all labels.
  'import.modelOrPeople': ({ model }: { model: string }) =>
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

  // labels: one that was left out. `items` are the first few; the study has `count` such items, of which some may share an id.
  'import.contradicts': ({ item }: { item: string }) =>
    l10n.t('The label was left out: it contradicts an earlier row about item {0} by the same annotator.', quoted(item)),
  'import.outcomesLeft': ({ results }: { results: number }) =>
    l10n.t(
      'Results that were left out, as nobody says which way their scores go, or as there are too many programs to be told apart: {0}',
      results,
    ),
  'import.severalItems': ({ items, isMore }: { items: readonly string[]; isMore: boolean }) =>
    isMore
      ? l10n.t(
          'The label was left out: several items of the study have this prompt and these responses: {0}, and more.',
          listed(items),
        )
      : l10n.t(
          'The label was left out: several items of the study have this prompt and these responses: {0}.',
          listed(items),
        ),
  'import.severalPlaces': ({ items, isMore }: { items: readonly string[]; isMore: boolean }) =>
    isMore
      ? l10n.t(
          'The label was left out: its steps were found in several places of the responses, in these items: {0}, and more.',
          listed(items),
        )
      : l10n.t(
          'The label was left out: its steps were found in several places of the responses, in these items: {0}.',
          listed(items),
        ),

  // studyItems, stepItems, labelsById: one that was left out, as no item of the study has it.
  'import.otherTexts': ({ item }: { item: string }) =>
    l10n.t('The label was left out: the item {0} of the study has other texts.', quoted(item)),
  'import.otherResponses': () =>
    l10n.t('The label was left out: the items of the study with this prompt do not have these responses.'),
  'import.otherSteps': () =>
    l10n.t('The label was left out: no response of the items with this prompt has these steps.'),
  'import.noSuchTexts': () => l10n.t('The label was left out: no item of the study has these texts.'),
  'import.noSuchItem': ({ item }: { item: string }) =>
    l10n.t('The label was left out: no item of the study has the ID {0}.', quoted(item)),
  'import.noSuchResponses': ({ item, responses }: { item: string; responses: readonly string[] }) =>
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
