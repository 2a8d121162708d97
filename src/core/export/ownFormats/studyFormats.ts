import { checkValue } from '../../model/problems/checkValue';
import { firstIssue, problem, UserError, type Problem } from '../../model/problems/problem';
import type { Project } from '../../model/study/project';
import { ownValue } from '../../model/text/ownValue';
import type { ExportFormat, FormatDeclaration } from '../format';
import { exportFormatNamed, exportFormats } from '../index';
import { ownFormat, ownFormatName, ownFormatSchema } from './ownFormat';

/** The formats that a project declares beside those of Tiebreak. */

type Declaring = Pick<Project, 'formats'>;

/** Names of all formats that a study can export: those of Tiebreak, and its own. */
export const formatNames = ({ formats = {} }: Declaring = {}): string[] => [
  ...exportFormats.map(({ name }) => name),
  ...Object.keys(formats),
];

/** The formats of a study's own, without those that are faulty (`ownFormatProblems`). */
export const ownFormatsIn = (project: Declaring): ExportFormat[] =>
  Object.keys(project.formats ?? {}).flatMap((name) => {
    const found = read(project, name);
    return found && 'format' in found ? [found.format] : [];
  });

/** What is wrong with the formats of a study's own, each by its place in the project. */
export const ownFormatProblems = (project: Declaring): Problem[] =>
  Object.keys(project.formats ?? {}).flatMap((name) => {
    const found = read(project, name);
    return found && 'fault' in found ? [found.fault] : [];
  });

/**
 * The format with this name, of Tiebreak or of the study; undefined where there is none. Throws `UserError` where what
 * the study declares is faulty.
 */
export function formatNamed(name: string, project: Declaring = {}): ExportFormat | undefined {
  const known = exportFormatNamed(name);
  if (known) return known;
  const found = read(project, name);
  if (!found) return undefined;
  if ('fault' in found) throw new UserError(found.fault);
  return found.format;
}

/**
 * A format by its name and what a study declared of it, if it is one of a study's own: on threads, and as a manifest
 * tells it. Undefined where there is none. Throws `UserError` where the declaration is faulty.
 */
export const formatDeclared = (name: string, declared: FormatDeclaration | undefined): ExportFormat | undefined =>
  formatNamed(name, declared && { formats: { [name]: declared } });

/** A format of the study as it is declared; undefined where it declares none of the name. */
function read(
  { formats = {} }: Declaring,
  name: string,
): { readonly format: ExportFormat } | { readonly fault: Problem } | undefined {
  const value = ownValue(formats, name);
  if (value === undefined) return undefined;
  if (exportFormatNamed(name)) return { fault: problem('export.formatNameTaken', { name }) };
  if (!ownFormatName.test(name)) return { fault: problem('export.formatNameNotValid', { name }) };
  const parsed = checkValue(ownFormatSchema, value);
  if (parsed.success) return { format: ownFormat(name, parsed.data) };
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: ['formats', name, ...path], message }));
  return { fault: problem('export.formatNotValid', { issue: firstIssue({ issues }) }) };
}
