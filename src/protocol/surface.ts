import { z } from 'zod';

/** What all surfaces and the host say to each other in the same way. */

/** Whatever a surface and the host say to each other: this folder has a file for each, with its requests, the replies to them by their method, and what the host sends of its own accord. */
export interface Protocol {
  readonly request: { readonly method: string };
  readonly replies: object;
  readonly message: { readonly kind: string };
}

/** What the host's answer to any request may be. */
export type ReplyOf<P extends Protocol> = P['replies'][keyof P['replies']];

/** The answer to the request that bears the number `id`. */
export type Answer = { readonly kind: 'reply'; readonly id: number; readonly result: unknown } | { readonly kind: 'reply'; readonly id: number; readonly error: string };

/** Requests as they come to the host, each with its number. */
export const numbered = <R extends z.ZodType>(request: R): z.ZodObject<{ id: z.ZodInt; request: R }> => z.object({ id: z.int(), request });

/** What stays the same while a surface is open: part of its answer to `ready`. */
export interface SurfaceSetting {
  /** Translations of the surface's strings, where VS Code has another language. */
  readonly strings: Readonly<Record<string, string>>;
  /** The default key of each command, as it is written on this platform. */
  readonly keys: Readonly<Record<string, string>>;
}
