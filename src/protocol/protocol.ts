import * as z from 'zod';

/** What all surfaces and the host say to each other in the same way. */

/**
 * Whatever a surface and the host say to each other: this folder has a file for each, with its requests, the replies to
 * them by their method, and what the host sends of its own accord.
 */
export interface Protocol {
  readonly request: { readonly method: string };
  readonly replies: object;
  readonly message: { readonly kind: string };
}

/** The answers that the host may give to any request. */
export type ReplyOf<P extends Protocol> = P['replies'][keyof P['replies']];

/** The answer to the request that bears the number `id`. */
export type Answer =
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly error: string };

/** Requests as they come to the host, each with its number. */
export const numbered = <R extends z.ZodType>(request: R): z.ZodObject<{ id: z.ZodInt; request: R }> =>
  z.object({ id: z.int(), request });

/**
 * The keys of commands, by their names, as they are written on this platform; of a command whose key is not certain
 * there is none.
 */
export interface KeysState {
  readonly keys: Readonly<Record<string, string>>;
  /** The keys that are heard in a text field too. */
  readonly keysInText: Readonly<Record<string, string>>;
  /** What sentences call a command by: its key, or else its title. */
  readonly spokenKeys: Readonly<Record<string, string>>;
}

/** Sent to every surface where a user changes keys. */
export interface KeysMessage {
  readonly kind: 'keys';
  readonly keysState: KeysState;
}

/** The data that a surface gets as it opens: part of its answer to `ready`. */
export interface SurfaceSetting extends KeysState {
  /** Translations of the surface's strings, where VS Code has another language. */
  readonly strings: Readonly<Record<string, string>>;
}
