import { problem, UserError } from '../../model/problems/problem';

/** The address of a store: `postgres://user:password@host:port/database`, where several hosts stand with commas. */
export interface StoreAddress {
  /** As it was given, with the password. */
  readonly url: string;
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** As the server takes it where none is named: that of the user's name. */
  readonly database: string;
}

/**
 * Reads the address of a store. Throws `UserError` for what is none, and for a server elsewhere that is to be spoken to
 * without TLS.
 */
export function storeAddress(text: string): StoreAddress {
  const [, hosts] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)(?:[/?]|$)/.exec(text.trim()) ?? [];
  if (hosts === undefined || hosts.includes('@')) throw new UserError(problem('team.addressInvalid', {}));
  let url: URL;
  let user: string;
  let password: string;
  let database: string;
  try {
    // Only the first of several hosts is a URL's.
    url = new URL(text.trim().replace(hosts, hosts.split(',')[0] ?? ''));
    user = decodeURIComponent(url.username);
    password = decodeURIComponent(url.password);
    database = decodeURIComponent(url.pathname.slice(1)) || user;
  } catch (error) {
    throw new UserError(problem('team.addressInvalid', {}), { cause: error });
  }
  const all = hosts.split(',').map((each) => each.replace(/:\d+$/, ''));
  if (user === '') throw new UserError(problem('team.addressWithoutUser', {}));
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !['disable', 'require', 'verify-full', 'verify-ca'].includes(mode))
    throw new UserError(problem('team.addressInvalid', {}));
  if (mode === 'disable' && !all.every(isHere)) throw new UserError(problem('team.addressWithoutTls', { host: hosts }));
  return { url: text.trim(), host: hosts, user, password, database };
}

/** Tells whether a host is this machine, so that nobody listens in between. */
const isHere = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Tells whether a store is spoken to over TLS: always, but on this machine, where it is as `sslmode` says. */
export function usesTls({ url, host }: StoreAddress): boolean {
  return !host.split(',').every((each) => isHere(each.replace(/:\d+$/, ''))) || /[?&]sslmode=(?!disable)/.test(url);
}

/** Makes the address for somebody else. */
export function addressFor({ url }: StoreAddress, user: string, password: string): string {
  return url.replace(
    /^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/,
    `$1${encodeURIComponent(user)}:${encodeURIComponent(password)}@`,
  );
}

/** The address without its password, as files and people see it. */
export function withoutPassword({ url }: StoreAddress): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^:@/]*)(?::[^@/]*)?@/, '$1@');
}

/** The address without its password, with a password. */
export function withPassword(address: string, password: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^:@/]*)(?::[^@/]*)?@/, `$1:${encodeURIComponent(password)}@`);
}
