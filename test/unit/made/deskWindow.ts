import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { Desk, type DeskAudience } from '../../../src/core/desk/desk';
import { DraftStore } from '../../../src/core/desk/draftStore';
import { Session } from '../../../src/core/desk/session';
import type { Annotation } from '../../../src/core/model/annotation';
import type { DeskCriteria } from '../../../src/core/model/deskRubric';
import type { DeskRuleList } from '../../../src/core/model/deskRules';
import type { DeskContent, DeskItem, DeskState, Notice } from '../../../src/core/model/desk';
import type { Project } from '../../../src/core/model/project';
import { temporaryFolder } from './folder';
import { opened, studyOf } from './study';

/** A desk on a study, and what it tells a webview. */
export class DeskWindow implements DeskAudience {
  readonly contents: DeskContent[] = [];
  readonly criteriaSent: DeskCriteria[] = [];
  readonly rulesSent: DeskRuleList[] = [];
  readonly states: DeskState[] = [];
  readonly notices: Notice[] = [];
  desk!: Desk;

  constructor(readonly session: Session) {}

  content(content: DeskContent): void {
    this.contents.push(content);
  }
  criteria(criteria: DeskCriteria): void {
    this.criteriaSent.push(criteria);
  }
  rules(rules: DeskRuleList): void {
    this.rulesSent.push(rules);
  }
  state(state: DeskState): void {
    this.states.push(state);
  }
  notice(notice: Notice | undefined): void {
    if (notice) this.notices.push(notice);
  }
  focus(): void {
    // nothing to look at here
  }

  get last(): DeskState {
    return this.states.at(-1)!;
  }

  /** What is on the screen; throws where it is no item. */
  get item(): DeskItem {
    const { view } = this.last;
    if (view.kind !== 'item') throw new Error(`shows ${view.kind}`);
    return view.item;
  }

  /** The id of the item on the screen. */
  get id(): string {
    return this.desk.open!.shown.item.id;
  }

  /** Places A, B, C, … and saves. */
  async rank(...places: number[]): Promise<void> {
    for (const [index, value] of places.entries()) await this.desk.judge({ do: 'number', value, index });
    await this.desk.save();
  }
}

/** A folder with a study of so many items of three responses, whose project says more. */
export async function folderOf(count: number, change: (project: Project) => object): Promise<string> {
  const folder = temporaryFolder();
  await (await studyOf(folder, [...Array(count).keys()].map((n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: ['x', 'y', 'z'].map((model) => ({ id: `${model}-id`, text: `text ${model}`, model })) })))).close();
  const file = join(folder, 'data.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  writeFileSync(file, JSON.stringify({ ...project, ...change(project) }));
  return folder;
}

/** A window on the study in `folder`, until the test ends; drafts outlive it. Nothing is shown yet. */
export async function windowIn(folder: string, annotator = 'ana'): Promise<DeskWindow> {
  const study = await opened(join(folder, 'data.tiebreak'));
  const dataset = await Dataset.open(study.sources, study.reading, { unpack: () => Promise.reject(new Error('not packed')) });
  const session = new Session(study, dataset, new DraftStore(join(folder, 'drafts'), () => undefined), annotator);
  const seen = new DeskWindow(session);
  seen.desk = new Desk(session, seen);
  onTestFinished(async () => {
    seen.desk.close();
    await seen.desk.settled();
    await session.flush();
    await dataset.close();
    await study.close();
  });
  return seen;
}

/** The annotations in ana's journal. */
export function annotationsIn(folder: string): Annotation[] {
  const text = readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl'), 'utf8');
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as Annotation);
}
