import * as z from 'zod';
import { perResponse, type ValueField } from './field';

export const acceptable = {
  schema: z.record(z.string(), z.boolean()).describe('Whether a response is acceptable, by response id.'),
  responses: (values) => Object.keys(values),
  rename: (values, name) => Object.fromEntries(Object.entries(values).map(([id, value]) => [name(id), value])),
  /** Thumbs, the acceptability line, and the outcome where steps are judged. */
  draft: perResponse(z.boolean().nullable(), null),
} satisfies ValueField<Record<string, boolean>>;
