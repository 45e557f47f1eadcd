import type { CheckName, Tier as TierName } from '../generated/graphql.ts';

// The closed sets of the schema that have words of their own: a new member without words does not compile.
export type Tier = TierName;
export type Check = CheckName;
