import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { ownValue } from '../../core/model/text/ownValue';
import { matchingLayouts } from '../../core/dataset/detect';
import { pathsFor, pathsOf, type FieldPath } from '../../core/dataset/fields/fieldPaths';
import { wildcard } from '../../core/dataset/readers/json/innerRecords';
import { headOf, objectsOf, type Head } from '../../core/dataset/records/head';
import { layouts } from '../../core/dataset/layouts';
import { type Layout } from '../../core/dataset/layouts/layout';
import { noPromptPath, type Mapping } from '../../core/dataset/fields/fieldMapping';
import { pairedResponses } from '../../core/dataset/layouts/pairs/pairedResponses';
import { preferencePair } from '../../core/dataset/layouts/texts/preferencePair';
import { responseList } from '../../core/dataset/layouts/lists/responseList';
import type { Reading } from '../../core/dataset/items/parse';
import { mappingInFull, previewOf, type FieldPlace, type Preview } from '../../core/dataset/items/preview';
import {
  unreadRanking,
  unreadValues,
  partsOfResponses,
  responseFields,
  withBetter,
  withMeaning,
  withPrompt,
  withResponses,
} from '../../core/dataset/recognition/userFieldRoles';
import { valuePreview } from '../../core/dataset/records/valuePreview';
import { locationText, UserError, type FileProblem } from '../../core/model/problems/problem';
import type { Questions } from '../surface/questions';
import { forLabel, isolated } from '../items/itemLabels';
import { suggestReading } from './suggestReading';
import { previewRows } from './previewRows';

/** How a dataset is to be read, as far as that is decided. */
export interface ReadingDraft extends Omit<Reading, 'layout'> {
  readonly layout: Layout | undefined;
}

/** What the chooser is opened with. */
export interface FieldChooserOptions {
  readonly title: string;
  /** Absolute paths of the dataset's files. */
  readonly files: readonly string[];
  readonly head: Head;
  readonly draft: ReadingDraft;
  /** Why the layout is undecided. */
  readonly why?: readonly string[];
  /** What Enter on the first row does. */
  readonly accept: { readonly label: string; readonly description: string };
}

interface Row extends vscode.QuickPickItem {
  /** Absent: a line to read. What it gives is whether the reading is accepted. */
  readonly run?: () => Promise<boolean> | boolean;
}

/** So many places of the first record are shown while the layout is undecided. */
const maxPlaces = 12;

/**
 * Shows how a dataset would be read - layout, an item as it comes out, where each field stands - and lets a person
 * correct it. Gives the reading that was accepted; undefined where none was. Writes nothing.
 */
export function chooseReading(choosing: FieldChooserOptions, steps: Questions): Promise<Reading | undefined> {
  return new FieldChooser(choosing, steps).overview();
}

class FieldChooser {
  private head: Head;
  private draft: ReadingDraft;
  private why: readonly string[] | undefined;
  /** Which of the first items is shown. */
  private sample = 0;
  /** Labels whose values the person cannot tell either. */
  private readonly leftOut = new Set<string>();

  constructor(
    private readonly choosing: FieldChooserOptions,
    private readonly steps: Questions,
  ) {
    ({ head: this.head, draft: this.draft, why: this.why } = choosing);
  }

  async overview(): Promise<Reading | undefined> {
    let last: Row | undefined;
    for (;;) {
      const preview = this.preview();
      const rows = preview ? this.decided(preview) : this.undecided();
      const choices = rows.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
      const placeholder = preview
        ? vscode.l10n.t('Select a line and press Enter to correct it. Press Escape to cancel without changes.')
        : vscode.l10n.t('Press Enter to continue. Press Escape to cancel without changes.');
      // Who looks at one item after the other stays on that line; after a correction Enter accepts.
      const active = choices.find(({ run }) => run === this.nextSample && run === last?.run) ?? choices[0];
      const [picked] = (await this.steps.ask({ title: this.choosing.title, placeholder, items: rows, active })) ?? [];
      if (!picked) return undefined;
      const reading = this.reading();
      const isAccepted = (await picked.run?.()) === true;
      if (isAccepted && reading) return reading;
      last = picked;
    }
  }

