import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod';
import { fileErrorReason } from '../journal/fileStatus';
import { problem, UserError } from '../model/problems/problem';
import { judgeQuestions } from '../model/suggestion/suggestion';

const samplingSchema = z
  .object({
    temperature: z.number().min(0).max(2),
    top_p: z.number().gt(0).max(1),
    max_tokens: z.int().positive(),
    seed: z.int(),
  })
  .partial()
  .strict();

/**
 * A judge: what is asked of which model, in which words. Either `endpoint`, which speaks OpenAI's chat completions
 * (hosted, vLLM, llama.cpp, Ollama, LM Studio), or `command`, a program that reads questions and writes answers as JSONL.
 */
const judgeSchema = z
  .object({
    /** Names the judge in reports and certificates. */
    name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]*$/u),
    asks: z.enum(judgeQuestions),
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    /** As the endpoint calls it. */
    model: z.string().min(1).optional(),
    /** Environment variable with the key of the endpoint. */
    key: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .optional(),
    command: z.array(z.string()).min(1).optional(),
    /** What the model is told before the item; the study's question and criteria stand in it where it names them. */
    prompt: z.string().min(1).optional(),
    /** Rubrics whose criteria are asked for, by id; all that apply to an item where nothing is said. */
    rubrics: z.array(z.string().min(1)).min(1).optional(),
    /** Whether each pair is asked in both orders. */
    bothOrders: z.boolean().default(true),
    /** How often each question is asked. */
    samples: z.int().min(1).max(100).default(1),
    sampling: samplingSchema.default({}),
    /** Whether the endpoint is told the form of the answer: as a JSON schema, as any JSON, or not. */
    answer: z.enum(['schema', 'json', 'text']).default('schema'),
    /** Whether the probability of the answer is asked for. */
    logprobs: z.boolean().default(false),
    /** Per million tokens, in any one currency. */
    price: z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() }).strict().optional(),
    /** How many questions are open at a time. */
    concurrency: z.int().min(1).max(64).default(4),
    /** Seconds that an answer may take. */
    timeout: z.number().positive().max(3600).default(120),
  })
  .strict()
  .refine(({ endpoint, command }) => (endpoint === undefined) !== (command === undefined), {
    error: 'name an endpoint or a command, and not both',
  })
  .refine(({ endpoint, model }) => endpoint === undefined || model !== undefined, {
    path: ['model'],
    error: 'name the model of the endpoint',
  })
  .refine(
    ({ asks, prompt }) =>
      prompt === undefined || (asks !== 'verdicts' && asks !== 'ratings') || prompt.includes('{{criteria}}'),
    {
      path: ['prompt'],
      error: 'write {{criteria}} where the criteria or aspects are to stand, or nobody tells the model',
    },
  );

export type JudgeFile = Readonly<z.infer<typeof judgeSchema>>;

/** Reads a judge file, YAML or JSON. Throws `UserError` where it cannot be read or says something else. */
export async function readJudgeFile(path: string): Promise<JudgeFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(problem('judge.notRead', { reason: fileErrorReason(error) }, path), { cause: error });
  }
  return judgeIn(text, path);
}

/** The judge that a text describes. Throws as `readJudgeFile`. */
export function judgeIn(text: string, path: string): JudgeFile {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos?.[0].line;
    throw new UserError(
      problem('judge.notYaml', { line: line ?? 1, reason: error.message.split('\n')[0] ?? '' }, path),
    );
  }
  const checked = judgeSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  throw new UserError(problem('judge.wrong', { at, reason: issue?.message ?? '' }, path));
}

/** The name of the model that answers, which a command keeps to itself. */
export const modelOf = ({ model, name }: Pick<JudgeFile, 'model' | 'name'>): string => model ?? name;

/** The first 12 digits of the SHA-256 of a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The name of a judge's file of suggestions: model and prompt, in letters that every file system takes. */
export const suggestionFileName = (model: string, prompt: string): string =>
  `${model.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+|[.-]+$/g, '') || 'model'}@${prompt}.jsonl`;

/** The name that a file is called by in messages. */
export const shortName = (path: string): string => basename(path);
