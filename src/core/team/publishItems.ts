import { finderOf } from '../dataset/search/search';
import { scan } from '../dataset/sources/scan';
import { mediaNamed } from './mediaNamed';
import type { ParsedItem } from '../dataset/items/parsedItem';
import { noRow } from '../journal/annotationVersions';
import type { FileProblem } from '../model/problems/problem';
import { countFor } from '../model/study/assignment';
import { taskOf } from '../model/study/taskSchema';
import { filterOf } from '../study/planFilter';
import type { Study } from '../study/study';
import { isLead } from './openRemote';
import type { LeadRemote, PublishedItem, Remote } from './remote';
import { SealKey } from './sealedIds';
import { sealedRecord, sealItem } from './sealedItem';
import type { TeamFile } from './teamFile';

/** So many items are sealed and sent at a time. */
const atOnce = 500;

/** The outcome of a publication. */
export interface Published {
  /** Items that the study's plan lets through, and how many of them are new to the store. */
  readonly items: number;
  readonly added: number;
  /**
   * Items of before that changed or are gone, and are given out no more; undefined where records could not be read or
   * there were none, so that nobody knows what is gone.
   */
  readonly withdrawn: number | undefined;
  /** Items that name images, sounds or films in files of this machine, which nobody else has. */
  readonly withFiles: number;
  /** Records that give no item. */
  readonly problems: readonly FileProblem[];
  readonly more: number;
}

/** Problems that are told one by one. */
const maxProblems = 20;

export interface PublishOptions {
  /**
   * The number of people who judge each item, or each that the plan's overlap draws; undefined: as many as before, and
   * of a new one as many as the store says.
   */
  readonly perItem: number | undefined;
  readonly onItems?: (items: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Publishes the items of a study (`publishItems`), by its plan where nobody says how many people judge each; resolves to
 * how many judgments are wanted too. Undefined where its remote gives no items out.
 */
export async function publishStudy(
  study: Study,
  remote: Remote,
  { key }: TeamFile,
  options: PublishOptions,
): Promise<(Published & { readonly wanted: number }) | undefined> {
  if (!isLead(remote) || key === undefined) return undefined;
  const perItem = options.perItem ?? study.project.plan?.perItem;
  const published = await publishItems(study, remote, new SealKey(key), { ...options, perItem });
  const { wanted } = await remote.status();
  return { ...published, wanted };
}

/**
 * Seals the items of a study, as its plan lets them through, and adds them to a store; who judged them already counts.
 * Those that are there keep who has them, and those that the study no longer has are withdrawn. Rejects with `signal.reason` once aborted; what was added stands then, and
 * the next try goes on.
 */
export async function publishItems(
  study: Study,
  remote: LeadRemote,
  key: SealKey,
  options: PublishOptions,
): Promise<Published> {
  const { project, replay } = study;
  const task = taskOf(project);
  const query = filterOf(project);
  const comes = query && finderOf(query);
  const controls = new Set(project.plan?.controls?.items);
  const answers = project.plan?.controls?.answers ?? {};
  const tests = project.plan?.controls?.first === undefined ? new Set<string>() : new Set(Object.keys(answers));
  const annotators = replay.annotators();
  const problems: FileProblem[] = [];
  let more = 0;
  let items = 0;
  let added = 0;
  let withFiles = 0;
  let waiting: PublishedItem[] = [];
  await remote.configure({ perItem: options.perItem, controlRate: project.plan?.controls?.rate ?? 0 });
  const publication = await remote.beginPublication();
  const send = async (): Promise<void> => {
    added += await remote.publish(waiting, publication);
    waiting = [];
    options.onItems?.(items);
  };
  const published = (parsed: ParsedItem): PublishedItem => {
    const { item } = parsed;
    const sealed = sealItem(key, parsed, task);
    // What was judged of other texts is not judged of these.
    const done = annotators.map((name) =>
      replay.doneBy(name, item) === noRow ? undefined : replay.countedOn(name, item),
    );
    const people = done.filter((each) => each && !each.imported && !each.byModel);
    return {
      id: sealed.id,
      realId: item.id,
      shown: sealedRecord(sealed, 'team'),
      hidden: JSON.stringify({ item, labels: parsed.labels }),
      kind: tests.has(item.id) ? 'test' : controls.has(item.id) ? 'control' : 'shared',
      wants:
        options.perItem &&
        countFor({ perItem: options.perItem, overlap: project.plan?.overlap, seed: project.seed }, item.id),
      judged: people.flatMap((each) => (each && !each.skipped ? [each.annotator] : [])),
      skipped: people.flatMap((each) => (each?.skipped ? [each.annotator] : [])),
    };
  };
  const { paths, reading } = study.data;
  for await (const batch of scan(paths, reading, {
    signal: options.signal,
    onEnd: (problem) => problems.push(problem),
  })) {
    for (const parsed of batch) {
      if (!('item' in parsed)) {
        if (problems.length < maxProblems) problems.push(parsed.problem);
        else more++;
        continue;
      }
      const isControl = controls.has(parsed.item.id);
      if (!isControl && comes?.({ ...parsed.item, labels: parsed.labels }) === false) continue;
      items++;
      if (mediaNamed(parsed.item).some((source) => !/^(?:https?|data):/i.test(source))) withFiles++;
      waiting.push(published(parsed));
      if (waiting.length >= atOnce) await send();
    }
  }
  if (waiting.length > 0) await send();
  const isWhole = items > 0 && problems.every(({ severity }) => severity !== 'error');
  const withdrawn = isWhole ? await remote.withdrawOthers(publication) : undefined;
  return { items, added, withdrawn, withFiles, problems, more };
}
