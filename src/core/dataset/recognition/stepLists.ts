import { hasWord, keyOf, plainName, wordSet, wordsIn } from '../fields/fieldWords';
import { isObject, type JsonObject } from '../fields/recordFields';
import { asMessages } from '../items/messages';

/** Lists in records that hold the steps of an agent's run, by what stands in them, whatever they are called. */
export interface StepLists {
  /** Where they are: `structured_turns`, `log.events`. */
  readonly steps: readonly string[];
  /** Fields beside them that say how a run ended. */
  readonly outcomes: readonly string[];
}

/** What a tool gave back. */
const gaveNames = /^(obs|observations?|tool(output|result|response)s?)$/;
/** What was called. */
const calledNames =
  /^(actions?|command|functioncall|functionname|tool|tool(args|arguments|calls?|input|inputs|name)|call)$/;
/** How an entry says that it is of a tool. */
const kindNames: ReadonlySet<string> = new Set(['from', 'kind', 'role', 'type']);
const toolKinds =
  /^(action|environment|function|functioncall|functioncalloutput|observation|tool|tool(call|result|response|use))$/;
/** What of a run's end a program says. */
const endWords = wordSet('outcome passed resolved reward solved succeeded success');

/** What of several answers a field is of, so that it is no end of all. */
const ofOne = /chosen|rejected|accepted|better|worse|winn|los(e|ing)|(^|[_.])([ab]|\d+)$/i;

const isSome = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

function isStep(entry: JsonObject): boolean {
  const names = Object.keys(entry).filter((name) => isSome(entry[name]));
  const has = (of: RegExp): boolean => names.some((name) => of.test(plainName(name)));
  return (
    (has(gaveNames) && has(calledNames)) ||
    names.some((name) => {
      const value = entry[name];
      if (kindNames.has(name)) return typeof value === 'string' && toolKinds.test(plainName(value));
      // Calls with what came back.
      return (
        /^tool(call|use)s?$/.test(plainName(name)) &&
        Array.isArray(value) &&
        value.some((call) => isObject(call) && ['output', 'result', 'observation'].some((gave) => isSome(call[gave])))
      );
    })
  );
}

/** So many records, and entries of a list, are looked at, and so deep. */
const [sampled, entriesSeen, deepest] = [50, 100, 3];

/**
 * The lists of steps in half of the records or more. A conversation with calls, as chat templates take it, is one only
 * beside an outcome. Undefined where there are none.
 */
export function stepListsIn(records: readonly JsonObject[]): StepLists | undefined {
  const some = records.slice(0, sampled);
  const counts = new Map<string, number>();
  const outcomes = [...new Set(some.flatMap((record) => Object.keys(record)))].filter(
    (name) => hasWord(wordsIn(name), endWords) && !ofOne.test(name) && some.some((record) => isEnd(record[name])),
  );
  const look = (value: unknown, path: string, left: number): void => {
    if (Array.isArray(value)) {
      const entries = value.slice(0, entriesSeen).filter(isObject);
      if (entries.length > 1 && entries.some(isStep) && (outcomes.length > 0 || !asMessages(value)))
        counts.set(path, (counts.get(path) ?? 0) + 1);
    } else if (isObject(value) && left > 0)
      for (const [key, inner] of Object.entries(value)) look(inner, path === '' ? key : `${path}.${key}`, left - 1);
  };
  for (const record of some) look(record, '', deepest);
  const steps = [...counts].filter(([, count]) => count * 2 >= some.length).map(([path]) => path);
  return steps.length > 0 ? { steps, outcomes } : undefined;
}

/** The fields by which records are steps themselves, one a record: in half of them or more. */
export function stepFields(records: readonly JsonObject[]): readonly string[] {
  if (records.length < 2 || records.filter(isStep).length * 2 < records.length) return [];
  return [...new Set(records.slice(0, sampled).flatMap((record) => Object.keys(record)))].filter((name) =>
    [gaveNames, calledNames].some((names) => names.test(plainName(name))),
  );
}

const isEnd = (value: unknown): boolean =>
  typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value.length < 20);

/** Whether a path of a mapping leads into a list. */
export const leadsInto = (path: string, list: string): boolean =>
  path
    .split(',')
    .some((each) => each === list || each.startsWith(`${list}.`) || each.replaceAll('*.', '') === keyOf(list));

const methods = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Whether records are what a program recorded of requests over HTTP, with what came back: in half of them or more. */
export function areHttpRecordings(records: readonly JsonObject[]): boolean {
  const isRequest = ({ method, url, path, scope }: JsonObject): boolean =>
    typeof method === 'string' && methods.test(method) && [url, path, scope].some((each) => typeof each === 'string');
  const isRecording = (record: JsonObject): boolean =>
    (isRequest(record) && ('response' in record || typeof record.status === 'number')) ||
    (isObject(record.request) && isRequest(record.request) && 'response' in record);
  return records.length > 0 && records.filter(isRecording).length * 2 >= records.length;
}
