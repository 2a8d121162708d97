import * as l10n from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { UsageError, UserError } from '../../core/model/problems/problem';
import { versionInForce } from '../../core/model/rubric/rubric';
import type { Rule } from '../../core/model/rubric/rule';
import { addRules, retireRule } from '../../core/rule/editing';
import { readRuleFile, ruleFileText } from '../../core/rule/ruleFile';
import { writePackFile } from '../../core/rubric/packs/files';
import type { Study } from '../../core/study/study';
import { studyPaths } from '../../core/study/studyPaths';
import { openStudy } from '../openStudy';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printJson, printProblems } from '../output/print';
import { versionText } from '../output/versions';
import { fitted, lineWidth } from '../output/table';

export interface RulesOptions {
  /** A file. */
  readonly import?: string;
  readonly export?: string;
  /** The id of a rule. */
  readonly retire?: string;
  readonly json?: true;
}

/** Lists the rules of a study, adds those of a file, writes them, or asks about one no more. */
export async function runRules(projectFile: string, options: RulesOptions): Promise<void> {
  const asked = [options.import, options.export, options.retire].filter((each) => each !== undefined);
  if (asked.length > 1)
    throw new UsageError(l10n.t('--import, --export and --retire cannot be combined. Run them one after the other'));
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    if (options.import !== undefined) await importRules(study, options.import, options);
    else if (options.export !== undefined) await exportRules(study, options.export, options);
    else if (options.retire !== undefined) await retire(study, options.retire, options);
    else list(study, options);
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}

function list({ rules, rulesInUse }: Study, { json }: RulesOptions): void {
  if (json) {
    const inUse = (id: string, version: number): boolean => rulesInUse.get(id)?.has(version) ?? false;
    printJson({
      rules: rules.rules.map(({ versions, ...rule }) => ({
        ...rule,
        inForce: versionInForce({ versions }).version,
        versions: versions.map((version) => ({ ...version, inUse: inUse(rule.id, version.version) })),
      })),
    });
    return;
  }
  if (rules.rules.length === 0) console.log(l10n.t('No rules in this study. Add some with --import FILE'));
  for (const rule of rules.rules) printRule(rule, rulesInUse.has(rule.id));
}

function printRule({ id, retired, versions }: Rule, isUsed: boolean): void {
  const { version, feedback, scope, examples = [] } = versionInForce({ versions });
  const state = [
    versionText(version, versions.length),
    ...(isUsed ? [l10n.t('in use')] : []),
    ...(retired ? [l10n.t('retired')] : []),
    ...(examples.length > 0 ? [counted(examples.length, 'example')] : []),
  ];
  console.log(`${id}: ${state.join(', ')}`);
  console.log(`  ${fitted(feedback, lineWidth - 2)}`);
  console.log(`  ${fitted(l10n.t('scope: {0}', scope), lineWidth - 2)}`);
}

async function importRules(study: Study, named: string, { json }: RulesOptions): Promise<void> {
  const read = await readRuleFile(resolve(named));
  const editing = { used: study.rulesInUse, time: new Date().toISOString() };
  const written: { made: ReturnType<typeof addRules>['made'] } = { made: [] };
  await study.changeRules((rules) => {
    const { rules: library, made } = addRules(rules, read, editing);
    written.made = made;
    return made.every(({ isNew }) => !isNew) ? rules : library;
  });
  if (json) {
    printJson({
      rules: written.made.map(({ id, version, isNew, isAdded }) => ({
        id,
        version,
        outcome: isAdded ? 'added' : isNew ? 'new-version' : 'unchanged',
      })),
    });
    return;
  }
  for (const { id, version, isNew, isAdded } of written.made)
    console.log(
      isAdded
        ? l10n.t('Added {0}', id)
        : isNew
          ? l10n.t('Added version {0} of {1}. Marks under earlier versions are kept', version, id)
          : l10n.t('Unchanged: {0}, version {1}', id, version),
    );
}

async function exportRules(study: Study, out: string, { json }: RulesOptions): Promise<void> {
  const path = resolve(out);
  const { annotations } = studyPaths(study.file);
  // Links may lead there, too.
  const [folder, journals] = await Promise.all(
    [dirname(path), annotations].map((each) => realpath(each).catch(() => each)),
  );
  if (folder === journals || path.startsWith(annotations + sep))
    throw new UserError(l10n.t("{0}: is in the folder of the study's journals. Choose another folder", path));
  const rules = study.rules.rules.filter(({ retired }) => !retired);
  if (rules.length === 0)
    throw new UserError(l10n.t('the study has no active rules to write. Add some with --import FILE'));
  await writePackFile(path, ruleFileText(rules));
  if (json) printJson({ file: path, rules: rules.length });
  else console.log(l10n.t('Wrote {0} to {1}', counted(rules.length, 'rule'), displayPath(path)));
}

async function retire(study: Study, id: string, { json }: RulesOptions): Promise<void> {
  await study.changeRules((rules) => retireRule(rules, id, { used: study.rulesInUse, time: new Date().toISOString() }));
  const isKept = study.rules.rules.some((rule) => rule.id === id);
  if (json) printJson({ rule: id, outcome: isKept ? 'retired' : 'removed' });
  else
    console.log(
      isKept
        ? l10n.t('Retired {0}. Annotators are no longer asked about it; existing marks are kept', id)
        : l10n.t('Removed {0}. It had no marks', id),
    );
}
