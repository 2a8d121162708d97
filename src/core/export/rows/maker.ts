import type { Stretch } from '../../dataset/scan';
import type { Journal } from '../../journal/journal';
import type { Replay } from '../../journal/replay';
import type { Annotation } from '../../model/annotation';
import type { Item } from '../../model/item';
import type { Problem } from '../../model/problem';
import { ruleDisagreement } from '../../quality/consensus/agreeing';
import { ballotOf, candidatesOf } from '../derive/ballots';
import type { FileContext, Judged, JudgedBy, Made, Tell } from '../format';
import { hashOfText } from '../hygiene/hash';
import type { ExportOptions } from '../options';
import type { PromptRows } from '../split/leaks';
import { contentOf, splits, type Split } from '../split/shares';
import { withContext } from '../texts/context';
import { withCritics } from './critics';
import { DateColumns, type DateFindings } from './dateColumns';
import { foundOf, readStretch, type Found, type FoundItem, type JudgedOne } from './found';
import { annotationsIn, wantedStandings, type JudgedItem } from './judged';
import type { RowPlan } from './plan';
import { annotatorName } from './pseudonyms';
import type { RowBatch } from './rowBatch';
import { RowJson } from './rowJson';
import type { PlannedStudy } from './selection';
import { count, newTally, noteMaking, type Tally } from './tally';

/** What rows are made with. */
export interface RowSetting {
  readonly study: JudgedBy & PlannedStudy;
  readonly journal: Pick<Journal, 'fetchAll'>;
  /** Where critics are found; on threads there is none. */
  readonly replay?: Pick<Replay, 'annotators' | 'on'> | undefined;
  readonly options: ExportOptions;
  readonly plan: RowPlan;
}

/** The rows of a stretch of the dataset, and what is told of it. Plain data. */
export interface MadeRows {
  readonly batch: RowBatch;
  /** Counts of this stretch alone. */
  readonly tally: Tally;
  /** Whether an item was seen that decides the form of all prompts (`ShapeLook`). */
  readonly isDecided: boolean;
  /** Records that could not be read. */
  readonly problems: readonly Problem[];
  /** Where there is a split. */
  readonly prompts: readonly PromptRows[];
}

/** A stretch of the dataset whose records were read. */
export interface OpenStretch {
  readonly found: Found;
  /** The rows of its items, once it is known what was judged of them. @param spare memory that may be written over */
  readonly rows: (judged: readonly JudgedOne[], spare?: RowBatch) => Promise<MadeRows>;
}

/** Makes rows of stretches of a dataset, in two steps: whoever holds the replay tells between them what was judged of the items. */
export interface RowMaking {
  /** So many stretches are worth being under way at a time. */
  readonly atOnce: number;
  open(stretch: Stretch): Promise<OpenStretch>;
  /** What was seen of the columns of all rows. */
  dates(): Promise<DateFindings>;
  close(): Promise<void>;
}

/** Makes them where it is called. */
export class RowMaker implements RowMaking {
  readonly atOnce = 1;
  private readonly columns: DateColumns;
  private readonly json = new RowJson();
  private readonly provenance = new RowJson();
  private readonly nameOf: (annotator: string) => string;
  private readonly file: FileContext;

  constructor(private readonly setting: RowSetting) {
    const { options, plan } = setting;
    this.columns = new DateColumns(options.format.dates);
    this.nameOf = namesFor(options);
    this.file = { ...plan.shape.context, ...plan.file };
  }

  open(stretch: Stretch): Promise<OpenStretch> {
    const { items, problems } = readStretch(stretch);
    const found = foundOf(items);
    return Promise.resolve({ found, rows: async (judged, spare) => ({ ...(await this.rows(items, judged, spare)), problems }) });
  }

