import { wordsOfReason } from '../../core/model/problems/problem';
import { shellQuote } from '../../core/model/text/shellQuote';
import { valuesText } from './datasetItems';
import type { Messages } from '../../core/model/problems';
import type { ImportProblems } from '../../core/model/problems/import';

export const importMessages: Messages<ImportProblems> = {
  'import.layoutOfStudy': ({ fields }) =>
    `A layout says how the items are read, which a study keeps. Of its own labels only these may be changed: ${fields.join(', ')}. Make another project for another reading of the items`,
  'import.fieldOfStudy': ({ field, fields }) =>
    `"${field}" says how the items are read, which a study keeps. Of its own labels only these may be changed: ${fields.join(', ')}. Make another project for another reading of the items`,
  'import.valuesUnknown': ({ labels, unknown }) =>
    `only some values of the label are known, and some labels alone would be misleading. So no label was imported (known: ${labels.toLocaleString('en-US')}). ${
      unknown
        ? `Unknown: ${valuesText(unknown.values, unknown.hasMore)}. Set the meaning of all values${unknown.skips === null ? '' : `, or leave these out with --values ${shellQuote(unknown.skips)}`}`
        : 'Set the meaning of all values'
    }, and import again`,

  'import.notAllWritten': ({ reason, written }) =>
    `${wordsOfReason(reason)}. ${written === 0 ? 'No label was imported' : `${written === 1 ? '1 annotation was' : `${written.toLocaleString('en-US')} annotations were`} written before that, and ${written === 1 ? 'stands' : 'stand'}`}. Import again: only what is missing is written`,
  'import.byMachine': ({ field, machine, labels }) =>
    `${labels === 1 ? '1 label' : `${labels.toLocaleString('en-US')} labels`} from "${field}" were imported as judgments of a machine, "${machine}", as the name of the field suggests. If people gave them, import again with --map judges=people`,
  'import.byModelName': ({ model, labels }) =>
    `${countedLabels(labels)} imported as judgments of a model, "${model}", as its name suggests. If ${labels === 1 ? 'a person gave it' : 'people gave them'}, import again with --map judges=people`,
  'import.mayBeModel': ({ name, annotator, labels }) =>
    `${countedLabels(labels)} imported as judgments of a person, "${annotator}", but "${name}" may be the name of a model. If a model gave ${labels === 1 ? 'it' : 'them'}, import again with ${annotator === name ? '' : `--annotator ${shellQuote(annotator)} `}--model ${shellQuote(name)}`,
  'import.judgeIsNamed': ({ model, labels }) =>
    `${labels === 1 ? '1 label names' : `${labels.toLocaleString('en-US')} labels name`} who gave ${labels === 1 ? 'it' : 'them'}, so ${labels === 1 ? 'it was' : 'they were'} not imported as ${labels === 1 ? 'a judgment' : 'judgments'} of "${model}"`,
  'import.modelOrPeople': ({ model }) =>
    `--model ${shellQuote(model)} says that a model gave the labels, and judges=people that people gave all of them. Leave one of them out`,

  'import.contradicts': ({ item }) =>
    `contradicts an earlier row about item ${JSON.stringify(item)} by the same annotator; the label was left out`,
  'import.severalItems': ({ items, isMore, count }) =>
    `could be on any of ${count} of the study's items, which have this prompt and these responses: ${named(items, isMore)}; the label was left out`,
  'import.severalPlaces': ({ items, isMore }) =>
    `its steps are at several places of the study's responses, each of which could be meant: in ${named(items, isMore)}; the label was left out`,

  'import.otherTexts': ({ item }) => `the study's item ${JSON.stringify(item)} has other texts; the label was left out`,
  'import.otherResponses': () =>
    "the study's items with this prompt do not have these responses; the label was left out",
  'import.otherSteps': () =>
    "the study's items with this prompt have no response with these steps; the label was left out",
  'import.noSuchTexts': () => "the study's dataset has no item with these texts; the label was left out",
  'import.noSuchItem': ({ item }) =>
    `the study's dataset has no item with the id ${JSON.stringify(item)}; the label was left out`,
  'import.noSuchResponses': ({ item, responses }) =>
    `the study's item ${JSON.stringify(item)} has no response ${responses.map((id) => JSON.stringify(id)).join(', ')}; the label was left out`,
};

const countedLabels = (labels: number): string =>
  labels === 1 ? '1 label was' : `${labels.toLocaleString('en-US')} labels were`;

const named = (items: readonly string[], isMore: boolean): string =>
  `${items.map((id) => JSON.stringify(id)).join(', ')}${isMore ? ', …' : ''}`;
