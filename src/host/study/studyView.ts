import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { ruleListOf } from '../../core/desk/rules/ruleList';
import { recipeProblemText } from '../../core/export/recipeProblem';
import { recipeFormat, recipeNames } from '../../core/export/recipes';
import { manifestName } from '../../core/export/write';
import { currentQuestion } from '../../core/model/study/project';
import { versionInForce } from '../../core/model/rubric/rubric';
import { shortVersion } from '../../core/study/guidelines';
import { studyPaths } from '../../core/study/studyPaths';
import type { DeskEditor } from '../desk/deskEditor';
import { percent } from '../items/goToItem';
import { itemsText, judgementsText } from './countText';
import { annotationRateText } from './annotationRateText';
import { teamLeaves } from '../team/teamLeaves';
import type { StudyDocument } from './studyDocument';

/** More files than these are a number. */
const maxFiles = 8;

type Section = 'team' | 'dataset' | 'annotators' | 'exports';
type Node =
  | { readonly kind: 'section'; readonly section: Section; readonly document: StudyDocument }
  | {
      readonly kind: 'leaf';
      readonly item: vscode.TreeItem;
      /** A recipe that the line is of. */ readonly recipe?: string;
    };

const sections = ['team', 'dataset', 'annotators', 'exports'] as const satisfies readonly Section[];

/** The study in the side bar: its question, dataset, annotators and exports. */
export class StudyView implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly editor: DeskEditor) {
    editor.onDidRest(() => this.refresh());
  }

  refresh(): void {
    this.changes.fire();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'leaf') return node.item;
    const titles: Record<Section, string> = {
      team: vscode.l10n.t('Team'),
      dataset: vscode.l10n.t('Dataset'),
      annotators: vscode.l10n.t('Annotators'),
      exports: vscode.l10n.t('Exports'),
    };
    const item = new vscode.TreeItem(titles[node.section], vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.section;
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const document = this.editor.study;
    if (!document?.session) return [];
    if (!node)
      return [
        studyLeaf(document),
        ...guidelinesLeaves(document),
        ...rubricsLeaves(document),
        ...rulesLeaves(document),
        ...sections
          .filter((section) => section !== 'team' || document.team !== undefined)
          .map((section): Node => ({ kind: 'section', section, document })),
      ];
    if (node.kind === 'leaf') return [];
    switch (node.section) {
      case 'team':
        return teamLeaves(node.document).map((item): Node => ({ kind: 'leaf', item }));
      case 'dataset':
        return datasetLeaves(node.document);
      case 'annotators':
        return annotatorLeaves(node.document);
      case 'exports':
        return exportLeaves(node.document);
    }
  }
}

function leaf(label: string, icon: string, more: Partial<vscode.TreeItem> = {}): Node {
  return {
    kind: 'leaf',
    item: Object.assign(new vscode.TreeItem(label), { iconPath: new vscode.ThemeIcon(icon), ...more }),
  };
}

function studyLeaf(document: StudyDocument): Node {
  const question = document.session ? currentQuestion(document.session.study.project).text : '';
  return leaf(document.name, 'checklist', {
    description: question,
    tooltip: question,
    command: { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [document.uri] },
  });
}

function guidelinesLeaves({ session }: StudyDocument): Node[] {
  const path = session?.study.guidelinesFile;
  if (session === undefined || path === undefined) return [];
  const { guidelines, guidelinesProblem } = session.study;
  const open = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [vscode.Uri.file(path)] };
  return [
    leaf(vscode.l10n.t('Guidelines'), guidelinesProblem ? 'warning' : 'note', {
      tooltip: guidelinesProblem?.message ?? path,
      ...(guidelines && { description: shortVersion(guidelines.version) }),
      command: open,
    }),
  ];
}

function rubricsLeaves({ session, rubricsProblem }: StudyDocument): Node[] {
  if (!session) return [];
  const { rubrics } = session.study.rubrics;
  const criteria = rubrics.reduce((sum, rubric) => sum + versionInForce(rubric).criteria.length, 0);
  const edit = vscode.l10n.t('Edit Rubrics');
  const description =
    criteria === 0
      ? vscode.l10n.t('none yet')
      : criteria === 1
        ? vscode.l10n.t('one criterion')
        : vscode.l10n.t('{0} criteria', criteria.toLocaleString());
  return [
    leaf(vscode.l10n.t('Rubrics'), rubricsProblem ? 'warning' : 'tasklist', {
      description,
      tooltip: rubricsProblem?.message ?? edit,
      command: { command: 'tiebreak.editRubrics', title: edit },
    }),
  ];
}

function rulesLeaves({ session, documentProblems }: StudyDocument): Node[] {
  const count = session ? ruleListOf(session.study.rules).rules.length : 0;
  const problem = documentProblems.get('rules');
  if (count === 0 && !problem) return [];
  const title = vscode.l10n.t('Mark prompts by rules');
  return [
    leaf(vscode.l10n.t('Rules'), problem ? 'warning' : 'law', {
      description: count === 1 ? vscode.l10n.t('one rule') : vscode.l10n.t('{0} rules', count.toLocaleString()),
      tooltip: problem?.message ?? title,
      command: { command: 'tiebreak.rules', title },
    }),
  ];
}

