import { exportFormats } from '../../core/export';
import type { ExportFormat, Trainer } from '../../core/export/format';
import { folderName } from '../../core/export/recipes';
import { indentedJson, floatColumns } from '../../core/export/rows/floatColumns';
import { dataFilesOf, splitsOf, exportTargetOf } from '../../core/export/folder/exportTarget';
import { type DataSplit } from '../../core/export/folder/dataFiles';
import { commandsFor, productOf, trainerFormatsOf, type TrainerCommand } from '../../core/export/trainers';
import { UsageError } from '../../core/model/problems/problem';
import { formatOptions, splitOptions, type RecipeField } from '../../core/model/study/options/recipeOptions';
import { fileKinds, type FileKind, type Recipe } from '../../core/model/study/recipe';
import { recipeFrom, recipeTexts, type RecipeIssue, type RecipeTexts } from '../../core/model/study/recipeText';

/** The options of an export as they are typed. Holds no `vscode`. */
export class ExportDraft {
  private typed: RecipeTexts;
  /** Of the text of the split that could be read last, so that what is told stands still while one is typed. */
  private splits: readonly DataSplit[] = ['train'];
  /** The kind of file that was typed, where the trainer reads another one. */
  private fileBefore: string | undefined;

  /**
   * @param trainer empty for all formats
   * @param own the formats that the study declares itself, which may be known later than what was typed
   */
  constructor(
    public trainer = 'TRL',
    texts: RecipeTexts = {},
    private readonly own: () => readonly ExportFormat[] = () => [],
  ) {
    this.typed = { format: 'trl-dpo', ...texts };
    if (this.formats.some(({ name }) => name === this.typed.format)) this.choose(trainer, this.typed.format ?? null);
    this.readSplits();
  }

  /** The texts of all fields, of those too that the format does not take: another one may. */
  get texts(): RecipeTexts {
    return this.typed;
  }

  get format(): ExportFormat {
    const format = this.formats.find(({ name }) => name === this.typed.format) ?? exportFormats[0];
    if (!format) throw new RangeError('there is no format');
    return format;
  }

  set(field: RecipeField, text: string): void {
    this.typed = { ...this.typed, [field]: text };
    if (field === 'split') this.readSplits();
    if (field === 'file') this.fileBefore = undefined;
  }

  /**
   * Another trainer, with one of its formats: the one that is asked for, or the one in hand, or else its first; and
   * with a kind of file that it reads.
   */
  turnTo(trainer: string, format: string | null): void {
    this.choose(trainer, format);
    this.turnToFile();
  }

  /** Takes up a recipe; the trainer stays where it reads the format. */
  load(recipe: Recipe): void {
    this.typed = recipeTexts(recipe);
    this.fileBefore = undefined;
    this.readSplits();
    const reads = this.format.trainers.map(({ name }) => productOf(name));
    this.choose(this.trainer === '' || reads.includes(this.trainer) ? this.trainer : (reads[0] ?? ''), recipe.format);
  }

  /** What the texts say that the format goes by, or what is wrong with them. */
  read(): { readonly recipe: Recipe } | { readonly issues: readonly RecipeIssue[] } {
    const { takes, files } = this.format;
    const isSpecial = (field: string): boolean => (formatOptions as readonly string[]).includes(field);
    const taken = Object.entries(this.typed).filter(([field, text]) =>
      isSpecial(field)
        ? (takes as readonly string[]).includes(field)
        : field === 'file'
          ? (files as readonly string[]).includes(text)
          : true,
    );
    // What draws a split says nothing where there is none.
    const hasSplit = (this.typed.split ?? '').trim() !== '';
    return recipeFrom(
      Object.fromEntries(taken.filter(([field]) => hasSplit || !(splitOptions as readonly string[]).includes(field))),
    );
  }

