import {
  journalVersion,
  timePattern,
  ulidPattern,
  type Annotation,
  type Judgement,
} from '../model/annotation/annotation';
import { critiqueParts, outcomes as knownOutcomes, ruleScopes } from '../model/annotation/judgementValues';
import { isWhole, scaleNames, scales, type Scale } from '../model/annotation/fields/scales';
import { modeNames } from '../model/annotation/mode';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a value is an annotation as Tiebreak itself writes nearly all of them, told without zod and six times as
 * fast: what is taken here, `journalLineSchema` takes too and gives back as it is. What is not may still be a line; the
 * schema says.
 */
export function passesFastCheck(value: unknown): value is Annotation {
  if (!isFields(value)) return false;
  const { shown, context, repeat, turn, role, mode, group, guidelines, texts } = value;
  const optional =
    said(context) +
    said(repeat) +
    said(turn) +
    said(role) +
    said(mode) +
    said(group) +
    said(guidelines) +
    said(texts) +
    said(value.offsets);
  return (
    fieldsIn(value) === 15 + optional &&
    value.v === journalVersion &&
    value.type === 'annotation' &&
    isText(value.id) &&
    ulidPattern.test(value.id) &&
    isFilled(value.annotator) &&
    isText(value.time) &&
    timePattern.test(value.time) &&
    isFilled(value.item) &&
    isFilled(value.hash) &&
    (context === undefined || isText(context)) &&
    (repeat === undefined || (isCount(repeat) && repeat > 0)) &&
    (turn === undefined || isCount(turn)) &&
    (role === undefined || role === 'adjudicator') &&
    (value.offsets === undefined || value.offsets === 'code-points') &&
    (group === undefined || isFilled(group)) &&
    (mode === undefined || (isText(mode) && knownModes.has(mode))) &&
    (value.duration === null ||
      (typeof value.duration === 'number' && value.duration >= 0 && value.duration < Infinity)) &&
    isOrigin(value.origin) &&
    isCount(value.round) &&
    isFields(value.question) &&
    fieldsIn(value.question) === 1 &&
    isCount(value.question.version) &&
    value.question.version > 0 &&
    (guidelines === undefined ||
      (isFields(guidelines) && fieldsIn(guidelines) === 1 && isFilled(guidelines.version))) &&
    (texts === undefined ||
      (isFields(texts) &&
        said(texts.rubrics) + said(texts.rules) === fieldsIn(texts) &&
        areHashes(texts.rubrics) &&
        areHashes(texts.rules))) &&
    Array.isArray(value.rubrics) &&
    value.rubrics.every(isRubric) &&
    isTexts(shown) &&
    (value.seed === null || isCount(value.seed)) &&
    isPlainJudgement(value.judgement, shown)
  );
}

const knownModes: ReadonlySet<string> = new Set(modeNames);

const parts: Readonly<Record<string, (part: unknown, shown: readonly string[]) => boolean>> = {
  ranking: isRanking,
  comparisons: (part, shown) =>
    Array.isArray(part) &&
    part.length > 0 &&
    part.every(
      (each) =>
        isFields(each) &&
        fieldsIn(each) === 3 + said(each.strength) + said(each.criterion) &&
        isShown(each.a, shown) &&
        isShown(each.b, shown) &&
        isText(each.outcome) &&
        outcomes.has(each.outcome) &&
        (each.strength === undefined || isFrom(1, 3, each.strength)) &&
        (each.criterion === undefined || isText(each.criterion)),
    ),
  ratings: (part, shown) =>
    Array.isArray(part) &&
    part.every(
      (each) =>
        isFields(each) &&
        fieldsIn(each) === 3 + said(each.note) &&
        isShown(each.response, shown) &&
        isText(each.aspect) &&
        (each.value === null || isNumber(each.value)) &&
        (each.note === undefined || isText(each.note)),
    ),
  flags: (part, shown) =>
    Array.isArray(part) &&
    part.every(
      (each) =>
        isFields(each) &&
        fieldsIn(each) === 1 + said(each.response) &&
        isText(each.flag) &&
        (each.response === undefined || isShown(each.response, shown)),
    ),
  critiques: (part, shown) => Array.isArray(part) && part.every((each) => isCritique(each, shown)),
  verdicts: (part, shown) => Array.isArray(part) && part.every((each) => isVerdict(each, shown)),
  winners: (part, shown) =>
    Array.isArray(part) &&
    part.every(
      (each) =>
        isFields(each) &&
        fieldsIn(each) === 2 &&
        isText(each.criterion) &&
        isTexts(each.responses) &&
        each.responses.length > 0 &&
        new Set(each.responses).size === each.responses.length &&
        each.responses.every((id) => shown.includes(id)),
    ),
  rules: (part) =>
    Array.isArray(part) && part.every(isRuleMark) && new Set(part.map(({ rule }) => rule)).size === part.length,
  rationale: isText,
  because: isTexts,
  acceptable: (part, shown) =>
    isFields(part) && Object.entries(part).every(([id, value]) => typeof value === 'boolean' && isShown(id, shown)),
  skip: (part) => isFields(part) && fieldsIn(part) === 1 && isFilled(part.reason),
  ...Object.fromEntries(
    scaleNames.map((name) => {
      const scale: Scale = scales[name];
      const isCounted = isWhole(scale) ? isCount : isNumber;
      return [name, (part: unknown) => isCounted(part) && isFrom(scale.least, scale.most, part)];
    }),
  ),
};

