import { describe, expect, it } from 'vitest';
import { isTextParameter, toolDefinitions } from '../../../src/core/model/item/toolDefinitions';

const properties = { path: { type: 'string' }, line: { type: 'integer' } };
const schema = { type: 'object', properties };

describe('definitions of tools', () => {
  it.each<[string, Record<string, unknown>]>([
    ['OpenAI, within a function', { type: 'function', function: { name: 'view', parameters: schema } }],
    ['OpenAI, beside the name', { type: 'function', name: 'view', parameters: schema }],
    ['Anthropic', { name: 'view', input_schema: schema }],
    ['MCP', { name: 'view', inputSchema: schema }],
  ])('are read as they are written by %s', (_, tool) => {
    expect(toolDefinitions([tool])).toEqual([{ name: 'view', parameters: properties }]);
  });

  it('have no parameters where nobody says them, and are none without a name', () => {
    expect(toolDefinitions([{ name: 'stop' }, { type: 'code_interpreter' }, { name: 'go', parameters: 'x' }])).toEqual([
      { name: 'stop', parameters: {} },
      { name: 'go', parameters: {} },
    ]);
    expect(toolDefinitions()).toEqual([]);
  });

  it('tell which parameters are text', () => {
    expect([properties.path, properties.line, undefined, 'string'].map(isTextParameter)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
