import * as l10n from '@vscode/l10n';
import { listed } from './quoted';

/** What can be wrong with files of agents' runs (`dataset/runs`). What can be read of them is read all the same. */
export const runProblems = {
  'runs.notReadable': () =>
    l10n.t('This looks like a file of agents’ runs, but no run in it can be read. Was it cut off?'),
  'runs.none': () => l10n.t('This is no run of an agent that can be read'),
  /** Of a row of a table of runs. */
  'runs.messagesNoJson': ({ field }: { field: string }) =>
    l10n.t(
      'The messages of this run (field “{0}”) are a text that is not JSON. It may be cut off, or printed by Python. Write the field anew as a list, or with json.dumps',
      field,
    ),
  /** `other` is a file of runs. */
  'runs.besideOthers': ({ other }: { other: string }) =>
    l10n.t(
      'No runs of agents can be read in this file, but in this one they can: {0}. Make a study of each file.',
      other,
    ),
  'runs.unknownVersion': ({ version, known }: { version: string; known: readonly string[] }) =>
    l10n.t(
      'The version of the runs is not known: “{0}”. Known versions: {1}. What is known of it was read.',
      version,
      known.join(', '),
    ),
  /** `name` as the run names it. */
  'runs.partMissing': ({ name }: { name: string }) =>
    l10n.t('A part of a run is in another file, which is missing: {0}', name),
  'runs.elsewhere': () =>
    l10n.t('This file names runs and holds none of them: they are in files of their own. Name the folder.'),
  /** `kinds` are what the writer calls them. */
  'runs.partsUnread': ({ count, kinds }: { count: number; kinds: readonly string[] }) =>
    l10n.t('Parts of runs that were not read, as their kind is not known: {0} ({1})', count, listed(kinds)),
  'runs.linesUnread': ({ count }: { count: number }) =>
    l10n.t('Lines or records that no run could be read from: {0}', count),
  'runs.lineBreaksLost': ({ count }: { count: number }) =>
    l10n.t(
      'Sessions whose line ends were changed, as by a formatter, so that headings and quotations of the model may be shown as messages of the user or of the tool: {0}',
      count,
    ),
  'runs.turnsCut': ({ count }: { count: number }) =>
    l10n.t('Messages of which the file holds only the beginning: {0}', count),
  'runs.identical': ({ count, task }: { count: number; task: string }) =>
    l10n.t('Runs of the task “{0}” that did the same as another one, and are shown once: {1}', task, count),
  'runs.episodes': ({ count, task }: { count: number; task: string }) =>
    l10n.t(
      'Requests of trials at the task “{0}” of which a later one tells the conversation, and which were left out: {1}',
      task,
      count,
    ),
  'runs.withoutPatch': ({ count }: { count: number }) =>
    l10n.t('Predictions without a patch, which are no runs: {0}', count),
  'runs.scoresOfPeople': ({ names, count }: { names: readonly string[]; count: number }) =>
    l10n.t(
      'Scores that people gave are no outcomes of a run. They are notes for leads: {0} ({1})',
      count,
      listed(names),
    ),
  'runs.tracesAlone': ({ names, count }: { names: readonly string[]; count: number }) =>
    l10n.t('Traces without a message to or from a model, which are no runs: {0} ({1})', count, listed(names)),
  /** `count` of the edits that could not be replayed. */
  'runs.patchUncertain': ({ count }: { count: number }) =>
    l10n.t('The patch of a run was left out, as edits of it could not be replayed: {0}', count),
  'runs.notTested': ({ tasks, count }: { tasks: readonly string[]; count: number }) =>
    l10n.t('Runs whose tests ended in an error, so that their outcome is not known: {0} ({1})', count, listed(tasks)),
  'runs.tasksAlone': () =>
    l10n.t(
      'This file holds tasks with the patches that are right, and no runs. Name the predictions or trajectories as well, or the folder that holds both.',
    ),
  'runs.taskAlone': ({ tasks, count }: { tasks: readonly string[]; count: number }) =>
    l10n.t('Tasks of which no run was found, which were left out: {0} ({1})', count, listed(tasks)),
  /** `unknown` of their runs have no outcome. */
  'runs.noPair': ({
    meet,
    tasks,
    count,
    unknown,
  }: {
    meet: 'differ' | 'same' | 'drawn';
    tasks: readonly string[];
    count: number;
    unknown: number;
  }) =>
    meet === 'drawn'
      ? l10n.t(
          'Tasks with one run, of which there is no pair, and which were left out: {0} ({1})',
          count,
          listed(tasks),
        )
      : meet === 'differ'
        ? l10n.t(
            'Tasks without two runs whose outcomes differ, which were left out: {0} ({1}). Of their runs have no outcome that can be read: {2}',
            count,
            listed(tasks),
            unknown,
          )
        : l10n.t(
            'Tasks without two runs of the same outcome, which were left out: {0} ({1}). Of their runs have no outcome that can be read: {2}',
            count,
            listed(tasks),
            unknown,
          ),
  'runs.outcomeAlone': ({ tasks, count }: { tasks: readonly string[]; count: number }) =>
    l10n.t('Outcomes of which no run was found: {0} ({1})', count, listed(tasks)),
  /** Files of a folder that has runs. */
  'runs.otherFiles': ({ count, names }: { count: number; names: readonly string[] }) =>
    l10n.t('Files beside the runs that hold none, and were passed over: {0} ({1})', count, listed(names)),
};
