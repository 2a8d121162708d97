import { realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { messageOf, UserError } from '../core/model/problems/problem';
import { ProblemGroups, type ProblemGroup } from '../core/model/study/problemGroups';
import { addPacks, type AddedPack } from '../core/rubric/addPacks';
import { writePack } from '../core/rubric/packs';
import { packPath, readPackFile, writePackFile } from '../core/rubric/packs/files';
import type { Counted, PackFormat } from '../core/rubric/packs/packFormat';
import { packOf } from '../core/rubric/packs/pack';
import { scopesWithoutItems } from '../core/rubric/scopesWithoutItems';
import { scopeOf, scopeText } from '../core/rubric/scopeText';
import { refuseUnknownUse } from '../core/rubric/refuseUnknownUse';
import { rubricNamed } from '../core/rubric/versions';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { formatCount, formatNumber, displayPath, printJson, printProblemGroups } from './output/print';
import type { RubricsOptions } from './rubricsOptions';

/** The packs that come with Tiebreak, beside the folder of the command line. */
const starters = join(__dirname, '..', 'media', 'rubrics');

/** So many rubrics of a file are named one by one; of more the numbers are told. */
const maxNamed = 20;

/**
 * Adds the rubrics of a pack, or versions of those that are there. Throws `UserError`, and then nothing was written.
 */
export async function importPacks(
  study: Study,
  named: string,
  { scope: words, negative, json }: RubricsOptions,
): Promise<void> {
  refuseUnknownUse(study);
  const scope = words && scopeOf(words);
  const { form, packs, skipped, titleOf } = await readPackFile(await packPath(named, starters), { negative });
  const editing = { used: study.versionsInUse, time: new Date().toISOString() };
  let added: readonly AddedPack[] = [];
  await study.changeRubrics((rubrics) => {
    const result = addPacks(rubrics, packs, { titleOf, scope }, editing);
    ({ added } = result);
    return result.rubrics;
  });
  if (json) {
    const lonely = await withoutItems(study, added);
    printJson({
      form: form.name,
      rubrics: added.map(({ id, version, outcome, renamed }) => ({ id, version, outcome, renamed })),
      told: skipped,
      withoutItems: lonely.ids,
    });
    printProblemGroups(lonely.kinds);
    return;
  }
  if (added.length <= maxNamed) for (const each of added) console.log(sentenceOf(each, study));
  else
    for (const outcome of Object.keys(outcomes) as AddedPack['outcome'][])
      printTotal(
        added.filter((each) => each.outcome === outcome),
        outcomes[outcome],
      );
  const renamed = added.flatMap((each) => each.renamed);
  for (const { from, to } of renamed.slice(0, maxNamed))
    console.log(`  renamed criterion ${from} to ${to}: another rubric has a criterion with this id`);
  if (renamed.length > maxNamed) console.log(`  and ${formatNumber(renamed.length - maxNamed)} more`);
  printCounted('changed or dropped', skipped);
  printProblemGroups((await withoutItems(study, added)).kinds);
}

/**
 * Rubrics that were added for an item or a slice which the dataset does not have, by id, with a warning for each. Reads
 * the dataset, where any is for less than the study.
 */
async function withoutItems(
  study: Study,
  added: readonly AddedPack[],
): Promise<{ ids: readonly string[]; kinds: readonly ProblemGroup[] }> {
  const file = studyPaths(study.file).rubrics.folder;
  const warnings = new ProblemGroups();
  const ofId = new Map(study.rubrics.rubrics.map((rubric) => [rubric.id, rubric]));
  const rubrics = added.map(({ id }) => ofId.get(id)).filter((rubric) => rubric !== undefined);
  try {
    const lonely = (
      await scopesWithoutItems(
        study.data,
        rubrics.map(({ scope }) => scope),
      )
    )
      .map((place) => rubrics[place])
      .filter((rubric) => rubric !== undefined);
    // Of one kind, whatever they are for.
    for (const { id, scope } of lonely)
      warnings.add(
        {
          severity: 'warning',
          file,
          message: `rubric ${JSON.stringify(id)}: the dataset has no ${scopeText(scope).replace(/^(the item|items) /, 'item ')}, so the rubric is not used. Check its scope`,
        },
        'no item',
      );
    return { ids: lonely.map(({ id }) => id), kinds: warnings.kinds() };
  } catch (error) {
    warnings.add({
      severity: 'warning',
      file: study.file,
      message: `the dataset could not be read, so the scopes of the rubrics were not checked: ${messageOf(error)}`,
    });
    return { ids: [], kinds: warnings.kinds() };
  }
}

/** Writes a rubric as it is in force. Throws `UserError`, and then nothing was written. */
export async function exportRubric(
  study: Study,
  id: string,
  form: PackFormat,
  out: string,
  { negative, json }: RubricsOptions,
): Promise<void> {
  const path = resolve(out);
  const { annotations } = studyPaths(study.file);
  // Links may lead there, too.
  const [folder, journals] = await Promise.all(
    [dirname(path), annotations].map((each) => realpath(each).catch(() => each)),
  );
  if (folder === journals || path.startsWith(annotations + sep))
    throw new UserError(`${path}: is in the folder of the study's journals. Choose another folder`);
  const { text, criteria, lost, notes } = await writePack(packOf(rubricNamed(study.rubrics, id)), form, { negative });
  await writePackFile(path, text);
  if (json) {
    printJson({ rubric: id, form: form.name, file: path, criteria, lost, notes });
    return;
  }
  console.log(
    `Wrote ${formatCount(criteria, 'criterion', 'criteria')} of ${id} to ${displayPath(path)} as ${form.name}`,
  );
  printCounted('not supported by this format', lost);
  for (const note of notes) console.log(`  note: ${note}`);
}

const outcomes: Readonly<Record<AddedPack['outcome'], string>> = {
  added: 'added',
  'new-version': 'updated with a new version',
  changed: 'changed',
  unchanged: 'unchanged',
};

function sentenceOf({ id, version, outcome }: AddedPack, study: Study): string {
  const rubric = rubricNamed(study.rubrics, id);
  const size = formatCount(
    rubric.versions.find((each) => each.version === version)?.criteria.length ?? 0,
    'criterion',
    'criteria',
  );
  switch (outcome) {
    case 'added':
      return `Added ${id}: ${size}, for ${scopeText(rubric.scope)}`;
    case 'new-version':
      return `Added version ${version} of ${id}: ${size}. Annotations under earlier versions are kept`;
    case 'changed':
      return `Changed version ${version} of ${id}, which no annotation uses yet: ${size}`;
    case 'unchanged':
      return `Unchanged: ${id}, version ${version}`;
  }
}

function printTotal(added: readonly AddedPack[], what: string): void {
  if (added.length > 0) console.log(`${formatCount(added.length, 'rubric')} ${what}`);
}

function printCounted(what: string, all: readonly Counted[]): void {
  for (const { count, reason } of all) console.log(`  ${what} ${formatNumber(count)}: ${reason}`);
}
