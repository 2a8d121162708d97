import { checkValue } from '../../model/problems/checkValue';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { ulidPattern } from '../../model/annotation/annotation';
import { isErrorCode } from '../../journal/fileStatus';
import type { ManifestFault } from '../../model/problems/export/folder';
import { firstIssue, messageOf, problem, UserError } from '../../model/problems/problem';

/** `.tiebreak-manifest.json`: what an export was made of, and with. */

export const manifestVersion = 2;

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex digits');
const reasons = z.record(z.string(), z.looseObject({ count, reason: z.string() }));

/** See `Noise` in quality/noise. */
const noiseSchema = z.object({
  epsilon: z.number(),
  low: z.number(),
  high: z.number(),
  pairs: count,
  flipped: count,
  items: count,
});
const noiseFigures = z.object({ overall: noiseSchema, byAnnotator: z.record(z.string(), noiseSchema) });

const fileSchema = z.object({
  /** In the export's folder. */
  name: z
    .string()
    .min(1)
    .regex(/^[^/\\]+$/, 'names a file elsewhere'),
  bytes: count,
  sha256,
  /** Of a data file, and of the sidecar that tells where rows came from. */
  rows: count.optional(),
});
/** An image, sound or film that lies in the export's folder, below it. */
const mediaSchema = z.object({
  name: z.string().regex(/^media\/[0-9a-f]+(\.[a-z0-9]+)?$/, 'names a file elsewhere'),
  bytes: count,
  sha256,
});
export type CopiedMedia = Readonly<z.infer<typeof mediaSchema>>;
export type ManifestFile = Readonly<z.infer<typeof fileSchema>>;

export const manifestSchema = z.object({
  /** Absent in manifests of versions that did not list files. */
  version: z
    .int()
    .positive()
    .max(manifestVersion, `is later than ${manifestVersion}: made by a later version of Tiebreak`)
    .optional(),
  format: z.string().min(1),
  /** What the study declares of the format, where it is one of the study's own: its columns are known without the study. */
  declared: z
    .object({ of: z.string(), title: z.string().optional(), columns: z.record(z.string(), z.string()) })
    .optional(),
  /** Trainers that read it unchanged, with what they need to be told. */
  trainers: z.array(z.string()),
  /** `path` as the project has it. */
  dataset: z.looseObject({
    sources: z.array(z.looseObject({ path: z.string(), bytes: count.optional(), sha256 })),
    layout: z.string(),
    mapping: z.record(z.string(), z.unknown()),
  }),
  /** As the export was asked for: with these and the same study the same bytes come out. */
  options: z.record(z.string(), z.unknown()),
  /** What the export went by where nobody chose an option. */
  defaults: z.record(z.string(), z.unknown()).optional(),
  /** What annotators were asked, of those versions that the rows were judged under. */
  questions: z.array(z.looseObject({ version: z.int(), text: z.string() })),
  /** Versions of the guidelines (`study/guidelines`). */
  guidelines: z.array(z.string()).optional(),
  /** Versions of rubrics; those too that rows without a judgement are made of. */
  rubrics: z
    .array(z.looseObject({ id: z.string(), title: z.string().optional(), version: z.int().positive() }))
    .optional(),
  /** Names, or pseudonyms. */
  annotators: z.array(z.string()),
  /** Whether annotators are named by pseudonyms; their salt is nowhere in the export. */
  pseudonymised: z.literal(true).optional(),
  /** Considered, whether they gave rows or not. */
  annotations: count,
  /** The latest id of the annotations in force at the time. */
  newest: z.string().regex(ulidPattern, 'is not a ULID').optional(),
  /** How often labels are likely wrong: ε from items that several judged, and from those that came again. */
  noise: z.object({ overlap: noiseFigures.optional(), repeats: noiseFigures.optional() }).optional(),
  /**
   * Where one preference was made of several annotators': items that several judged, and on how many of them other
   * rules give different, and opposed, preferences.
   */
  aggregated: z.object({ rule: z.string(), items: count, different: count, opposed: count }).optional(),
  /**
   * Items left out because a benchmark asks them: by which rule (runs of `gram` words that hold more than the share
   * `above` of its words), by file, with the first few of each.
   */
  overlaps: z
    .object({
      rule: z.object({ gram: z.int().positive(), above: z.number() }),
      files: z.array(
        z.object({
          file: z.string(),
          items: count,
          first: z.array(z.object({ item: z.string(), at: z.string(), share: z.number() })),
        }),
      ),
    })
    .optional(),
  rows: z.record(z.string(), count),
  dropped: reasons,
  notes: reasons,
  unreadable: count,
  /** All but this one. */
  files: z.array(fileSchema).optional(),
  /** Images, audio and video that rows name, where they were copied or linked into the folder. */
  media: z.array(mediaSchema).optional(),
  provenance: z.string().optional(),
});
export type Manifest = Readonly<z.infer<typeof manifestSchema>>;

/** A manifest as it is written. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, undefined, 2)}\n`;

/** Why a manifest cannot be read. */
export interface UnreadManifest {
  /** Absolute path. */
  readonly manifest: string;
  readonly fault: ManifestFault;
  readonly reason: string;
}

/** A manifest that cannot be read. */
export class ManifestError extends UserError {
  override readonly name: string = 'ManifestError';

  constructor(
    readonly what: UnreadManifest,
    options?: ErrorOptions,
  ) {
    const { manifest, ...params } = what;
    super(problem('export.manifestNotRead', params, manifest), options);
  }
}

/** The manifest at `path`; undefined where there is none. Throws `ManifestError` where it is not one. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw new ManifestError({ manifest: path, fault: 'unreadable', reason: messageOf(error) }, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ManifestError({ manifest: path, fault: 'not-json', reason: messageOf(error) }, { cause: error });
  }
  const parsed = checkValue(manifestSchema, value);
  if (!parsed.success)
    throw new ManifestError({ manifest: path, fault: 'not-valid', reason: firstIssue(parsed.error) });
  return parsed.data;
}
