import { wordsIn } from '../fields/fieldWords';
import type { JsonObject } from '../fields/recordFields';
import type { Mapping } from '../fields/fieldMapping';
import { treeRoles } from '../layouts/lists/oasstMessages';
import { minRecordsRead, type FieldProfile } from './profile';

/** Fields of messages of which each names the one that it answers: its id, its parent's, its text, and who speaks. */
export function messageTreeMapping(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
): Mapping | undefined {
  const parents = fields.filter(
    ({ path, kind }) => kind === 'text' && !path.includes('.') && wordsIn(path).includes('parent'),
  );
  const roles = fields.filter(
    ({ path, present, values }) =>
      present === 1 &&
      /^(role|speaker|author[ _-]?role)$/i.test(path) &&
      values.every((value) => typeof value === 'string' && Object.hasOwn(treeRoles, value.toLowerCase())),
  );
  const texts = fields.filter(
    ({ path, kind, present }) =>
      kind === 'text' && present >= minRecordsRead && /^(text|content|message|body)$/i.test(path),
  );
  const [parent, role, text] = [parents[0]?.path, roles[0]?.path, texts[0]?.path];
  if (
    parents.length !== 1 ||
    roles.length !== 1 ||
    texts.length !== 1 ||
    parent === undefined ||
    role === undefined ||
    text === undefined
  )
    return undefined;
  const named = new Set(parents[0]?.values);
  const ids = fields.filter(
    ({ path, kind, present, distinct, values }) =>
      path !== parent &&
      kind === 'text' &&
      present === 1 &&
      distinct === 1 &&
      values.filter((value) => named.has(value)).length >= named.size * 0.8,
  );
  const id = ids[0]?.path;
  if (
    ids.length !== 1 ||
    id === undefined ||
    named.size === 0 ||
    !records.some((record) => (record[parent] ?? '') === '')
  )
    return undefined;
  const trees = fields.filter(
    ({ path, present }) => present === 1 && wordsIn(path).includes('tree') && wordsIn(path).includes('id'),
  );
  return { id, parentId: parent, text, role, ...(trees.length === 1 && trees[0] && { treeId: trees[0].path }) };
}
