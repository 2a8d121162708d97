/** Where a setting stands in a project: `["task", "flags", 0, "name"]`. */
export type SettingPath = readonly (string | number)[];

/** What is wrong with a setting, by its place. */
export interface SettingIssue {
  readonly path: SettingPath;
  readonly message: string;
}

/** What stands at a place of a project; undefined where nothing does. */
export function settingAt(project: unknown, path: SettingPath): unknown {
  let at = project;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[key];
  }
  return at;
}
