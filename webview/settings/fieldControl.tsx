import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Field } from './field';
import { Check, Lines, Simple, type Row, type Shared } from './inputs';
import { Rows } from './rows';
import { set } from './store';

/** A setting with its label, what it does, and what is wrong with what was typed last. */
export function FieldControl({
  field,
  value,
  standard,
  issue,
}: {
  readonly field: Field;
  readonly value: unknown;
  /** What holds where nothing is said. */
  readonly standard: unknown;
  readonly issue: string | undefined;
}): JSX.Element {
  const { path, label, about, control } = field;
  const name = path.join('.');
  const described =
    [...(about === undefined ? [] : [`about-${name}`]), ...(issue === undefined ? [] : [`issue-${name}`])].join(' ') ||
    undefined;
  const shared: Shared = {
    id: name,
    'aria-describedby': described,
    'aria-invalid': issue === undefined ? undefined : 'true',
  };
  const change = (next: unknown): void => set(path, next);
  const more = (
    <>
      {about !== undefined && (
        <p class="about" id={`about-${name}`}>
          {about}
        </p>
      )}
      {issue !== undefined && (
        <p class="issue" id={`issue-${name}`} role="alert">
          {issue}
        </p>
      )}
    </>
  );
  if (control.kind === 'check')
    return (
      <div class="field">
        <Check shared={shared} label={label} value={value} onChange={change} />
        {more}
      </div>
    );
  if (control.kind === 'rows')
    return (
      <fieldset class="field rows" aria-describedby={described}>
        <legend class="heard">{label}</legend>
        {more}
        <Rows
          name={name}
          control={control}
          rows={(Array.isArray(value) ? value : Array.isArray(standard) ? standard : []) as readonly Row[]}
          onChange={change}
        />
        {value !== undefined && (
          <button type="button" class="link" onClick={() => change(undefined)}>
            {l10n.t('Back to the default')}
          </button>
        )}
      </fieldset>
    );
  const asLines = control.kind === 'lines' ? control.asLines : undefined;
  const lines = asLines?.write(value ?? standard) ?? (Array.isArray(value) ? value : []);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {control.kind === 'lines' ? (
        <Lines
          shared={shared}
          text={lines.join('\n')}
          example={control.example ?? ''}
          rows={Math.min(12, Math.max(2, lines.length + 1))}
          onChange={(text) => {
            const said = linesOf(text, asLines?.isIndented);
            change(asLines === undefined ? said : asLines.read(said ?? [], value ?? standard));
          }}
        />
      ) : (
        <Simple shared={shared} control={control} value={value} onChange={change} />
      )}
      {more}
    </div>
  );
}

/** The lines that say something; undefined where none does. @param isIndented spaces before them stay */
function linesOf(text: string, isIndented = false): readonly string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => (isIndented ? line.replaceAll('\t', '  ').trimEnd() : line.trim()))
    .filter((line) => line !== '');
  return lines.length > 0 ? lines : undefined;
}
