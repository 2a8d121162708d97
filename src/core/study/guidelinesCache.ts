import { problemOf, type FileProblem } from '../model/problems/problem';
import { keepCopy, readGuidelines, type Guidelines } from './guidelines';

/** The guidelines of a study as last read. */
export class GuidelinesCache {
  private current: Guidelines | undefined;
  private fault: FileProblem | undefined;
  /** The version of the guidelines of which a copy is known to be kept. */
  private keptVersion: string | undefined;

  get data(): Guidelines | undefined {
    return this.current;
  }

  /** Why they cannot be read. */
  get problem(): FileProblem | undefined {
    return this.fault;
  }

  /** Reads them. Where that cannot be done it is a problem, and those read before stay. */
  async read(path: string): Promise<void> {
    try {
      this.current = await readGuidelines(path);
      this.fault = undefined;
    } catch (error) {
      this.fault = problemOf(path, error);
    }
  }

  /** Keeps a copy of them in `folder`, once; resolves to their version. Rejects with `JournalWriteError`. */
  async keep(folder: string): Promise<string | undefined> {
    const { current } = this;
    if (current && current.version !== this.keptVersion) {
      await keepCopy(folder, current);
      this.keptVersion = current.version;
    }
    return current?.version;
  }
}