  private reading(): Reading | undefined {
    const { layout } = this.draft;
    return layout && { ...this.draft, layout };
  }

  /** With the fields that the layout finds by their names. */
  private readingInFull(): Reading | undefined {
    const reading = this.reading();
    return reading && { ...reading, mapping: mappingInFull(this.head, reading) };
  }

  private preview(): Preview | undefined {
    const reading = this.reading();
    return reading && previewOf(this.head, reading);
  }

  private undecided(): Row[] {
    const places = pathsOf(objectsOf(this.head)).filter(({ path }) => !path.includes('.'));
    return [
      {
        label: vscode.l10n.t('Choose the responses…'),
        iconPath: new vscode.ThemeIcon('question'),
        description: this.why?.[0] ?? vscode.l10n.t('Tiebreak could not detect which fields contain the responses.'),
        run: () => this.chooseResponses(),
      },
      separator(vscode.l10n.t('Fields in the first records')),
      ...places.slice(0, maxPlaces).map(({ path, sample }): Row => ({
        label: forLabel(path),
        description: shown(sample),
        iconPath: new vscode.ThemeIcon('symbol-field'),
        run: () => this.chooseResponses([path]),
      })),
      ...(places.length > maxPlaces ? [{ label: vscode.l10n.t('{0} more', places.length - maxPlaces) }] : []),
      ...this.recordsRows(),
      separator(vscode.l10n.t('Layout')),
      {
        label: vscode.l10n.t('Choose a known layout…'),
        iconPath: new vscode.ThemeIcon('symbol-structure'),
        run: () => this.chooseLayout(),
      },
    ];
  }

  private decided(preview: Preview): Row[] {
    const { layout, gather } = this.draft;
    const { items, missing } = preview;
    const parts = layout ? partsOfResponses(layout) : [];
    const responses = preview.fields.filter(({ name, sample }) => parts.includes(name) && sample !== undefined);
    const fields = inOrder(preview.fields).filter(({ name }) => !parts.includes(name));
    const found = fields.filter(({ sample, mapped }) => sample !== undefined || mapped);
    const gathering = gather !== false && gather !== undefined;
    const fieldRows = (places: readonly FieldPlace[]): Row[] =>
      places.map((place) => this.fieldRow(place, place.name === missing));
    const [prompt, rest] = [
      found.filter(({ name }) => name === 'prompt'),
      found.filter(({ name }) => name !== 'prompt'),
    ];
    return [
      ...this.firstRows(preview),
      ...(items.length > 0
        ? [
            separator(vscode.l10n.t('Preview: item {0} of {1}', this.sampleIndex(items.length) + 1, items.length)),
            ...this.sampleRows(preview),
          ]
        : []),
      separator(vscode.l10n.t('Field mapping')),
      ...fieldRows(prompt),
      ...(parts.length > 0 ? [this.responsesRow(responses, missing !== undefined && parts.includes(missing))] : []),
      ...fieldRows(rest),
      ...this.valuesRow(),
      ...this.unusedRows(preview),
      separator(vscode.l10n.t('Records')),
      ...(gather === 'files' || this.choosing.draft.gather === 'files'
        ? [
            {
              label: vscode.l10n.t('Files'),
              description:
                gather === 'files'
                  ? vscode.l10n.t('one file per model; each item gets one response from each file')
                  : vscode.l10n.t('read one after another, as one dataset'),
              iconPath: new vscode.ThemeIcon('files'),
              run: () => this.toggleGather('files'),
            },
          ]
        : preview.canGather || gathering
          ? [
              {
                label:
                  this.draft.mapping.gather === undefined
                    ? vscode.l10n.t('Rows with the same prompt')
                    : vscode.l10n.t('Rows with the same “{0}”', forLabel(this.draft.mapping.gather)),
                description: gathering
                  ? vscode.l10n.t('combined into one item')
                  : vscode.l10n.t('not combined: each row is one item'),
                iconPath: new vscode.ThemeIcon(gathering ? 'layers-active' : 'layers'),
                run: () => this.toggleGather(true),
              },
            ]
          : []),
      ...this.recordsRows(),
      {
        label: vscode.l10n.t('Layout: {0}', layout?.name ?? ''),
        description: layout?.title ?? '',
        iconPath: new vscode.ThemeIcon('symbol-structure'),
        run: () => this.chooseLayout(),
      },
      separator(vscode.l10n.t('Fields not found')),
      ...fieldRows(fields.filter((each) => !found.includes(each))),
    ];
  }

