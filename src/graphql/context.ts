import type { App } from '../app.ts';
import type { Caller } from '../workspaces/caller.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** What every resolver of one operation gets. */
export interface GraphQLContext {
  readonly app: App;
  readonly caller: Caller;
  readonly loaders: Loaders;
  /** Aborted when the client went away; passed to every call of the app. */
  readonly signal: AbortSignal;
  /** Characters of versions in the result so far. */
  readonly sent: { characters: number };
}

/** The context of one operation; all three doors make it here and nowhere else. */
export function createContext(app: App, caller: Caller, signal: AbortSignal): GraphQLContext {
  return { app, caller, signal, loaders: createLoaders(app, caller), sent: { characters: 0 } };
}
