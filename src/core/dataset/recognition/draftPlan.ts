import type { JsonObject } from '../fields/recordFields';
import type { FieldProfile } from './profile';
import type { ResponseFieldGroup } from './families/responseFieldGroup';
import type { Layout } from '../layouts/layout';
import type { Mapping } from '../fields/fieldMapping';

/** A reading before anybody knows whether it is certain. */
export interface DraftPlan {
  readonly records: readonly JsonObject[];
  readonly fields: readonly FieldProfile[];
  readonly family: ResponseFieldGroup;
  /** Other families of the same rank. */
  readonly rivals: readonly ResponseFieldGroup[];
  /** The fields of the prompt, and all that are named so: several where nobody can tell. */
  readonly prompt: readonly string[];
  readonly prompts: readonly (readonly string[])[];
  /** Fields that may be the prompt, alone or behind it, where it says the same in every record. */
  readonly varied: readonly string[];
  /** The field of the prompt, where it is so only because no other text is left. */
  readonly onlyText: string | undefined;
  /** No field holds a text that could be the prompt. */
  readonly isWithout: boolean;
  /** What numbers the prompts then. */
  readonly promptId: string | undefined;
  /** A field names the model that wrote the responses. */
  readonly isOfModel: boolean;
  /** Fields that are no responses, and those of them that have no part. */
  readonly others: readonly FieldProfile[];
  readonly unused: readonly FieldProfile[];
  /** The prompt, where it is a conversation that ends with an answer. */
  readonly answered: string | undefined;
  readonly layout: Layout;
  readonly mapping: Mapping;
}
