import { basename } from 'node:path';
import * as vscode from 'vscode';
import { detectReading } from '../../core/dataset/detectReading';
import { detectGathering } from '../../core/dataset/grouping/detectGathering';
import { headOf, type Head } from '../../core/dataset/records/head';
import type { Layout } from '../../core/dataset/layouts/layout';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import { NoLayoutError } from '../../core/dataset/items/noLayoutError';
import type { GatherOption, Reading } from '../../core/dataset/items/parse';
import { UserError } from '../../core/model/problems/problem';

/** The reading that comes nearest to a dataset, with its first records. */
export interface SuggestedReading {
  readonly head: Head;
  readonly layout: Layout | undefined;
  readonly mapping: Mapping;
  readonly gather: GatherOption;
  /** Why it is not certain, in words for the person; absent where it is. */
  readonly why?: readonly string[];
}

/**
 * Finds out how files are read, as far as that can be told.
 * @param mapping what the person said of it.
 * @throws `UserError` where nothing can be read.
 */
export async function suggestReading(files: readonly string[], mapping: Mapping = {}): Promise<SuggestedReading> {
  try {
    const found = await detectReading(files, { mapping });
    return {
      head: await headOf(files, found.mapping, found.layout),
      layout: found.layout,
      mapping: found.mapping,
      gather: (await detectGathering(files, found, undefined)).gather,
    };
  } catch (error) {
    if (!(error instanceof NoLayoutError)) throw error;
    const { plan } = error;
    const head = await headOf(files, plan?.mapping ?? mapping);
    const [first] = head.recordsPaths;
    if (error.lacks === 'place' && first !== undefined && mapping.records === undefined) {
      const one = await suggestReading(files, { records: first });
      return {
        ...one,
        why: [
          vscode.l10n.t(
            'The file contains several arrays of records with the same fields. The records of “{0}” are shown. To use another array, or all of them, choose “Array of records”.',
            first,
          ),
          ...(one.why ?? []),
        ],
      };
    }
    const why = whyNot(error);
    return {
      head,
      layout: plan?.layout,
      mapping: plan?.mapping ?? mapping,
      gather: plan?.mapping.prompt === undefined ? false : await gatherOf(files, plan),
      ...(why !== undefined && { why }),
    };
  }
}

function whyNot({ differing: [one, other], lacks, plan }: NoLayoutError): readonly string[] | undefined {
  if (one && other)
    return [
      vscode.l10n.t(
        'The files have different layouts: {0} has {1}, but {2} has {3}.',
        basename(one.path),
        one.layout.name,
        basename(other.path),
        other.layout.name,
      ),
    ];
  if (lacks === 'texts')
    return [
      vscode.l10n.t('No field contains text that could be a response. Open the file that contains the responses.'),
    ];
  if (lacks === 'header')
    return [
      vscode.l10n.t(
        'The first line looks like data, not like column names. Add a line with the column names above it.',
      ),
    ];
  return plan?.doubts;
}

/**
 * How records are put together in a reading that is a guess; apart where it cannot be read, which the chooser tells.
 */
async function gatherOf(
  files: readonly string[],
  { layout, mapping }: Pick<Reading, 'layout' | 'mapping'>,
): Promise<GatherOption> {
  try {
    return (await detectGathering(files, { layout, mapping }, undefined)).gather;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return false;
  }
}