  /** What Enter does, and what stands against it. */
  private firstRows({ items, problems, unreadable, missing }: Preview): Row[] {
    const count = this.head.records.length;
    const { label, description } = this.choosing.accept;
    const [first] = problems;
    const described = first ? tell(first) : '';
    if (items.length === 0) {
      const correct = (): Promise<boolean> => (missing === undefined ? this.chooseLayout() : this.chooseRole(missing));
      return [
        {
          label:
            missing === undefined
              ? vscode.l10n.t('Choose another layout…')
              : vscode.l10n.t('Choose the field for “{0}”…', roleName(missing)),
          description: vscode.l10n.t('None of the first records can be read this way (records tried: {0}).', count),
          iconPath: new vscode.ThemeIcon('error'),
          run: correct,
        },
        {
          label: vscode.l10n.t('Why'),
          description: described,
          iconPath: new vscode.ThemeIcon('info'),
          run: () => this.showProblems(problems),
        },
      ];
    }
    const [open] = unreadValues(items).filter(({ path }) => !this.leftOut.has(path));
    const ranking = this.openRanking(items);
    const all =
      unreadable === 0
        ? vscode.l10n.t('all of the first records can be read ({0})', count)
        : vscode.l10n.t('first records that can be read: {0} of {1}', count - unreadable, count);
    return [
      // On a guess Enter corrects first: who agrees goes one line down.
      ...(this.why ?? []).map((doubt, at) => ({
        label: at === 0 ? vscode.l10n.t('A guess: please check it') : vscode.l10n.t('Please check this too'),
        description: doubt,
        iconPath: new vscode.ThemeIcon('question'),
        run: () => this.checked(),
      })),
      // Nobody but a person knows what a code means: one question about one item, before it is left out.
      ...(ranking && this.why === undefined
        ? [
            {
              label: vscode.l10n.t('What does “{0}” mean?', forLabel(ranking.path)),
              description: vscode.l10n.t(
                'Either ranks, or responses from best to worst. Press Enter to decide with item {0} as an example.',
                ranking.at + 1,
              ),
              iconPath: new vscode.ThemeIcon('question'),
              run: () => this.chooseRanking(items),
            },
          ]
        : []),
      ...(open && this.why === undefined
        ? [
            {
              label: vscode.l10n.t('What does “{0}” mean?', forLabel(open.path)),
              description: vscode.l10n.t(
                'For example, item {0} has the value {1}. Press Enter to set its meaning.',
                open.at + 1,
                forLabel(isolated(open.value)),
              ),
              iconPath: new vscode.ThemeIcon('question'),
              run: () => this.chooseMeaning(items),
            },
          ]
        : []),
      { label, description: `${description} · ${all}`, iconPath: new vscode.ThemeIcon('check'), run: () => true },
      ...(first
        ? [
            {
              label: unreadable === 0 ? vscode.l10n.t('Warnings') : vscode.l10n.t('{0} cannot be read', unreadable),
              description: described,
              iconPath: new vscode.ThemeIcon('warning'),
              run: () => this.showProblems(problems),
            },
          ]
        : []),
    ];
  }

  /** The person has seen the guess. */
  private checked(): boolean {
    this.why = undefined;
    return false;
  }

  private sampleIndex(count: number): number {
    return this.sample % count;
  }

  private readonly nextSample = (): boolean => {
    this.sample++;
    return false;
  };

  private sampleRows({ items }: Preview): Row[] {
    const parsed = items[this.sampleIndex(items.length)];
    if (!parsed) return [];
    return [
      ...previewRows(parsed),
      ...(items.length > 1
        ? [
            {
              label: vscode.l10n.t('Show the next item'),
              iconPath: new vscode.ThemeIcon('arrow-down'),
              run: this.nextSample,
            },
          ]
        : []),
    ];
  }

