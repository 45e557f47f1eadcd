import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { CandorError, type ErrorCode, errorRemedies } from '../errors.ts';
import type { Log } from '../log.ts';

/** A fault as any client may see it. */
interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The caller's own faults: they do not concern an operator, so they are not logged. */
const callersOwn: ReadonlySet<ErrorCode> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'DOCUMENT_INVALID',
  'URL_REFUSED',
  'URL_FAILED',
  'DOCUMENT_UNSUPPORTED',
  'DOCUMENT_CORRUPT',
  'DOCUMENT_TOO_LARGE',
  'OVERLOADED',
  'BUDGET_EXCEEDED',
  'TIMEOUT',
  'CANCELLED',
]);

/** For a fault in the envelope of the GraphQL request: no query, a batch, or an operation that does not exist. */
export const envelopeRemedy =
  'Send one JSON object with `query` and `variables`; if `query` holds several operations, `operationName` names the one to run.';

/** Faults of servers that the caller did not name. */
const ofServers = /^(?:MODEL|DATABASE)_/;

/**
 * Returns what a client may see of anything thrown. What is not a CandorError is masked: its text goes to the log under
 * the error id that the client gets.
 */
export function faultOf(error: unknown, log: Log): Fault {
  if (error instanceof CandorError && error.code !== 'INTERNAL') {
    if (!callersOwn.has(error.code))
      log.error(error.message, { code: error.code, details: error.details, error: error.cause ?? error });
    return {
      code: error.code,
      message: ofServers.test(error.code) ? withoutAddresses(error.message) : error.message,
      remedy: error.remedy,
      details: error.details,
    };
  }
  if (isAbort(error))
    return { code: 'CANCELLED', message: 'The request was cancelled.', remedy: errorRemedies.CANCELLED, details: {} };
  const errorId = randomUUID();
  log.error('Internal fault', { errorId, error });
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Candor (error id ${errorId}).`,
    remedy: errorRemedies.INTERNAL,
    details: { errorId },
  };
}

/**
 * Maps anything thrown to the error that leaves over GraphQL: { message, locations, path, extensions: { code, remedy,
 * details } }.
 */
export function toPublicError(
  error: unknown,
  log: Log,
  { suggestions = true }: { readonly suggestions?: boolean } = {},
): GraphQLError {
  const at = error instanceof GraphQLError ? error : undefined;
  const { message, ...extensions } =
    at && isRequestFault(at) ? requestFault(at, suggestions) : faultOf(originOf(error), log);
  const place = {
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
  };
  return new GraphQLError(message, { ...place, extensions });
}

/**
 * The faults that the caller of a mutation can correct in its input: they come back as data. Others (missing permission,
 * capacity or model) remain GraphQL errors.
 */
const correctable = [
  'BAD_INPUT',
  'NOT_FOUND',
  'DOCUMENT_INVALID',
  'DOCUMENT_UNSUPPORTED',
  'DOCUMENT_CORRUPT',
  'DOCUMENT_TOO_LARGE',
  'URL_REFUSED',
  'URL_FAILED',
] as const satisfies readonly ErrorCode[];

type Correctable = (typeof correctable)[number];
export type UserErrorCode = Correctable | 'SERVER_FAULT';
/** Codes of GraphQL errors: those of users are not among them, but for two that a query meets as well. */
type ApiErrorCode = Exclude<ErrorCode, Exclude<Correctable, 'BAD_INPUT' | 'NOT_FOUND'>>;

const correctableCodes: ReadonlySet<string> = new Set(correctable);
export const isCorrectable = (code: string): code is Correctable => correctableCodes.has(code);

/** Returns the code for a fault of a document or job; one that nobody can correct in the input becomes SERVER_FAULT. */
export const asUserErrorCode = (code: string): UserErrorCode => (isCorrectable(code) ? code : 'SERVER_FAULT');

/** Returns the code for a text from a stored event; a text outside the closed set becomes INTERNAL. */
export function asErrorCode(code: string): ApiErrorCode {
  const isOfUsers = /^(?:DOCUMENT|URL)_/.test(code);
  return Object.hasOwn(errorRemedies, code) && !isOfUsers ? (code as ApiErrorCode) : 'INTERNAL';
}

function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error;
}

/**
 * Whether it is a fault of syntax, validation, limits, arguments or variables. graphql-js reports these without a path,
 * or at a node of the request. A GraphQLError with a path and no node comes from a resolver or serializer, so it is our
 * fault.
 */
function isRequestFault(error: GraphQLError): boolean {
  const origin = originOf(error);
  if (origin instanceof CandorError) return false;
  if (error.path) return origin instanceof GraphQLError && origin.nodes !== undefined;
  return origin instanceof GraphQLError || error.nodes !== undefined;
}

function requestFault(error: GraphQLError, suggestions: boolean): Fault {
  // If the schema is closed, do not reveal names that are similar to a guess.
  const message = suggestions ? error.message : error.message.replace(/ ?Did you mean [^?]*\?(?: Or .*\?)?/g, '');
  return { message, details: {}, ...kindOfRequestFault(error, suggestions) };
}

/**
 * Distinguishes faults of syntax, of the selection and of values: graphql-js distinguishes them by wording only, and
 * Apollo's codes do not reach the other entry points.
 */
function kindOfRequestFault(
  error: GraphQLError,
  schemaIsOpen: boolean,
): Pick<Fault, 'code' | 'remedy'> & Partial<Fault> {
  if (/^Syntax Error: Document contains more tha[nt]/.test(error.message))
    return { code: 'GRAPHQL_VALIDATION_FAILED', remedy: 'Request fewer fields at once, or split the request.' };
  if (error.message.startsWith('Syntax Error'))
    return { code: 'GRAPHQL_PARSE_FAILED', remedy: errorRemedies.GRAPHQL_PARSE_FAILED };
  const [, variable] =
    /^Variable "\$(\w+)" (?:got invalid value|of required type|of non-null type)/.exec(error.message) ?? [];
  if (variable !== undefined) {
    const [, field = variable] = / at "([^"]+)"/.exec(error.message) ?? [];
    return { code: 'BAD_INPUT', remedy: 'Correct the named variable and send the request again.', details: { field } };
  }
  if (error.path) return { code: 'BAD_INPUT', remedy: errorRemedies.BAD_INPUT };
  // Clients that persist queries look for exactly this code, and then send the text.
  if (error.message === 'PersistedQueryNotFound')
    return { code: 'PERSISTED_QUERY_NOT_FOUND', remedy: errorRemedies.PERSISTED_QUERY_NOT_FOUND };
  if (!error.nodes && error.extensions['code'] !== 'GRAPHQL_VALIDATION_FAILED')
    return { code: 'BAD_INPUT', remedy: envelopeRemedy };
  return {
    code: 'GRAPHQL_VALIDATION_FAILED',
    remedy: schemaIsOpen ? errorRemedies.GRAPHQL_VALIDATION_FAILED : 'Change the GraphQL request.',
  };
}

const wrongVariable =
  /^Variable "\$(\w+)" (?:got invalid value .*?|of (?:required|non-null) type .*?)(?: at "([^"]+)")?; (.*)$/s;

/**
 * Joins the faults of variables into one that names everything that is wrong: graphql-js reports one for each field, and
 * clients show the first. Other errors stay as they are.
 * @param make an error like the given one, with another message and other extensions
 */
export function joinVariableFaults<Fault extends Pick<GraphQLError, 'message'> & { readonly extensions?: object }>(
  errors: readonly Fault[],
  make: (first: Fault, message: string, extensions: Record<string, unknown>) => Fault,
): readonly Fault[] {
  const problems = errors.flatMap(({ message }) => {
    const [whole, variable = '', field = variable, problem = ''] = wrongVariable.exec(message) ?? [];
    return whole === undefined ? [] : [{ field, message: problem }];
  });
  const first = errors.find(({ message }) => wrongVariable.test(message));
  if (!first || problems.length < 2) return errors;
  const { details, ...extensions } = (first.extensions ?? {}) as Record<string, unknown>;
  const message = `The variables have ${problems.length} faults: ${problems.map((each) => `${each.field}: ${each.message}`).join(' ')}`;
  const joined = make(first, message, { ...extensions, details: { ...(details as object | undefined), problems } });
  return [joined, ...errors.filter((error) => !wrongVariable.test(error.message))];
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

const shapes: readonly RegExp[] = [
  /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /(?:\blocalhost|::1|\b[\w-]+(?:\.[\w-]+)+):\d{2,5}\b/gi,
];

/**
 * Removes server addresses from a message about a model or a database. The code that writes such messages leaves them
 * out; this is the second safeguard.
 */
export function withoutAddresses(text: string): string {
  return shapes.reduce((rest, shape) => rest.replace(shape, '[address]'), text);
}
