import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { kindOfCriterion } from '../../src/core/model/rubric/criterionKind';
import type { CriterionEditing } from './criterionEditing';
import { useBlankEntries } from './blankEntries';
import { Group, numberIn, TextField, under } from './fields';

/** A scale with more levels than these has no field for each. */
const maxLevels = 21;

type Categories = readonly { readonly name: string; readonly value?: number | undefined }[];

/**
 * The answers of a criterion: the levels of its scale with what each means, or its categories with what each counts.
 */
export function Answers({ pen }: { readonly pen: CriterionEditing }): JSX.Element | null {
  switch (kindOfCriterion(pen.criterion)) {
    case 'yes-no':
      return null;
    case 'scale':
      return <Scale pen={pen} />;
    case 'category':
      return <CategoryList pen={pen} />;
  }
}

function Scale({ pen: { criterion, issues, write, leave } }: { readonly pen: CriterionEditing }): JSX.Element {
  const { min = 1, max = 5, levels = {} } = criterion;
  const of = levelsOf(min, max, levels);
  const describe = (level: string, text: string): void => {
    const next = Object.fromEntries(Object.entries({ ...levels, [level]: text }).filter(([, each]) => each !== ''));
    write('levels', Object.keys(next).length === 0 ? null : next, true);
  };
  return (
    <Group title={l10n.t('Levels')} issues={under(issues, 'levels')}>
      <div class="line">
        <TextField
          class="short"
          label={l10n.t('Lowest')}
          value={String(min)}
          issues={under(issues, 'min')}
          onInput={(text) => write('min', numberIn(text), true)}
          onLeave={leave}
        />
        <TextField
          class="short"
          label={l10n.t('Highest')}
          value={String(max)}
          issues={under(issues, 'max')}
          onInput={(text) => write('max', numberIn(text), true)}
          onLeave={leave}
        />
      </div>
      {of.map((level) => (
        <TextField
          key={level}
          class="wide"
          long
          label={l10n.t('Meaning of level {0}', level)}
          value={levels[level] ?? ''}
          onInput={(text) => describe(level, text)}
          onLeave={leave}
        />
      ))}
    </Group>
  );
}

/** The whole levels, and those that are described. Where the ends are no numbers yet, only the latter. */
function levelsOf(min: unknown, max: unknown, levels: Readonly<Record<string, string>>): string[] {
  const isList = typeof min === 'number' && typeof max === 'number' && max > min && max - min < maxLevels;
  const whole = isList
    ? Array.from({ length: Math.floor(max - Math.ceil(min)) + 1 }, (_, at) => String(Math.ceil(min) + at))
    : [];
  return [...new Set([...whole, ...Object.keys(levels)])].sort((a, b) => Number(a) - Number(b));
}

function CategoryList({ pen: { criterion, issues, write, leave } }: { readonly pen: CriterionEditing }): JSX.Element {
  const categories: Categories = criterion.categories ?? [];
  const put = (next: Categories, soon?: boolean): void => write('categories', next.length === 0 ? null : next, soon);
  const set = (at: number, change: Partial<Categories[number]>): void =>
    put(
      categories.map((each, place) => (place === at ? { ...each, ...change } : each)),
      true,
    );
  const count = (at: number, text: string): void => {
    const value = numberIn(text);
    put(
      categories.map((each, place) =>
        place === at ? { name: each.name, ...(value !== null && { value: value as number }) } : each,
      ),
      true,
    );
  };
  const { count: blanks, add, less, Entries } = useBlankEntries(categories.length === 0 ? 1 : 0);
  const own = categories.length === 0 ? [] : under(issues, 'categories').filter(({ path }) => path === 'categories');
  const begin = (name: string): void => {
    if (name === '') return;
    put([...categories, { name }], true);
    less();
  };
  const rows: Categories = [...categories, ...Array.from({ length: blanks }, () => ({ name: '' }))];
  return (
    <Group title={l10n.t('Categories, in the order of their number keys')} issues={own}>
      <Entries>
        {rows.map((category, at) => (
          <div class="line entry" key={at}>
            <TextField
              class="grow"
              label={l10n.t('Category {0}', at + 1)}
              value={category.name}
              placeholder={at === 0 ? l10n.t('correct') : ''}
              issues={under(issues, `categories.${at}.name`)}
              onInput={(name) => (at < categories.length ? set(at, { name }) : begin(name))}
              onLeave={leave}
              onEnter={add}
            />
            {at < categories.length && (
              <TextField
                class="short"
                label={l10n.t('Score (0 to 1)')}
                value={category.value === undefined ? '' : String(category.value)}
                placeholder={l10n.t('nothing')}
                issues={under(issues, `categories.${at}.value`)}
                onInput={(text) => count(at, text)}
                onLeave={leave}
              />
            )}
            <button
              class="quiet"
              aria-label={l10n.t('Remove category {0}', at + 1)}
              onClick={() => (at < categories.length ? put(categories.filter((_, place) => place !== at)) : less())}
            >
              {l10n.t('Remove')}
            </button>
          </div>
        ))}
      </Entries>
      <button class="quiet add" onClick={add}>
        {l10n.t('Add a category')}
      </button>
    </Group>
  );
}