  private fieldRow({ name, path, sample, mapped, free }: FieldPlace, isMissing: boolean): Row {
    if (name === 'prompt' && path === noPromptPath)
      return {
        label: roleName(name),
        description: vscode.l10n.t('There is no prompt'),
        iconPath: new vscode.ThemeIcon('edit'),
        run: () => this.chooseField(name),
      };
    const elsewhere = path === name ? '' : `← ${forLabel(isolated(path.split(',').join(', ')))}`;
    const nothing = mapped
      ? vscode.l10n.t('not in the first records')
      : free
        ? vscode.l10n.t('no field with a matching name')
        : name === 'id'
          ? vscode.l10n.t('none: the ID is made from the content of the item')
          : vscode.l10n.t('none in the first records');
    const icon = isMissing ? 'error' : sample === undefined ? 'circle-slash' : mapped ? 'edit' : 'symbol-field';
    return {
      label: roleName(name),
      description: [...(elsewhere ? [elsewhere] : []), sample === undefined ? nothing : shown(sample)].join(' · '),
      iconPath: new vscode.ThemeIcon(icon),
      run: () => this.chooseField(name),
    };
  }

  /** The fields that hold the responses together, whatever the layout calls them. */
  private responsesRow(places: readonly FieldPlace[], isMissing: boolean): Row {
    const names = places.map(({ name, path }) =>
      name === 'chosen'
        ? vscode.l10n.t('{0} (better)', forLabel(isolated(path)))
        : name === 'rejected'
          ? vscode.l10n.t('{0} (worse)', forLabel(isolated(path)))
          : forLabel(isolated(path.split(',').join(', '))),
    );
    const description =
      places.length === 0
        ? vscode.l10n.t('none in the first records')
        : vscode.l10n.t('← {0} · {1}', names.join(', '), shown(places.map(({ sample }) => sample ?? '').join(' | ')));
    return {
      label: vscode.l10n.t('Responses'),
      description,
      iconPath: new vscode.ThemeIcon(isMissing ? 'error' : 'symbol-field'),
      run: () => this.chooseResponses(),
    };
  }

  /** What a person said that the values of the label mean; Enter asks anew. */
  private valuesRow(): Row[] {
    const { values, ...rest } = this.draft.mapping;
    if (values === undefined) return [];
    const run = (): boolean => {
      this.draft = { ...this.draft, mapping: rest };
      this.leftOut.clear();
      return false;
    };
    return [
      {
        label: vscode.l10n.t('Meaning of label values'),
        description: vscode.l10n.t(
          '{0}. Press Enter to change it.',
          forLabel(isolated(values.replaceAll('=', ' = ').replaceAll(',', ', '))),
        ),
        iconPath: new vscode.ThemeIcon('edit'),
        run,
      },
    ];
  }

  /** Asks what one value of a label means, by the item that has it. */
  private async chooseMeaning(items: Preview['items']): Promise<false> {
    const all = unreadValues(items);
    const [open] = all.filter(({ path }) => !this.leftOut.has(path));
    if (!open) return false;
    this.sample = open.at;
    const { responses } = open.of.item;
    const isOne = open.meanings.includes('good');
    // The name of its field or model may be what the value says.
    const text = (at: number): string =>
      shown(
        `${/^(r\d+|completion)$/.test(responses[at]?.id ?? '') ? '' : `${responses[at]?.id ?? ''} · `}${valuePreview(responses[at]?.text ?? '')}`,
      );
    type MeaningRow = vscode.QuickPickItem & { readonly meaning?: string; readonly isRating?: true };
    const rows: MeaningRow[] = isOne
      ? [
          { label: vscode.l10n.t('The response is good'), description: text(0), meaning: 'good' },
          { label: vscode.l10n.t('The response is bad'), description: text(0), meaning: 'bad' },
          ...(Number.isFinite(Number(open.value))
            ? [{ label: vscode.l10n.t('The value is a rating: higher is better'), isRating: true as const }]
            : []),
        ]
      : open.meanings.map((meaning, at): MeaningRow =>
          meaning === 'tie'
            ? { label: vscode.l10n.t('The responses are tied'), meaning }
            : { label: vscode.l10n.t('Response {0}', at + 1), description: text(at), meaning },
        );
    const none: MeaningRow = {
      label: vscode.l10n.t('Not sure: skip these labels'),
      iconPath: new vscode.ThemeIcon('circle-slash'),
    };
    const title = this.titled(
      isOne
        ? vscode.l10n.t('item {0} has {1} = {2}. Is its response good or bad?', open.at + 1, open.path, open.value)
        : vscode.l10n.t('item {0} has {1} = {2}. Which response was better?', open.at + 1, open.path, open.value),
    );
    const [picked] =
      (await this.steps.ask({
        title,
        placeholder: shown(valuePreview(open.of.item.prompt.at(-1)?.content ?? '')),
        items: [...rows, none],
        matchesDescriptions: true,
        hasBack: true,
      })) ?? [];
    if (!picked) return false;
    if (picked.isRating) {
      const { label: _, values: __, ...rest } = this.draft.mapping;
      this.draft = { ...this.draft, mapping: { ...rest, rating: open.path } };
    } else if (picked.meaning === undefined) this.leftOut.add(open.path);
    else this.draft = { ...this.draft, mapping: withMeaning(this.draft.mapping, open, picked.meaning, all) };
    return false;
  }

