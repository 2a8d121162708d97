import { itemFactsOf, type CoverageOptions } from '../coverage/coverage';
import type { TextsWanted } from '../coverage/items/responseTexts';
import { StudyCriteria } from '../coverage/studyCriteria';
import type { Annotation } from '../../model/annotation/annotation';
import type { Study } from '../../study/study';
import { JudgementCollector, type StudyJudgements } from './studyJudgements';

export type JudgementOptions = Pick<
  CoverageOptions,
  'signal' | 'onBytes' | 'cacheFolder' | 'maxBytes' | 'onJudged' | 'by' | 'withFields' | 'annotators' | 'without'
>;

/** Annotations read at a time. */
const batch = 512;

/**
 * Reads a study's dataset once (nothing, where `cacheFolder` has what was found and the files are the same) and the
 * annotations in force, also those of models and of items that came again. The study's journals must have been read
 * (`Study.refresh`). Throws `signal.reason` once aborted, and as `Journal.fetchAll` does.
 */
export async function readJudgements(
  study: Study,
  options: JudgementOptions & {
    readonly withTexts?: TextsWanted;
    /** What judges say, which is in no journal. */
    readonly machines?: readonly Annotation[];
  } = {},
): Promise<StudyJudgements> {
  const { signal, annotators, without = [], onJudged, withTexts = 'all', machines = [] } = options;
  const criteria = new StudyCriteria(study.rubrics);
  const facts = await itemFactsOf(study, criteria, { ...options, withTexts });
  if (!facts.texts) throw new Error('texts were not read');
  const { replay, journal } = study;
  const places: number[] = [];
  let orphans = 0;
  const adjudications = new Set<number>();
  // A place in the journals and a row in one number, so that both are sorted at once.
  const base = facts.count + 1;
  for (const { annotator, item, judgementKey, contents } of replay.judgements()) {
    if (annotators?.includes(annotator) === false || without.includes(annotator)) continue;
    let isFound = false;
    for (const { row: place, hash } of contents) {
      const row = facts.rowOf(item, hash);
      if (row < 0) continue;
      isFound = true;
      if (judgementKey.role !== undefined) adjudications.add(place * base + row);
      places.push(place * base + row);
    }
    if (!isFound) orphans++;
  }
  const sorted = Float64Array.from(places).sort();
  const collector = new JudgementCollector(
    { ...facts, texts: facts.texts },
    { aspects: study.project.task.aspects ?? [], criteria: criteria.all.map(({ criterion }) => criterion) },
  );
  for (let begin = 0; begin < sorted.length; begin += batch) {
    signal?.throwIfAborted();
    const part = sorted.subarray(begin, begin + batch);
    const refs = Array.from(part, (place) => replay.refOf(Math.floor(place / base)));
    let at = 0;
    for await (const annotations of journal.fetchAll(refs))
      for (const annotation of annotations) {
        const row = (part[at] ?? 0) % base;
        if (adjudications.has(part[at++] ?? 0)) collector.settle(annotation, row);
        else collector.add(annotation, row);
      }
    onJudged?.((begin + part.length) / sorted.length);
  }
  for (const annotation of machines) {
    const row = facts.rowOf(annotation.item, annotation.hash);
    if (row >= 0) collector.add(annotation, row);
    else orphans++;
  }
  return { ...collector.found(orphans), knownAnswers: study.project.plan?.controls?.answers };
}
