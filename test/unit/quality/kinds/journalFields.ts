import * as z from 'zod';
import { annotationSchema } from '../../../../src/core/model/annotation/annotation';

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
}

/** Paths of all fields of an annotation, from its schema: `judgement.ratings[].value`. */
export function journalFields(): string[] {
  return [...new Set(fieldsIn(z.toJSONSchema(annotationSchema, { io: 'input', reused: 'inline' }) as Part, ''))];
}

function fieldsIn(
  { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] }: Part,
  at: string,
): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, part]) => {
      const path = at === '' ? name : `${at}.${name}`;
      return [path, ...fieldsIn(part, path)];
    }),
    ...(typeof additionalProperties === 'object' ? fieldsIn(additionalProperties, `${at}.NAME`) : []),
    ...(items ? fieldsIn(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((part) => fieldsIn(part, at)),
  ];
}
