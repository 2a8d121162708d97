import { join } from 'node:path';
import { appendToJournal } from '../journal/journalWriter';
import type { Suggestion } from '../model/suggestion/suggestion';
import { suggestionFileName } from './judgeFile';

/**
 * Appends suggestions to the files of their judges, each on the disk before `append` resolves. Those that come while a
 * write is under way are written together.
 */
export class SuggestionWriter {
  private waiting: {
    readonly line: Suggestion;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  private isWriting = false;

  /** @param folder `NAME.tiebreak.d/suggestions` */
  constructor(private readonly folder: string) {}

  append(line: Suggestion): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ line, done, failed });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      try {
        const texts = new Map<string, string>();
        for (const { line } of batch) {
          const name = suggestionFileName(line.model, line.prompt);
          texts.set(name, `${texts.get(name) ?? ''}${JSON.stringify(line)}\n`);
        }
        for (const [name, text] of texts) await appendToJournal(join(this.folder, name), text);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isWriting = false;
  }
}
