import type { Session } from '../../core/desk/session';
import type { CountState } from '../../protocol/report';
import type { StudyDocument } from '../study/studyDocument';

/** A study as it stood when something was counted. */
export interface StudySnapshot {
  readonly session: Session | undefined;
  readonly rubrics: unknown;
  /** Lines of all journals that were heard of. */
  readonly lines: number;
}

/** The study as it stands now. */
export function snapshotOf({ session }: StudyDocument): StudySnapshot {
  const replay = session?.study.replay;
  return {
    session,
    rubrics: session?.study.rubrics,
    lines: replay?.annotators().reduce((sum, annotator) => sum + replay.revision(annotator), 0) ?? 0,
  };
}

/** What has changed since figures were counted from `from`; nothing where there are no figures. */
export function changesSince(from: StudySnapshot | undefined, now: StudySnapshot): CountState['since'] {
  const isSame = from === undefined || now.session === undefined || now.session === from.session;
  return {
    judgements: from && isSame && now.session ? Math.max(0, now.lines - from.lines) : 0,
    rubrics: from !== undefined && now.session !== undefined && isSame && now.rubrics !== from.rubrics,
    dataset: !isSame,
  };
}
