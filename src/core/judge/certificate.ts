import { createHash } from 'node:crypto';
import type { JudgeKind } from '../model/annotation/judgeKind';
import { problem, UserError } from '../model/problems/problem';
import { certificateSchema, certificateVersion, type Certificate } from '../model/report/certificate';
import type { Criterion } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import { versionInForce } from '../model/rubric/rubric';
import type { Suggestion } from '../model/suggestion/suggestion';
import { certificateFigures } from '../quality/certificate/certificateFigures';
import type { AskedPart } from '../quality/certificate/judgedParts';
import type { PartScale } from '../quality/certificate/partScale';
import { readJudgements } from '../quality/judgements/readJudgements';
import type { Study } from '../study/study';
import { canonical, differencesOf, identityOf, isBy, judgedRubricsOf, type JudgeIdentity } from './identity';
import { judgeAnnotations } from './judgeAnnotations';
import type { JudgeFile } from './judgeFile';
import { keyOfSuggestion } from './questions';

/** Figures are rounded, so that the same data gives the same bytes on every machine. */
const digitsKept = 6;

export interface CertifyOptions {
  /** Slices, as `meta.domain`. */
  readonly by?: readonly string[];
  /** Whose judgments count: of people at the desk where nothing is said. */
  readonly origins?: readonly JudgeKind[];
  readonly signal?: AbortSignal;
}

/**
 * Measures a judge, as it is now, on what people judged blind. The study's journals must have been read.
 * @throws UserError where there is no answer of this judge
 */
export async function certify(
  study: Study,
  judge: JudgeFile,
  suggestions: readonly Suggestion[],
  { by, origins = ['human'], signal }: CertifyOptions = {},
): Promise<Certificate> {
  const identity = identityOf(judge, study);
  const own = latestOf(suggestions.filter((each) => isBy(each, identity)));
  if (own.length === 0) throw new UserError(problem('judge.noAnswers', { judge: judge.name }));
  const { verdicts, single } = judgeAnnotations(own);
  // Ids count up, so that the confidence of each is found by them.
  const numbered = verdicts.map(({ annotation }, at) => ({ ...annotation, id: String(at) }));
  const judgements = await readJudgements(study, {
    machines: [...numbered, ...single],
    ...(by && { by: [...by] }),
    ...(signal && { signal }),
  });
  const { counted, ...figures } = certificateFigures(
    judgements,
    judge.name,
    verdicts,
    askedParts(judge, study),
    origins,
  );
  const { annotations } = judgements;
  const items = new Set([...counted].map((annotation) => annotations.item[annotation] ?? ''));
  const hashes = new Map(own.map(({ item, hash }) => [item, hash]));
  const ids = [...counted].map((annotation) => annotations.id[annotation] ?? '').sort();
  const known = [...items].sort().map((item) => [item, hashes.get(item) ?? '']);
  return signed({
    v: certificateVersion,
    type: 'certificate',
    made: new Date().toISOString(),
    judge: identity,
    data: {
      items: items.size,
      annotations: counted.size,
      people: new Set([...counted].map((annotation) => annotations.annotator[annotation])).size,
      origins: [...origins],
      hash: sha256(canonical([known, ids])),
    },
    answers: {
      all: own.length,
      notUnderstood: own.filter(({ judgement }) => judgement === null).length,
      stale: staleAnswers(numbered, annotations.id),
    },
    ...figures,
    ...(!by && { slices: [], smallSlices: 0 }),
  });
}

/**
 * Of several answers to one question, as files have them that were merged, the last that was understood: a question has
 * one answer.
 */
function latestOf(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const latest = new Map<string, Suggestion>();
  for (const each of suggestions) {
    const key = keyOfSuggestion(each);
    const before = latest.get(key);
    if (!before || isBetter(each, before)) latest.set(key, each);
  }
  return [...latest.values()];
}

const isBetter = (one: Suggestion, other: Suggestion): boolean =>
  (one.judgement === null) === (other.judgement === null) ? one.id > other.id : other.judgement === null;

/** Everything that a judge is asked, whether people judged it or not: what nobody judged is not known, and no gate is met by it. */
function askedParts(judge: JudgeFile, { project, rubrics }: Pick<Study, 'project' | 'rubrics'>): readonly AskedPart[] {
  const { asks } = judge;
  switch (asks) {
    case 'pairs':
      return [{ asks, of: 'preferences', scale: { is: 'categories', isSigned: true } }];
    case 'first-error':
      return [{ asks, of: 'first error', scale: { is: 'categories' } }];
    case 'ratings':
      return (project.task.aspects ?? []).map(({ name, min, max }) => ({
        asks,
        of: name,
        scale: { is: 'scale', min, max },
      }));
    case 'verdicts':
      return judgedRubricsOf(judge, rubrics)
        .flatMap((rubric) => versionInForce(rubric).criteria)
        .filter(({ faulty }) => !faulty)
        .map((criterion) => ({ asks, of: criterion.id, scale: scaleOf(criterion) }));
  }
}

function scaleOf(criterion: Criterion): PartScale {
  const { min = 1, max = 5 } = criterion;
  const kind = kindOfCriterion(criterion);
  return kind === 'scale' ? { is: 'scale', min, max } : { is: 'categories', isYesNo: kind === 'yes-no' };
}

/** Verdicts on items whose texts are others now. */
function staleAnswers(verdicts: readonly { readonly id: string }[], found: readonly string[]): number {
  const ids = new Set(found);
  return verdicts.filter(({ id }) => !ids.has(id)).length;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A certificate with its signature; figures are rounded. */
function signed(certificate: Omit<Certificate, 'signature'>): Certificate {
  const rounded = JSON.parse(
    JSON.stringify(certificate, (_, value: unknown) =>
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digitsKept)) : value,
    ),
  ) as Omit<Certificate, 'signature'>;
  return { ...rounded, signature: sha256(canonical(rounded)) };
}

/** Reads a certificate. Throws `UserError` where it is none, or was changed after it was made. */
export function certificateIn(text: string, path: string): Certificate {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(problem('judge.noCertificate', { reason: String(error) }, path));
  }
  const read = certificateSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UserError(
      problem(
        'judge.noCertificate',
        { reason: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}` },
        path,
      ),
    );
  }
  const { signature, ...rest } = value as Certificate;
  if (sha256(canonical(rest)) !== signature) throw new UserError(problem('judge.certificateChanged', {}, path));
  return read.data;
}

/** What of a judge is another than when it was certified; the data too where people have judged more or otherwise. */
export function staleIn(
  certificate: Certificate,
  now: JudgeIdentity,
  data: Certificate['data'],
): readonly (keyof JudgeIdentity | 'data')[] {
  return [
    ...differencesOf(certificate.judge, now),
    ...(certificate.data.hash === data.hash ? [] : (['data'] as const)),
  ];
}