function datasetLeaves({ session, datasetProblems, looked }: StudyDocument): Node[] {
  if (!session) return [];
  const { count, complete } = session.dataset;
  const { sources } = session.study;
  const files = sources.slice(0, maxFiles).map((path) => leaf(basename(path), 'database', { tooltip: path }));
  const left = sources.length - files.length;
  if (left > 0)
    files.push(
      leaf(left === 1 ? vscode.l10n.t('1 more file') : vscode.l10n.t('{0} more files', left.toLocaleString()), 'files'),
    );
  const items = leaf(
    complete ? itemsText(count) : vscode.l10n.t('{0} so far', itemsText(count)),
    complete ? 'symbol-number' : 'loading~spin',
  );
  const { layout } = session.study.reading;
  const fields = vscode.l10n.t('Choose fields…');
  const read = leaf(layout.name, 'symbol-structure', {
    description: layout.title,
    tooltip: fields,
    command: { command: 'tiebreak.chooseFields', title: fields },
  });
  const showProblems = { command: { command: 'workbench.actions.view.problems', title: vscode.l10n.t('Problems') } };
  const unreadable = datasetProblems.filter(({ severity }) => severity === 'error').length;
  const warnings = datasetProblems.length - unreadable;
  return [
    ...files,
    items,
    ...(complete && looked !== undefined
      ? [leaf(vscode.l10n.t('Checking the dataset: {0}', percent(looked)), 'loading~spin')]
      : []),
    read,
    ...(unreadable > 0 ? [leaf(vscode.l10n.t('Unreadable records: {0}', unreadable), 'warning', showProblems)] : []),
    ...(warnings > 0 ? [leaf(vscode.l10n.t('Warnings: {0}', warnings), 'warning', showProblems)] : []),
  ];
}

function annotatorLeaves({ session }: StudyDocument): Node[] {
  if (!session) return [];
  const names = [...new Set([session.annotator, ...session.study.replay.annotators()])];
  const { team } = session;
  const annotationRate = annotationRateText(session);
  const all = team
    ? [
        leaf(vscode.l10n.t('All annotators'), 'organization', {
          description: vscode.l10n.t('{0} of {1}', team.done.toLocaleString(), judgementsText(team.wanted)),
        }),
      ]
    : [];
  const each = names.map((name) => {
    const { judged, skipped } = session.progressSummary(name);
    const done =
      skipped > 0 ? vscode.l10n.t('{0} judged, {1} skipped', judged, skipped) : vscode.l10n.t('{0} judged', judged);
    return leaf(name, name === session.annotator ? 'account' : 'person', {
      description:
        name === session.annotator
          ? [vscode.l10n.t('{0} (you)', done), ...(annotationRate === undefined ? [] : [annotationRate])].join(' · ')
          : done,
    });
  });
  return [...each, ...all];
}

async function exportLeaves(document: StudyDocument): Promise<Node[]> {
  const { exports } = studyPaths(document.uri.fsPath);
  const entries = await readdir(exports, { withFileTypes: true }).catch(() => []);
  const folders = [];
  for (const entry of entries)
    if (entry.isDirectory() && (await readdir(join(exports, entry.name))).includes(manifestName))
      folders.push(entry.name);
  const recipes = recipeLeaves(document);
  if (folders.length === 0 && recipes.length === 0)
    return [
      leaf(vscode.l10n.t('Export preferences…'), 'export', {
        command: { command: 'tiebreak.export', title: vscode.l10n.t('Export') },
      }),
    ];
  const written = folders.sort().map((name) =>
    leaf(name, 'output', {
      description: 'train.jsonl',
      command: {
        command: 'vscode.open',
        title: vscode.l10n.t('Open'),
        arguments: [vscode.Uri.file(join(exports, name, 'train.jsonl'))],
      },
    }),
  );
  return [...recipes, ...written];
}

/** Enter opens a recipe in the export view; it is run by the button on its line, or its menu. */
function recipeLeaves({ session }: StudyDocument): Node[] {
  const project = session?.study.project;
  if (!project) return [];
  return recipeNames(project).map((name) => {
    const title = vscode.l10n.t('Open the recipe');
    const fault = recipeProblemText(project, name);
    const description =
      fault === undefined ? vscode.l10n.t('recipe: {0}', recipeFormat(project, name)) : vscode.l10n.t('invalid recipe');
    const item = Object.assign(new vscode.TreeItem(name), {
      iconPath: new vscode.ThemeIcon(fault === undefined ? 'export' : 'warning'),
      description,
      contextValue: 'recipe',
      tooltip: fault ?? title,
      command: { command: 'tiebreak.export', title, arguments: [name] },
    });
    return { kind: 'leaf', item, recipe: name };
  });
}
