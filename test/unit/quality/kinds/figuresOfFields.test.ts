import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { annotationSchema, type Annotation } from '../../../../src/core/model/annotation/annotation';
import { figureNames } from '../../../../src/core/model/report/figureNames';
import type { QualityReport } from '../../../../src/core/model/report/quality';
import { itemFactsOf } from '../../../../src/core/quality/coverage/coverage';
import { StudyCriteria } from '../../../../src/core/quality/coverage/studyCriteria';
import type { ItemFacts } from '../../../../src/core/quality/coverage/items/itemFacts';
import type { FoundTexts } from '../../../../src/core/quality/coverage/items/responseTexts';
import { JudgementCollector } from '../../../../src/core/quality/judgements/studyJudgements';
import { reportOf } from '../../../../src/core/quality/report/qualityReport';
import type { Study } from '../../../../src/core/study/study';
import { annotationsOf } from '../../made/judgedRecords';
import { studyOf } from '../../made/study';
import { figuresOfFields } from './figuresOfFields';
import { journalFields } from './journalFields';
import { saidInEveryField } from './saidInEveryField';

const fields = journalFields();
const isPartOf = (field: string, path: string): boolean =>
  [`${path}.`, `${path}[]`].some((start) => field.startsWith(start));
/** Whether a field above it says that nothing below it needs a figure. */
const isBelowNone = (field: string): boolean =>
  Object.entries(figuresOfFields).some(([path, measured]) => 'none' in measured && isPartOf(field, path));

const measured = Object.entries(figuresOfFields).flatMap(([field, each]) =>
  'figures' in each ? [{ field, ...each }] : [],
);
/** Coverage has tests of its own: what its figures are of is counted anew there in the plainest way. */
const here = measured.filter(({ figures }) => !figures.every((name) => name.startsWith('coverage.')));

describe('the fields of the journal', () => {
  it('are all measured by a figure, or say why they need none', () => {
    expect(fields.filter((field) => !(field in figuresOfFields) && !isBelowNone(field))).toEqual([]);
  });

  it('are all in the schema, where a figure is named for them', () => {
    expect(Object.keys(figuresOfFields).filter((field) => !fields.includes(field))).toEqual([]);
  });

  it('are measured by figures that there are', () => {
    const kinds = new Set(figureNames.map((name) => name.slice(0, name.indexOf('.'))));
    const names: readonly string[] = figureNames;
    const named = measured.flatMap(({ figures }) => figures);
    expect(named.filter((name) => kinds.has(name.slice(0, name.indexOf('.'))) && !names.includes(name))).toEqual([]);
  });
});

describe('a field of the journal', () => {
  let study: Study;
  let facts: ItemFacts & { readonly texts: FoundTexts };
  let annotations: Annotation[];
  let before: QualityReport;
  const reportOn = (lines: readonly Annotation[]): QualityReport => {
    const collector = new JudgementCollector(facts);
    for (const line of lines) {
      const row = facts.rowOf(line.item, line.hash);
      if (line.role === undefined) collector.add(line, row);
      else collector.settle(line, row);
    }
    return reportOf(collector.found(0), study);
  };
  beforeAll(async () => {
    const { records, said } = saidInEveryField();
    const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
    study = await studyOf(folder, records);
    annotations = await annotationsOf(study, said);
    const found = await itemFactsOf(study, new StudyCriteria(study.rubrics), { withTexts: 'all' });
    if (!found.texts) throw new Error('texts were not read');
    facts = { ...found, texts: found.texts };
    before = reportOn(annotations);
    return async () => {
      await study.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  it.each(here.map(({ field, figures, other }) => [field, figures, other] as const))(
    '%s changes its figures where it changes',
    (field, figures, other = somethingElse) => {
      let changes = 0;
      // Of some people on some items, as what changes everywhere alike can leave a share as it is.
      const changed = annotations.map((line, at) => {
        if (at % 5 > 1) return line;
        const copy = structuredClone(line) as Record<string, unknown>;
        changes += change(copy, field.split('.'), other);
        return annotationSchema.parse(copy);
      });
      expect(changes, `nothing in the study has ${field}`).toBeGreaterThan(0);
      const after = reportOn(changed);
      for (const name of figures)
        if (!name.startsWith('coverage.')) expect(figureIn(after, name), name).not.toEqual(figureIn(before, name));
    },
  );
});

function figureIn(report: QualityReport, name: string): unknown {
  const own = report.judgments.kinds.flatMap(({ figures }) => figures.filter((figure) => figure.name === name));
  if (figureNames.some((each) => each === name)) return own.map(({ what, value }) => ({ what, value }));
  return name.split('.').reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], report);
}

/** Another value of the same type; nothing for what is no single value. */
function somethingElse(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value} more` : undefined;
}

/** Changes a field wherever it is, or sets one of the annotation itself that is not there; how often. */
function change(
  record: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  other: (value: unknown) => unknown,
): number {
  const key = name.replace(/\[\]$/, '');
  if (rest.length > 0) {
    const below = record[key];
    const all = name.endsWith('[]') ? ((below ?? []) as unknown[]) : below === undefined ? [] : [below];
    return all.reduce<number>((sum, each) => sum + change(each as Record<string, unknown>, rest, other), 0);
  }
  const value = record[key];
  const next = other(value);
  if (value === undefined && next === undefined) return 0;
  if (next === undefined) Reflect.deleteProperty(record, key);
  else record[key] = next;
  return 1;
}
