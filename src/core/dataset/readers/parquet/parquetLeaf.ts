import type { DecodedArray, SchemaElement, SchemaTree } from 'hyparquet';
import * as library from '../../libraries/parquet';
import { columnValueToJson, bytesAsText } from '../json/columnValueToJson';

/** A leaf of the schema: what the pages of its columns are read with. */
export interface Leaf {
  /** For messages, and the key of its columns. */
  readonly name: string;
  readonly element: SchemaElement;
  readonly maxRepetition: number;
  readonly maxDefinition: number;
  /** A value of bytes as JSON. */
  fromBytes(bytes: Uint8Array): unknown;
  /** The value at `index` of those that were read, as JSON. */
  fromList(values: DecodedArray, index: number): unknown;
}

/** The leaf at `path`; below a VARIANT, values stay as they are until the whole is put together. */
export function leafOf(tree: SchemaTree, path: readonly string[]): Leaf {
  const schemaPath = library.getTreePath(tree, [...path]);
  const element = schemaPath.at(-1)?.element as SchemaElement;
  const { type, converted_type: converted, logical_type: logical } = element;
  const isInVariant = schemaPath.some(isVariant);
  const isText =
    type === 'BYTE_ARRAY' &&
    !isInVariant &&
    [undefined, 'UTF8', 'ENUM'].includes(converted) &&
    [undefined, 'STRING', 'ENUM'].includes(logical?.type);
  const isPlain = !isInVariant && converted === undefined && logical === undefined && type !== 'INT96';
  const decoder = {
    element,
    schemaPath,
    utf8: false,
    parsers: { ...library.DEFAULT_PARSERS, jsonFromBytes },
  } as unknown as Parameters<typeof library.convert>[1];
  const rich = (values: DecodedArray): unknown => {
    const [value] = library.convert(values, decoder) as unknown[];
    return isInVariant ? value : columnValueToJson(value);
  };
  return {
    name: path.join('.'),
    element,
    maxRepetition: library.getMaxRepetitionLevel(schemaPath),
    maxDefinition: library.getMaxDefinitionLevel(schemaPath),
    fromBytes: isText ? bytesAsText : (bytes) => rich([bytes]),
    fromList: isPlain
      ? (values, index) => columnValueToJson(values[index])
      : (values, index) => rich(Array.isArray(values) ? [values[index]] : values.subarray(index, index + 1)),
  };
}

export function isVariant({ element }: SchemaTree): boolean {
  return element.logical_type?.type === 'VARIANT';
}

const text = new TextDecoder();

/** Text that claims to be JSON and is not stays text. */
function jsonFromBytes(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined;
  const json = text.decode(bytes);
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
