import type { Database, TransactionOptions } from '../../db/database.ts';
import { filterJson } from '../filter.ts';
import type { SearchFilter } from '../passage.ts';

/** What all arms are told alike. */
export interface ArmScope extends TransactionOptions {
  readonly database: Database;
  readonly workspaceId: string;
  readonly asOf: Date;
  readonly filter: SearchFilter;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
}

/** The last values of an arm's statement: access groups or null, filter as JSON. */
export function bounds(scope: ArmScope): [readonly string[] | null, string] {
  return [scope.accessGroups, filterJson(scope.filter)];
}
