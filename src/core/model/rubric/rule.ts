import * as z from 'zod';
import { addIssue, says } from '../problems/checkValue';
import { ruleScopes } from '../annotation/judgementValues';
import { originSchema } from './criterion';
import { formerNumbersSchema } from './rubric';

/**
 * Every rule of the study with all its versions, which lie in files of their own (`study/library`). A rule is
 * feedback with a scope: what to do otherwise, and for which prompts. No version is ever altered.
 */

const words = z.string().refine((text) => text.trim() !== '', says('value.empty', {}));

/** What a rule says, as one writes it. */
const fields = {
  /** What a response is to do, as a person would tell the model: "Answer in one sentence". */
  feedback: words,
  /** For which prompts: "when somebody asks for a definition". */
  scope: words,
  /** Prompts that show where the scope ends. */
  examples: z
    .array(
      z.object({
        prompt: words,
        scope: z.enum(ruleScopes),
        note: z.string().optional(),
      }),
    )
    .optional(),
  origin: originSchema.optional(),
};

/** What a rule says, apart from the id and version that name it. */
export type RuleFields = Readonly<z.infer<z.ZodObject<typeof fields>>>;
/** The names of all of that, in the order in which it is written. */
export const ruleFields = Object.keys(fields) as readonly (keyof RuleFields)[];

/** A rule as files hold it that are read in: without versions, and perhaps without an id. */
export const unplacedRuleSchema = z.looseObject({ id: z.string().min(1).optional(), ...fields });
export type UnplacedRule = Readonly<z.infer<typeof unplacedRuleSchema>>;

const versionSchema = z.looseObject({
  /** Counts up from 1. */
  version: z.int().positive(),
  was: formerNumbersSchema,
  time: z.iso.datetime().optional(),
  author: z.string().min(1).optional(),
  ...fields,
});
export type RuleVersion = Readonly<z.infer<typeof versionSchema>>;

export const ruleSchema = z.looseObject({
  id: z.string().min(1),
  /** It is not asked about any more; what was marked by it stands. */
  retired: z.literal(true).optional(),
  versions: z.array(versionSchema).min(1),
});
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

export const rulesSchema = z
  .looseObject({ version: z.literal(1, says('value.otherVersion', { version: 1 })), rules: z.array(ruleSchema) })
  .superRefine(checkNames);
export type Rules = z.infer<typeof rulesSchema>;

/** A version of a rule by name, as marks and refinements say which words they are of. */
export interface RuleRef {
  readonly id: string;
  readonly version: number;
}

/** Names are unique: rules in the study, and versions in their rule. */
function checkNames({ rules }: { readonly rules: readonly Rule[] }, context: z.RefinementCtx): void {
  const ids = new Set<string>();
  for (const [at, { id, versions }] of rules.entries()) {
    if (ids.has(id)) addIssue(context, ['rules', at, 'id'], 'value.idTwice', { of: 'rule' });
    ids.add(id);
    const numbers = new Set<number>();
    for (const [place, { version }] of versions.entries()) {
      if (numbers.has(version))
        addIssue(context, ['rules', at, 'versions', place, 'version'], 'value.versionTwice', {});
      numbers.add(version);
    }
  }
}
