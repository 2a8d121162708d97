import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Scope } from '../../../src/core/model/rubric/rubric';
import { criteriaFor, currentRubrics, rubricsFor, type ScopedItem } from '../../../src/core/rubric/inForce';
import { isInSlice } from '../../../src/core/rubric/scopes';
import { criterion, library, rubric } from '../made/rubrics';

const law: Scope = { kind: 'slice', fields: { domain: 'law' } };
const german: Scope = { kind: 'slice', fields: { domain: 'law', 'source.language': 'de' } };
const item = (id: string, metadata: Record<string, unknown> = {}, language?: string): ScopedItem => ({
  id,
  metadata,
  ...(language !== undefined && { language }),
});

/** What `rubricsFor` finds by its index, told of one scope after the other. */
const isInScope = (scope: Scope | undefined, of: ScopedItem): boolean =>
  scope?.kind === 'slice' ? isInSlice(scope.fields, of) : scope?.kind !== 'item' || scope.item === of.id;

describe('a scope', () => {
  it.each<[string, Scope | undefined, ScopedItem, boolean]>([
    ['nothing said', undefined, item('q'), true],
    ['the study', { kind: 'study' }, item('q'), true],
    ['the item', { kind: 'item', item: 'q' }, item('q'), true],
    ['another item', { kind: 'item', item: 'p' }, item('q'), false],
    ['a value', law, item('q', { domain: 'law' }), true],
    ['another value', law, item('q', { domain: 'lawn' }), false],
    ['no value', law, item('q'), false],
    ['one of several values', law, item('q', { domain: ['tax', 'law'] }), true],
    ['both values', german, item('q', { domain: 'law', source: { language: 'de' } }), true],
    ['one of both', german, item('q', { domain: 'law', source: { language: 'fr' } }), false],
    ['a number', { kind: 'slice', fields: { round: '3' } }, item('q', { round: 3 }), true],
    ["the item's own language", { kind: 'slice', fields: { language: 'de' } }, item('q', {}, 'de'), true],
  ])('of %s holds an item or not', (_, scope, of, holds) => {
    expect(isInScope(scope, of)).toBe(holds);
    expect(
      rubricsFor(library({ ...rubric('scoped', [[criterion('short')]]), ...(scope && { scope }) }), of),
    ).toHaveLength(holds ? 1 : 0);
  });
});

describe('the criteria in force for an item', () => {
  const rubrics = library(
    rubric('law', [[criterion('cites')]], { scope: law }),
    rubric('style', [
      [criterion('short')],
      [criterion('clear'), criterion('vague', { faulty: { reason: 'vague' } }), criterion('kind')],
    ]),
    rubric('one', [[criterion('this')]], { scope: { kind: 'item', item: 'q7' } }),
    rubric('german', [[criterion('sie')]], { scope: german }),
  );

  it('are those of the rubrics whose scope holds it, the most important first, without faulty ones', () => {
    expect(
      criteriaFor(rubrics, item('q7', { domain: 'law' })).map(({ rubric: name, version, criterion: { id } }) => [
        name,
        version,
        id,
      ]),
    ).toEqual([
      ['law', 1, 'cites'],
      ['style', 2, 'clear'],
      ['style', 2, 'kind'],
      ['one', 1, 'this'],
    ]);
  });

  it('are named by the versions in force', () => {
    expect(currentRubrics(rubrics, item('q1'))).toEqual([{ id: 'style', version: 2 }]);
    expect(currentRubrics(rubrics, item('q1', { domain: 'law', source: { language: 'de' } }))).toEqual([
      { id: 'law', version: 1 },
      { id: 'style', version: 2 },
      { id: 'german', version: 1 },
    ]);
    expect(currentRubrics(rubrics, item('q2'))).toBe(currentRubrics(rubrics, item('q3')));
  });

  it('are found as scopes say, however many there are', () => {
    const anyScope = fc.oneof(
      fc.constant<Scope | undefined>(undefined),
      fc.constantFrom('q1', 'q2').map((id): Scope => ({ kind: 'item', item: id })),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'language'), fc.constantFrom('x', 'y'), { minKeys: 1 })
        .map((fields): Scope => ({ kind: 'slice', fields })),
    );
    const anyItem = fc.record({
      id: fc.constantFrom('q1', 'q2', 'q3'),
      language: fc.constantFrom('x', 'z'),
      metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.constantFrom('x', 'y'), fc.constant(['x', 'y']))),
    });
    fc.assert(
      fc.property(fc.array(anyScope), anyItem, (scopes, of) => {
        const all = library(...scopes.map((scope, at) => rubric(`r${at}`, [[]], scope && { scope })));
        expect(rubricsFor(all, of).map(({ id }) => id)).toEqual(
          all.rubrics.filter(({ scope }) => isInScope(scope, of)).map(({ id }) => id),
        );
      }),
    );
  });
});
