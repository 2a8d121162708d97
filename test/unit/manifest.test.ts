import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { windowMark } from '../../src/core/code/tree/treeLock';
import { contextKeyNames } from '../../src/host/commands/conditions';

interface Manifest {
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string };
  readonly homepage: string;
  readonly qna: string;
  readonly extensionKind: readonly string[];
  readonly dependencies?: unknown;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly icon?: string;
      readonly category?: string;
      readonly enablement?: string;
    }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when?: string; readonly group?: string }[]>
    >;
    readonly views: { readonly tiebreak: readonly { readonly id: string; readonly when?: string }[] };
    readonly configuration: {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly description?: string;
            readonly markdownDescription?: string;
            readonly enum?: readonly string[];
            readonly enumDescriptions?: readonly string[];
          }
        >
      >;
    };
  };
}

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'package.json'), 'utf8');
const { activationEvents, contributes, ...manifest } = JSON.parse(text) as Manifest;
const strings = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
const commands = contributes.commands.map(({ command }) => command);

/** Context keys of VS Code that the extension asks for. */
const ofVSCode = new Set([
  'true',
  'false',
  'activeCustomEditorId',
  'activeWebviewPanelId',
  'accessibilityHelpIsShown',
  'comment',
  'commentController',
  'commentThreadIsEmpty',
  'editorHasMultipleSelections',
  'editorHasSelection',
  'editorHoverVisible',
  'editorReadonly',
  'editorTextFocus',
  'explorerResourceIsFolder',
  'findWidgetVisible',
  'focusedView',
  'inputFocus',
  'inQuickOpen',
  'resourceFilename',
  'resourceScheme',
  'view',
  'viewItem',
]);

/** The key that a part of a condition asks for: `view` of "view == tiebreak.study". */
const contextKeyIn = (part: string): string => part.replace(/^[!(]+/, '').replace(/( [=!]=|\)| =~).*$/, '');

/** Whether a condition without parentheses is met where just these parts are true. */
const isMet = (condition: string, trueParts: ReadonlySet<string>): boolean =>
  condition.split(' || ').some((choice) => choice.split(' && ').every((part) => trueParts.has(part)));

/** The commands that the palette lists where just these parts of conditions are true. */
function paletteIn(...parts: readonly string[]): readonly string[] {
  const trueParts = new Set(['true', ...parts]);
  const entries = new Map(contributes.menus.commandPalette?.map(({ command, when }) => [command, when]));
  return contributes.commands
    .filter(({ command, enablement }) =>
      [entries.get(command), enablement].every((condition) => condition === undefined || isMet(condition, trueParts)),
    )
    .map(({ command }) => command.replace('tiebreak.', ''))
    .sort();
}

