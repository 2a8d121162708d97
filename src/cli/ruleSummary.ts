import type { FileProblem } from '../core/model/problems/problem';
import { versionInForce } from '../core/model/rubric/rubric';
import { namedRules } from '../core/rule/ruleUse';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { formatCount } from './output/print';

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
      message: `rule ${JSON.stringify(rule)}${found ? `: version ${version}` : ''} is missing, but ${formatCount(annotations, 'annotation')} ${annotations === 1 ? 'refers' : 'refer'} to it. Restore it from a copy of the study that has it`,
    });
  }
  if (rules.length === 0) return { summary: undefined, problems };
  return {
    summary: `${formatCount(rules.length, 'rule')}${earlier > 0 ? ` (${formatCount(earlier, 'annotation')} marked under earlier versions)` : ''}`,
    problems,
  };
}
