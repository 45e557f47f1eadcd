import { readdirSync, readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isAbstractType } from 'graphql';
import type { GraphQLContext } from './context.ts';
import { resolvers } from './resolvers.ts';

/** From src/graphql and from dist/graphql alike. */
const folder = new URL('../../schema/', import.meta.url);

/** The SDL of schema/*.graphql with its resolvers. A resolver for a field that the SDL does not have is refused. */
export function buildSchema(): GraphQLSchema {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return makeExecutableSchema<GraphQLContext>({
    typeDefs: files.map((name) => readFileSync(new URL(name, folder), 'utf8')),
    resolvers: [...resolvers],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error', requireResolversForResolveType: 'error' },
  });
}

/** Which objects each union and interface may be. Apollo Client drops fields of fragments on them when it is not told. */
export function possibleTypesOf(schema: GraphQLSchema): Readonly<Record<string, readonly string[]>> {
  const abstract = Object.values(schema.getTypeMap()).filter((type) => isAbstractType(type));
  return Object.fromEntries(abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]));
}
