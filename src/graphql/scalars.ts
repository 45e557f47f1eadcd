import { GraphQLScalarType } from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver } from 'graphql-scalars';
import type { Resolvers } from './generated/types.ts';

/** A scalar of the library under its name and description in our SDL; left as it is, it would bring its own of both. */
function underOurName(
  name: 'DateTime' | 'JSONObject',
  { parseValue, parseLiteral, serialize }: GraphQLScalarType,
): GraphQLScalarType {
  return new GraphQLScalarType({ name, parseValue, parseLiteral, serialize });
}

/** DateTimeISO writes text by itself: graphql-ws and graphql-sse then send what Apollo sends. */
export const scalars: Pick<Resolvers, 'DateTime' | 'JSONObject'> = {
  DateTime: underOurName('DateTime', DateTimeISOResolver),
  JSONObject: underOurName('JSONObject', JSONObjectResolver),
};