  private openRanking(items: Preview['items']): ReturnType<typeof unreadRanking> {
    return unreadRanking(items.map(({ unread }) => (unread && !this.leftOut.has(unread.path) ? { unread } : {})));
  }

  /** Asks what a list with a number for each response says, by an item for which that makes a difference. */
  private async chooseRanking(items: Preview['items']): Promise<false> {
    const open = this.openRanking(items);
    if (!open) return false;
    this.sample = open.at;
    const value = String(items[open.at]?.unread?.value ?? '');
    const order = (places: readonly number[]): string =>
      places.map((place) => vscode.l10n.t('Response {0}', place + 1)).join(' > ');
    const { label: _, values: __, rank: ___, ...rest } = this.draft.mapping;
    const rows: (vscode.QuickPickItem & { readonly mapping?: Mapping })[] = [
      {
        label: vscode.l10n.t('The rank of each response'),
        description: order(open.byRanks),
        mapping: { ...rest, rank: open.path },
      },
      {
        label: vscode.l10n.t('The responses, best first'),
        description: order(open.byOrder),
        mapping: { ...rest, label: open.path, values: open.values },
      },
      { label: vscode.l10n.t('Not sure: skip these labels'), iconPath: new vscode.ThemeIcon('circle-slash') },
    ];
    const [picked] =
      (await this.steps.ask({
        title: this.titled(
          vscode.l10n.t('item {0} has {1} = {2}. What do these numbers mean?', open.at + 1, open.path, value),
        ),
        placeholder: vscode.l10n.t('Each line shows how this item would be ranked'),
        items: rows,
        matchesDescriptions: true,
        hasBack: true,
      })) ?? [];
    if (picked?.mapping) this.draft = { ...this.draft, mapping: picked.mapping };
    else if (picked) this.leftOut.add(open.path);
    return false;
  }

  /** Asks which fields hold the responses; which layout reads them follows. */
  private async chooseResponses(suggested?: readonly string[]): Promise<false> {
    this.why = undefined;
    const objects = objectsOf(this.head);
    const reading = this.readingInFull() ?? { layout: responseList, mapping: this.draft.mapping };
    const items: PathRow[] = pathsOf(objects).map(pathRow);
    const current = suggested ?? responseFields(objects, reading);
    const chosen = items.filter(({ path }) => path !== undefined && current.includes(path));
    const picked = await this.steps.ask({
      title: this.titled(
        vscode.l10n.t('which fields contain the responses? Choose one list, or one field per response'),
      ),
      placeholder: vscode.l10n.t('Press Down and Space to select, then Enter to continue. Or type a path'),
      items,
      active: chosen[0],
      matchesDescriptions: true,
      chosen,
      typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
      hasBack: true,
    });
    const paths = picked?.flatMap(({ path }) => path ?? []) ?? [];
    if (paths.length === 0 || (this.draft.layout && isDeepStrictEqual(paths, responseFields(objects, reading))))
      return false;
    this.draft = { ...this.draft, ...withResponses(objects, reading, paths) };
    await this.askMissing();
    return false;
  }

  private chooseRole(name: string): Promise<false> {
    return this.draft.layout && partsOfResponses(this.draft.layout).includes(name)
      ? this.chooseResponses()
      : this.chooseField(name);
  }