const outcomes: ReadonlySet<string> = new Set(knownOutcomes);

function isPlainJudgement(value: unknown, shown: readonly string[]): value is Judgement {
  if (!isFields(value) || (value.ranking !== undefined && value.comparisons !== undefined)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(parts, key) && parts[key]?.(value[key], shown));
}

function isRanking(value: unknown, shown: readonly string[]): boolean {
  if (!isFields(value) || fieldsIn(value) !== 1 || !Array.isArray(value.tiers) || value.tiers.length === 0)
    return false;
  const ranked: string[] = [];
  for (const tier of value.tiers as readonly unknown[]) {
    if (!isTexts(tier) || tier.length === 0) return false;
    for (const id of tier) {
      if (!shown.includes(id) || ranked.includes(id)) return false;
      ranked.push(id);
    }
  }
  return true;
}

function isRubric(value: unknown): boolean {
  return isFields(value) && fieldsIn(value) === 2 && isText(value.id) && isCount(value.version) && value.version > 0;
}

function areHashes(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isFields(value)) return false;
  for (const key in value) if (!isFilled(value[key])) return false;
  return true;
}

const knownScopes: ReadonlySet<string> = new Set(ruleScopes);

function isRuleMark(value: unknown): value is { readonly rule: string } {
  return (
    isFields(value) &&
    fieldsIn(value) === 3 &&
    isFilled(value.rule) &&
    isCount(value.version) &&
    value.version > 0 &&
    isText(value.scope) &&
    knownScopes.has(value.scope)
  );
}

function isOrigin(value: unknown): boolean {
  if (!isFields(value)) return false;
  const length = fieldsIn(value);
  return (value.kind === 'human' && length === 1) || (value.kind === 'imported' && length === 2 && isText(value.from));
}

function isCritique(each: unknown, shown: readonly string[]): boolean {
  if (!isFields(each)) return false;
  const written = critiqueParts.filter((part) => each[part] !== undefined);
  return (
    fieldsIn(each) === 2 + written.length &&
    isShown(each.response, shown) &&
    isText(each.text) &&
    written.every((part) => isText(each[part]))
  );
}

function isVerdict(each: unknown, shown: readonly string[]): boolean {
  if (!isFields(each)) return false;
  const { value, note } = each;
  const isValue = value === null || typeof value === 'boolean' || isText(value) || isNumber(value);
  return (
    isValue &&
    fieldsIn(each) === (note === undefined ? 3 : 4) &&
    isShown(each.response, shown) &&
    isText(each.criterion) &&
    (note === undefined || isText(note))
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 1 of a field that is there. */
const said = (value: unknown): number => (value === undefined ? 0 : 1);

/**
 * Counts the fields of a parsed object, which inherits none. A list of their names would be garbage, of which a journal
 * of a million lines makes half a gigabyte.
 */
function fieldsIn(value: Fields): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFilled(value: unknown): value is string {
  return isText(value) && value.length > 0;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isShown(value: unknown, shown: readonly string[]): boolean {
  return isText(value) && shown.includes(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const isFrom = (least: number, most: number, value: unknown): boolean =>
  isNumber(value) && value >= least && value <= most;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
