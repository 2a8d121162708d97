/** How a file is read. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of the file itself were read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /**
   * Hears of each file and folder beside the file that is looked at, before that is done: what is given depends on
   * them too.
   */
  readonly onBeside?: ((path: string) => Promise<void>) | undefined;
}
