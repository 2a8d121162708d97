import type { Project } from '../model/study/project';

/**
 * What others than leads get of a project: how to judge, and nothing of where the items are from, who judges which, or
 * what is known of them (answers of control items, tips, recipes). The items are those that the store gives out.
 */
export function shownProject(project: Project): Project {
  const { version, task, plan, round, seed } = project;
  // `reveal` would name models, which the store does not give away; tips go by real ids.
  const { reveal: _, othersCritiques: __, tips: ___, guidelines, ...asked } = task;
  return {
    version,
    dataset: { sources: [sourceHere], layout: 'prepared', mapping: {} },
    task: { ...asked, ...(guidelines !== undefined && { guidelines: guidelinesHere }) },
    ...(plan?.repeats && { plan: { repeats: plan.repeats } }),
    round,
    seed,
  };
}

/** The names that stand for the folders of a desk, whose project file may have any name. */
const sourceHere = 'team/items';
const guidelinesHere = 'guidelines.md';

/**
 * Makes the project file of a desk.
 * @param folder the name of the study's folder beside it
 */
export function projectOfDesk(project: Project, folder: string): Project {
  const { task, dataset } = project;
  return {
    ...project,
    dataset: { ...dataset, sources: dataset.sources.map((source) => `${folder}/${source}`) },
    task: { ...task, ...(task.guidelines !== undefined && { guidelines: `${folder}/${task.guidelines}` }) },
  };
}

/** Lists the settings of a study that a store does not give to annotators. */
export function settingsLeftOut({ task, plan }: Project): string[] {
  return [
    ...(task.reveal === true ? ['task.reveal'] : []),
    ...(task.othersCritiques !== undefined && task.othersCritiques !== 'hidden' ? ['task.othersCritiques'] : []),
    ...(task.tips !== undefined && Object.keys(task.tips).length > 0 ? ['task.tips'] : []),
    ...(plan?.controls?.feedback === true ? ['plan.controls.feedback'] : []),
    ...(plan?.order !== undefined && plan.order !== 'file' ? ['plan.order'] : []),
  ];
}
