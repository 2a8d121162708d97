import * as l10n from '@vscode/l10n';
import type { Criterion } from '../../core/model/rubric/criterion';
import { kindOfCriterion } from '../../core/model/rubric/criterionKind';
import { UsageError } from '../../core/model/problems/problem';
import { versionInForce, type Rubric } from '../../core/model/rubric/rubric';
import { underOldVersions, type UnderOldVersion } from '../../core/rubric/oldVersions';
import { digits } from '../../core/model/problems/program';
import { isUsed, type UsedVersions } from '../../core/rubric/versions';
import type { Study } from '../../core/study/study';
import { openStudy } from '../openStudy';
import { printJson, printProblems } from '../output/print';
import { forScope, versionText } from '../output/versions';
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
    throw new UsageError(l10n.t('--import and --export cannot be combined. Run them one after the other'));
  if (rubric !== undefined && (!form || out === undefined))
    throw new UsageError(
      l10n.t(
        '--export also needs {0}',
        [...(form ? [] : ['--form NAME']), ...(out === undefined ? ['--out FILE'] : [])].join(', '),
      ),
    );
  if (rubric === undefined && (form || out !== undefined))
    throw new UsageError(l10n.t('{0} needs --export ID, the rubric to write', form ? '--form' : '--out'));
  if (pack === undefined && scope)
    throw new UsageError(l10n.t('--scope needs --import FILE: it sets which items the imported rubrics are for'));
  if (pack === undefined && rubric === undefined && negative)
    throw new UsageError(
      l10n.t('--negative needs --import or --export: it sets what a negative weight means in that file'),
    );
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
  if (rubrics.rubrics.length === 0) console.log(l10n.t('No rubrics in this study. Add one with --import FILE'));
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
  const details = [
    versionText(version, rubric.versions.length),
    ...(isUsed(used, rubric.id, version) ? [l10n.t('in use')] : []),
    forScope(rubric.scope),
  ];
  console.log(`${rubric.id}  ${oneLine(rubric.title)}: ${details.join(', ')}`);
  const width = Math.max(0, ...criteria.map(({ id }) => id.length));
  for (const criterion of criteria)
    console.log(
      `  ${criterion.id.padEnd(width)}  ${detailsOf(criterion)}  ${oneLine(criterion.title ?? criterion.text)}`,
    );
  for (const { rubric: id, version: before, annotations } of old)
    if (id === rubric.id)
      console.log(
        `  ${
          annotations.length === 1
            ? l10n.t('1 annotation was made under version {0}', before)
            : l10n.t('{0} annotations were made under version {1}', digits(annotations.length), before)
        }`,
      );
}

/** What comes from a pack may be long, and hold line ends and what terminals obey. */
const oneLine = (text: string): string => fitted(text, lineWidth);

function detailsOf(criterion: Criterion): string {
  const { weight, gate, min = 1, max = 5, faulty } = criterion;
  const kind = kindOfCriterion(criterion);
  const parts = [
    kind === 'scale' ? l10n.t('scale {0} to {1}', min, max) : kind,
    l10n.t('weight {0}', digits(weight)),
    ...(gate ? [l10n.t('gate {0}', gate.threshold)] : []),
    ...(faulty ? [l10n.t('faulty: {0}', faulty.reason)] : []),
  ];
  return parts.join(', ');
}
