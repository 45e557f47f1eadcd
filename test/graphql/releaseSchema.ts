import { mkdirSync, writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { readMigrations } from '../../src/db/migrate.ts';
import { buildSchema, possibleTypesOf } from '../../src/graphql/schema.ts';

/** `npm run schema:release`: what the schema is now becomes what later changes must not break, and what packages ship; the migrations there are now are never edited again. Run once a release. */
const folder = new URL('../../schema/released/', import.meta.url);
const schema = buildSchema();
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.graphql', folder), `${printSchema(schema)}\n`);
writeFileSync(new URL('possibleTypes.json', folder), `${JSON.stringify(possibleTypesOf(schema), null, 2)}\n`);

const hashes = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]));
writeFileSync(new URL('../../migrations/released.json', import.meta.url), `${JSON.stringify(hashes, null, 2)}\n`);
