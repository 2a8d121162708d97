import * as l10n from '@vscode/l10n';
import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TextPlace } from '../../../src/core/model/desk/deskState';
import type { DeskMedia, MediaFault } from '../../../src/core/model/item/media';
import type { MediaPlace } from '../../../src/protocol/display';
import { ask } from '../host';
import { keepFocus } from '../../ui/keyboardFocus';
import { imageName } from '../../ui/markdown';
import { failed, send } from '../store';

interface Props extends TextPlace {
  readonly itemKey: string;
  readonly media: readonly DeskMedia[];
  readonly which: 'before' | 'behind';
}

/** Tells whether a medium stands before the words of its turn, behind them or among them. */
export const placeInTurn = ({ isInText, isBehind }: DeskMedia): 'before' | 'behind' | 'in-text' =>
  isInText ? 'in-text' : isBehind ? 'behind' : 'before';

/** The images, sounds and films of a turn that stand before its words, or behind them. */
export function MediaList({ itemKey, response, turn, media, which }: Props): JSX.Element | null {
  if (typeof response === 'string' || !media.some((each) => placeInTurn(each) === which)) return null;
  return (
    <ul class="media">
      {media.map(
        (each, number) =>
          placeInTurn(each) === which && (
            <li key={number}>
              <Medium media={each} place={{ key: itemKey, response, turn, number }} />
            </li>
          ),
      )}
    </ul>
  );
}

/** Puts images where a rendered text names them. Returns what takes them out again. */
export function showImages(
  element: HTMLElement,
  { key, response, turn }: TextPlace & { readonly key: string },
  media: readonly DeskMedia[],
): () => void {
  if (typeof response === 'string') return () => undefined;
  const inText = media.flatMap((each, number) => (each.isInText ? [{ each, number }] : []));
  const places = inText.length === 0 ? [] : [...element.querySelectorAll<HTMLElement>('.image[data-image]')];
  for (const place of places) {
    const found = inText[Number(place.dataset.image) - 1];
    if (!found) continue;
    place.replaceChildren();
    render(
      <Medium media={found.each} place={{ key, response, turn, number: found.number }} alt={place.dataset.alt ?? ''} />,
      place,
    );
  }
  return () => places.forEach((place) => render(null, place));
}

interface MediumProps {
  readonly media: DeskMedia;
  readonly place: MediaPlace;
  /** The text's own words for it. */
  readonly alt?: string;
}

function Medium({ media, place, alt = '' }: MediumProps): JSX.Element {
  const name = nameOf(media, alt);
  return media.where === 'file' ? (
    <File media={media} place={place} name={name} />
  ) : (
    <Elsewhere media={media} place={place} name={name} />
  );
}

type Loaded = { readonly address: string } | { readonly fault: MediaFault | 'unplayable' } | undefined;