  /**
   * The folder of an export without a name: of its format, and apart where something else is exported than the
   * judgements as such.
   */
  folder(): string {
    const { context, evidence, media, controls, adjudicated, criterion, items } = this.typed;
    const parts = [
      this.format.name,
      ...placeName('context', context, this.format),
      ...placeName('evidence', evidence, this.format),
      ...(media === 'none' && this.format.takes.includes('media') ? ['no-media'] : []),
      ...(adjudicated ? ['adjudicated'] : []),
      ...(controls ? ['with-controls'] : []),
      ...(items === 'all' && this.format.takes.includes('items') ? ['all-items'] : []),
      ...(criterion && this.format.takes.includes('criterion') ? [folderName(criterion).toLowerCase()] : []),
    ];
    return parts.join('-');
  }

  /**
   * What is typed to train with what would be written, by the trainers that are meant.
   * @param out where the export goes: a folder, or one file, which then no split may part
   */
  commands(out: string): readonly TrainerCommand[] {
    const { kind } = this;
    try {
      return commandsFor(this.trainers, dataFilesOf(exportTargetOf(out, kind, this.splits), kind));
    } catch (error) {
      // Nothing is written there either, and the export says why.
      if (error instanceof UsageError) return [];
      throw error;
    }
  }

  private choose(trainer: string, format: string | null): void {
    const target = trainerFormatsOf(this.formats).find((each) => each.trainer === trainer);
    const names = target?.formats.map((each) => each.format.name) ?? this.formats.map(({ name }) => name);
    const wanted = [format, this.typed.format].find(
      (name) => name !== null && name !== undefined && names.includes(name),
    );
    this.trainer = target ? trainer : '';
    this.typed = { ...this.typed, format: wanted ?? names[0] ?? '' };
  }

  private get formats(): readonly ExportFormat[] {
    return [...exportFormats, ...this.own()];
  }

  /** The trainers that are meant, as the format names them. */
  private get trainers(): readonly Trainer[] {
    return this.format.trainers.filter(({ name }) => this.trainer === '' || productOf(name) === this.trainer);
  }

  /** The kind of file that is written. */
  private get kind(): FileKind {
    const { files } = this.format;
    return fileKinds.find((each) => each === this.typed.file && files.includes(each)) ?? files[0] ?? 'jsonl';
  }

  /** A kind of file that the trainer reads, in the place of the one that was typed as long as it does not read that. */
  private turnToFile(): void {
    if (this.fileBefore !== undefined) this.set('file', this.fileBefore);
    const read = this.trainers.flatMap(({ files }) => files ?? this.format.files);
    const [first] = read;
    if (this.trainer === '' || first === undefined || read.includes(this.kind)) return;
    this.fileBefore = this.typed.file ?? '';
    this.typed = { ...this.typed, file: first };
  }

  private readSplits(): void {
    const { split } = this.typed;
    const read = recipeFrom({ format: this.format.name, ...(split !== undefined && { split }) });
    if ('recipe' in read) this.splits = splitsOf(read.recipe);
  }
}

/**
 * A row as it is shown: long texts cut, and the values of columns that are not to be seen left out, at any depth.
 * @param reals where its numbers are real (`ExportFormat.reals`)
 */
export function shownRow(
  json: string,
  unseen: readonly string[] = [],
  reals: readonly string[] = [],
  most = 600,
): string {
  const blank = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(blank) : value === null || value === '' ? value : '…';
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.length > most
        ? `${value.slice(0, most).toWellFormed()}… (+${(value.length - most).toLocaleString('en-US')})`
        : value;
    if (Array.isArray(value))
      return value.length > 40 ? [...value.slice(0, 40).map(cut), `… (+${value.length - 40})`] : value.map(cut);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, each]) => [key, unseen.includes(key) ? blank(each) : cut(each)]),
        )
      : value;
  };
  return indentedJson(cut(JSON.parse(json)), floatColumns(reals));
}

/** What a folder is called after where the context or the evidence stands, where that is not the user's turn. */
function placeName(
  what: 'context' | 'evidence',
  place: string | undefined,
  { takes }: ExportFormat,
): readonly string[] {
  if (!takes.includes(what)) return [];
  return place === 'system' ? [`system-${what}`] : place === 'none' ? [`no-${what}`] : [];
}
