import * as vscode from 'vscode';

/** Without a terminal by then tests run without one. In milliseconds. */
const terminalWithin = 5000;

/** What a task shows: lines of text, as they come. */
export interface TaskOutput {
  write(text: string): void;
}

/**
 * Runs something as a task of VS Code, whose terminal stays in the background: what is written stands there, and ending
 * the task there aborts it. Resolves to what that resolves to.
 */
export async function runAsTask<Result>(
  name: string,
  controller: AbortController,
  run: (output: TaskOutput) => Promise<Result>,
): Promise<Result> {
  const terminal = new BackgroundTerminal(() => controller.abort());
  const task = new vscode.Task(
    { type: 'tiebreak-tests' },
    vscode.workspace.workspaceFolders ? vscode.TaskScope.Workspace : vscode.TaskScope.Global,
    name,
    'Tiebreak',
    new vscode.CustomExecution(() => Promise.resolve(terminal)),
  );
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Never,
    focus: false,
    echo: false,
    showReuseMessage: false,
    clear: true,
    panel: vscode.TaskPanelKind.Dedicated,
  };
  const execution = await vscode.tasks.executeTask(task).then(
    (each) => each,
    () => undefined,
  );
  try {
    if (execution) await terminal.opened();
    return await run(terminal);
  } finally {
    terminal.end(controller.signal.aborted ? 1 : 0);
  }
}

class BackgroundTerminal implements vscode.Pseudoterminal, TaskOutput {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  private open_: () => void = () => undefined;
  private readonly isOpen = new Promise<void>((resolve) => (this.open_ = resolve));
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;

  constructor(private readonly abort: () => void) {}

  open(): void {
    this.open_();
  }

  close(): void {
    this.abort();
  }

  /** Resolves once what is written is shown, or that takes too long. */
  async opened(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.isOpen, new Promise<void>((resolve) => (timer = setTimeout(resolve, terminalWithin)))]);
    clearTimeout(timer);
  }

  write(text: string): void {
    this.written.fire(text.replaceAll(/\r?\n/g, '\r\n'));
  }

  end(code: number): void {
    this.closed.fire(code);
  }
}
