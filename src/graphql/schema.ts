import { readdirSync, readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DocumentNode,
  getDirectiveValues,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  GraphQLSpecifiedByDirective,
  isAbstractType,
  Kind,
  parse,
} from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver } from 'graphql-scalars';
import type { GraphQLContext } from './context.ts';
import type { Resolvers } from './generated/types.ts';
import { askResolvers } from './resolvers/ask.ts';
import { auditResolvers } from './resolvers/audit.ts';
import { calibrationResolvers } from './resolvers/learning.ts';
import { curatedResolvers } from './resolvers/curated.ts';
import { documentResolvers } from './resolvers/knowledge.ts';
import { errorResolvers } from './resolvers/errors.ts';
import { feedbackResolvers } from './resolvers/learning.ts';
import { groundingResolvers } from './resolvers/grounding.ts';
import { healthResolvers } from './resolvers/workspace.ts';
import { identityResolvers } from './resolvers/workspace.ts';
import { ingestionResolvers } from './resolvers/knowledge.ts';
import { nodeResolvers } from './resolvers/node.ts';
import { retrievalResolvers } from './resolvers/ask.ts';
import { runResolvers } from './resolvers/runs.ts';
import { workspaceResolvers } from './resolvers/workspace.ts';

/**
 * One file per domain, merged by the schema builder. A field without a resolver returns the domain object's field of
 * the same name.
 */
const resolvers: readonly Resolvers[] = [
  askResolvers,
  auditResolvers,
  calibrationResolvers,
  curatedResolvers,
  documentResolvers,
  errorResolvers,
  feedbackResolvers,
  groundingResolvers,
  healthResolvers,
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
  const typeDefs = files.map((name) => parse(readFileSync(new URL(name, folder), 'utf8')));
  return makeExecutableSchema<GraphQLContext>({
    typeDefs,
    resolvers: [scalarsOf(typeDefs), ...resolvers],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error', requireResolversForResolveType: 'error' },
  });
}

/** DateTimeISO serializes to text itself, so that graphql-ws and graphql-sse send what Apollo sends. */
const libraryScalars: Readonly<Record<'DateTime' | 'JSONObject', GraphQLScalarType>> = {
  DateTime: DateTimeISOResolver,
  JSONObject: JSONObjectResolver,
};

/** A day is what people write first, and the library says only that it is invalid. @throws GraphQLError */
function demandInstant(value: unknown): void {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    throw new GraphQLError(`DateTime takes an instant, not a day: write ${value}T00:00:00Z for its beginning in UTC.`);
}

/**
 * The library's way of reading and writing the scalars, under the name, description and specification in our SDL: used
 * directly, a scalar would bring its own, and defined again it would have none.
 */
function scalarsOf(typeDefs: readonly DocumentNode[]): Pick<Resolvers, keyof typeof libraryScalars> {
  const scalar = (name: keyof typeof libraryScalars): GraphQLScalarType => {
    const { parseValue, parseLiteral, serialize } = libraryScalars[name];
    const isTime = name === 'DateTime';
    const definition = typeDefs
      .flatMap(({ definitions }) => definitions)
      .filter((each) => each.kind === Kind.SCALAR_TYPE_DEFINITION)
      .find((each) => each.name.value === name);
    const specified = definition && getDirectiveValues(GraphQLSpecifiedByDirective, definition);
    return new GraphQLScalarType({
      name,
      description: definition?.description?.value ?? null,
      specifiedByURL: (specified?.['url'] as string | undefined) ?? null,
      parseValue: isTime ? (value) => (demandInstant(value), parseValue(value)) : parseValue,
      parseLiteral: isTime
        ? (node, variables) => (demandInstant('value' in node ? node.value : null), parseLiteral(node, variables))
        : parseLiteral,
      serialize,
    });
  };
  return { DateTime: scalar('DateTime'), JSONObject: scalar('JSONObject') };
}

/**
 * Returns the possible types of each union and interface. Without them Apollo Client drops fields of fragments on these
 * types.
 */
export function possibleTypesOf(schema: GraphQLSchema): Readonly<Record<string, readonly string[]>> {
  const abstract = Object.values(schema.getTypeMap()).filter((type) => isAbstractType(type));
  return Object.fromEntries(abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]));
}
