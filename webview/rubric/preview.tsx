import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Criterion } from '../../src/core/model/rubric/criterion';
import { kindOfCriterion } from '../../src/core/model/rubric/criterionKind';
import { numberText } from './rubricTexts';

/** A scale with more levels is not listed level by level. */
const maxLevels = 21;

interface Answer {
  readonly key: string;
  readonly name: string;
  readonly meaning?: string | undefined;
}

/** The criterion as annotators will see it: what is asked, and the number that gives each answer. */
export function Preview({
  criterion,
}: {
  readonly criterion: Pick<
    Criterion,
    'title' | 'text' | 'kind' | 'min' | 'max' | 'levels' | 'categories' | 'gate' | 'examples' | 'faulty'
  >;
}): JSX.Element {
  const { title, text, gate, examples = [], faulty } = criterion;
  const answers = answersOf(criterion);
  return (
    <aside class="preview" aria-label={l10n.t('What annotators will see')}>
      <h2>{l10n.t('What annotators will see')}</h2>
      {faulty ? (
        <p class="empty">{l10n.t('Nothing, because the criterion is marked as faulty.')}</p>
      ) : (
        <div class="sheet">
          {title !== undefined && <p class="asked-title">{title}</p>}
          <p class="asked" dir="auto">
            {text.trim() === '' ? l10n.t('No criterion text yet.') : text}
          </p>
          {gate && (
            <p class="gate">
              {l10n.t('Gate: a response that fails this criterion fails overall, whatever its other verdicts are.')}
            </p>
          )}
          <ul class="answers">
            {answers.map(({ key, name, meaning }) => (
              <li key={`${key} ${name}`}>
                <kbd>{key}</kbd>
                <span dir="auto">
                  {name}
                  {meaning !== undefined && meaning !== '' && <span class="meaning"> {meaning}</span>}
                </span>
              </li>
            ))}
            <li>
              <kbd>-</kbd>
              <span>{l10n.t('Does not apply')}</span>
            </li>
          </ul>
          {examples.length > 0 && (
            <dl class="shown">
              {examples.map((example, at) => (
                <div key={at}>
                  <dt>{nameOf(example.value)}</dt>
                  <dd dir="auto">
                    {example.text}
                    {example.note !== undefined && <span class="meaning"> {example.note}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </aside>
  );
}

const nameOf = (value: unknown): string =>
  value === true
    ? l10n.t('Yes')
    : value === false
      ? l10n.t('No')
      : typeof value === 'number'
        ? numberText(value)
        : String(value);

/**
 * Answers with their keys, as the desk has them: 1 is yes and 0 no, a level is what it is where a digit says it, a
 * category its place.
 */
function answersOf(criterion: Parameters<typeof Preview>[0]['criterion']): Answer[] {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return [
        { key: '1', name: l10n.t('Yes') },
        { key: '0', name: l10n.t('No') },
      ];
    case 'category':
      return (criterion.categories ?? []).map(({ name }, at) => ({ key: String(at + 1), name }));
    case 'scale':
      return levelsOf(criterion);
  }
}

function levelsOf({ min = 1, max = 5, levels = {} }: Pick<Criterion, 'min' | 'max' | 'levels'>): Answer[] {
  const areNumbers = typeof min === 'number' && typeof max === 'number' && max > min;
  if (!areNumbers) return [];
  if (max - min >= maxLevels)
    return [
      {
        key: `${numberText(min)} – ${numberText(max)}`,
        name: l10n.t('any number from {0} to {1}', numberText(min), numberText(max)),
      },
    ];
  const whole = Array.from({ length: Math.floor(max - min) + 1 }, (_, at) => min + at);
  const all = [...new Set([...whole, ...Object.keys(levels).map(Number)])]
    .filter((level) => level >= min && level <= max)
    .sort((a, b) => a - b);
  const isByValue = all.every((level) => Number.isInteger(level) && level >= 0);
  return all.map((level, at) => ({
    key: String(isByValue ? level : at + 1),
    name: isByValue ? '' : numberText(level),
    meaning: levels[String(level)],
  }));
}
