import type { DeskAudience } from '../../../src/core/desk/desk';
import type { DeskCriteria } from '../../../src/core/model/desk/deskRubric';
import type { DeskCritiques } from '../../../src/core/model/annotation/metaCritique';
import type { DeskRuleList } from '../../../src/core/model/desk/deskRules';
import type { DeskContent, DeskItem, DeskState, Notice } from '../../../src/core/model/desk/deskState';

/** A webview that remembers what it was told. */
export class FakeAudience implements DeskAudience {
  readonly contents: DeskContent[] = [];
  readonly criteriaSent: DeskCriteria[] = [];
  readonly critiquesSent: DeskCritiques[] = [];
  readonly rulesSent: DeskRuleList[] = [];
  readonly states: DeskState[] = [];
  readonly notices: Notice[] = [];
  /** The notice that stands at the foot now. */
  currentNotice: Notice | undefined;

  content(content: DeskContent): void {
    this.contents.push(content);
  }
  criteria(criteria: DeskCriteria): void {
    this.criteriaSent.push(criteria);
  }
  critiques(critiques: DeskCritiques): void {
    this.critiquesSent.push(critiques);
  }
  rules(rules: DeskRuleList): void {
    this.rulesSent.push(rules);
  }
  state(state: DeskState): void {
    this.states.push(state);
  }
  notice(notice: Notice | undefined): void {
    this.currentNotice = notice;
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
}
