import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type {
  ExportSetting,
  ExportState,
  FormatChoice,
  FormField,
  FormGroup,
  RecipeIssue,
} from '../../src/protocol/export';
import { moveFocus } from '../ui/moveFocus';
import { FieldControl } from './fieldControl';
import { chosenFormat, familyName, shownGroups } from './fields';
import { Select } from '../ui/select';
import { requestedAction, send, setting } from './store';

interface Props {
  readonly now: ExportState;
  readonly fixed: ExportSetting;
}

/** The options of the export. */
export function Form({ now, fixed }: Props): JSX.Element {
  const format = chosenFormat(fixed, now);
  const asked = requestedAction.value;
  const wrong = now.issues[0]?.field;
  useEffect(() => {
    if (asked?.action !== 'goToOptions') return;
    moveFocus(
      () =>
        (wrong === undefined ? null : document.getElementById(`field-${wrong}`)) ?? document.getElementById('trainer'),
    );
  }, [asked?.serial]);
  // Whoever opens the view begins with the trainer.
  useEffect(() => document.getElementById('trainer')?.focus(), []);
  const groups = format ? shownGroups(fixed, now, format) : [];
  return (
    <form class="form" aria-label={l10n.t('Options')} onSubmit={(event) => event.preventDefault()}>
      <section class="group first">
        <div class="field">
          <label for="trainer">
            {l10n.t('Trainer')} <kbd>{setting.value?.keys.goToOptions}</kbd>
          </label>
          <Select
            id="trainer"
            value={now.trainer}
            onChoose={(each) => send({ method: 'target', trainer: each, format: null })}
          >
            {now.own.trainers.map((each) => (
              <option key={each.trainer} value={each.trainer}>
                {l10n.t('Formats of this study')}
              </option>
            ))}
            {fixed.trainers.map((each) => (
              <option key={each.trainer} value={each.trainer}>
                {each.trainer}
              </option>
            ))}
            <option value="">{l10n.t('All formats')}</option>
          </Select>
        </div>
        {groups
          .flatMap(({ id, fields }) => (id === 'format' ? fields : []))
          .map((each) =>
            each.field === 'format' ? (
              <FormatField key={each.field} label={each.label} now={now} fixed={fixed} format={format} />
            ) : (
              <FieldControl key={each.field} field={each} text={now.texts[each.field] ?? ''} issue={undefined} />
            ),
          )}
      </section>
      {groups.map((group) => group.id !== 'format' && <Group key={group.id} group={group} now={now} />)}
    </form>
  );
}

function FormatField({
  label,
  now,
  fixed,
  format,
}: Props & { readonly label: string; readonly format: FormatChoice | undefined }): JSX.Element {
  const all = [...now.own.formats, ...fixed.formats];
  const names =
    [...now.own.trainers, ...fixed.trainers].find(({ trainer }) => trainer === now.trainer)?.formats ??
    all.map(({ name }) => name);
  const formats = all.filter(({ name }) => names.includes(name));
  const families = [...new Set(formats.map(({ family }) => family))];
  return (
    <div class="field">
      <label for="format">{label}</label>
      <Select
        id="format"
        described="format-title"
        value={now.texts.format ?? ''}
        onChoose={(name) => send({ method: 'target', trainer: null, format: name })}
      >
        {families.map((family) => (
          <optgroup key={family} label={familyName(family)}>
            {formats
              .filter((each) => each.family === family)
              .map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      <p class="about" id="format-title">
        {format?.title}
      </p>
      {now.own.faults.map((fault) => (
        <p key={fault} class="failed" dir="auto">
          {fault}
        </p>
      ))}
    </div>
  );
}

/**
 * Fields that belong together: open at first where one says something, and the first ones always; folded they tell what
 * they say.
 */
function Group({
  group: { id, title, fields },
  now,
}: {
  readonly group: FormGroup;
  readonly now: ExportState;
}): JSX.Element {
  const said = fields.filter(({ field, control }) =>
    control.kind === 'check' ? now.texts[field] === control.on : (now.texts[field] ?? '').trim() !== '',
  );
  const [isOpen, open] = useState(id === 'pairs' || id === 'rows' || said.length > 0);
  const issueOf = (field: FormField): RecipeIssue | undefined =>
    now.issues.find((issue) => issue.field === field.field);
  const isWrong = fields.some(issueOf);
  useEffect(() => {
    if (isWrong) open(true);
  }, [isWrong]);
  return (
    <details class="group" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {!isOpen && said.length > 0 && (
          <span class="said" dir="auto">
            {said.map((field) => saidText(field, now.texts[field.field] ?? '')).join(' · ')}
          </span>
        )}
      </summary>
      {isOpen && (
        <div class="fields">
          {fields.map((field) => (
            <FieldControl key={field.field} field={field} text={now.texts[field.field] ?? ''} issue={issueOf(field)} />
          ))}
        </div>
      )}
    </details>
  );
}

function saidText({ label, control }: FormField, text: string): string {
  if (control.kind === 'check') return label;
  return control.kind === 'text' ? `${label} ${text}` : (control.values.find(([value]) => value === text)?.[1] ?? text);
}
