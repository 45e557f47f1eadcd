import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ASTVisitor,
  type FieldNode,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { CandorError } from '../errors.ts';

/**
 * What one request may ask for. Every entry point applies the same limits: graphql-ws and graphql-sse do not use
 * Apollo's rules.
 */
export const requestLimits = {
  /** The deepest useful path, runs > nodes > passages > document > versions > text, is 6. */
  depth: 12,
  aliases: 30,
  /** The introspection query of GraphiQL takes fewer than 600. */
  tokens: 2000,
  directives: 20,
  /**
   * Values in the result: 100 documents with every field and 10 versions each take 8,000, one answer with everything
   * 1,500.
   */
  cost: 20_000,
  heavyFields: 5,
  /** Characters of full version texts in one result: two of the largest. Cost counts values, whatever their length. */
  textCharacters: 10_000_000,
} as const;

/** Variables consume no tokens: `checkVariables` limits them. */
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

/** For Apollo, which adds the standard rules itself. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: requestLimits.depth, flattenFragments: true, ...refusal }),
  // By default, aliases of __typename do not count.
  maxAliasesRule({ n: requestLimits.aliases, allowList: [], ...refusal }),
  maxDirectivesRule({ n: requestLimits.directives, ...refusal }),
  limitCost(requestLimits.cost),
  limitHeavyFields(requestLimits.heavyFields),
];

/** For entry points without Apollo. */
export function rulesFor({ introspection }: { readonly introspection: boolean }): readonly ValidationRule[] {
  return [...specifiedRules, ...limitRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
}

/** The assumed length of a list without a page size: a search returns 10 passages by default. */
const assumedListSize = 10;
/** The largest page allowed; `first` in a variable counts as this, because rules run before variables are known. */
const largestPage = 100;
const defaultPage = 20;
/** The lists of a connection: as long as its page. */
const pagedFields: ReadonlySet<string> = new Set(['nodes', 'edges']);

/** What a field of JSON counts: a trace of a run holds some hundred candidates, each with ten values. */
const jsonValues: Readonly<Record<string, number>> = {
  'Run.trace': 500,
  'Passage.trace': 12,
  'SearchResult.trace': 50,
  'MissExplanation.trace': 30,
};

/** Questions, replays, searches, explanations, verifications and ingestions: each may run for seconds. */
const heavyFields: ReadonlySet<string> = new Set([
  'ask',
  'askEvents',
  'search',
  'explainMiss',
  'verifyCitation',
  'checkGrounding',
  'replayRun',
  'fitCalibration',
  'ingestDocuments',
  'knowledgeGaps',
  'labellingQueue',
]);

/**
 * Limits the values that a result may contain. Armor's own rule is not used: it counts `first` in a variable as 1 and
 * every list as one entry, so that the versions of all passages of 100 runs cost as much as one workspace.
 */
function limitCost(maxCost: number): ValidationRule {
  return (context) =>
    perOperation(context, (set, type) => {
      const cost = resultValues(context, set, type);
      return cost > maxCost
        ? `The result may hold ${cost.toLocaleString('en')} values; at most ${maxCost.toLocaleString('en')} are allowed. Ask for smaller pages or fewer nested lists.`
        : undefined;
    });
}

/** Limits the root fields that search or write, whether aliased or inside fragments. */
function limitHeavyFields(maxCount: number): ValidationRule {
  return (context) =>
    perOperation(context, (set) => {
      const count = walk(context, (field) => (heavyFields.has(field.name.value) ? 1 : 0))(set);
      return count > maxCount
        ? `${count} questions, searches, explanations and ingestions in one request; at most ${maxCount} are allowed.`
        : undefined;
    });
}

function perOperation(
  context: ValidationContext,
  refuse: (set: SelectionSetNode, type: GraphQLNamedType | undefined) => string | undefined,
): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const message = refuse(operation.selectionSet, context.getSchema().getRootType(operation.operation) ?? undefined);
      if (message) context.reportError(new GraphQLError(message, { nodes: operation }));
    },
  };
}