describe('package.json', () => {
  it('is activated by what it contributes, by an invitation, by files that it opened, and by a view that comes back', () => {
    expect(activationEvents).toEqual([
      'onUri',
      `workspaceContains:../${windowMark}`,
      'onWebviewPanel:tiebreak.report',
      'onWebviewPanel:tiebreak.export',
      'onWebviewPanel:tiebreak.settings',
    ]);
  });

  it('leads to one repository, where pictures and links of the README are looked for', () => {
    const repository = manifest.repository.url.replace(/\.git$/, '');
    expect(repository).toMatch(/^https:\/\/github\.com\//);
    for (const address of [manifest.homepage, manifest.bugs.url, manifest.qna])
      expect(address.startsWith(repository), address).toBe(true);
  });

  it('runs where the files of the workspace are, and depends on nothing that is not bundled', () => {
    expect(manifest.extensionKind).toEqual(['workspace']);
    expect(manifest.dependencies).toBeUndefined();
  });

  it('finds each of its strings in package.nls.json, which holds no other', () => {
    const used = [...text.matchAll(/"%([^"%]+)%"/g)].map(([, key]) => key);
    expect(Object.keys(strings).sort()).toEqual([...new Set(used)].sort());
    for (const [key, value] of Object.entries(strings)) expect(value.trim(), key).not.toBe('');
  });

  it('has the commands, keys and menus that the tables in src/host/commands say', async () => {
    const checked = promisify(execFile)(process.execPath, [join(root, 'scripts/manifest.mjs'), '--check'], {
      cwd: root,
    });
    await expect(checked).resolves.toMatchObject({ stderr: '' });
  });

  it('names each command once', () => {
    expect(new Set(commands).size).toBe(commands.length);
  });

  it.each(contributes.commands)(
    'gives $command a title from package.nls.json, a category and an icon',
    ({ title, category, icon }) => {
      expect(strings).toHaveProperty([title.replaceAll('%', '')]);
      expect(category).toBe('Tiebreak');
      expect(icon).toMatch(/^\$\([a-z-]+\)$/);
    },
  );

  it.each(contributes.keybindings)(
    'binds $key to $command only where a screen of ours is in front, or a question of ours',
    ({ command, key, when }) => {
      expect(commands).toContain(command.replace(/^-/, ''));
      expect(when).toMatch(
        /activeCustomEditorId == 'tiebreak\.(project|rubrics)'|activeWebviewPanelId == 'tiebreak\.(report|export|settings)'|focusedView == 'tiebreak\.|^resourceScheme == 'tiebreak-response' && editorTextFocus|^tiebreak\.inCode && editorTextFocus && editorReadonly$|^inQuickOpen && tiebreak\.(searching|hasStepBack)$/,
      );
      // A key that means something to a text field (everything but chords with Ctrl or Cmd, and Escape) is the field's.
      // Nobody types into a file that is only read.
      const isRead = when?.includes('editorReadonly') === true;
      const isText =
        !/\b(ctrl|cmd)\+/.test(key) && key !== 'escape' && when !== 'inQuickOpen && tiebreak.searching' && !isRead;
      if (isText)
        expect(when).toMatch(
          /tiebreak\.(onDesk|onExport|onSettings|marking|onRubrics|onReport|onQuality)\b|focusedView == 'tiebreak\./,
        );
      if (isText) expect(when).toContain('!inputFocus');
    },
  );

  it('binds no key twice under the same condition', () => {
    const all = contributes.keybindings
      .filter(({ command }) => !command.startsWith('-'))
      .map(({ key, when }) => `${key} ${when}`);
    expect(all.filter((binding, index) => all.indexOf(binding) !== index)).toEqual([]);
  });

  it('takes the slash away where it is on a digit, whose key with Shift is a flag: under the condition that the slash has', () => {
    const of = (name: string): unknown =>
      contributes.keybindings.filter(({ command }) => command === name).map(({ key, when }) => [key, when]);
    const slash = contributes.keybindings.find(({ command, key }) => command === 'tiebreak.search' && key === '/');
    expect(of('-tiebreak.search')).toEqual([
      ['shift+6', slash?.when],
      ['shift+7', slash?.when],
    ]);
    expect(of('tiebreak.flag')).toEqual(
      expect.arrayContaining([
        ['shift+6', slash?.when],
        ['shift+7', slash?.when],
      ]),
    );
  });

  it('puts contributed commands into its menus, and hides from the palette what makes no sense there', () => {
    for (const entry of Object.values(contributes.menus).flat()) expect(commands).toContain(entry.command);
    const hidden = contributes.menus.commandPalette
      ?.filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    expect(hidden).toEqual(expect.arrayContaining(['tiebreak.place', 'tiebreak.leaveField']));
  });

  it('asks in its conditions only for what VS Code tells of itself, or the extension of itself', () => {
    const own = contextKeyNames.map((name) => `tiebreak.${name}`);
    const conditions = [
      ...contributes.commands.map(({ enablement }) => enablement),
      ...contributes.keybindings.map(({ when }) => when),
      ...Object.values(contributes.menus).flatMap((entries) => entries.map(({ when }) => when)),
      ...contributes.views.tiebreak.map(({ when }) => when),
    ].filter((when) => when !== undefined);
    const asked = conditions.flatMap((when) => when.split(/ && | \|\| /)).map(contextKeyIn);
    expect(asked.filter((key) => !ofVSCode.has(key) && !own.includes(key))).toEqual([]);
  });

  it('sets each of its context keys', () => {
    const set = readdirSync(join(root, 'src/host'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, 'src/host', name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/(?:(?<![.\w])set\(|'setContext', is\()'(\w+)'/g)])
      .map(([, name]) => name);
    expect([...new Set(set)].sort()).toEqual([...contextKeyNames].sort());
  });

  it.each(Object.entries(contributes.configuration.properties))(
    'describes the setting %s and each of its values',
    (_, { description, markdownDescription, enum: values, enumDescriptions }) => {
      expect(strings).toHaveProperty([(description ?? markdownDescription ?? '').replaceAll('%', '')]);
      expect(enumDescriptions?.length).toBe(values?.length);
    },
  );

  it('names only pictures that exist', () => {
    const pictures = [...text.matchAll(/"(media\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

describe('the title of an editor', () => {
  const buttons = contributes.menus['editor/title']?.filter(({ group = '' }) => group.startsWith('navigation')) ?? [];
  const iconsIn = (editor: string): (string | undefined)[] =>
    buttons
      .filter(({ when }) => when === editor)
      .map(({ command }) => contributes.commands.find((each) => each.command === command)?.icon);

  it.each([...new Set(buttons.map(({ when = '' }) => when))])(
    'has four buttons at most beside the one of VS Code that splits it, and none looks like another: %s',
    (editor) => {
      const icons = [...iconsIn(editor), '$(split-horizontal)'];
      expect(icons.length).toBeLessThanOrEqual(5);
      expect(new Set(icons).size).toBe(icons.length);
    },
  );
});

describe('the command palette', () => {
  const always = ['annotate', 'newStudy', 'openSample', 'joinTeam', 'changeAnnotator'];
  const ofStudy = [
    'adjudicate',
    'chooseFields',
    'coverage',
    'editRubrics',
    'export',
    'filterItems',
    'order',
    'quality',
    'runRecipe',
    'search',
    'studySettings',
    'takeOverLabels',
    'team',
  ];
  const [studyOpen, editor] = ['tiebreak.studyOpen', "activeCustomEditorId == 'tiebreak.project'"];

  it('lists five commands where nothing is open', () => {
    expect(paletteIn()).toEqual([...always].sort());
  });

  it('lists what works with a study that is open behind another editor', () => {
    expect(paletteIn(studyOpen)).toEqual([...always, ...ofStudy].sort());
  });

  it('lists twenty-three commands in the annotation editor, whose own commands have keys', () => {
    const there = [...always, ...ofStudy, 'goTo', 'history', 'keys', 'revealItem', 'useAsControl'].sort();
    expect(there).toHaveLength(23);
    expect(paletteIn(studyOpen, editor, 'tiebreak.onDesk', 'tiebreak.canSave', 'tiebreak.canUndo')).toEqual(there);
  });

  it('lists the fields and the keys where the dataset of a study cannot be read', () => {
    expect(paletteIn(editor)).toEqual([...always, 'chooseFields', 'history', 'keys', 'useAsControl'].sort());
  });

  it('lists the commands of an editor of rubrics, a report or an export only in front of it', () => {
    const [rubrics, report, toExport] = [
      "activeCustomEditorId == 'tiebreak.rubrics'",
      "activeWebviewPanelId == 'tiebreak.report'",
      "activeWebviewPanelId == 'tiebreak.export'",
    ].map((active) =>
      paletteIn(active, studyOpen, '!tiebreak.qualityTab').filter((command) => !paletteIn(studyOpen).includes(command)),
    );
    expect(rubrics).toContain('addCriterion');
    expect(report).toContain('exportMatrix');
    expect(toExport).toContain('runExport');
    expect(new Set([rubrics, report, toExport].flat()).size).toBe([rubrics, report, toExport].flat().length);
  });

  it('never hides a command that has no key, but those that act on a comment and are buttons of it', () => {
    const bound = new Set(contributes.keybindings.map(({ command }) => command));
    const hidden = contributes.menus.commandPalette?.filter(({ when }) => when === 'false') ?? [];
    const onComments = Object.entries(contributes.menus).flatMap(([menu, entries]) =>
      menu.startsWith('comments/') ? entries.map(({ command }) => command) : [],
    );
    expect(hidden.filter(({ command }) => !bound.has(command) && !onComments.includes(command))).toEqual([]);
  });
});
