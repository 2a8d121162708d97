import { expect, it } from 'vitest';
import { withoutMarkdown } from '../../../src/core/model/text/withoutMarkdown';

it.each([
  ['## Plan ##\n- **Total**: *five* items', 'Plan\n- Total: five items'],
  ['See [the file](src/a.ts "its title") and ![a picture](b.png).', 'See the file and a picture.'],
  ['Run `npm test`, then:\n```sh\nls *.py\n```', 'Run npm test, then:\nls *.py'],
  ['`**not strong**`', '**not strong**'],
])('takes the signs out of %j', (text, words) => expect(withoutMarkdown(text)).toBe(words));

it.each([
  '2 * 3 * 4',
  '*.py,*.ts',
  '__init__ and snake_case',
  'a # b',
  '#!/bin/sh',
  '[1, 2] (3)',
  '** **',
  'x[0](y z)',
])('leaves %j, whose signs are meant', (text) => expect(withoutMarkdown(text)).toBe(text));