  /** What plays no part and is kept as metadata: a prompt or a response among it is seen here. */
  private unusedRows({ items, fields }: Preview): Row[] {
    // A label whose meaning is not certain stays in the metadata, and is asked about.
    const used = new Set([
      ...fields.filter(({ sample }) => sample !== undefined).map(({ path }) => path),
      this.draft.mapping.gather,
    ]);
    const unused = new Map(
      items
        .flatMap(({ item: { metadata = {} } }) => Object.entries(metadata).filter(([name]) => !used.has(name)))
        .reverse(),
    );
    if (unused.size === 0) return [];
    return [
      separator(vscode.l10n.t('Unused fields, kept as metadata')),
      ...[...unused]
        .reverse()
        .slice(0, maxPlaces)
        .map(([name, value]): Row => ({
          label: forLabel(name),
          description: shown(typeof value === 'string' ? value : JSON.stringify(value)),
          iconPath: new vscode.ThemeIcon('circle-slash'),
        })),
    ];
  }

  private isSheet(): boolean {
    return this.choosing.files.some((file) => /\.xlsx$/i.test(file));
  }

  private recordsRows(): Row[] {
    const [current] = this.head.recordsPaths;
    if (current === undefined) return [];
    return [
      {
        label: this.isSheet() ? vscode.l10n.t('Sheet') : vscode.l10n.t('Array of records'),
        description: forLabel(isolated(current)),
        iconPath: new vscode.ThemeIcon('json'),
        run: () => this.chooseRecords(),
      },
    ];
  }

  private toggleGather(how: true | 'files'): boolean {
    this.draft = { ...this.draft, gather: this.draft.gather === how ? false : how };
    return false;
  }

  /** Takes another layout, and asks for the fields that it misses. */
  private async chooseLayout(): Promise<false> {
    this.why = undefined;
    const matching = matchingLayouts(objectsOf(this.head), this.draft.mapping);
    const general = [responseList, preferencePair].filter((layout) => !matching.includes(layout));
    const others = layouts.filter((layout) => !matching.includes(layout) && !general.includes(layout));
    const row = (layout: Layout): vscode.QuickPickItem & { layout?: Layout } => ({
      label: layout.name,
      description: layout.title,
      layout,
    });
    const group = (label: string, members: readonly Layout[]): (vscode.QuickPickItem & { layout?: Layout })[] =>
      members.length > 0 ? [separator(label), ...members.map(row)] : [];
    const items = [
      ...group(vscode.l10n.t('Layouts that match the first records'), matching),
      ...group(vscode.l10n.t('Layouts for any field names'), general),
      ...group(vscode.l10n.t('Other layouts'), others),
    ];
    const current = items.find(({ layout }) => layout && layout === this.draft.layout);
    const [picked] =
      (await this.steps.ask({
        title: this.titled(vscode.l10n.t('which layout?')),
        placeholder: vscode.l10n.t('Search for a layout by name or by the tool that uses it'),
        items,
        active: current ?? items.find(({ layout }) => layout),
        matchesDescriptions: true,
        hasBack: true,
      })) ?? [];
    if (!picked?.layout) return false;
    const known = [...Object.keys(picked.layout.fields), 'records', ...(picked.layout.hasCodes ? ['values'] : [])];
    const mapping = Object.fromEntries(Object.entries(this.draft.mapping).filter(([name]) => known.includes(name)));
    this.draft = { ...this.draft, layout: picked.layout, mapping };
    await this.askMissing();
    return false;
  }

  /** One field after the other until an item can be read, each once. */
  private async askMissing(): Promise<void> {
    const asked = new Set<string>();
    for (;;) {
      const missing = this.preview()?.missing;
      if (missing === undefined || asked.has(missing)) return;
      asked.add(missing);
      const before = this.draft;
      await this.chooseRole(missing);
      if (this.draft === before) return;
    }
  }

