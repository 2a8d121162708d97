import * as z from 'zod';
import { ofNone, part, type ListField, type SameInDraft } from './field';

export const because = {
  ...ofNone,
  schema: z.array(z.string()).describe('Ids of the criteria that the judgment is based on.'),
  about: (entry) => entry,
  draft: part(z.array(z.string()).readonly(), []),
  saved: (drafted) => [...drafted],
  drafted: (saved = []) => saved,
  column: { rule: z.array(z.string()), value: (saved) => saved ?? [] },
} satisfies ListField<string> & SameInDraft<string[], readonly string[]>;
