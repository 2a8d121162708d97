import type { DeskCriteria } from '../model/desk/deskRubric';
import type { DeskRuleList } from '../model/desk/deskRules';
import type { DeskContent, DeskState, FocusTarget, Notice } from '../model/desk/deskState';
import type { DeskCritiques } from '../model/annotation/metaCritique';
import { taskOf } from '../model/study/taskSchema';
import { areVerifierResultsShown } from './item/verifierResults';
import { deskContentOf } from './item/deskContent';
import { deskCritiques, keyOfCritiques } from './othersCritiques/deskCritiques';
import { positionOf, type DeskPosition } from './item/deskPosition';
import { isRevealed, modelsOf } from './item/modelReveal';
import type { OpenItem, Session } from './session';
import { keyOf } from './item/deskItem';

/**
 * The webview draws snapshots and can be thrown away at any moment. Texts never change under their key, so they are
 * sent once and the next item's ahead of time; what changes is small and sent whole. Actions queue up, so a fast Enter
 * never overtakes the digit before it. What is typed goes to the host and to the disk with every keystroke; what the
 * host has not confirmed when it dies is kept in the webview's own memory and sent again.
 */

/** Who watches a desk: one webview. */
export interface DeskAudience {
  content(content: DeskContent): void;
  /** The criteria that the next state is about. */
  criteria(criteria: DeskCriteria): void;
  /** What others wrote, which the next state is about. */
  critiques(critiques: DeskCritiques): void;
  /** The study's rules, that the next state is about. */
  rules(rules: DeskRuleList): void;
  state(state: DeskState): void;
  /**
   * Shows what just happened; undefined where something went on without a word, so that the last notice is of the past.
   */
  notice(notice: Notice | undefined): void;
  focus(target: FocusTarget): void;
}

/**
 * Sends to a desk's audience what it does not have yet: texts once under their key, the state where it changed. After
 * `stop` nothing is sent.
 */
export class WebviewPublisher {
  private isStopped = false;
  private isAsking = false;
  /**
   * The judgements and items whose texts were sent, by key, with whether results of checks and names of models were
   * among them.
   */
  private readonly sent = new Map<
    string,
    { readonly place: DeskPosition; readonly showsChecks: boolean; readonly reveals: boolean }
  >();
  private lastState = '';
  /** Key of the criteria that the audience has. */
  private lastCriteria = '';
  /** Key of what it has of others' critiques. */
  private lastCritiques = '';
  /** Key of the rules that the audience has. */
  private lastRules = '';

  constructor(
    private readonly session: Session,
    private readonly audience: DeskAudience,
  ) {}

  get stopped(): boolean {
    return this.isStopped;
  }

  /** Tells whether the last notice asks for something. */
  get asking(): boolean {
    return this.isAsking;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** The audience is new: it has nothing. */
  forget(): void {
    this.sent.clear();
    this.lastState = '';
    this.lastCriteria = '';
    this.lastCritiques = '';
    this.lastRules = '';
  }

  /** The audience has the texts of an item no longer. */
  forgetTexts(key: string): void {
    this.sent.delete(key);
  }

  /** The place of the judgement whose texts were sent under a key. */
  placeNamed(key: string): DeskPosition | undefined {
    return this.sent.get(key)?.place;
  }

  /** Sends the texts of an item, also ahead of time. */
  texts(place: DeskPosition, open: OpenItem): void {
    if (this.isStopped) return;
    const key = keyOf(place.ordinal, open);
    const { project } = this.session.study;
    const task = taskOf(project);
    const [showsChecks, reveals] = [areVerifierResultsShown(task, open), isRevealed(project, open)];
    const before = this.sent.get(key);
    if (before?.showsChecks === showsChecks && before.reveals === reveals) return;
    this.sent.set(key, {
      place: positionOf({ ...place, judgementKey: open.shown.judgementKey }),
      showsChecks,
      reveals,
    });
    this.audience.content({
      ...deskContentOf(key, open.shown, task.references, showsChecks),
      ...(reveals && { models: modelsOf(open.shown) }),
    });
  }

  /** Sends the criteria of an item, where they are others than those of the last one. */
  criteria(criteria: DeskCriteria): void {
    if (this.isStopped || criteria.key === this.lastCriteria) return;
    this.lastCriteria = criteria.key;
    this.audience.criteria(criteria);
  }

  /** Sends what others wrote of an item, where it may be seen and is not what was sent last. */
  critiques({ shown }: Pick<OpenItem, 'shown'>): void {
    const key = keyOfCritiques(shown);
    if (this.isStopped || key === undefined || key === this.lastCritiques) return;
    this.lastCritiques = key;
    this.audience.critiques(deskCritiques(key, shown));
  }

  /** Sends the study's rules, where they are others than those that were sent. */
  rules(rules: DeskRuleList): void {
    if (this.isStopped || rules.key === this.lastRules) return;
    this.lastRules = rules.key;
    this.audience.rules(rules);
  }

  state(state: DeskState): void {
    const json = JSON.stringify(state);
    if (this.isStopped || json === this.lastState) return;
    this.lastState = json;
    this.audience.state(state);
  }

  /** Tells what just happened; undefined for what goes on without a word. */
  announce(notice: Notice | undefined): void {
    this.isAsking = notice !== undefined && (notice.kind === 'nothing-judged' || notice.kind.startsWith('confirm-'));
    if (!this.isStopped) this.audience.notice(notice);
  }

  /** Brings the keyboard there. */
  focus(target: FocusTarget): void {
    this.audience.focus(target);
  }
}
