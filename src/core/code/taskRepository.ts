import { resolve } from 'node:path';
import type { Item } from '../model/item/item';
import { problem, UserError } from '../model/problems/problem';
import type { CodeSetting } from '../model/study/options/codeOptions';

/** What an item and its study say of the repository of a task. */
export interface TaskRepository {
  /** As the dataset names it: `django/django`. */
  readonly name?: string;
  readonly commit?: string;
  readonly test?: TaskTest;
}

/** In seconds. */
const usualTimeout = 600;

/** The tests of a task. */
export interface TaskTest {
  readonly command: string;
  readonly image?: string;
  /** In seconds. */
  readonly timeout: number;
  /** Tests that the study names, for what the item says nothing of. */
  readonly shouldPass: readonly string[];
  /** Tests that fail before the right change and pass after it, by their names. */
  readonly failToPass: readonly string[];
  /** Tests that pass before and after. */
  readonly passToPass: readonly string[];
  /** Where the command writes a report in JUnit's XML. */
  readonly report?: string;
  /** A patch that brings the tests in. */
  readonly patch?: string;
}

/**
 * The fields of a record that say where the code of its task is and how it is tested: those of SWE-bench
 * (`swebench/harness/constants`, `SWEbenchInstance`) and of those that write alike, by what they say.
 */
const fields = {
  name: ['repository', 'repo', 'repo_name'],
  commit: ['commit', 'base_commit'],
  command: ['test_cmd'],
  image: ['image_name', 'docker_image'],
  patch: ['test_patch'],
  failToPass: ['FAIL_TO_PASS'],
  passToPass: ['PASS_TO_PASS'],
} as const;
const allFields: ReadonlySet<string> = new Set(Object.values(fields).flat());

/** Whether a field of a record says where the code of its task is, or how it is tested. */
export const isTaskField = (name: string): boolean => allFields.has(name);

/**
 * Finds what an item says of its repository and tests (`isTaskField`); the study says what the item does not, and its
 * own command goes before that of the item.
 */
export function taskRepositoryOf({ metadata = {} }: Pick<Item, 'metadata'>, setting: CodeSetting = {}): TaskRepository {
  const text = (field: keyof typeof fields): string | undefined =>
    fields[field]
      .map((name) => metadata[name])
      .find((value): value is string => typeof value === 'string' && value !== '');
  const name = nameOf(text('name') ?? '');
  const commit = text('commit') ?? setting.commit;
  const command = setting.test?.command ?? text('command');
  const image = text('image') ?? setting.test?.image;
  const patch = text('patch');
  const names = (field: 'failToPass' | 'passToPass'): readonly string[] => namesIn(metadata[fields[field][0]]);
  return {
    ...(name !== undefined && { name }),
    ...(commit !== undefined && { commit }),
    ...(command !== undefined && {
      test: {
        command,
        timeout: setting.test?.timeout ?? usualTimeout,
        shouldPass: setting.test?.shouldPass ?? [],
        ...(image !== undefined && { image }),
        failToPass: names('failToPass'),
        passToPass: names('passToPass'),
        ...(setting.test?.report !== undefined && { report: setting.test.report }),
        ...(patch !== undefined && { patch }),
      },
    }),
  };
}

/** Names of tests: a list, or the JSON of one, as SWE-bench's files have it. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  if (typeof value !== 'string' || !value.startsWith('[')) return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** The owner and name of a repository, without the address of where it is. */
function nameOf(text: string): string | undefined {
  const name = text
    .trim()
    .replace(/^(?:[a-z+]+:\/\/[^/]+\/|[^/@\s]+@[^:/\s]+:|github\.com\/)/i, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
  return name === '' ? undefined : name;
}

/**
 * The path of a repository by a pattern of the study, relative to the folder of the project; undefined where the study
 * has none, or it asks for a name that the item does not have. Throws `UserError` where the name is none of a folder.
 *
 *     repositoryPath('repos/{repo_name}.git', 'django/django', '/study') // '/study/repos/django.git'
 */
export function repositoryPath(
  pattern: string | undefined,
  name: string | undefined,
  folder: string,
): string | undefined {
  if (pattern === undefined) return undefined;
  if (!/\{repo(?:_name)?\}/.test(pattern)) return resolve(folder, pattern);
  if (name === undefined) return undefined;
  const parts = name.split('/');
  // An item of somebody else's dataset leads to no other folder.
  if (!parts.every((part) => /^[\w.+~-]+$/.test(part) && !/^\.+$/.test(part)))
    throw new UserError(problem('code.nameInPattern', { name }));
  return resolve(folder, pattern.replaceAll('{repo_name}', parts.at(-1) ?? '').replaceAll('{repo}', name));
}
