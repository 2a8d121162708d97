// What trainers learn of exported rows, as their own code told it (test/trainers/masks.py): the page docs/reference/learnt.md, and a table in docs/export-and-train.md.
import { code, codes, generated, list, page, plain, table } from './markdown.mjs';

const sides = (look) => Object.entries(look).filter(([side]) => side !== 'refused' && side !== 'dropped');
const isLearnt = (state) => state === 'trained' || state === 'partly' || state === 'cut-trained';
const named = (parts, { partTexts }) => parts.map((part) => partTexts[part]()).join(', ');

/** What is learnt of one side, what is no longer there, and what is lost; others' texts are bold. */
function told(states, kind, source) {
  const parts = Object.keys(states).filter((part) => part !== 'end');
  const lost = parts.filter((part) => states[part] === 'lost');
  const cut = parts.filter((part) => states[part].startsWith('cut'));
  const learnt = parts.filter((part) => isLearnt(states[part]));
  const names = learnt.map((part) => {
    const name = `${source.partTexts[part]()}${states[part] === 'partly' ? ' (in part)' : ''}`;
    return source.othersParts.includes(part) ? `**${name}**` : name;
  });
  const what =
    kind === 'score'
      ? 'one score'
      : kind === 'steps'
        ? 'the ends of steps'
        : names.join(', ') || (isLearnt(states.end) ? '**nothing of the row**' : '**nothing**');
  return [what, lost.length > 0 && `without ${named(lost, source)}`, cut.length > 0 && `cut: ${named(cut, source)}`]
    .filter(Boolean)
    .join('; ');
}

/** A cell: what is learnt of both sides, or of each. */
function cell(look, kind, source) {
  if (!look) return '–';
  if (look.refused !== undefined) return 'stops';
  if (look.dropped) return 'left out';
  const found = sides(look).map(([side, states]) => [side, told(states, kind, source)]);
  return found.length === 1 ? found[0][1] : found.map(([side, text]) => `${side}: ${text}`).join('. ');
}

/** The table of the guide: what is learnt of rows of each kind, in the trainers' own words left out. */
export function learntSection({ source }) {
  const { trainerLooks } = source;
  const columns = ['plain', 'tools', 'run', 'step-call'];
  return table(
    ['trainer', 'format', 'one answer', 'calls and their outputs', 'whole run', 'step of a run (a call)'],
    trainerLooks.flatMap(({ trainer, kind, formats }) =>
      Object.entries(formats).map(([name, looks]) => [
        trainer,
        code(name),
        ...columns.map((shape) => cell(looks[shape], kind, source)),
      ]),
    ),
  );
}

/** The page: each trainer with its version and files, and every shape of rows that was looked at. */
export function learntPage({ source }) {
  const { trainerLooks, rowShapes, shapeTexts } = source;
  return page(
    generated,
    '# What trainers learn of a row',
    'Each trainer was given exported rows of these kinds, with the options of the printed command, and its own code was run up to the batch that it would train on. The tables say which texts of a row carry loss. What an environment or a person said is bold where it is learnt. “Without” names what did not reach the model, “cut” what lost its end.',
    list([
      'A row that stops a trainer or is left out is named as such; “–” is a kind of row that the format does not hold.',
      'Reward models give a conversation one score. Process reward models learn a label at the end of each step.',
      'The tokenizer has a chat template that shows tools, calls and outputs. With a template of another kind a trainer may lose more.',
      '`tiebreak validate FILE --tokens ROW` shows this for a row of yours.',
    ]),
    ...trainerLooks.flatMap(({ trainer, version, sources, kind, formats }) => [
      `## ${trainer}`,
      `Version ${code(version)}: ${codes(sources)}.`,
      ...Object.entries(formats).flatMap(([name, looks]) => [
        `### ${trainer}: ${code(name)}`,
        table(
          ['rows with', 'learnt'],
          rowShapes
            .filter((shape) => looks[shape])
            .map((shape) => [
              shapeTexts[shape](),
              looks[shape].refused === undefined
                ? cell(looks[shape], kind, source)
                : `stops: ${plain(looks[shape].refused)}`,
            ]),
        ),
      ]),
    ]),
  );
}
