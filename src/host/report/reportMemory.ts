import * as vscode from 'vscode';
import * as z from 'zod';
import { reportParts, reportViewStateSchema, type ReportPart, type ReportViewState } from '../../protocol/report';

/** What a report says of itself to VS Code, which gives it back once its window comes back. */
const restoredSchema = z.object({ study: z.string().min(1) });

/** The project file of a view that comes back; undefined where what was kept says none. */
export function studyRestored(kept: unknown): vscode.Uri | undefined {
  const parsed = restoredSchema.safeParse(kept);
  return parsed.success ? vscode.Uri.parse(parsed.data.study) : undefined;
}

/** What is remembered of a study's report in this workspace. */
export class ReportMemory {
  constructor(
    private readonly memory: vscode.Memento,
    private readonly study: vscode.Uri,
  ) {}

  /** Whether nothing may tell of models; undefined where nobody said so far. */
  get blind(): boolean | undefined {
    return this.memory.get<boolean>(this.keyOf('coverageBlind'));
  }

  /** What the person looked at last. */
  get look(): ReportViewState | undefined {
    const parsed = reportViewStateSchema.safeParse(this.memory.get(this.keyOf('coverageLook')));
    return parsed.success ? parsed.data : undefined;
  }

  /** The tab that was in front last. */
  get part(): ReportPart | undefined {
    const kept = this.memory.get(this.keyOf('reportPart'));
    return reportParts.find((part) => part === kept);
  }

  keepBlind(blind: boolean): Thenable<void> {
    return this.memory.update(this.keyOf('coverageBlind'), blind);
  }

  keepLook(look: ReportViewState): Thenable<void> {
    return this.memory.update(this.keyOf('coverageLook'), look);
  }

  keepPart(part: ReportPart): Thenable<void> {
    return this.memory.update(this.keyOf('reportPart'), part);
  }

  private keyOf(what: string): string {
    return `${what}:${this.study.toString()}`;
  }
}
