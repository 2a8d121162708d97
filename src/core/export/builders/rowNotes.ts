import { callsTools, type Item, type Message, type Response } from '../../model/item/item';
import type { ExportFormat, RowNotifier } from '../format';
import type { Note } from '../dropReasons';
import { isRewritten } from '../texts/plainText';

/** How a format writes conversations: as messages, as text, or as text in a form of its own. */
type Form = ExportFormat['shape'] | 'template';

export const formOf = ({ shape, template }: Pick<ExportFormat, 'shape' | 'template'>): Form =>
  template ? 'template' : shape;

const none: readonly Note[] = [];

/**
 * What a trainer's user should know of the rows of an item. What they have in common is found out once: what holds for
 * its prompt, and for the prompt with an answer of one message.
 */
export class RowNotes {
  private readonly ofPrompt: readonly Note[];
  private readonly ofAnswer: readonly Note[];

  constructor(
    private readonly item: Item,
    private readonly form: Form,
    private readonly notifier: RowNotifier,
    /** Whether trainers learn all of a response as one completion. */
    private readonly isCompletion = false,
  ) {
    this.ofPrompt = notesOnPrompt(item, form);
    this.ofAnswer = form === 'messages' ? notesOnTurns([...item.prompt, { role: 'assistant', content: '' }]) : none;
  }

  /** Tells what there is to know of a row with these responses, each thing once. */
  notify(responses: readonly Response[]): void {
    const { ofPrompt, notifier } = this;
    let notes: readonly Note[] | Set<Note> = ofPrompt;
    for (const response of responses) {
      const own = this.on(response, responses.length > 1);
      if (own.length > 0) notes = new Set([...notes, ...own]);
    }
    for (const note of notes) notifier.note(note);
  }

  /** @param isCompared whether its row has other responses too */
  private on({ text, turns }: Response, isCompared: boolean): readonly Note[] {
    const isEmpty = !/\S/.test(text);
    if (!turns && !isEmpty) return this.ofAnswer;
    const notes =
      turns && this.form === 'messages' ? notesOnTurns([...this.item.prompt, ...turns]) : [...this.ofAnswer];
    if (this.form === 'messages' && isCompared && turns && turns.length > 1) notes.push('parts-before-last-turn');
    if (this.isCompletion && turns?.some(({ role }) => role !== 'assistant')) notes.push('observations-in-completion');
    if (isEmpty) notes.push('empty-completion');
    return notes;
  }
}

/** Tells what there is to know of the one row of an item, each thing once. @param isCompletion as `RowNotes` has it */
export function notesOn(
  item: Item,
  responses: readonly Response[],
  form: Form,
  notify: RowNotifier,
  isCompletion = false,
): void {
  new RowNotes(item, form, notify, isCompletion).notify(responses);
}

function notesOnPrompt(item: Item, form: Form): readonly Note[] {
  const notes: Note[] = [];
  if (form === 'text' && isRewritten(item)) notes.push('transcript-form');
  if (form !== 'messages' && item.tools) notes.push('tools-left-out');
  if ((form === 'messages' || notes.length > 0) && item.prompt.at(-1)?.role === 'assistant')
    notes.push('ends-with-assistant');
  return notes.length === 0 ? none : notes;
}

/** What there is to know of a prompt with what answers it, as messages. */
function notesOnTurns(turns: readonly Message[]): Note[] {
  const notes: Note[] = [];
  if (callsTools(turns)) notes.push('tool-calls');
  if (turns.some(({ role }, i) => role === turns[i - 1]?.role)) notes.push('roles-not-alternating');
  if (turns.at(-1)?.role !== 'assistant') notes.push('ends-without-assistant');
  return notes;
}