/** Draws a medium that lies on this machine; while it is read its room is kept. */
function File({
  media,
  place,
  name,
}: {
  readonly media: DeskMedia;
  readonly place: MediaPlace;
  readonly name: string;
}): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded>();
  const { key, response, turn, number } = place;
  useEffect(() => {
    let address: string | undefined;
    let wanted = true;
    setLoaded(undefined);
    load({ key, response, turn, number }, () => wanted).then((found) => {
      if (!found || !wanted) return;
      if (!(found instanceof Blob)) {
        setLoaded({ fault: found });
        return;
      }
      address = URL.createObjectURL(found);
      setLoaded({ address });
    }, failed);
    return () => {
      wanted = false;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [media, key, response, turn, number]);
  const spoiled = (): void => setLoaded({ fault: 'unplayable' });
  if (!loaded)
    return (
      <p class={`frame ${media.kind}`}>
        <span>{name}</span>
      </p>
    );
  if ('fault' in loaded) return <Fault fault={loaded.fault} place={place} name={name} />;
  switch (media.kind) {
    case 'image':
      return <Picture name={name} address={loaded.address} onError={spoiled} />;
    case 'audio':
      return (
        <audio
          class="frame audio"
          controls
          controlsList="nodownload"
          src={loaded.address}
          aria-label={name}
          onError={spoiled}
        />
      );
    case 'video':
      return (
        <video
          class="frame video"
          controls
          controlsList="nodownload"
          src={loaded.address}
          aria-label={name}
          onError={spoiled}
        />
      );
  }
}

/** Says in one line what cannot be shown. A response's file may bear the name of its model: it is told who asks. */
function Fault({
  fault,
  place,
  name,
}: {
  readonly fault: MediaFault | 'unplayable';
  readonly place: MediaPlace;
  readonly name: string;
}): JSX.Element {
  const [file, setFile] = useState<string | null>(null);
  return (
    <p class="elsewhere">
      <span class="fault">{faultText(fault, file === null ? name : `${name} (${file})`)}</span>
      {place.response !== null && file === null && (
        <button
          class="quiet"
          title={l10n.t('The file name may reveal which model wrote this response')}
          onMouseDown={keepFocus}
          onClick={() => void ask({ method: 'mediaName', ...place }).then(setFile, failed)}
        >
          {l10n.t('Show file name')}
        </button>
      )}
    </p>
  );
}

/** An image, bounded in height until it is enlarged. */
function Picture({
  name,
  address,
  onError,
}: {
  readonly name: string;
  readonly address: string;
  readonly onError: () => void;
}): JSX.Element {
  const [large, setLarge] = useState(false);
  return (
    <button
      class={`frame image${large ? ' large' : ''}`}
      aria-pressed={large}
      title={large ? l10n.t('Make smaller') : l10n.t('Enlarge')}
      onMouseDown={keepFocus}
      onClick={() => setLarge(!large)}
    >
      <img src={address} alt={name} onError={onError} />
    </button>
  );
}

/** Draws a medium that is not on this machine: nothing is fetched from a network unless the person opens it. */
function Elsewhere({
  media,
  place,
  name,
}: {
  readonly media: DeskMedia;
  readonly place: MediaPlace;
  readonly name: string;
}): JSX.Element {
  return (
    <p class="elsewhere">
      <span class="mark">
        {name} · {whereText(media.where)}
      </span>
      {media.where === 'web' && (
        <button
          class="quiet"
          title={
            place.response === null ? undefined : l10n.t('The web address may reveal which model wrote this response')
          }
          onMouseDown={keepFocus}
          onClick={() => send({ method: 'openMedia', ...place })}
        >
          {l10n.t('Open in browser')}
        </button>
      )}
    </p>
  );
}

function whereText(where: DeskMedia['where']): string {
  switch (where) {
    case 'file':
      return l10n.t('on this machine');
    case 'web':
      return l10n.t('on the web, not loaded');
    case 'record':
      return l10n.t('stored inside the dataset, not shown');
    case 'elsewhere':
      return l10n.t('unsupported location, not loaded');
  }
}

let loading: Promise<unknown> = Promise.resolve();

/** Asks for a file, part by part and one file after the other; undefined once nobody wants it any more. */
function load(place: MediaPlace, isWanted: () => boolean): Promise<Blob | MediaFault | undefined> {
  const result = loading.then(async () => {
    const parts: BlobPart[] = [];
    let from = 0;
    while (isWanted()) {
      const part = await ask({ method: 'media', ...place, from });
      if (!part) return undefined;
      if (part.kind === 'fault') return part.fault;
      parts.push(new Uint8Array(part.bytes));
      from += part.bytes.byteLength;
      if (part.left === 0 || part.bytes.byteLength === 0) return new Blob(parts, { type: part.type });
    }
    return undefined;
  });
  loading = result.catch(() => undefined);
  return result;
}

/** "Image 2", and of the prompt's its file or host. */
function nameOf({ kind, number, name }: DeskMedia, alt: string): string {
  const which = {
    image: imageName(number, alt),
    audio: l10n.t('Audio {0}', number),
    video: l10n.t('Video {0}', number),
  }[kind];
  return name === undefined ? which : `${which} (${name})`;
}

function faultText(fault: MediaFault | 'unplayable', name: string): string {
  switch (fault) {
    case 'not-found':
      return l10n.t('{0} was not found', name);
    case 'outside':
      return l10n.t('{0} is outside the study and the workspace, so it was not loaded', name);
    case 'too-large':
      return l10n.t('{0} is larger than 64 MB, so it is not shown', name);
    case 'unreadable':
      return l10n.t('{0} cannot be read', name);
    case 'unplayable':
      return l10n.t('{0} has a format that cannot be shown here', name);
  }
}
