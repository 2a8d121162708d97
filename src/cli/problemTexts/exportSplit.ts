import { formatCount } from '../../core/model/text/formatCount';
import type { Messages } from '../../core/model/problems';
import type { ExportSplitProblems } from '../../core/model/problems/exportSplit';

export const exportSplitMessages: Messages<ExportSplitProblems> = {
  'export.sharesNotOne': ({ shares }) =>
    `the shares ${shares.map(({ split, share }) => `${split} ${share}`).join(', ') || 'of no split'} do not sum to 1: give shares of 0 or more that do, such as train 0.8, validation 0.1, test 0.1`,
  'export.noStrata': ({ field, items, fields }) =>
    `the field to stratify by, ${JSON.stringify(field)}, is in none of the ${items.toLocaleString('en')} judged items, so no split could be made by it. ${fields.length === 0 ? 'They have no metadata; leave it out' : `There are ${fields.join(', ')}`}`,
  'export.tooManyStrata': ({ most, example }) =>
    `the field to stratify by has more than ${most.toLocaleString('en')} values, such as ${JSON.stringify(example)}, so that a stratum would hold an item or two. Name a field with few values, such as a category or a language`,
  'export.promptsInSeveralSplits': ({ count, first }) =>
    `${count === 1 ? 'one prompt is' : `${count} prompts are`} in more than one split, so a model would be tested on what it was trained on: ${first
      .map(
        ({ isSame, one, other, prompt }) =>
          `${one.split} row ${one.row} and ${other.split} row ${other.row} ${isSame ? 'have the same prompt' : 'have prompts that are nearly the same'}, ${JSON.stringify(prompt)}`,
      )
      .join(
        '; ',
      )}${count > first.length ? '; …' : ''}. Nothing was written. Have near duplicates kept in one split (--group-by near-duplicates), which goes by the prompts' texts alone, or make no split`,

  'export.similarityOutOfRange': ({ value, usual }) =>
    `a similarity of ${value} cannot be asked for: give a number above 0 and up to 1, such as ${usual}`,
  'export.permutationsOutOfRange': ({ value, usual }) =>
    `${formatCount(value, 'permutation')} cannot be used: give a multiple of 8 up to 1024, such as ${usual}`,
  'export.shingleOutOfRange': ({ value, usual }) =>
    `a shingle of ${value} words cannot be: give a whole number from 1, such as ${usual}`,

  'export.benchmarkEmpty': () => 'is empty, so nothing can be compared with it. Name another benchmark file',
  'export.benchmarkFieldMissing': ({ field, fields }) =>
    `no record has text at ${JSON.stringify(field)}. The first one has the fields ${fields.join(', ')}: name one of these`,
  'export.benchmarkFieldUnknown': ({ fields }) =>
    `none of the fields ${fields.join(', ')} is known to hold what a benchmark asks. Name the one that does`,
  'export.benchmarkAsksNothing': ({ count }) =>
    count === 1
      ? 'this record asks nothing, so nothing is compared with it. Name the field that holds what is asked, or correct the record'
      : `${count} records, this one the first, ask nothing, so nothing is compared with them. Name the field that holds what is asked, or correct the records`,
};
