// Writes dist/project.schema.json from the zod schema, so that editors check `*.tiebreak` files by the same rules as we
// do.
import { build } from 'esbuild';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

/** The schema of the project file for VS Code's JSON editor. */
export async function writeProjectSchema(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export { projectSchema } from './src/core/model/study/project'; export { namedRecipeSchema } from './src/core/model/study/recipe';",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['zod'],
  });
  const source = outputFiles[0]?.text ?? '';
  const file = path.join(root, 'dist', 'project.schema.mjs');
  await writeFile(file, source);
  const { namedRecipeSchema, projectSchema } = await import(file);
  await rm(file);
  const schema = z.toJSONSchema(projectSchema);
  // The project takes faulty recipes as they are, and tells of them where one is used.
  const recipe = z.toJSONSchema(namedRecipeSchema);
  delete recipe.$schema;
  Object.assign(schema.properties.exports, { additionalProperties: recipe });
  await writeFile(path.join(root, 'dist', 'project.schema.json'), `${JSON.stringify(schema, undefined, 2)}\n`);
}
