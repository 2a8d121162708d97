import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { correctionForm } from '../../../../src/core/desk/runs/correctionForm';
import { callPlaces, correctedCall, hasPlace } from '../../../../src/core/model/item/callPlaces';
import { turnsOf, type ToolCall } from '../../../../src/core/model/item/item';
import { readRuns } from '../../made/readRuns';
import { realRuns } from '../../made/realRuns';

const folder = realRuns ?? '';

async function callsIn(file: string): Promise<readonly ToolCall[]> {
  const { items } = await readRuns(join(folder, file));
  return items
    .flatMap(({ responses }) => responses)
    .flatMap((response) => turnsOf(response).flatMap(({ toolCalls = [] }) => toolCalls));
}

describe.skipIf(folder === '')('calls of real runs', () => {
  it.each([
    ['tau-bench/gpt-4o-airline.tasks0-7.json', 234],
    ['codex/acidicsoil-example.jsonl', 163],
    ['swe-agent/marshmallow-fc.traj', 11],
    ['mini-swe-agent/django__django-11815.gpt-5-mini.traj.json', 28],
    ['toolbench/tooleval-cot-G3.json', 510],
  ])(
    'have places of which each can be marked, and are the same call where each is said again: %s',
    async (file, count) => {
      const calls = await callsIn(file);
      expect(calls.length).toBe(count);
      for (const call of calls) {
        const places = callPlaces(call);
        expect(places[0]).toEqual({ path: '', value: call.name });
        const marks = places
          .slice(1)
          .map(({ path, value: corrected }) => ({ path, verdict: 'wrong-value', corrected }));
        expect(marks.every((mark) => hasPlace(call, mark))).toBe(true);
        const again = correctedCall(call, marks);
        expect(again && [again.name, again.arguments]).toEqual([call.name, sameValue(call)]);
      }
      expect(calls.flatMap(callPlaces).map(({ value }) => correctionForm(value))).toContain('text');
    },
  );
});

/** Arguments that were JSON text are an object in the corrected call, where they are one. */
function sameValue({ arguments: given }: ToolCall): unknown {
  if (typeof given !== 'string') return given;
  try {
    const parsed: unknown = JSON.parse(given);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : given;
  } catch {
    return given;
  }
}
