import { mkdirSync, writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { buildSchema, possibleTypesOf } from '../../src/graphql/schema.ts';

/** `npm run schema:release`: what the schema is now becomes what later changes must not break, and what packages ship. Run once a release. */
const folder = new URL('../../schema/released/', import.meta.url);
const schema = buildSchema();
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.graphql', folder), `${printSchema(schema)}\n`);
writeFileSync(new URL('possibleTypes.json', folder), `${JSON.stringify(possibleTypesOf(schema), null, 2)}\n`);
