import type { Media } from './item';

/**
 * An image, a sound or a film as the desk speaks of it. Those of responses have no name: a file or a host may bear the
 * model's.
 */
export interface DeskMedia {
  readonly kind: Media['kind'];
  /** Among those of its kind in the prompt or in its response, from 1. */
  readonly number: number;
  /** On this machine, at an address of the web, in the record itself, or somewhere that nobody here reaches. */
  readonly where: 'file' | 'web' | 'record' | 'elsewhere';
  /** Of the prompt's: the file, or the host. */
  readonly name?: string;
  /** Whether the turn's text says where it stands, by the number that it has among those (`model/item/imagePlaceholder`). */
  readonly isInText?: true;
  /** Whether it comes behind words of its turn, and not before them. */
  readonly isBehind?: true;
}

/** A medium of a turn, and whether the turn's text names it. */
export interface ReadMedia extends Media {
  readonly isInText?: boolean;
}

/** A stretch of a file's bytes, or why there is none. */
export type MediaPart =
  /** `left`: bytes after this part; `type`: the MIME type, empty where nobody knows. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly left: number; readonly type: string }
  | { readonly kind: 'fault'; readonly fault: MediaFault };

export type MediaFault = 'not-found' | 'outside' | 'too-large' | 'unreadable';

/** What the desk says of the media that turns name, turn by turn. @param isNamed whether they may bear their names */
export function deskMedia(
  turns: readonly { readonly media?: readonly ReadMedia[] | undefined }[],
  isNamed: boolean,
): (readonly DeskMedia[])[] {
  const counts: Record<Media['kind'], number> = { image: 0, audio: 0, video: 0 };
  return turns.map(({ media = [] }) =>
    media.map(({ kind, source, at = 0, isInText = false }) => {
      const name = isNamed ? nameOf(source) : undefined;
      return {
        kind,
        number: ++counts[kind],
        where: whereOf(source),
        ...(name !== undefined && { name }),
        ...(isInText ? { isInText } : at > 0 && { isBehind: true as const }),
      };
    }),
  );
}

/** Where a source leads. One letter and a colon are a drive. */
export function whereOf(source: string): DeskMedia['where'] {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(source)?.[1]?.toLowerCase();
  switch (scheme) {
    case undefined:
    case 'file':
      return 'file';
    case 'http':
    case 'https':
      return 'web';
    case 'data':
      return 'record';
    default:
      return 'elsewhere';
  }
}

/** Longer names are cut. In UTF-16 units. */
const maxNameLength = 80;

function nameOf(source: string): string | undefined {
  const where = whereOf(source);
  if (where === 'record') return undefined;
  const name = where === 'web' ? hostOf(source) : source.split(/[\\/]/).at(-1);
  return name?.slice(0, maxNameLength);
}

const hostOf = (address: string): string | undefined => /^\w+:\/\/(?:[^/?#@]*@)?([^/?#]+)/.exec(address)?.[1];
