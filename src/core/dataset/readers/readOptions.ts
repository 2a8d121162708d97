/** How a file is read. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of the file itself were read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /**
   * Hears of each file and folder beside the file that is looked at, before that is done: what is given depends on
   * them too. With its state where another thread has looked.
   */
  readonly onBeside?: ((path: string, known?: KnownState) => Promise<void>) | undefined;
  /** What a harness wrote of its agents is read as it stands there, and not as a run a line. */
  readonly asWritten?: boolean | undefined;
}

/** In which state somebody has found a file or a folder; undefined where there was none. */
export interface KnownState {
  readonly state: string | undefined;
}
