import type { CheckName, DegradedPart as PartName, Tier as TierName } from '../generated/graphql.ts';

// The closed sets of the schema that have words of their own: a new member without words does not compile.
export type Tier = TierName;
export type Check = CheckName;
export type DegradedPart = PartName;
