import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sourceName } from '../../dataset/sources';
import { recipeSchema, type FileKind } from '../../model/recipe';
import type { Study } from '../../study/study';
import type { ExportOptions } from '../options';
import { annotatorName } from '../pseudonyms';
import { droppedOf, notesOf, type Tally } from '../tally';
import type { CardFacts } from './card';
import { sha256Of } from './earlier';
import { provenanceName } from './target';
import type { Finish } from './writeFolder';

type Told = Awaited<ReturnType<Finish>>['manifest'];

/** What an export was made of, and with. */
export async function manifestOf(study: Study, options: ExportOptions, kind: FileKind, tally: Tally): Promise<Told> {
  const { project } = study;
  const sources = [];
  for (const path of study.sources) sources.push({ path: sourceName(path, project.dataset.sources, dirname(study.file)), bytes: (await stat(path)).size, sha256: await sha256Of(path) });
  const newest = newestOf(study);
  return {
    format: options.format.name,
    trainers: options.format.trainers.map(({ name }) => name),
    dataset: { sources, layout: project.dataset.layout, mapping: project.dataset.mapping },
    options: recipeOf(options, kind),
    questions: project.task.questions.filter(({ version }) => tally.questions.has(version)),
    ...(tally.guidelines.size > 0 && { guidelines: [...tally.guidelines].sort() }),
    ...(tally.rubrics.size > 0 && { rubrics: rubricsOf(study, tally) }),
    annotators: [...tally.annotators].sort(),
    ...(options.pseudonyms !== undefined && { pseudonymised: true as const }),
    annotations: tally.annotations,
    ...(newest !== undefined && { newest }),
    rows: Object.fromEntries(Object.entries(tally.rows).filter(([split, rows]) => rows > 0 || split === 'train')),
    dropped: droppedOf(tally),
    notes: notesOf(tally),
    unreadable: tally.problems.filter(({ severity }) => severity === 'error').length,
    provenance: `row k of a split is the line of ${provenanceName} with that split and "row": k, counted from 1`,
  };
}

/** What a card says of an export. */
export function cardFacts(study: Study, options: ExportOptions, kind: FileKind, tally: Tally, manifest: Told): CardFacts {
  const { format } = options;
  const commands = format.trainers.flatMap(({ name, command }) => (command === undefined ? [] : [{ trainer: name, command: command.replaceAll('{folder}', '.') }]));
  const origins = [...tally.origins].map(([name, annotations]) => ({ name, annotations })).sort((a, b) => b.annotations - a.annotations || (a.name < b.name ? -1 : 1));
  return {
    title: basename(study.file).replace(/\.tiebreak$/, ''),
    file: kind,
    manifest,
    format: format.title,
    judges: { annotators: tally.annotators.size, ...(options.pseudonyms === undefined && { names: manifest.annotators }), origins },
    ...(commands.length > 0 && { commands }),
  };
}

/** The options as a recipe that makes the same export, without what would tell who is behind a pseudonym. */
function recipeOf(options: ExportOptions, kind: FileKind): Readonly<Record<string, unknown>> {
  const annotators = options.annotators?.map((name) => annotatorName(name, options));
  const all: Readonly<Record<string, unknown>> = { ...options, annotators, pseudonyms: undefined, format: options.format.name, file: kind };
  return Object.fromEntries(Object.keys(recipeSchema.shape).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

function rubricsOf({ rubrics: { rubrics } }: Study, { rubrics: named }: Tally): { id: string; title: string; version: number }[] {
  const ids = [...named.keys()].sort();
  return ids.flatMap((id) => [...(named.get(id) ?? [])].sort((a, b) => a - b).map((version) => ({ id, title: rubrics.find((rubric) => rubric.id === id)?.title ?? id, version })));
}

/** The latest id of the annotations in force. */
function newestOf(study: Study): string | undefined {
  let newest: string | undefined;
  for (const { id } of study.replay.all()) if (newest === undefined || id > newest) newest = id;
  return newest;
}
