import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Criterion, VerdictValue } from '../../src/core/model/rubric/criterion';
import { kindOfCriterion } from '../../src/core/model/rubric/criterionKind';
import type { CriterionEditing } from './criterionEditing';
import { useBlankEntries } from './blankEntries';
import { Choice, Group, numberIn, TextField, under } from './fields';

type Examples = NonNullable<Criterion['examples']>;

/** Texts that show the criterion met and not met. */
export function Examples({ pen }: { readonly pen: CriterionEditing }): JSX.Element {
  const { criterion, issues, write, leave } = pen;
  const examples: Examples = criterion.examples ?? [];
  const put = (next: Examples, soon?: boolean): void => write('examples', next.length === 0 ? null : next, soon);
  const set = (at: number, change: Partial<Examples[number]>, soon = true): void =>
    put(
      examples.map((each, place) => (place === at ? withoutEmpty({ ...each, ...change }) : each)),
      soon,
    );
  const { count: blanks, add, less, Entries } = useBlankEntries();
  const begin = (text: string): void => {
    if (text === '') return;
    put([...examples, { text, value: nextAnswer(criterion, examples) }], true);
    less();
  };
  return (
    <Group title={l10n.t('Examples')}>
      <Entries>
        {Array.from({ length: examples.length + blanks }, (_, at) => {
          const example = examples[at];
          return (
            <div class="entry example" key={at}>
              <TextField
                class="wide"
                long
                label={l10n.t('Example {0}', at + 1)}
                value={example?.text ?? ''}
                placeholder={l10n.t('A text that meets the criterion, or one that does not')}
                issues={under(issues, `examples.${at}.text`)}
                onInput={(text) => (example ? set(at, { text }) : begin(text))}
                onLeave={leave}
              />
              {example && (
                <div class="line">
                  <Verdict
                    criterion={criterion}
                    at={at}
                    value={example.value}
                    issues={under(issues, `examples.${at}.value`)}
                    onChange={(value, soon) => set(at, { value }, soon)}
                    onLeave={leave}
                  />
                  <TextField
                    class="grow"
                    label={l10n.t('Why')}
                    value={example.note ?? ''}
                    onInput={(note) => set(at, { note })}
                    onLeave={leave}
                  />
                  <button
                    class="quiet"
                    aria-label={l10n.t('Remove example {0}', at + 1)}
                    onClick={() => put(examples.filter((_each, place) => place !== at))}
                  >
                    {l10n.t('Remove')}
                  </button>
                </div>
              )}
            </div>
          );
        })}
      </Entries>
      <button class="quiet add" onClick={add}>
        {l10n.t('Add an example')}
      </button>
    </Group>
  );
}

interface VerdictProps {
  readonly criterion: Criterion;
  readonly at: number;
  readonly value: VerdictValue;
  readonly issues: ReturnType<typeof under>;
  readonly onChange: (value: VerdictValue, soon?: boolean) => void;
  readonly onLeave: () => void;
}

/** Draws the verdict of an example. */
function Verdict({ criterion, at, value, issues, onChange, onLeave }: VerdictProps): JSX.Element {
  const label = l10n.t('Verdict');
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return (
        <Choice
          key={`${at} yes-no`}
          label={label}
          value={String(value)}
          options={[...odd(value, typeof value === 'boolean'), ['true', l10n.t('Yes')], ['false', l10n.t('No')]]}
          issues={issues}
          onChoose={(each) => onChange(each === 'true')}
        />
      );
    case 'category': {
      const names = (criterion.categories ?? []).map(({ name }) => name).filter((name) => name !== '');
      return (
        <Choice
          key={`${at} category`}
          label={label}
          value={String(value)}
          options={[
            ...odd(
              value,
              names.some((name) => name === value),
            ),
            ...names.map((name) => [name, name] as const),
          ]}
          issues={issues}
          onChoose={onChange}
        />
      );
    }
    case 'scale':
      return (
        <TextField
          class="short"
          label={label}
          value={String(value)}
          issues={issues}
          onInput={(text) => onChange(numberIn(text) ?? '', true)}
          onLeave={onLeave}
        />
      );
  }
}

/** A value that the criterion does not have any more stands among those that it has, until another is chosen. */
const odd = (value: VerdictValue, isAnswer: boolean): (readonly [string, string])[] =>
  isAnswer ? [] : [[String(value), String(value)]];

/** Chooses the verdict that a new example has: of yes or no the one that no example has yet. */
function nextAnswer(criterion: Criterion, examples: Examples): VerdictValue {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return !examples.some(({ value }) => value === true);
    case 'scale':
      return criterion.max ?? 5;
    case 'category':
      return criterion.categories?.[0]?.name ?? '';
  }
}

function withoutEmpty({ note, ...rest }: Examples[number]): Examples[number] {
  return { ...rest, ...(note !== undefined && note !== '' && { note }) };
}
