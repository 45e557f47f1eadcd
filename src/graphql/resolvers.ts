import type { Resolvers } from './generated/types.ts';
import { askResolvers } from './resolvers/ask.ts';
import { auditResolvers } from './resolvers/audit.ts';
import { calibrationResolvers } from './resolvers/calibrations.ts';
import { curatedResolvers } from './resolvers/curated.ts';
import { documentResolvers } from './resolvers/documents.ts';
import { feedbackResolvers } from './resolvers/feedback.ts';
import { groundingResolvers } from './resolvers/grounding.ts';
import { identityResolvers } from './resolvers/identity.ts';
import { ingestionResolvers } from './resolvers/ingestion.ts';
import { nodeResolvers } from './resolvers/node.ts';
import { retrievalResolvers } from './resolvers/retrieval.ts';
import { runResolvers } from './resolvers/runs.ts';
import { workspaceResolvers } from './resolvers/workspace.ts';
import { scalars } from './scalars.ts';

/** One file a domain, merged by the schema builder. A field without a resolver is the domain object's field of the same name. */
export const resolvers: readonly Resolvers[] = [
  scalars,
  askResolvers,
  auditResolvers,
  calibrationResolvers,
  curatedResolvers,
  documentResolvers,
  feedbackResolvers,
  groundingResolvers,
  identityResolvers,
  ingestionResolvers,
  nodeResolvers,
  retrievalResolvers,
  runResolvers,
  workspaceResolvers,
];
