import { readdirSync, readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLScalarType, type GraphQLSchema, isAbstractType } from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver } from 'graphql-scalars';
import type { GraphQLContext } from './context.ts';
import type { Resolvers } from './generated/types.ts';
import { askResolvers } from './resolvers/ask.ts';
import { auditResolvers } from './resolvers/audit.ts';
import { calibrationResolvers } from './resolvers/learning.ts';
import { curatedResolvers } from './resolvers/curated.ts';
import { documentResolvers } from './resolvers/knowledge.ts';
import { feedbackResolvers } from './resolvers/learning.ts';
import { groundingResolvers } from './resolvers/grounding.ts';
import { identityResolvers } from './resolvers/workspace.ts';
import { ingestionResolvers } from './resolvers/knowledge.ts';
import { nodeResolvers } from './resolvers/node.ts';
import { retrievalResolvers } from './resolvers/ask.ts';
import { runResolvers } from './resolvers/runs.ts';
import { workspaceResolvers } from './resolvers/workspace.ts';

/** Gives a scalar of the library the name and description in our SDL; used directly, it would bring its own. */
function underOurName(
  name: 'DateTime' | 'JSONObject',
  { parseValue, parseLiteral, serialize }: GraphQLScalarType,
): GraphQLScalarType {
  return new GraphQLScalarType({ name, parseValue, parseLiteral, serialize });
}

/** DateTimeISO serializes to text itself, so that graphql-ws and graphql-sse send what Apollo sends. */
const scalars: Pick<Resolvers, 'DateTime' | 'JSONObject'> = {
  DateTime: underOurName('DateTime', DateTimeISOResolver),
  JSONObject: underOurName('JSONObject', JSONObjectResolver),
};

/**
 * One file per domain, merged by the schema builder. A field without a resolver returns the domain object's field of
 * the same name.
 */
const resolvers: readonly Resolvers[] = [
  scalars,
  askResolvers,
  auditResolvers,
  calibrationResolvers,
  curatedResolvers,
  documentResolvers,
  feedbackResolvers,
  groundingResolvers,
  identityResolvers,
  ingestionResolvers,
  nodeResolvers,
  retrievalResolvers,
  runResolvers,
  workspaceResolvers,
];

/** The path is the same from src/graphql and from dist/graphql. */
const folder = new URL('../../schema/', import.meta.url);

let built: GraphQLSchema | undefined;

/**
 * Builds the schema from schema/*.graphql and the resolvers, once a process. Rejects a resolver for a field that is not
 * in the SDL.
 */
export function buildSchema(): GraphQLSchema {
  built ??= buildFromFiles();
  return built;
}

function buildFromFiles(): GraphQLSchema {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return makeExecutableSchema<GraphQLContext>({
    typeDefs: files.map((name) => readFileSync(new URL(name, folder), 'utf8')),
    resolvers: [...resolvers],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error', requireResolversForResolveType: 'error' },
  });
}

/**
 * Returns the possible types of each union and interface. Without them Apollo Client drops fields of fragments on these
 * types.
 */
export function possibleTypesOf(schema: GraphQLSchema): Readonly<Record<string, readonly string[]>> {
  const abstract = Object.values(schema.getTypeMap()).filter((type) => isAbstractType(type));
  return Object.fromEntries(abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]));
}
