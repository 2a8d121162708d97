import { scan } from '../dataset/sources/scan';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import type { KnownAnswer } from '../model/study/knownAnswer';
import { firstErrorsIn } from '../quality/judgements/firstErrors';
import { noFirstError } from '../quality/judgements/saidColumns';
import type { Study } from './study';

/** What became control items. */
export interface LabelledControls {
  readonly items: readonly string[];
  readonly problems: readonly FileProblem[];
}

/** The share of control items where the study says nothing. */
const usualRate = 0.05;

/**
 * Makes control items of the study's items whose labels by people say the first error of a run (Who&When), with that as
 * their known answer. Answers that the study has already stay. Runs of which two people say otherwise have no known
 * answer, and are told. Throws as `scan` and `Study.changeProject` do.
 */
export async function controlsFromLabels(study: Study): Promise<LabelledControls> {
  const { paths, reading } = study.data;
  const found = new Map<string, KnownAnswer>();
  const problems: FileProblem[] = [];
  const before = study.project.plan?.controls?.answers ?? {};
  for await (const batch of scan(paths, reading))
    for (const parsed of batch) {
      if ('problem' in parsed) {
        problems.push(parsed.problem);
        continue;
      }
      const { item, labels } = parsed;
      const errors = new Map<string, number>();
      const contrary = new Set<string>();
      for (const { judge, judgement } of labels)
        if (judge === undefined)
          for (const [run, at] of firstErrorsIn(judgement)) {
            if ((errors.get(run) ?? at) !== at) contrary.add(run);
            errors.set(run, at);
          }
      for (const run of contrary) {
        errors.delete(run);
        problems.push(fileProblem('warning', parsed.file, problem('study.controlContrary', { item: item.id, run })));
      }
      if (errors.size === 0 || Object.hasOwn(before, item.id)) continue;
      const firstErrors = Object.fromEntries([...errors].map(([run, at]) => [run, at === noFirstError ? null : at]));
      found.set(item.id, { firstErrors });
    }
  if (found.size > 0)
    await study.changeProject((project) => {
      const { items = [], answers = {}, rate = usualRate, ...others } = project.plan?.controls ?? {};
      const controls = {
        ...others,
        items: [...new Set([...items, ...found.keys()])],
        rate,
        answers: { ...Object.fromEntries(found), ...answers },
      };
      return { ...project, plan: { ...project.plan, controls } };
    });
  return { items: [...found.keys()], problems };
}
