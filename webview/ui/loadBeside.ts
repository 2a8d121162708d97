/** Where this script lies, and what it loads later beside it. */
const here = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

/** The address of a file that lies beside this script. */
export const besideThis = (name: string): URL => new URL(name, here);

/**
 * When a module is asked for, until it is there: on a busy machine VS Code now and then takes half a minute to say that
 * it does not hand a file over. In milliseconds.
 */
const attempts = [0, 3000, 9000, 27_000];

/**
 * Returns what loads a module that lies beside this script, the first time that it is asked for; where none of the
 * attempts brings it, the next one who asks begins anew.
 */
export function loadsBeside<Module>(name: string): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    if (!loaded) {
      loaded = imported<Module>(name);
      loaded.catch(() => {
        loaded = undefined;
      });
    }
    return loaded;
  };
}

/** What the first attempt brings that brings it. */
function imported<Module>(name: string): Promise<Module> {
  let isThere = false;
  return Promise.any(
    attempts.map(async (after, attempt) => {
      await new Promise((resolve) => setTimeout(resolve, after));
      if (isThere) throw new Error('it is there');
      const source = besideThis(name);
      // The browser may keep that an address could not be loaded.
      if (attempt > 0) source.search = `attempt=${attempt}`;
      const found = (await import(source.href)) as Module;
      isThere = true;
      return found;
    }),
  );
}
