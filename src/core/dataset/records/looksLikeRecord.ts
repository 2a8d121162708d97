import type { JsonObject } from '../fields/recordFields';
import { layouts } from '../layouts';
import { fullMapping } from '../layouts/layout';
import { type Mapping } from '../fields/fieldMapping';
import { materialized } from '../layouts/texts/materialized';
import { planOf } from '../recognition/plan';
import { RecordReader } from './recordReader';

/**
 * Tells whether an object has the fields of some layout, where a mapping says, or is an item that was written out; or
 * whether its fields are certain by their names.
 */
export function looksLikeRecord(mapping: Mapping): (object: JsonObject) => boolean {
  return (object) =>
    [...layouts, materialized].some((layout) =>
      layout.matches(new RecordReader(object, fullMapping(layout, mapping))),
    ) || isPlanned(object);
}

/**
 * Whether prompt and responses are certain by the names of the object's own fields: those of objects within it may be
 * records themselves.
 */
function isPlanned(object: JsonObject): boolean {
  const plan = planOf([object]);
  return plan?.doubts.length === 0 && Object.values(plan.mapping).every((path) => !path.includes('.'));
}
