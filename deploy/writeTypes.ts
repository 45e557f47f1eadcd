/**
 * Writes the types that codegen.yml asks for, of the schema and of the console's operations.
 *
 *   npm run codegen [-- --check]
 *
 * `--check` writes nothing, and fails where a committed file differs. The command line of GraphQL Code Generator does the same with 180 packages more.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as add from '@graphql-codegen/add';
import { preset as client } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { getCachedDocumentNodeFromSchema, type CodegenPlugin, type Types } from '@graphql-codegen/plugin-helpers';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { buildSchema, lexicographicSortSchema, parse, print } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';

const config = z.record(z.string(), z.unknown());
const common = { config: config.default({}) };
const settings = z
  .strictObject({
    schema: z.literal('schema/*.graphql'),
    documents: z.literal('src/console/**/*.graphql'),
    emitLegacyCommonJSImports: z.boolean(),
    importExtension: z.literal('.ts'),
    generates: z.record(
      z.string(),
      z.union([
        z.strictObject({ plugins: z.array(z.union([z.string(), z.record(z.string(), config)])), ...common }),
        z.strictObject({ preset: z.literal('client'), presetConfig: config, ...common }),
      ]),
    ),
  })
  .parse(parseYaml(readFileSync('codegen.yml', 'utf8')));
const plugins: Readonly<Record<string, CodegenPlugin>> = { add, typescript, 'typescript-resolvers': resolvers };
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const schemaAst = lexicographicSortSchema(
  buildSchema(
    below('schema')
      .filter((path) => !path.startsWith('schema/released/'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n'),
  ),
);
const schema = getCachedDocumentNodeFromSchema(schemaAst);
const documents = below('src/console').map((location) => {
  const document = parse(readFileSync(location, 'utf8'));
  return { location, rawSDL: print(document), document };
});

const outputs = (await Promise.all(Object.entries(settings.generates).map(outputsOf))).flat();
const written = await Promise.all(
  outputs.map(async (output) => ({ path: output.filename, text: await codegen(output) })),
);
const changed = written.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
for (const { path, text } of changed) {
  if (!values.check) writeFileSync(path, text);
  process.stdout.write(`${path} ${values.check ? 'is not what npm run codegen writes' : 'written'}\n`);
}
if (values.check && changed.length > 0) process.exitCode = 1;

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}

async function outputsOf([path, wanted]: [string, (typeof settings.generates)[string]]): Promise<
  Types.GenerateOptions[]
> {
  const { emitLegacyCommonJSImports, importExtension } = settings;
  const imports = { emitLegacyCommonJSImports, importExtension };
  const given = { schema, schemaAst, documents, config: { ...imports, ...wanted.config }, ...imports };
  if (!('preset' in wanted)) {
    const named = wanted.plugins.map((plugin) => (typeof plugin === 'string' ? { [plugin]: {} } : plugin));
    return [{ ...given, filename: path, plugins: named, pluginMap: plugins }];
  }
  const { presetConfig } = wanted;
  const made = await client.buildGeneratesSection({
    ...given,
    baseOutputDir: path,
    presetConfig,
    plugins: [],
    pluginMap: {},
  });
  return made.map((output) => ({ ...output, ...imports }));
}
