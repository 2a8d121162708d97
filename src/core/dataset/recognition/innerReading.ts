import { problem, UserError, wordsOf } from '../../model/problems/problem';
import { noPromptPath, type Mapping } from '../fields/fieldMapping';
import { promptRowsOf } from '../grouping/promptRows';
import { singleResponses } from '../layouts/unpaired/singleResponses';
import { keyField } from '../readers/json/innerRecords';
import { commonPlan, readingOf, uncertain, type DetectedReading } from './commonPlan';
import { firstObjects } from './firstObjects';
import { innerPathsIn } from './innerPaths';
import type { Plan } from './plan';
import { partsOfResponses } from './userFieldRoles';

/** So many places are tried. */
const maxInner = 12;

/**
 * The reading of records that stand inside others or in several places (`recognition/innerPaths`), where one is certain.
 * Throws `NoLayoutError` with the nearest where none is; undefined where nothing in them can be a response.
 * @param areRivals whether they stand in lists with the same fields side by side: these are read together only where
 *   each is of one model
 */
export async function innerReading(
  paths: readonly string[],
  mapping: Mapping,
  areRivals: boolean,
): Promise<DetectedReading | undefined> {
  let nearest: Plan | undefined;
  for (const records of (await innerPathsIn(paths[0] ?? '')).slice(0, maxInner)) {
    const placed = { ...mapping, records };
    const found = await commonPlan(paths, placed).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      return undefined;
    });
    if (!found) continue;
    // Records of some place without a prompt may be judgements of what stands around them.
    const plan =
      found.mapping.prompt === noPromptPath && found.doubts.length === 0
        ? { ...found, doubts: [wordsOf(problem('doubt.noPrompt', {}))] }
        : found;
    if (plan.doubts.length > 0) {
      // Several responses side by side are what was meant, sooner than what somebody says of each.
      if (!records.includes(',') && !areRivals && (!nearest || responsesOf(plan) > responsesOf(nearest)))
        nearest = plan;
      continue;
    }
    const reading = readingOf(plan);
    // Lists side by side are of one model each where they answer the same prompts; else nobody can tell what they are.
    const ofModels = { ...reading, mapping: { ...reading.mapping, model: keyField } };
    const hasKeys =
      plan.mapping.model === undefined &&
      plan.layout === singleResponses &&
      (await firstObjects(paths[0] ?? '', placed)).every((record) => Object.hasOwn(record, keyField));
    if (hasKeys && (await promptRowsOf(paths, ofModels))) return ofModels;
    if (!records.includes(',') && !areRivals) return reading;
  }
  if (nearest) throw await uncertain(paths, nearest);
  return undefined;
}

/** How many fields hold the responses of a plan. */
const responsesOf = ({ layout, mapping }: Plan): number =>
  partsOfResponses(layout).flatMap((name) => mapping[name]?.split(',') ?? []).length;
