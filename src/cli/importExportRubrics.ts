import * as l10n from '@vscode/l10n';
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
import { scopeOf } from '../core/rubric/scopeText';
import { refuseUnknownUse } from '../core/rubric/refuseUnknownUse';
import { rubricNamed } from '../core/rubric/versions';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { digits } from '../core/model/problems/program';
import { packageFolder } from '../packageFolder';
import { counted } from '../core/model/problems/counts';
import { displayPath, printJson, printProblemGroups } from './output/print';
import { forScope, withoutItem } from './output/versions';
import type { RubricsOptions } from './rubricsOptions';

/** The packs that come with Tiebreak. */
const starters = join(packageFolder, 'media', 'rubrics');

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
    console.log(`  ${l10n.t('renamed criterion {0} to {1}: another rubric has a criterion with this id', from, to)}`);
  if (renamed.length > maxNamed) console.log(`  and ${digits(renamed.length - maxNamed)} more`);
  printCounted(skipped, (count, reason) => l10n.t('changed or dropped {0}: {1}', count, reason));
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
          message: withoutItem(id, scope),
        },
        'no item',
      );
    return { ids: lonely.map(({ id }) => id), kinds: warnings.kinds() };
  } catch (error) {
    warnings.add({
      severity: 'warning',
      file: study.file,
      message: l10n.t(
        'the dataset could not be read, so the scopes of the rubrics were not checked: {0}',
        messageOf(error),
      ),
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
    throw new UserError(l10n.t("{0}: is in the folder of the study's journals. Choose another folder", path));
  const { text, criteria, lost, notes } = await writePack(packOf(rubricNamed(study.rubrics, id)), form, { negative });
  await writePackFile(path, text);
  if (json) {
    printJson({ rubric: id, form: form.name, file: path, criteria, lost, notes });
    return;
  }
  console.log(
    l10n.t('Wrote {0} of {1} to {2} as {3}', counted(criteria, 'criterion'), id, displayPath(path), form.name),
  );
  printCounted(lost, (count, reason) => l10n.t('not supported by this format {0}: {1}', count, reason));
  for (const note of notes) console.log(`  note: ${note}`);
}

/** What became of so many rubrics. */
const outcomes: Readonly<Record<AddedPack['outcome'], (rubrics: string) => string>> = {
  added: (rubrics) => l10n.t('{0} added', rubrics),
  'new-version': (rubrics) => l10n.t('{0} updated with a new version', rubrics),
  changed: (rubrics) => l10n.t('{0} changed', rubrics),
  unchanged: (rubrics) => l10n.t('{0} unchanged', rubrics),
};

function sentenceOf({ id, version, outcome }: AddedPack, study: Study): string {
  const rubric = rubricNamed(study.rubrics, id);
  const size = counted(rubric.versions.find((each) => each.version === version)?.criteria.length ?? 0, 'criterion');
  switch (outcome) {
    case 'added':
      return l10n.t('Added {0}: {1}, {2}', id, size, forScope(rubric.scope));
    case 'new-version':
      return l10n.t('Added version {0} of {1}: {2}. Annotations under earlier versions are kept', version, id, size);
    case 'changed':
      return l10n.t('Changed version {0} of {1}, which no annotation uses yet: {2}', version, id, size);
    case 'unchanged':
      return l10n.t('Unchanged: {0}, version {1}', id, version);
  }
}

function printTotal(added: readonly AddedPack[], text: (rubrics: string) => string): void {
  if (added.length > 0) console.log(text(counted(added.length, 'rubric')));
}

function printCounted(all: readonly Counted[], text: (count: string, reason: string) => string): void {
  for (const { count, reason } of all) console.log(`  ${text(digits(count), reason)}`);
}
