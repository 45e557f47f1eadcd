/** What vitest.config.ts hands to the tests; `inject('databaseUrl')` reads it. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres server whose user may create databases, in the native tier; null: use the embedded database. */
    databaseUrl: string | null;
  }
}

export {};
