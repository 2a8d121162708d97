import type { ToolCall } from './item';

/** What is wrong in a call, as far as the right call follows from it. */
interface Correction {
  readonly path: string;
  readonly verdict: string;
  readonly corrected?: unknown;
}

/** A part of a call that can be judged by itself. */
export interface CallPlace {
  /** '' for the tool, else a JSON Pointer to an argument; `wholeText` for arguments that are one text. */
  readonly path: string;
  readonly value: unknown;
}

/** The path of the tool that is called. */
export const toolPath = '';
/** The path of arguments that are one text: a command, or JSON that cannot be read. */
export const wholeText = '/';

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value);

/**
 * The arguments of a call as an object or a list, also where the model wrote them as JSON text; undefined where they
 * are one text.
 */
export function argumentsOf({ arguments: given }: ToolCall): Container | undefined {
  if (typeof given !== 'string') return given;
  try {
    const parsed: unknown = JSON.parse(given);
    return isContainer(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the places of a call: its tool, then each argument down to values without parts, in the order of the call. */
export function callPlaces(call: ToolCall): readonly CallPlace[] {
  const given = argumentsOf(call);
  return [
    { path: toolPath, value: call.name },
    ...(given ? leavesOf(given, '') : [{ path: wholeText, value: call.arguments }]),
  ];
}

function leavesOf(value: unknown, path: string): CallPlace[] {
  const parts = isContainer(value) ? Object.entries(value) : [];
  if (parts.length > 0) return parts.flatMap(([name, each]) => leavesOf(each, `${path}/${escaped(name)}`));
  return path === '' ? [] : [{ path, value }];
}

/** Tells whether a call still has what a mark is about: the argument, or (where that is missing) the room for it. */
export function hasPlace(call: ToolCall, { path, verdict }: Pick<Correction, 'path' | 'verdict'>): boolean {
  if (path === toolPath) return true;
  const given = argumentsOf(call);
  if (!given) return path === wholeText && verdict !== 'missing';
  return verdict === 'missing' ? valueAt(given, path) === undefined : valueAt(given, path) !== undefined;
}

/** The value of a place of a call; undefined where it has no such place. */
export function valueOfPlace(call: ToolCall, path: string): unknown {
  if (path === toolPath) return call.name;
  const given = argumentsOf(call);
  if (given) return valueAt(given, path);
  return path === wholeText ? call.arguments : undefined;
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of namesIn(path)) {
    if (!isContainer(at) || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The path of an argument by its names, the outermost first. */
export const pathOf = (...names: readonly string[]): string => names.map((name) => `/${escaped(name)}`).join('');

/** The names that a JSON Pointer goes through, the outermost first. */
export const namesIn = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Makes the right call of what is wrong in one. Undefined where that does not follow: something is wrong of which
 * nobody said what it should be, the whole call should not be there, or a place is not in the call.
 */
export function correctedCall(call: ToolCall, marks: readonly Correction[]): ToolCall | undefined {
  let name = call.name;
  let given: unknown = argumentsOf(call) ?? call.arguments;
  for (const mark of inOrder(marks)) {
    const { path, verdict, corrected } = mark;
    if (!hasPlace(call, mark) || (corrected === undefined && verdict !== 'unexpected')) return undefined;
    if (path === toolPath) {
      if (verdict !== 'wrong-tool' || typeof corrected !== 'string') return undefined;
      name = corrected;
    } else if (path === wholeText && !argumentsOf(call)) given = corrected;
    else {
      const changed = changedAt(given, namesIn(path), mark);
      if (!changed) return undefined;
      given = changed;
    }
  }
  const { id } = call;
  const written = typeof given === 'string' ? argumentsOf({ name, arguments: given }) : given;
  // Arguments are an object, or a text: also where they were no object, and are one now.
  const whole = isFields(written) ? written : given;
  return {
    ...(id !== undefined && { id }),
    name,
    arguments: typeof whole === 'string' || isFields(whole) ? whole : JSON.stringify(whole),
  };
}

/** Values first, as names and places move by what comes after; entries of a list from its end. */
function inOrder(marks: readonly Correction[]): readonly Correction[] {
  const rank = ({ verdict }: Correction): number => (verdict === 'wrong-name' ? 1 : verdict === 'unexpected' ? 2 : 0);
  const depth = ({ path }: Correction): number => namesIn(path).length;
  const last = ({ path }: Correction): number => Number(namesIn(path).at(-1) ?? 0);
  return [...marks].sort((a, b) => rank(a) - rank(b) || depth(b) - depth(a) || last(b) - last(a) || 0);
}

/** An object or a list with one of its places changed; undefined where that cannot be. */
function changedAt(value: unknown, [name = '', ...rest]: readonly string[], mark: Correction): Container | undefined {
  if (!isContainer(value)) return undefined;
  const within = rest.length > 0;
  const next = within ? changedAt((value as Readonly<Record<string, unknown>>)[name], rest, mark) : undefined;
  if (within && !next) return undefined;
  const { verdict, corrected } = mark;
  if (Array.isArray(value)) {
    const at = Number(name);
    if (within) return (value as readonly unknown[]).with(at, next);
    if (verdict === 'wrong-name') return undefined;
    if (verdict === 'unexpected') return (value as readonly unknown[]).toSpliced(at, 1);
    if (verdict === 'missing') return at === value.length ? [...(value as readonly unknown[]), corrected] : undefined;
    return (value as readonly unknown[]).with(at, corrected);
  }
  const entries = Object.entries(value);
  if (verdict === 'missing' && !within) return Object.fromEntries([...entries, [name, corrected]]);
  // Another argument has the name already.
  if (!within && verdict === 'wrong-name' && (typeof corrected !== 'string' || Object.hasOwn(value, corrected)))
    return undefined;
  return Object.fromEntries(
    entries.flatMap(([key, each]): [string, unknown][] => {
      if (key !== name) return [[key, each]];
      if (within) return [[key, next]];
      if (verdict === 'unexpected') return [];
      return [verdict === 'wrong-name' ? [corrected as string, each] : [key, corrected]];
    }),
  );
}
