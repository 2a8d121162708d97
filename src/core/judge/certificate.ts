import { createHash } from 'node:crypto';
import type { JudgeKind } from '../model/annotation/judgeKind';
import { problem, UserError } from '../model/problems/problem';
import { certificateSchema, certificateVersion, type Certificate } from '../model/report/certificate';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import { versionInForce } from '../model/rubric/rubric';
import type { Suggestion } from '../model/suggestion/suggestion';
import { certificateFigures } from '../quality/certificate/certificateFigures';
import { readJudgements } from '../quality/judgements/readJudgements';
import type { Study } from '../study/study';
import { canonical, differencesOf, identityOf, isBy, type JudgeIdentity } from './identity';
import { judgeAnnotations } from './judgeAnnotations';
import type { JudgeFile } from './judgeFile';

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
  { by, origins, signal }: CertifyOptions = {},
): Promise<Certificate> {
  const identity = identityOf(judge, study);
  const own = suggestions.filter((each) => isBy(each, identity));
  if (own.length === 0) throw new UserError(problem('judge.noAnswers', { judge: judge.name }));
  const { verdicts, single } = judgeAnnotations(own);
  // Ids count up, so that the confidence of each is found by them.
  const numbered = verdicts.map(({ annotation }, at) => ({ ...annotation, id: String(at) }));
  const judgements = await readJudgements(study, {
    machines: [...numbered, ...single],
    ...(by && { by: [...by] }),
    ...(signal && { signal }),
  });
  const yesNo = new Set(
    study.rubrics.rubrics.flatMap((rubric) =>
      versionInForce(rubric).criteria.flatMap((criterion) =>
        kindOfCriterion(criterion) === 'yes-no' ? criterion.id : [],
      ),
    ),
  );
  const { counted, slices, ...figures } = certificateFigures(judgements, judge.name, verdicts, yesNo, origins);
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
      hash: sha256(canonical([known, ids])),
    },
    answers: {
      all: own.length,
      notUnderstood: own.filter(({ judgement }) => judgement === null).length,
      stale: staleAnswers(numbered, annotations.id),
    },
    ...figures,
    slices: by ? slices : [],
  });
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
