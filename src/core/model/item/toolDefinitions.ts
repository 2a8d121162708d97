import type { Item } from './item';

/** What a definition of a tool says of its parameters. */
export interface ToolDefinition {
  readonly name: string;
  /** Each parameter's schema by its name. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the tools of an item that have a name: as OpenAI defines them (within `function` or not), as Anthropic does
 * (`input_schema`) and as MCP does (`inputSchema`).
 */
export function toolDefinitions(tools: Item['tools'] = []): readonly ToolDefinition[] {
  return tools.flatMap((tool): ToolDefinition[] => {
    const definition = isFields(tool.function) ? tool.function : tool;
    const { name, parameters, input_schema: input, inputSchema = input } = definition;
    if (typeof name !== 'string' || name === '') return [];
    const schema = isFields(parameters) ? parameters : inputSchema;
    return [{ name, parameters: isFields(schema) && isFields(schema.properties) ? schema.properties : {} }];
  });
}

/** Tells whether a parameter is a text, by its schema. */
export const isTextParameter = (schema: unknown): boolean => isFields(schema) && schema.type === 'string';