  dates(): Promise<DateFindings> {
    return Promise.resolve(this.columns.findings);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async rows(items: readonly FoundItem[], judgedOnes: readonly JudgedOne[], spare: RowBatch | undefined): Promise<Omit<MadeRows, 'problems'>> {
    const { study, replay, journal, options, plan } = this.setting;
    const tally = newTally();
    const tell = tellingIn(tally);
    const splitOfRows: number[] = [];
    this.json.begin(spare?.lines);
    this.provenance.begin(spare?.provenance);
    const prompts: PromptRows[] = [];
    const records = judgedOnes.flatMap(([index, standings]) => (items[index] ? [{ item: items[index].item, standings }] : []));
    const kept = wantedStandings(records, study, options, tell.drop);
    for (const record of kept) plan.shape.look(record);
    const read = (annotation: Annotation): void => {
      tally.annotators.add(this.nameOf(annotation.annotator));
      noteMaking(tally, annotation);
    };
    const judgedItems = await annotationsIn(kept, { journal }, options, tell.drop, read);
    for (const judged of options.format.readsCritics && replay ? await withCritics(judgedItems, { replay, journal }) : judgedItems) {
      const refusal = plan.refusal(judged.item);
      if (refusal) {
        tell.drop(refusal, Math.max(1, judged.annotations.length));
        continue;
      }
      const split = plan.splitOf(judged.item);
      const before = tally.rows[split];
      this.json.forget();
      for (const { value, from } of this.rowsOfItem(judged, tally, tell)) {
        if (!this.json.line(value)) {
          tell.drop('lone-surrogate');
          continue;
        }
        this.columns.look(split, value);
        tally.rows[split]++;
        splitOfRows.push(splits.indexOf(split));
        this.provenance.provenanceLine(judged.item.id, from, this.nameOf);
      }
      const rows = tally.rows[split] - before;
      if (options.split && rows > 0) prompts.push(promptRows(judged.item, split, rows, plan.groupOf(judged.item)));
    }
    return { batch: { splits: Uint8Array.from(splitOfRows), lines: this.json.lines, provenance: this.provenance.lines }, tally, isDecided: plan.shape.isDecided, prompts };
  }

  /** The rows of an item as it was judged under one context; those that no loader or trainer could take are counted and left. */
  private rowsOfItem({ item, context, annotations, critics }: JudgedItem, tally: Tally, tell: Tell): Made[] {
    const { study, options, plan } = this.setting;
    const { format } = options;
    const isWritten = context !== undefined && format.shape === 'messages' && !format.keepsContexts;
    if (options.aggregate !== undefined) countDisagreement(annotations, item, options, tally);
    const judged: Judged = { item: isWritten ? withContext(item, context) : item, source: item, context, annotations, critics, consensus: plan.consensus(item, annotations), study };
    const rows = [...format.rows(judged, options, this.file, tell)];
    if (rows.length === 0 || judged.item.prompt.some(({ content }) => content !== '')) return rows;
    tell.drop('empty-prompt', rows.length);
    return [];
  }
}

/** So much of a prompt is told of it where it leaks. */
const toldOfPrompt = 200;

function promptRows(item: Item, split: Split, rows: number, group: number | undefined): PromptRows {
  const prompt = contentOf(item);
  return { split, rows, prompt: prompt.slice(0, toldOfPrompt), hash: hashOfText(prompt), group };
}

/** Annotators' names as the export has them. */
function namesFor(options: ExportOptions): (annotator: string) => string {
  const names = new Map<string, string>();
  return (annotator) => {
    let name = names.get(annotator);
    if (name === undefined) names.set(annotator, (name = annotatorName(annotator, options)));
    return name;
  };
}

/** On how many items the rule matters: where others give other preferences. */
function countDisagreement(annotations: readonly Annotation[], item: Item, { criterion }: ExportOptions, { aggregated }: Tally): void {
  aggregated.items++;
  if (annotations.length < 2) return;
  const { opposed, different } = ruleDisagreement(candidatesOf(item, annotations).map(({ id }) => id), annotations.map((annotation) => ballotOf(annotation, criterion)));
  if (different) aggregated.different++;
  if (opposed) aggregated.opposed++;
}

function tellingIn(tally: Tally): Tell {
  return {
    drop: (reason, times = 1) => {
      if (times > 0) count(tally.dropped, reason, times);
    },
    note: (note) => count(tally.notes, note),
    criterion: (name) => tally.criteria.add(name),
  };
}