function resultValues(
  context: ValidationContext,
  set: SelectionSetNode,
  type: GraphQLNamedType | undefined,
  page = 1,
): number {
  const typeOf = (name: string | undefined) => (name ? context.getSchema().getType(name) : undefined);
  const ofField = (field: FieldNode, parent: string | undefined): number => {
    const owner = typeOf(parent) ?? type;
    const definition = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields()[field.name.value] : undefined;
    // Introspection fields have no definition here, and neither do invalid ones: other rules handle them.
    if (!definition || !field.selectionSet) return jsonValues[`${owner?.name}.${field.name.value}`] ?? 1;
    const entries = isList(definition.type) ? (pagedFields.has(field.name.value) ? page : assumedListSize) : 1;
    const pageBelow = definition.args.some(({ name }) => name === 'first') ? pageSize(field) : 1;
    return 1 + entries * resultValues(context, field.selectionSet, getNamedType(definition.type), pageBelow);
  };
  return walk(context, ofField)(set);
}

/**
 * Sums `weigh` over the fields of a selection, through fragments. Each fragment is weighed once: fragments that spread
 * each other twice would take 2^n steps within the token limit. A cycle, which another rule refuses, counts as 0.
 */
function walk(
  context: ValidationContext,
  weigh: (field: FieldNode, parentType: string | undefined) => number,
): (set: SelectionSetNode) => number {
  const known = new Map<string, number>();
  const sum = (set: SelectionSetNode, parent?: string): number =>
    set.selections.reduce((total, selection) => {
      if (selection.kind === Kind.FIELD) return total + weigh(selection, parent);
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return total + sum(selection.selectionSet, selection.typeCondition?.name.value ?? parent);
      return total + ofFragment(selection.name.value);
    }, 0);
  const ofFragment = (name: string): number => {
    const weighed = known.get(name);
    if (weighed !== undefined) return weighed;
    known.set(name, 0);
    const fragment = context.getFragment(name);
    const weight = fragment ? sum(fragment.selectionSet, fragment.typeCondition.name.value) : 0;
    known.set(name, weight);
    return weight;
  };
  return sum;
}

function pageSize(field: FieldNode): number {
  const value = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  if (!value) return defaultPage;
  return value.kind === Kind.INT ? Number(value.value) : largestPage;
}

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/**
 * What variables may contain. They consume no tokens, and graphql-js examines each of their values before any resolver
 * runs: 1,000,000 tags took 3.3 s.
 */
export const variableLimits = {
  /** Entries of one list. An ingestion takes 500 documents; a filter may name up to 1,000 values. */
  list: 1000,
  /** Values in all, including lists and objects: 500 documents with a hundred facts each. */
  values: 50_000,
  depth: 40,
} as const;

interface Found {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Examines no more values than are allowed, and does so before GraphQL examines any.
 * @throws BAD_INPUT that names the limit and the place
 */
export function checkVariables(variables: unknown): void {
  const open: Found[] = [{ value: variables, path: 'variables', depth: 0 }];
  let values = 0;
  for (let found = open.pop(); found; found = open.pop()) {
    const { value, path, depth } = found;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > variableLimits.depth)
      throw tooMuch(`variables are nested more than ${variableLimits.depth} deep`, { maxDepth: variableLimits.depth });
    const entries = Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value);
    if (Array.isArray(value) && entries.length > variableLimits.list)
      throw tooMuch(`${path} has ${entries.length} entries; at most ${variableLimits.list} are allowed`, {
        field: path,
        maxEntries: variableLimits.list,
      });
    values += entries.length;
    if (values > variableLimits.values)
      throw tooMuch(`variables hold more than ${variableLimits.values} values`, { maxValues: variableLimits.values });
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    for (const [position, entry] of entries.entries()) {
      if (typeof entry === 'object' && entry !== null)
        open.push({
          value: entry,
          path: `${path}.${(names?.[position] ?? String(position)).slice(0, 100)}`,
          depth: depth + 1,
        });
    }
  }
}

function tooMuch(problem: string, details: Readonly<Record<string, unknown>>): CandorError {
  return new CandorError('BAD_INPUT', `The ${problem}.`, { details, remedy: 'Send less in one request.' });
}
