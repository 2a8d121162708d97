import * as vscode from 'vscode';
import type { CommandName } from '../commands';
import type { ModeName } from '../../core/model/annotation/mode';

/** What people call what a key does, where its title uses other words. The list of keys is searched by them too. */
export const keyWords = (mode: ModeName): Readonly<Partial<Record<CommandName, string>>> => ({
  place: digitWords(mode),
  unplace: vscode.l10n.t('remove, delete, reset'),
  moveUp: vscode.l10n.t('better'),
  moveDown: vscode.l10n.t('worse'),
  accept: vscode.l10n.t('good enough, cutoff, threshold'),
  acceptNone: vscode.l10n.t('all bad, none, reject'),
  flag: vscode.l10n.t('unsafe, report, tag'),
  confidence: vscode.l10n.t('sure, certain'),
  mode: vscode.l10n.t('way to judge, pairs, rating'),
  orderTier: vscode.l10n.t('break a tie'),
  save: vscode.l10n.t('submit, done'),
  next: vscode.l10n.t('forward'),
  previous: vscode.l10n.t('back'),
  skip: vscode.l10n.t('pass, cannot judge'),
  undo: vscode.l10n.t('take back, revert'),
  history: vscode.l10n.t('earlier judgments, versions'),
  useAsControl: vscode.l10n.t('gold, known answer, test item'),
  goTo: vscode.l10n.t('jump, number'),
  search: vscode.l10n.t('find items, filter'),
  changeAnnotator: vscode.l10n.t('name, user'),
  export: vscode.l10n.t('download, training file'),
  critique: vscode.l10n.t('comment, note, feedback'),
  rationale: vscode.l10n.t('why, reason, comment, note'),
  because: vscode.l10n.t('why, reason'),
  refine: vscode.l10n.t('edit, rewrite, correct'),
  answer: vscode.l10n.t('own response, better answer'),
  mark: vscode.l10n.t('highlight, span, passage'),
  guidelines: vscode.l10n.t('instructions'),
  findInItem: vscode.l10n.t('search in the text'),
  codeDiff: vscode.l10n.t('patch, files, changes, repository'),
  codeDiffPair: vscode.l10n.t('patch, files, compare, repository'),
  openTree: vscode.l10n.t('folder, files, go to definition, new window, repository'),
  takeOver: vscode.l10n.t('continue, edit, correct, demonstration, own solution'),
  runTests: vscode.l10n.t('tests, checks, evidence, pass, fail'),
  testResults: vscode.l10n.t('tests, checks, evidence, output'),
  difference: vscode.l10n.t('compare, diff'),
  largerText: vscode.l10n.t('zoom in, bigger, font'),
  smallerText: vscode.l10n.t('zoom out, font'),
  togglePlainText: vscode.l10n.t('Markdown, formatting'),
  toggleWrapCode: vscode.l10n.t('long lines'),
  toggleArrangement: vscode.l10n.t('columns, layout, side by side'),
  prompt: vscode.l10n.t('question, hide'),
  showMore: vscode.l10n.t('whole text, expand'),
});

function digitWords(mode: ModeName): string {
  switch (mode) {
    case 'rank':
      return vscode.l10n.t('1 is the best; the same digit ties responses: equal');
    case 'pair':
      return vscode.l10n.t('the better one, tie, equal, both good, both bad');
    case 'best':
      return vscode.l10n.t('the best one');
    case 'best-worst':
      return vscode.l10n.t('the best one, then the worst one');
    case 'rate':
      return vscode.l10n.t('value, score, points');
    case 'thumbs':
      return vscode.l10n.t('1 good, 2 bad, thumbs up or down');
    case 'steps':
      return vscode.l10n.t('1 correct, 2 incorrect, 3 unnecessary, 4 neutral');
  }
}

/** What matters most in each mode. */
export const keysOfMode: Readonly<Record<ModeName, readonly CommandName[]>> = {
  rank: ['place', 'accept', 'acceptNone', 'unplace', 'moveUp', 'moveDown', 'orderTier', 'buckets'],
  pair: ['place', 'moveUp', 'moveDown', 'unplace'],
  best: ['place', 'accept', 'acceptNone', 'unplace'],
  'best-worst': ['place', 'moveUp', 'moveDown', 'accept', 'acceptNone', 'unplace'],
  rate: ['place', 'notApplicable', 'moveUp', 'moveDown', 'unplace'],
  thumbs: ['place', 'unplace'],
  steps: ['place', 'firstError', 'cutStep', 'joinStep', 'unplace'],
};
