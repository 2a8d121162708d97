import { mappingSettings, type Mapping } from './fields/fieldMapping';
import type { JsonObject } from './fields/recordFields';
import { layouts } from './layouts';
import { fullMapping, type Layout } from './layouts/layout';
import { RecordReader } from './records/recordReader';

/**
 * The layouts that some of the records match: those with every field that a person mapped before others, then those
 * that the most match; in the order of the list where as many do.
 */
export function matchingLayouts(objects: readonly JsonObject[], mapping: Mapping): readonly Layout[] {
  const scores = layouts.map((layout) => {
    const fields = fullMapping(layout, mapping);
    const records = objects.map((object) => new RecordReader(object, fields));
    const hits = records.filter((record) => layout.matches(record)).length;
    return { layout, hits: hits > 0 && (layout.bornOut?.(records) ?? true) ? hits : 0 };
  });
  const isMeant = ({ fields }: Layout): number =>
    Number(Object.keys(mapping).every((name) => mappingSettings.includes(name) || Object.hasOwn(fields, name)));
  return scores
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => isMeant(b.layout) - isMeant(a.layout) || b.hits - a.hits)
    .map(({ layout }) => layout);
}