  private async chooseField(name: string): Promise<false> {
    this.why = undefined;
    const reading = this.readingInFull();
    if (!reading) return false;
    const { layout, mapping } = reading;
    const { likely, others, suggested } = pathsFor(this.head, layout, mapping, name);
    const several = layout.several?.includes(name) === true;
    const items: PathRow[] = [
      ...(likely.length > 0 ? [separator(vscode.l10n.t('Fields with a matching name')), ...likely.map(pathRow)] : []),
      ...(others.length > 0 ? [separator(vscode.l10n.t('All other fields')), ...others.map(pathRow)] : []),
    ];
    const standard = ownValue(layout.fields, name) ?? name;
    if (Object.hasOwn(this.draft.mapping, name) && !items.some(({ path }) => path === standard))
      items.push(separator(vscode.l10n.t('Default of the layout')), {
        label: forLabel(standard),
        description: vscode.l10n.t('not in the first records'),
        iconPath: new vscode.ThemeIcon('discard'),
        path: standard,
      });
    const chosen = items.filter(({ path }) => path !== undefined && suggested.includes(path));
    // Two fields need no label where the one is always better.
    const [first, second] =
      layout === pairedResponses && name === 'label' ? responseFields(objectsOf(this.head), { layout, mapping }) : [];
    if (first !== undefined && second !== undefined)
      items.push(
        separator(vscode.l10n.t('No label')),
        ...[
          [first, second],
          [second, first],
        ].map(([better = '', worse = '']): PathRow => ({
          label: vscode.l10n.t('“{0}” is always the better response', forLabel(better)),
          iconPath: new vscode.ThemeIcon('thumbsup'),
          better: [better, worse],
        })),
      );
    if (name === 'prompt')
      items.push(separator(vscode.l10n.t('No prompt')), {
        label: vscode.l10n.t('There is no prompt'),
        description: vscode.l10n.t('responses are compared without a prompt'),
        iconPath: new vscode.ThemeIcon('circle-slash'),
        path: noPromptPath,
      });
    const picked = await this.steps.ask({
      title: this.titled(
        several
          ? vscode.l10n.t('which fields contain “{0}”? Choose one list, or several fields', roleName(name))
          : vscode.l10n.t('which field contains “{0}”?', roleName(name)),
      ),
      placeholder: several
        ? vscode.l10n.t('Press Down and Space to select, then Enter to continue. Or type a path')
        : vscode.l10n.t('Choose a field, or type a path, for example data.question'),
      items,
      active: chosen[0],
      matchesDescriptions: true,
      ...(several && { chosen }),
      typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
      hasBack: true,
    });
    const better = picked?.find((row) => row.better)?.better;
    if (better) this.draft = { ...this.draft, ...withBetter({ layout, mapping }, ...better) };
    const paths = picked?.flatMap(({ path }) => path ?? []) ?? [];
    if (paths.length > 0 && name === 'prompt')
      this.draft = {
        ...this.draft,
        ...withPrompt(objectsOf(this.head), { layout, mapping: this.draft.mapping }, paths),
      };
    if (paths.length > 0) this.map(name, paths.join(','));
    return false;
  }

  private map(name: string, path: string): void {
    const { [name]: _, ...rest } = this.draft.mapping;
    const standard = this.draft.layout && ownValue(this.draft.layout.fields, name);
    this.draft = { ...this.draft, mapping: path === standard ? rest : { ...rest, [name]: path } };
  }

