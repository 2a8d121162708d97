/** How a file is read. */
export interface ReadOptions {
  /** Reads a file of runs as its bytes stand, not a run a line: an export may have the form of a harness's file. */
  readonly asWritten?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of the file itself were read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /**
   * Hears of each file and folder beside the file that is looked at, before that is done: what is given depends on
   * them too. With its state where another thread has looked.
   */
  readonly onBeside?: ((path: string, known?: KnownState) => Promise<void>) | undefined;
}

/** In which state somebody has found a file or a folder; undefined where there was none. */
export interface KnownState {
  readonly state: string | undefined;
}
