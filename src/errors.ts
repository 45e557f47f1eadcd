/**
 * The closed set of faults that Candor reports, each with the remedy that is shown to the user. Expected results (an
 * abstention, a clarification, a spent budget) are outcomes and never errors.
 */
export const errorRemedies = {
  BAD_CONFIG: 'Correct the named environment keys; .env.example lists every key with its meaning.',
  GRAPHQL_PARSE_FAILED: 'Correct the syntax of the GraphQL request at the place that is named.',
  GRAPHQL_VALIDATION_FAILED:
    'Change the GraphQL request to fit the schema and its limits; /schema.graphql has the schema.',
  PERSISTED_QUERY_NOT_FOUND: 'Send the text of the query together with its hash; clients do so by themselves.',
  BAD_INPUT: 'Correct the named field and send the request again.',
  UNAUTHENTICATED: 'Send an API key as "Authorization: Bearer <key>"; "candor keys create" makes one.',
  FORBIDDEN: 'Use a key whose role allows this operation; "candor keys list" shows each key\'s role.',
  NOT_FOUND: 'Check the id; it may belong to another workspace or have been deleted.',
  DATABASE_LOCKED: 'Another process has this data folder open. Stop it, or set CANDOR_DATA to another folder.',
  DATABASE_UNREACHABLE:
    'Check that DATABASE_URL is right and that the server runs; "candor doctor" tests it. Without DATABASE_URL, a large document is being stored: try again in a minute.',
  DATABASE_NEWER: 'The database was migrated by a newer Candor. Install that version or a later one.',
  DATABASE_FAILED: 'Run "candor doctor". If it passes, try again and report the statement that is named.',
  MIGRATION_CHANGED:
    'If the file was edited, restore it and add a new migration instead. If a build from before 0.1.0 made the database, keep using that build, or choose a new CANDOR_DATA folder or DATABASE_URL and ingest the documents again.',
  BACKUP_INVALID: 'Copy the backup again, or take another one; nothing was changed.',
  EMBEDDER_MISMATCH:
    'Run "candor ingest --re-embed" to embed the stored text with the model that is configured now, or configure the earlier model again.',
  MODEL_UNAVAILABLE: 'Check the model server and its key; "candor doctor" calls each configured model once.',
  MODEL_INVALID: 'The model answered in a form that could not be used. Try again, or set another CHAT_MODEL.',
  MODEL_WEIGHTS:
    'The model files are missing or damaged. Restore the folder weights/ as it is in the repository, or correct the setting that names another folder.',
  DOCUMENT_INVALID: 'Correct the named document and ingest it again; the others were taken.',
  DOCUMENT_UNSUPPORTED: 'Save the document as Markdown, HTML, PDF, DOCX, CSV, JSON or plain text and ingest it again.',
  DOCUMENT_CORRUPT: 'Export the file again from the program that made it, or fetch a fresh copy.',
  DOCUMENT_TOO_LARGE: 'Split the document into smaller files and ingest those.',
  URL_REFUSED:
    'Give an http or https address of a public site, without a user name in it; or download the document and upload the file.',
  URL_FAILED:
    'Open the address in a browser to see whether it answers; then try again, or download the document and upload the file.',
  OVERLOADED:
    'Wait as long as the message says, and send the request again; let fewer run at once. CANDOR_LIMITS sets the limits.',
  BUDGET_EXCEEDED: 'Wait as long as the message says, or let an ADMIN raise the allowance of the key or the workspace.',
  TIMEOUT: 'Raise budget.maxMillis, or ask a narrower question.',
  CANCELLED: 'The caller went away; ask again.',
  INTERNAL: 'This is a bug in Candor. Report it with the error id from the log.',
} as const;

export type ErrorCode = keyof typeof errorRemedies;

export interface ErrorOptions {
  /** Plain facts for the user: field names, limits, ids. Never secrets, never document text. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** A remedy that is more specific than the default of the code. */
  readonly remedy?: string;
}

/** A fault with a code from the closed set. `message` says what is wrong, and `remedy` what to do next. */
export class CandorError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CandorError';
    this.code = code;
    this.remedy = options.remedy ?? errorRemedies[code];
    this.details = options.details ?? {};
  }
}

/** Whether an error is a CandorError, optionally with a given code. */
export function isCandorError(error: unknown, code?: ErrorCode): error is CandorError {
  return error instanceof CandorError && (code === undefined || error.code === code);
}

/** What reading ends with when whoever asked for it stops it. */
export const readingStopped = (): CandorError => new CandorError('CANCELLED', 'Reading was stopped.');

/** The message of any thrown value, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
}

/**
 * A message for operators: that of the error and those of its causes, on one line. Causes contain addresses and
 * messages of other servers, which users are never shown.
 */
export function diagnosisOf(error: unknown): string {
  const causes: string[] = [];
  for (let at: unknown = error; at !== undefined && causes.length < 5; at = at instanceof Error ? at.cause : undefined)
    causes.push(messageOf(at));
  return causes.filter((text, index) => text !== '' && causes.indexOf(text) === index).join(' · ');
}
