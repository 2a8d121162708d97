import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Annotation, JournalLine } from '../../src/core/model/annotation/annotation';
import type { Project } from '../../src/core/model/study/project';
import { journalIn } from './journalIn';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const bundled = path.resolve(import.meta.dirname, '../../media/sample/sample.jsonl');

/** A record of the sample, as far as these tests look at it. */
export interface SampleItem {
  readonly id: string;
  readonly prompt: string | readonly { readonly role: string; readonly content: string }[];
  readonly responses: readonly { readonly id: string; readonly text: string; readonly model: string }[];
}

/** The bundled sample as it stands in its file. */
export const sample: readonly SampleItem[] = fs
  .readFileSync(bundled, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleItem);

/** A folder with a dataset, as a person has it before and while annotating. */
export class StudyFolder {
  readonly path = fs.mkdtempSync(path.join(os.tmpdir(), 'tiebreak-e2e-'));

  constructor(
    readonly annotator: string,
    private readonly name = 'sample',
  ) {}

  /** The folder with the bundled sample, or with a dataset of these records (a string is a line as it is). */
  static with(annotator: string, records?: readonly unknown[]): StudyFolder {
    const folder = new StudyFolder(annotator);
    if (records)
      fs.writeFileSync(
        folder.dataset,
        records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join(''),
      );
    else fs.copyFileSync(bundled, folder.dataset);
    return folder;
  }

  get dataset(): string {
    return path.join(this.path, `${this.name}.jsonl`);
  }

  get project(): string {
    return path.join(this.path, `${this.name}.tiebreak`);
  }

  get journal(): string {
    return journalIn(path.join(this.path, `${this.name}.tiebreak.d`, 'annotations'), this.annotator);
  }

  /**
   * Makes the project file, as "Annotate Preferences" would, with these parts of the task another and this plan;
   * returns its path.
   * @param dataset a file of the folder in place of the records
   */
  init(task: Partial<Project['task']> = {}, plan?: Project['plan'], dataset?: string): string {
    execFileSync(process.execPath, [
      cli,
      'init',
      this.project,
      '--dataset',
      dataset === undefined ? this.dataset : path.join(this.path, dataset),
      '--mode',
      task.mode ?? 'rank',
    ]);
    const project = JSON.parse(fs.readFileSync(this.project, 'utf8')) as Project;
    fs.writeFileSync(
      this.project,
      JSON.stringify({ ...project, task: { ...project.task, ...task }, ...(plan && { plan }) }),
    );
    return this.project;
  }

  /** Turns the labels of the dataset into judgements, as `tiebreak import` does. */
  importLabels(): void {
    execFileSync(process.execPath, [cli, 'import', this.project, '--annotator', this.annotator]);
  }

  /** The text of the journal; empty before the first save. */
  journalText(): string {
    return fs.existsSync(this.journal) ? fs.readFileSync(this.journal, 'utf8') : '';
  }

  /** Every line of the journal. Throws where one is torn. */
  lines(): JournalLine[] {
    const text = this.journalText();
    if (text !== '' && !text.endsWith('\n'))
      throw new Error(`the journal ends in the middle of a line: ${text.slice(-80)}`);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as JournalLine);
  }

  annotations(): Annotation[] {
    return this.lines().filter((line): line is Annotation => line.type === 'annotation');
  }

  /** A file of an export, where the desk puts it by default. */
  exported(format: string, file: string): string {
    return path.join(this.path, `${this.name}.tiebreak.d`, 'exports', format, file);
  }

  remove(): void {
    fs.rmSync(this.path, { recursive: true, force: true });
  }
}

/** The tiers of a ranking as the letters under which the responses were shown. */
export function tiersByLetter({ shown, judgement }: Annotation): string[] | undefined {
  return judgement.ranking?.tiers.map((tier) =>
    tier
      .map((id) => String.fromCharCode(65 + shown.indexOf(id)))
      .sort()
      .join(''),
  );
}
