import { field, type JsonObject } from '../fields/recordFields';
import { sectionsIn } from '../items/textSections';
import { canBeResponse } from './fieldChecks';
import { isResponseName } from '../fields/fieldNames';
import { fieldOf, minRecordsRead, type FieldProfile } from './profile';

/**
 * Texts with the prompt and the responses under headings (`sectionsIn`), where no field is named as a response: what
 * they hold is read as fields of theirs. A person is always asked, since more may stand in a section than its heading
 * says.
 */

/** The profile with its one such text parted into fields; undefined where there is none, or several are. */
export function sectionFields(fields: readonly FieldProfile[], records: number): readonly FieldProfile[] | undefined {
  if (fields.some((each) => canBeResponse(each) && isResponseName(each.path))) return undefined;
  const texts = fields.filter(
    ({ kind, path, present }) => kind === 'text' && present >= minRecordsRead && !path.includes('.'),
  );
  const [only, ...more] = texts.flatMap((text) => {
    const sections = sectionsOf(text, records);
    return sections ? [{ text, sections }] : [];
  });
  if (!only || more.length > 0) return undefined;
  return fields.flatMap((each) => (each === only.text ? only.sections : [each]));
}

/** The sections of a text as fields, where nearly all of its values have the same ones. */
function sectionsOf({ path, values }: FieldProfile, records: number): readonly FieldProfile[] | undefined {
  const all = values.flatMap((value) => (typeof value === 'string' ? (sectionsIn(value) ?? []) : []));
  const names = [...(all[0]?.keys() ?? [])];
  const alike = all.filter((each) => each.size === names.length && names.every((name) => each.has(name)));
  if (alike.length === 0 || alike.length < values.length * minRecordsRead) return undefined;
  // One answer that counts from 1 in every record may be several.
  if (names.length === 2 && alike.every((each) => /^1[.)]/.test(each.get(names[1] ?? '') ?? ''))) return undefined;
  return names.map((name) =>
    fieldOf(
      `${path}.${name}`,
      alike.map((each) => each.get(name)),
      records,
    ),
  );
}

/** Whether a field holds such texts in nearly all records. */
export function hasSections(records: readonly JsonObject[], path: string): boolean {
  const cut = records.filter((record) => {
    const text = field(record, path);
    return typeof text === 'string' && sectionsIn(text) !== undefined;
  });
  return cut.length > 0 && cut.length >= records.length * minRecordsRead;
}
