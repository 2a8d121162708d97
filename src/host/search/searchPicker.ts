import * as vscode from 'vscode';
import { is } from '../commands/conditions';
import type { Hit } from '../../core/dataset/search/search';
import { ruleListOf } from '../../core/desk/rules/ruleList';
import type { DeskEditor } from '../desk/deskEditor';
import { percent } from '../items/goToItem';
import { forLabel, numberOf, partName } from '../items/itemLabels';
import { openItem } from '../items/queueItems';
import type { StudyDocument } from '../study/studyDocument';
import { askFilters, filtersText } from './searchFilters';
import { inQuestions } from '../surface/questions';
import { type SearchState, type StudySearch } from './studySearch';
import { emptyQuery, isSomething, isFiltered, type StudyQuery } from './studyQuery';

/** So many hits are listed here; the view holds more. */
const maxRows = 100;
/** What is typed is searched once the person pauses so long, in milliseconds. */
const typingPause = 200;

interface Row extends vscode.QuickPickItem {
  /** Absent: leads to the view. */
  readonly hit?: Hit;
}

/** "Search Items": a list that fills while one types. What it finds stays in the view of the search results. */
export class SearchPicker implements vscode.Disposable {
  /**
   * What was looked for last in each study. Another study is not searched by it: its rules, flags and fields are
   * others, so that nothing might be found.
   */
  private readonly queries = new WeakMap<StudyDocument, StudyQuery>();
  /** The study that is searched while the list is open. */
  private study: StudyDocument | undefined;
  private openPicker: { readonly picker: vscode.QuickPick<Row>; readonly dispose: () => void } | undefined;
  /** What was typed and is not searched yet. */
  private typed: NodeJS.Timeout | undefined;
  /** Gives the keyboard back to the desk. */
  private comeBack: (() => void) | undefined;
  /** Enter was pressed before there was anything to go to. */
  private accepted = false;
  /** The rows as they were drawn last. */
  private rows = '';
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly editor: DeskEditor,
    private readonly search: StudySearch,
  ) {
    this.listening = search.onDidChange(() => this.draw());
  }

  dispose(): void {
    this.listening.dispose();
    this.openPicker?.dispose();
  }

  /** Opens, with what was looked for last in the study. */
  show(): void {
    const { study } = this.editor;
    if (!study?.session) return;
    this.study = study;
    this.openPicker?.dispose();
    const picker = vscode.window.createQuickPick<Row>();
    picker.placeholder = vscode.l10n.t('Search in prompts, responses, contexts, evidence and references');
    picker.keepScrollPosition = true;
    picker.matchOnDescription = false;
    picker.matchOnDetail = false;
    picker.value = this.query.text;
    const listeners = [
      picker.onDidChangeValue((text) => this.change({ ...this.query, text })),
      picker.onDidAccept(() => this.accept(picker)),
      picker.onDidTriggerButton(({ tooltip }) =>
        this.buttons()
          .find((each) => each.button.tooltip === tooltip)
          ?.press(),
      ),
      picker.onDidHide(() => this.leaveWithout()),
    ];
    this.accepted = false;
    this.rows = '';
    this.comeBack = this.editor.desk?.leaveFor();
    this.openPicker = { picker, dispose: () => [...listeners, picker].forEach((each) => void each.dispose()) };
    void vscode.commands.executeCommand('setContext', is('searching'), true);
    // What was found since, in another study, is not what this one is asked for.
    if (this.search.document !== study && isSomething(this.query)) this.begin();
    this.draw();
    picker.show();
  }

  /** Turns one of the options around, while the list is open. */
  toggle(option: 'matchCase' | 'wholeWord' | 'regex'): void {
    if (this.openPicker) this.change({ ...this.query, [option]: !this.query[option] }, 0);
  }

  /** Asks for conditions and comes back. */
  async filter(): Promise<void> {
    const session = this.study?.session;
    // Before the question shows, and not because it does: else the desk would take the focus from it.
    this.close();
    const filtered = await inQuestions((questions) =>
      askFilters(questions, this.query, session ? ruleListOf(session.study.rules).rules : []),
    );
    this.show();
    if (filtered) this.change(filtered, 0);
  }

  private get query(): StudyQuery {
    return (this.study && this.queries.get(this.study)) ?? emptyQuery;
  }

  private change(query: StudyQuery, pause = typingPause): void {
    if (this.study) this.queries.set(this.study, query);
    this.accepted = false;
    clearTimeout(this.typed);
    this.typed = setTimeout(() => this.begin(), pause);
    this.draw();
  }

  private begin(): void {
    clearTimeout(this.typed);
    this.typed = undefined;
    if (!this.study?.session || !isSomething(this.query)) this.search.clear();
    else this.search.start(this.study, this.query);
  }

  /** Rows that are there may be of what was typed before: then the first of what is looked for now is meant. */
  private accept(picker: vscode.QuickPick<Row>): void {
    const row = picker.activeItems[0];
    if (this.typed) this.begin();
    else if (row) {
      this.leave(row);
      return;
    }
    this.accepted = this.found.state.kind === 'running';
  }

  private leave(row: Row): void {
    this.accepted = false;
    const { hit } = row;
    this.close();
    if (hit && this.study) {
      this.comeBack?.();
      void openItem(this.editor, this.study.uri, hit.ordinal);
    } else void vscode.commands.executeCommand('tiebreak.results.focus');
  }

  /** Escape ends a search, which else might go on forever; what it found so far stays. */
  private leaveWithout(): void {
    this.search.stop();
    this.close();
    this.comeBack?.();
  }

  private close(): void {
    if (!this.openPicker) return;
    if (this.typed) clearTimeout(this.typed);
    this.typed = undefined;
    const { openPicker: open } = this;
    this.openPicker = undefined;
    open.dispose();
    void vscode.commands.executeCommand('setContext', is('searching'), false);
  }

  /** What the search tells of the study; what it found in another one is not of interest here. */
  private get found(): { readonly state: SearchState; readonly hits: readonly Hit[]; readonly count: number } {
    return this.search.document === this.study ? this.search : { state: { kind: 'idle' }, hits: [], count: 0 };
  }

  private draw(): void {
    if (!this.openPicker) return;
    const { picker } = this.openPicker;
    const { state, hits, count } = this.found;
    picker.buttons = this.buttons().map(({ button }) => button);
    picker.busy = this.typed !== undefined || state.kind === 'running';
    picker.title = [vscode.l10n.t('Search items'), ...filtersText(this.query), ...this.progress()].join(' · ');
    const first = hits[0];
    if (this.accepted && first) {
      this.leave(rowOf(first));
      return;
    }
    const active = picker.activeItems[0]?.hit;
    const rows = hits.slice(0, maxRows).map(rowOf);
    if (count > rows.length)
      rows.push({
        label: '',
        iconPath: new vscode.ThemeIcon('list-flat'),
        description: vscode.l10n.t('Show all in the Search Results view'),
        alwaysShow: true,
      });
    if (state.kind === 'failed')
      rows.push({
        label: '',
        iconPath: new vscode.ThemeIcon('error'),
        description: forLabel(state.message),
        alwaysShow: true,
      });
    // Rows that are the same stay: setting them anew would be read out again.
    const now = JSON.stringify(rows);
    if (now === this.rows) return;
    this.rows = now;
    picker.items = rows;
    // New rows come below: the one that the person is on stays.
    const same = rows.find(({ hit }) => hit && hit.ordinal === active?.ordinal);
    if (same) picker.activeItems = [same];
  }

  private progress(): string[] {
    const { state, count } = this.found;
    if (this.typed || state.kind === 'idle' || state.kind === 'failed') return [];
    const found = vscode.l10n.t('{0} found', count.toLocaleString());
    return state.kind === 'running' ? [found, vscode.l10n.t('{0} searched', percent(state.fraction))] : [found];
  }

  private buttons(): { readonly button: vscode.QuickInputButton; readonly press: () => void }[] {
    const { matchCase, wholeWord, regex } = this.query;
    const stateOf = (name: string, key: string, on: boolean): string =>
      on ? vscode.l10n.t('{0}: on ({1})', name, key) : vscode.l10n.t('{0}: off ({1})', name, key);
    const button = (icon: string, tooltip: string, press: () => void): ReturnType<SearchPicker['buttons']>[number] => ({
      button: { iconPath: new vscode.ThemeIcon(icon), tooltip },
      press,
    });
    const { state } = this.found;
    return [
      button('case-sensitive', stateOf(vscode.l10n.t('Match case'), 'Alt+C', matchCase), () =>
        this.toggle('matchCase'),
      ),
      button('whole-word', stateOf(vscode.l10n.t('Whole word'), 'Alt+W', wholeWord), () => this.toggle('wholeWord')),
      button('regex', stateOf(vscode.l10n.t('Regular expression'), 'Alt+R', regex), () => this.toggle('regex')),
      button(
        isFiltered(this.query) ? 'filter-filled' : 'filter',
        vscode.l10n.t('Filter items… ({0})', 'Alt+L'),
        () => void this.filter(),
      ),
      ...(state.kind === 'running'
        ? [button('debug-stop', vscode.l10n.t('Stop searching'), () => this.search.stop())]
        : []),
    ];
  }
}

/**
 * VS Code sorts rows by how well what is typed fits their labels; these have none, so that they stay in the dataset's
 * order.
 */
function rowOf(hit: Hit): Row {
  return {
    label: '',
    iconPath: new vscode.ThemeIcon(hit.part === 'response' ? 'comment-discussion' : 'comment'),
    description: `${numberOf(hit.ordinal)} · ${partName(hit.part)}`,
    detail: forLabel(hit.snippet),
    hit,
    alwaysShow: true,
  };
}