  private async chooseRecords(): Promise<false> {
    const items = this.head.recordsPaths.map((path): PathRow =>
      path === wildcard || path.includes(',')
        ? {
            label: vscode.l10n.t('All arrays of records'),
            ...(path !== wildcard && { description: forLabel(path.split(',').join(', ')) }),
            path,
            iconPath: new vscode.ThemeIcon('files'),
          }
        : { label: forLabel(path), path, iconPath: new vscode.ThemeIcon('json') },
    );
    const active = items[1];
    const [picked] =
      (await this.steps.ask({
        title: this.titled(vscode.l10n.t('which array contains the records?')),
        placeholder: vscode.l10n.t('Choose one, or type a path, for example data.rows'),
        items,
        active,
        typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
        hasBack: true,
      })) ?? [];
    if (picked?.path === undefined) return false;
    try {
      const mapping: Mapping = { ...this.draft.mapping, records: picked.path };
      const head = await headOf(this.choosing.files, mapping);
      // Other records may have other fields: what was found out of the former holds where it reads these too.
      const reads =
        this.draft.layout && previewOf(head, { ...this.draft, layout: this.draft.layout, mapping }).items.length > 0;
      if (reads && !this.why) [this.head, this.draft] = [head, { ...this.draft, mapping }];
      else
        ({
          head: this.head,
          why: this.why,
          ...this.draft
        } = await suggestReading(this.choosing.files, { records: picked.path }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      void vscode.window.showErrorMessage(error.message);
    }
    return false;
  }

  /** All of them, to be read; Enter and Escape lead back. */
  private async showProblems(problems: readonly FileProblem[]): Promise<false> {
    const items = problems.map(({ severity, file, message, ...place }): vscode.QuickPickItem => ({
      label: forLabel(locationText(basename(file), place)),
      detail: forLabel(message),
      iconPath: new vscode.ThemeIcon(severity),
    }));
    await this.steps.ask({
      title: this.titled(vscode.l10n.t('problems')),
      placeholder: vscode.l10n.t('Press Enter to go back'),
      items,
      hasBack: true,
    });
    return false;
  }

  private titled(question: string): string {
    return vscode.l10n.t('{0}: {1}', this.choosing.title, question);
  }
}

interface PathRow extends vscode.QuickPickItem {
  readonly path?: string;
  /** The better and the worse of two fields. */
  readonly better?: readonly [string, string];
}

/** A part of an item as people call it; a layout's own name for any other field. */
function roleName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    prompt: vscode.l10n.t('Prompt'),
    system: vscode.l10n.t('System prompt'),
    responses: vscode.l10n.t('Responses'),
    first: vscode.l10n.t('First response'),
    second: vscode.l10n.t('Second response'),
    chosen: vscode.l10n.t('Better response'),
    rejected: vscode.l10n.t('Worse response'),
    chosenScore: vscode.l10n.t('Score of the better response'),
    rejectedScore: vscode.l10n.t('Score of the worse response'),
    chosenModel: vscode.l10n.t('Model of the better response'),
    rejectedModel: vscode.l10n.t('Model of the worse response'),
    completion: vscode.l10n.t('Response'),
    messages: vscode.l10n.t('Conversation'),
    label: vscode.l10n.t('Label'),
    rank: vscode.l10n.t('Ranks'),
    rating: vscode.l10n.t('Ratings'),
    acceptable: vscode.l10n.t('Good or bad'),
    annotator: vscode.l10n.t('Annotator'),
    context: vscode.l10n.t('Context'),
    references: vscode.l10n.t('Reference'),
    evidence: vscode.l10n.t('Evidence'),
    id: vscode.l10n.t('ID'),
    model: vscode.l10n.t('Model'),
    text: vscode.l10n.t('Response text'),
    language: vscode.l10n.t('Language'),
    notes: vscode.l10n.t('Notes'),
    tools: vscode.l10n.t('Tools'),
  };
  return ownValue(names, name) ?? name;
}

const roleOrder = [
  'prompt',
  'label',
  'rank',
  'rating',
  'acceptable',
  'context',
  'references',
  'evidence',
  'system',
  'annotator',
  'model',
];

/** Fields in the order in which people look for them; those that have no place in it stay behind, in their layout's. */
const inOrder = (places: readonly FieldPlace[]): readonly FieldPlace[] =>
  [...places].sort((a, b) => placeOf(a.name) - placeOf(b.name));

const placeOf = (name: string): number => (roleOrder.includes(name) ? roleOrder.indexOf(name) : roleOrder.length);

const pathRow = ({ path, sample }: FieldPath): PathRow => ({
  label: forLabel(path),
  description: sample === '' ? vscode.l10n.t('(empty)') : shown(sample),
  path,
});

const typedRow = (text: string): PathRow => ({
  label: forLabel(text),
  description: vscode.l10n.t('use the path you typed'),
  iconPath: new vscode.ThemeIcon('edit'),
  path: text,
  alwaysShow: true,
});

const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

/** The beginning of a dataset's text, as a row shows it. */
const shown = (sample: string): string => forLabel(isolated(sample));

/** A problem with its place in the file. */
function tell({ file, message, ...place }: FileProblem): string {
  return forLabel(`${locationText(basename(file), place)}: ${message}`);
}
