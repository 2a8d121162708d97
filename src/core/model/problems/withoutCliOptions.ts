/** Why something was dropped as it reads in the editor, without the command line's options. */
export const withoutCliOptions = (reason: string): string =>
  reason
    .replace(/: choose (.*?) to export it \(--criterion[^)]*\)/, ' ($1)')
    .replace(/:? ?\(?--\w+ \w+ exports it\)?/, '')
    .replaceAll(/ \(--[^)]*\)/g, '');
