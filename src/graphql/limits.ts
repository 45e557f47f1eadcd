import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { limitCost, limitHeavyFields } from './cost.ts';

/** What one request may ask for. Every door applies the same: graphql-ws and graphql-sse know nothing of Apollo's rules. */
export const requestLimits = {
  /** The deepest useful path, runs > nodes > passages > document > versions > text, is 6. */
  depth: 12,
  aliases: 30,
  /** The introspection of GraphiQL takes under 600. */
  tokens: 2000,
  directives: 20,
  /** Values in the result: 100 documents with every field and 10 versions each take 8,000, one answer with everything 1,500. */
  cost: 20_000,
  heavyFields: 5,
  /** Characters of whole versions in one result: two of the largest. Cost counts values, whatever their length. */
  textCharacters: 10_000_000,
} as const;

/** Variables bring no tokens: `checkVariables` bounds them. */
export const parseOptions = { maxTokens: requestLimits.tokens };

/** Armor calls each of its refusals a syntax error. */
const refusal = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(
        new GraphQLError(message.replace('Syntax Error: ', ''), { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }),
      ),
  ],
};

function armorRules(): ValidationRule[] {
  const armor = new ApolloArmor({
    blockFieldSuggestion: { enabled: false },
    // Its Apollo plugin answers 500; the parser's own limit answers 400 and holds in every door.
    maxTokens: { enabled: false },
    costLimit: { enabled: false },
    maxDepth: { n: requestLimits.depth, flattenFragments: true, ...refusal },
    // Left to itself it counts no alias of __typename.
    maxAliases: { n: requestLimits.aliases, allowList: [], ...refusal },
    maxDirectives: { n: requestLimits.directives, ...refusal },
  });
  return armor.protect().validationRules;
}

/** For Apollo, which adds the standard rules itself. */
export const limitRules: readonly ValidationRule[] = [
  ...armorRules(),
  limitCost(requestLimits.cost),
  limitHeavyFields(requestLimits.heavyFields),
];

/** For doors without Apollo. */
export function rulesFor({ introspection }: { readonly introspection: boolean }): readonly ValidationRule[] {
  return [...specifiedRules, ...limitRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
}
