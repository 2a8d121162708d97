import type { JSX } from 'preact';

/** The beginning of a text of the judgement, in one line that opens it; its name and key while there is none. */
export function WrittenLine({
  name,
  shortcut,
  text,
  open,
}: {
  readonly name: string;
  readonly shortcut: string | undefined;
  readonly text: string;
  readonly open: () => void;
}): JSX.Element {
  return (
    <button class="quiet written" title={text} onClick={open}>
      <span>
        {text === '' ? (
          name
        ) : (
          <>
            <span aria-hidden="true">✎</span>
            <span class="heard">{name}</span>
          </>
        )}{' '}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </span>
      {text !== '' && (
        <span class="beginning" dir="auto">
          {text.slice(0, longest)}
        </span>
      )}
    </button>
  );
}

/** More UTF-16 units have no room in a line. */
const longest = 400;
