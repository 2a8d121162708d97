import { dirname } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { versionText } from '../../core/desk/drafts/versionText';
import type { LineRef } from '../../core/journal/journal';
import type { Annotation } from '../../core/model/annotation/annotation';
import { studyPaths } from '../../core/study/studyPaths';
import type { DeskEditor } from '../desk/deskEditor';

const scheme = 'tiebreak-annotation';

const count = z.int().nonnegative();
const querySchema = z.object({
  study: z.string(),
  ref: z.object({ source: z.string(), id: z.string(), line: count, offset: count, length: count }),
});

/** Names an annotation of a study so that it can be opened to be read. */
export function annotationUri(
  study: vscode.Uri,
  { item, annotator }: Pick<Annotation, 'item' | 'annotator'>,
  ref: LineRef,
): vscode.Uri {
  const name = `${item} - ${annotator}`.replace(/[\\/]/g, '_');
  return vscode.Uri.from({ scheme, path: `/${name}.json`, query: JSON.stringify({ study: study.toString(), ref }) });
}

/**
 * Shows annotations of open studies as JSON that cannot be edited, with the letters under which their annotators saw
 * the responses in place of ids.
 */
export class AnnotationDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly editor: DeskEditor) {}

  /** Throws where the study is not open, or the annotation does not stand there any more. */
  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const { study, ref } = querySchema.parse(JSON.parse(query));
    const session = this.editor.studies.find(({ uri }) => uri.toString() === study)?.session;
    if (!session || dirname(ref.source) !== studyPaths(session.study.file).annotations)
      throw new Error(vscode.l10n.t('The study is not open'));
    const annotation = await session.study.journal.fetch(ref);
    return versionText(annotation, annotation.shown);
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }
}
