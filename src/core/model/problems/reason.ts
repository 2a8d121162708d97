/**
 * A problem that is the reason of another one, in the params of that one. Its code and params are loose here, as the
 * types of all problems would be made of themselves otherwise.
 */
export interface Reason {
  readonly code: string;
  readonly params: object;
}
