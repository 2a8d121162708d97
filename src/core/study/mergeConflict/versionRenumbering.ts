import type { Annotation, JournalLine } from '../../model/annotation/annotation';
import type { Rubrics } from '../../model/rubric/rubric';
import type { Rules } from '../../model/rubric/rule';
import { hashOfVersion, numbersOf, type Version, type Versioned } from './mergeVersions';

/**
 * Annotations name versions of rubrics and rules by number, and two people who edit apart from one another may give one
 * number to two of them. So a line says beside the numbers what it was made under by a hash of the words (`texts`), and
 * wherever a version has met another with its number, lines are read with the number that theirs has now. Of lines
 * without hashes, of before: the one by the line's own annotator, else the one that has the criteria judged by, else
 * the oldest that is no younger than the line.
 */

/** What lines name versions of. */
export interface StudyVersions {
  readonly rubrics: Rubrics;
  readonly rules: Rules;
}

/** The hashes of what an annotation names, by `id@version`. */
type Texts = Readonly<Record<string, string>>;

const keyOf = (id: string, version: number): string => `${id}@${version}`;

/** A line with the hashes of the versions that it names; as it is where it names none that is there. */
export function withVersionHashes(line: JournalLine, named: StudyVersions): JournalLine {
  if (line.type !== 'annotation' || line.texts) return line;
  const rubrics = textsOf(line.rubrics, named.rubrics.rubrics);
  const rules = textsOf(rulesIn(line), named.rules.rules);
  return rubrics || rules ? { ...line, texts: { ...(rubrics && { rubrics }), ...(rules && { rules }) } } : line;
}

function textsOf(
  refs: readonly { readonly id: string; readonly version: number }[],
  all: readonly Versioned[],
): Texts | undefined {
  const found = refs.flatMap(({ id, version }): [string, string][] => {
    const text = versionsOf(all)
      .get(id)
      ?.find((each) => each.version === version);
    return text ? [[keyOf(id, version), hashOfVersion(text)]] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const byId = new WeakMap<readonly Versioned[], ReadonlyMap<string, readonly Version[]>>();

/** Made once for each list, which is never altered. */
function versionsOf(all: readonly Versioned[]): ReadonlyMap<string, readonly Version[]> {
  let found = byId.get(all);
  if (!found) byId.set(all, (found = new Map(all.map(({ id, versions }) => [id, versions]))));
  return found;
}

const rulesIn = ({ judgement: { rules = [], refinements = [] } }: Annotation): { id: string; version: number }[] => [
  ...rules.map(({ rule: id, version }) => ({ id, version })),
  ...refinements.flatMap(({ rule }) => (rule ? [rule] : [])),
];

/** Reads a line with the numbers that the versions which it names have now. */
export type Renumbering = <L extends JournalLine>(line: L) => L;

const namings = new WeakMap<Rubrics, { readonly rules: Rules; readonly naming: Renumbering | undefined }>();

/**
 * Finds out how lines are to be read with these rubrics and rules; undefined where no version met another with its
 * number, so that lines stand as they are.
 */
export function renumberingOf({ rubrics, rules }: StudyVersions): Renumbering | undefined {
  const known = namings.get(rubrics);
  if (known?.rules === rules) return known.naming;
  const naming = newNaming({ rubrics, rules });
  namings.set(rubrics, { rules, naming });
  return naming;
}

function newNaming({ rubrics, rules }: StudyVersions): Renumbering | undefined {
  const [ofRubrics, ofRules] = [new Numbers(rubrics.rubrics), new Numbers(rules.rules)];
  if (ofRubrics.areAsNamed && ofRules.areAsNamed) return undefined;
  return <L extends JournalLine>(line: L): L => {
    if (line.type !== 'annotation') return line;
    const { judgement, texts } = line;
    const rubricNumber = (id: string, version: number): number => ofRubrics.now(id, version, line, texts?.rubrics);
    const ruleNumber = (id: string, version: number): number => ofRules.now(id, version, line, texts?.rules);
    return {
      ...line,
      rubrics: line.rubrics.map(({ id, version }) => ({ id, version: rubricNumber(id, version) })),
      judgement: {
        ...judgement,
        ...(judgement.rules && {
          rules: judgement.rules.map((mark) => ({ ...mark, version: ruleNumber(mark.rule, mark.version) })),
        }),
        ...(judgement.refinements && {
          refinements: judgement.refinements.map((each) =>
            each.rule
              ? { ...each, rule: { id: each.rule.id, version: ruleNumber(each.rule.id, each.rule.version) } }
              : each,
          ),
        }),
      },
    };
  };
}

/** Finds the versions that a number may name. */
class Numbers {
  /** Of the numbers that name several: these, by `id@version`. */
  private readonly several = new Map<string, readonly Version[]>();

  constructor(all: readonly Versioned[]) {
    for (const { id, versions } of all) {
      if (versions.every(({ was }) => was === undefined)) continue;
      for (const number of new Set(versions.flatMap(numbersOf)))
        this.several.set(
          keyOf(id, number),
          versions.filter((each) => numbersOf(each).includes(number)),
        );
    }
  }

  get areAsNamed(): boolean {
    return this.several.size === 0;
  }

  now(id: string, version: number, line: Annotation, texts: Texts | undefined): number {
    const key = keyOf(id, version);
    const found = this.several.get(key);
    if (!found) return version;
    const hash = texts?.[key];
    const meant =
      hash === undefined
        ? probable(found, line)
        : (found.find((each) => hashOfVersion(each) === hash) ?? found.find((each) => each.version === version));
    return meant?.version ?? version;
  }
}

/** The version that a line without hashes names, as far as that can be told. */
function probable(
  found: readonly Version[],
  { annotator, time, judgement: { verdicts = [] } }: Annotation,
): Version | undefined {
  const own = found.find(({ author }) => author === annotator);
  if (own) return own;
  const judged = found.filter((each) =>
    hasCriteria(
      each,
      verdicts.map(({ criterion }) => criterion),
    ),
  );
  const among = judged.length > 0 ? judged : found;
  return among.find((each) => each.time === undefined || each.time <= time) ?? among[0];
}

function hasCriteria(
  version: Version & { readonly criteria?: readonly { readonly id: string }[] },
  ids: readonly string[],
): boolean {
  return ids.every((id) => version.criteria?.some((each) => each.id === id) ?? true);
}
