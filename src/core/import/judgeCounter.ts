import { isModelJudge, isModelName } from '../dataset/layouts/labels/judgeNames';
import type { Label } from '../dataset/layouts/layout';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import type { Study } from '../study/study';
import type { ImportResult } from './importResult';
import { plainFileName } from './importedAnnotator';

/** Who gave the labels that name nobody: a person, if there is no `model`. */
export interface UnnamedJudge {
  /** The model that gave them, with how it is known: it was said, now or in an earlier import, or its name tells it. */
  readonly model?: { readonly name: string; readonly by: 'said' | 'journal' | 'name' };
  /** A name that may be a model's, where the labels are taken for a person's. */
  readonly mayBe?: string;
}

/**
 * Who gave the labels that name nobody, by what was said, by what the journal of their annotator holds and by names.
 *
 * @param said the model that a person named, null where a person said that people gave them
 * @param file the file of labels, which some call after the judge
 */
export async function unnamedJudge(
  study: Study,
  annotator: string,
  said: string | null | undefined,
  file: string | undefined,
): Promise<UnnamedJudge> {
  if (said === null) return {};
  if (said !== undefined) return { model: { name: said, by: 'said' } };
  const before = await importedModel(study, annotator);
  if (before !== undefined) return { model: { name: before, by: 'journal' } };
  if (isModelName(annotator)) return { model: { name: annotator, by: 'name' } };
  if (isModelJudge(annotator)) return { mayBe: annotator };
  const name = file === undefined ? '' : plainFileName(file);
  return isModelName(name) ? { mayBe: name } : {};
}

/** The model whose labels were imported in a name before: who said so then need not say it again. */
export async function importedModel({ replay, journal }: Study, annotator: string): Promise<string | undefined> {
  for (const current of replay.all(annotator)) {
    if (!current.imported || !current.byModel) continue;
    const { origin } = await journal.fetch(current.ref);
    return origin.kind === 'imported' ? origin.by : undefined;
  }
  return undefined;
}

/** Labels of one judge, in the file where the first of them stands. */
interface Counted {
  readonly file: string;
  labels: number;
  /** The field that tells the judge by its name. */
  readonly field?: string | undefined;
  /** Its own name tells that it is a model. */
  isByName: boolean;
}

/** Says who judged, of labels that go by, and counts the models, the guesses among them and what may be one. */
export class JudgeCounter {
  private readonly byModel = new Map<string, Counted>();
  /** Labels that name somebody. */
  private readonly named: { file: string; labels: number } = { file: '', labels: 0 };
  /** Labels that name nobody and are taken for a person's. */
  private readonly ofPerson: { file: string; labels: number } = { file: '', labels: 0 };

  constructor(
    private readonly annotator: string,
    private readonly unnamed: UnnamedJudge,
  ) {}

  /**
   * Labels as they name who gave them. What a person said beats the name of the field of a record's only label
   * (`pandalm_result`), which is a guess.
   */
  asNamed(labels: readonly Label[]): readonly Label[] {
    const [only, ...more] = labels;
    const isSaid = this.unnamed.model !== undefined && this.unnamed.model.by !== 'name';
    if (!isSaid || only?.judgeField === undefined || more.length > 0) return labels;
    const { judge: _, judgeField: __, ...rest } = only;
    return [rest];
  }

  /** The label as of whoever gave it. */
  judged(label: Label, file: string): Label {
    const isNamed = label.annotator !== undefined || label.judge !== undefined;
    const judge = isNamed ? label.judge : this.unnamed.model?.name;
    if (judge !== undefined) {
      const isByName = isNamed ? label.judgeByName === true : this.unnamed.model?.by === 'name';
      let counted = this.byModel.get(judge);
      if (!counted) this.byModel.set(judge, (counted = { file, labels: 0, field: label.judgeField, isByName }));
      counted.labels++;
      counted.isByName ||= isByName;
    }
    if (isNamed || judge === undefined) {
      const among = isNamed ? this.named : this.ofPerson;
      among.file ||= file;
      among.labels++;
    }
    return isNamed || judge === undefined ? label : { judge, ...label };
  }

  /** The models that gave labels. */
  models(): ImportResult['models'] {
    return [...this.byModel].map(([model, { labels }]) => ({ model, labels }));
  }

  /** What names alone tell, so that somebody who knows better can say so. */
  problems(): readonly FileProblem[] {
    const { model, mayBe } = this.unnamed;
    const { annotator, named, ofPerson } = this;
    return [
      ...[...this.byModel].flatMap(([machine, { file, field, labels, isByName }]) =>
        field !== undefined
          ? fileProblem('warning', { file }, problem('import.byMachine', { field, machine, labels }))
          : isByName
            ? fileProblem('warning', { file }, problem('import.byModelName', { model: machine, labels }))
            : [],
      ),
      ...(mayBe !== undefined && ofPerson.labels > 0
        ? [
            fileProblem(
              'warning',
              { file: ofPerson.file },
              problem('import.mayBeModel', { name: mayBe, annotator, labels: ofPerson.labels }),
            ),
          ]
        : []),
      ...(model?.by === 'said' && named.labels > 0
        ? [
            fileProblem(
              'warning',
              { file: named.file },
              problem('import.judgeIsNamed', { model: model.name, labels: named.labels }),
            ),
          ]
        : []),
    ];
  }
}
