import type { Resolvers } from './generated/types.ts';
import { Abstention } from './resolvers/Abstention.ts';
import { Answer } from './resolvers/Answer.ts';
import { AskEvent } from './resolvers/AskEvent.ts';
import { AskResult } from './resolvers/AskResult.ts';
import { Citation } from './resolvers/Citation.ts';
import { Clarification } from './resolvers/Clarification.ts';
import { ConflictSide } from './resolvers/ConflictSide.ts';
import { CuratedAnswer } from './resolvers/CuratedAnswer.ts';
import { Document } from './resolvers/Document.ts';
import { DocumentConnection } from './resolvers/DocumentConnection.ts';
import { IngestedDocument } from './resolvers/IngestedDocument.ts';
import { deleteCuratedAnswer } from './resolvers/Mutation/deleteCuratedAnswer.ts';
import { deleteDocument } from './resolvers/Mutation/deleteDocument.ts';
import { ingestDocuments } from './resolvers/Mutation/ingestDocuments.ts';
import { publishDocument } from './resolvers/Mutation/publishDocument.ts';
import { saveCuratedAnswer } from './resolvers/Mutation/saveCuratedAnswer.ts';
import { unpublishDocument } from './resolvers/Mutation/unpublishDocument.ts';
import { Outcome } from './resolvers/Outcome.ts';
import { Passage } from './resolvers/Passage.ts';
import { ask } from './resolvers/Query/ask.ts';
import { document } from './resolvers/Query/document.ts';
import { documents } from './resolvers/Query/documents.ts';
import { run } from './resolvers/Query/run.ts';
import { runs } from './resolvers/Query/runs.ts';
import { search } from './resolvers/Query/search.ts';
import { workspace } from './resolvers/Query/workspace.ts';
import { RunConnection } from './resolvers/RunConnection.ts';
import { askEvents } from './resolvers/Subscription/askEvents.ts';
import { Workspace } from './resolvers/Workspace.ts';
import { scalars } from './scalars.ts';

/** Schema coordinate -> resolver. What is not here is a field of the domain object with the same name. */
export const resolvers: Resolvers = {
  ...scalars,
  Query: { ask, document, documents, run, runs, search, workspace },
  Mutation: { deleteCuratedAnswer, deleteDocument, ingestDocuments, publishDocument, saveCuratedAnswer, unpublishDocument },
  Subscription: { askEvents },
  Abstention,
  Answer,
  AskEvent,
  AskResult,
  Citation,
  Clarification,
  ConflictSide,
  CuratedAnswer,
  Document,
  DocumentConnection,
  IngestedDocument,
  Outcome,
  Passage,
  RunConnection,
  Workspace,
};
