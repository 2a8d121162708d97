import { describe, expect, it } from 'vitest';
import { catalogue, useCatalogue } from '../../../src/core/model/problems/catalogue';

useCatalogue('editor');

describe('what is wrong with an option, in the editor', () => {
  it('comes without the flags that reasons have on the command line', () => {
    const reasons = [{ count: 2, reason: 'the two responses are almost the same (--max-similarity)' }];
    expect(catalogue['export.noRowOfAnnotations']({ annotations: 2, reasons })).toBe(
      'there is nothing to export: of 2 annotations none gives a row (2 × the two responses are almost the same)',
    );
  });
});
