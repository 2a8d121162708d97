import * as z from 'zod';
import { checkValue } from '../model/problems/checkValue';
import { problem, UserError } from '../model/problems/problem';
import { isStoreAddress } from './openRemote';
import { parts } from './remote';

/** The data that somebody needs to join a study: one text, which opens the editor where it is clicked on as a link. */
const invitationSchema = z.object({
  v: z.literal(1),
  /**
   * The address of a store with one's own password, or the name of a folder, which lies elsewhere on every machine; those
   * of before hold its path.
   */
  remote: z.string().min(1),
  study: z.string().min(1),
  name: z.string().min(1),
  part: z.enum(parts),
});
export type Invitation = Readonly<Omit<z.infer<typeof invitationSchema>, 'v'>>;

/** The remote of a study as an invitation names it. */
export const invitedTo = (remote: string): string =>
  isStoreAddress(remote) ? remote : (remote.split(/[\\/]/).findLast((part) => part !== '') ?? remote);

const start = 'vscode://tiebreak.tiebreak/join?invitation=';

/** An invitation as a link. */
export function invitationLink(invitation: Invitation): string {
  return `${start}${Buffer.from(JSON.stringify({ v: 1, ...invitation })).toString('base64url')}`;
}

/**
 * Reads an invitation: a link, or what stands in one behind "invitation=", with whatever a mail or a chat put around it
 * or in between: line breaks, marks of a quoted mail, words behind it. Throws `UserError` for what is none.
 */
export function readInvitation(text: string): Invitation {
  // Quoted-printable mails end lines with "=", and answered ones begin them with ">".
  const code = text.replaceAll(/=\r?\n|^[ \t]*(?:>[ \t]*)+|[\s\p{Cf}]/gmu, '').match(/eyJ2Ij[\w-]+/)?.[0] ?? '';
  let value: unknown;
  try {
    value = JSON.parse(objectIn(Buffer.from(code, 'base64url').toString('utf8')));
  } catch (error) {
    throw new UserError(problem('team.noInvitation', {}), { cause: error });
  }
  const result = checkValue(invitationSchema, value);
  if (!result.success) throw new UserError(problem('team.noInvitation', {}));
  const { v: _, ...invitation } = result.data;
  return invitation;
}

/** The object with which a text begins: words that were glued to a code are read as a part of it. */
const objectIn = (text: string): string => /^\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/.exec(text)?.[0] ?? '';
