import type { Criterion } from '../../core/model/rubric/criterion';
import { kindOfCriterion } from '../../core/model/rubric/criterionKind';
import { UsageError } from '../../core/model/problems/problem';
import { versionInForce, type Rubric } from '../../core/model/rubric/rubric';
import { underOldVersions, type UnderOldVersion } from '../../core/rubric/oldVersions';
import { scopeText } from '../../core/rubric/scopeText';
import { isUsed, type UsedVersions } from '../../core/rubric/versions';
import type { Study } from '../../core/study/study';
import { openStudy } from '../openStudy';
import { formatCount, formatNumber, printJson, printProblems } from '../output/print';
import { exportRubric, importPacks } from '../importExportRubrics';
import { fitted, lineWidth } from '../output/table';
import { type RubricsOptions } from '../rubricsOptions';

/** Lists the rubrics of a study, adds those of a pack, or writes one as a pack. */
export async function runRubrics(projectFile: string, options: RubricsOptions): Promise<void> {
  refuseSenseless(options);
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    if (options.import !== undefined) await importPacks(study, options.import, options);
    else if (options.export !== undefined && options.form && options.out !== undefined)
      await exportRubric(study, options.export, options.form, options.out, options);
    else await list(study, options);
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}

function refuseSenseless({ import: pack, scope, negative, export: rubric, form, out }: RubricsOptions): void {
  if (pack !== undefined && rubric !== undefined)
    throw new UsageError('--import and --export cannot be combined. Run them one after the other');
  if (rubric !== undefined && (!form || out === undefined))
    throw new UsageError(
      `--export also needs ${[...(form ? [] : ['--form NAME']), ...(out === undefined ? ['--out FILE'] : [])].join(' and ')}`,
    );
  if (rubric === undefined && (form || out !== undefined))
    throw new UsageError(`${form ? '--form' : '--out'} needs --export ID, the rubric to write`);
  if (pack === undefined && scope)
    throw new UsageError('--scope needs --import FILE: it sets which items the imported rubrics are for');
  if (pack === undefined && rubric === undefined && negative)
    throw new UsageError('--negative needs --import or --export: it sets what a negative weight means in that file');
}

async function list(study: Study, { json }: RubricsOptions): Promise<void> {
  const { rubrics, versionsInUse } = study;
  const old = await underOldVersions(study);
  if (json) {
    printJson({
      rubrics: rubrics.rubrics.map((rubric) => asData(rubric, versionsInUse)),
      old: old.map(({ annotations, ...version }) => ({ ...version, annotations: annotations.length })),
    });
    return;
  }
  if (rubrics.rubrics.length === 0) console.log('No rubrics in this study. Add one with --import FILE');
  for (const rubric of rubrics.rubrics) printRubric(rubric, versionsInUse, old);
}

function asData(rubric: Rubric, used: UsedVersions): unknown {
  return {
    id: rubric.id,
    title: rubric.title,
    ...(rubric.description !== undefined && { description: rubric.description }),
    scope: rubric.scope ?? { kind: 'study' },
    inForce: versionInForce(rubric).version,
    versions: rubric.versions.map((version) => ({ ...version, inUse: isUsed(used, rubric.id, version.version) })),
  };
}

function printRubric(rubric: Rubric, used: UsedVersions, old: readonly UnderOldVersion[]): void {
  const { version, criteria } = versionInForce(rubric);
  const versions = rubric.versions.length === 1 ? '' : ` (of ${rubric.versions.length} versions)`;
  console.log(
    `${rubric.id}  ${oneLine(rubric.title)}: version ${version}${versions}${isUsed(used, rubric.id, version) ? ', in use' : ''}, for ${scopeText(rubric.scope)}`,
  );
  const width = Math.max(0, ...criteria.map(({ id }) => id.length));
  for (const criterion of criteria)
    console.log(
      `  ${criterion.id.padEnd(width)}  ${detailsOf(criterion)}  ${oneLine(criterion.title ?? criterion.text)}`,
    );
  for (const { rubric: id, version: before, annotations } of old)
    if (id === rubric.id)
      console.log(
        `  ${formatCount(annotations.length, 'annotation')} ${annotations.length === 1 ? 'was' : 'were'} made under version ${before}`,
      );
}

/** What comes from a pack may be long, and hold line ends and what terminals obey. */
const oneLine = (text: string): string => fitted(text, lineWidth);

function detailsOf(criterion: Criterion): string {
  const { weight, gate, min = 1, max = 5, faulty } = criterion;
  const kind = kindOfCriterion(criterion);
  const parts = [
    kind === 'scale' ? `scale ${min} to ${max}` : kind,
    `weight ${formatNumber(weight)}`,
    ...(gate ? [`gate ${gate.threshold}`] : []),
    ...(faulty ? [`faulty: ${faulty.reason}`] : []),
  ];
  return parts.join(', ');
}
