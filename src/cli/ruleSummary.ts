import * as l10n from '@vscode/l10n';
import type { FileProblem } from '../core/model/problems/problem';
import { versionInForce } from '../core/model/rubric/rubric';
import { namedRules } from '../core/rule/ruleUse';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { counted } from '../core/model/problems/counts';

/**
 * How many rules a study has and how many marks in force are by earlier words, in words, and a warning for each rule or
 * version that is named and not there.
 */
export async function ruleSummary(
  study: Study,
): Promise<{ summary: string | undefined; problems: readonly FileProblem[] }> {
  const file = studyPaths(study.file).rules.folder;
  const { rules } = study.rules;
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const problems: FileProblem[] = [];
  let earlier = 0;
  for (const { rule, version, annotations } of await namedRules(study)) {
    const found = known.get(rule);
    if (found?.versions.some((each) => each.version === version)) {
      if (version !== versionInForce(found).version) earlier += annotations;
      continue;
    }
    problems.push({
      severity: 'warning',
      file,
      message: found
        ? l10n.t(
            'rule {0}: version {1} is missing, but the study refers to it ({2}). Restore it from a copy of the study that has it',
            JSON.stringify(rule),
            version,
            counted(annotations, 'annotation'),
          )
        : l10n.t(
            'rule {0} is missing, but the study refers to it ({1}). Restore it from a copy of the study that has it',
            JSON.stringify(rule),
            counted(annotations, 'annotation'),
          ),
    });
  }
  if (rules.length === 0) return { summary: undefined, problems };
  return {
    summary:
      earlier === 0
        ? counted(rules.length, 'rule')
        : l10n.t(
            '{0} ({1} marked under earlier versions)',
            counted(rules.length, 'rule'),
            counted(earlier, 'annotation'),
          ),
    problems,
  };
}
