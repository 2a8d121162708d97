// Writes dist/project.schema.json from the zod schema, so that editors check `*.tiebreak` files by the same rules as we
// do.
import { build } from 'esbuild';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The schema of the project file for VS Code's JSON editor. */
export async function writeProjectSchema(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        export { projectSchema } from './src/core/model/study/project';
        export { namedRecipeSchema } from './src/core/model/study/recipe';
        export { ownFormatSchema } from './src/core/export/ownFormats/ownFormat';
        export * as z from 'zod';`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  });
  const source = outputFiles[0]?.text ?? '';
  const file = path.join(root, 'dist', 'project.schema.cjs');
  await writeFile(file, source);
  const { namedRecipeSchema, ownFormatSchema, projectSchema, z } = createRequire(import.meta.url)(file);
  await rm(file);
  const schema = z.toJSONSchema(projectSchema);
  // The project takes faulty recipes and formats as they are, and tells of them where one is used.
  for (const [field, each] of Object.entries({ exports: namedRecipeSchema, formats: ownFormatSchema })) {
    const entry = z.toJSONSchema(each);
    delete entry.$schema;
    Object.assign(schema.properties[field], { additionalProperties: entry });
  }
  await writeFile(path.join(root, 'dist', 'project.schema.json'), `${JSON.stringify(schema, undefined, 2)}\n`);
}
