import type { Resolvers } from './generated/types.ts';
import { Abstention } from './resolvers/Abstention.ts';
import { AliasConnection } from './resolvers/AliasConnection.ts';
import { Answer } from './resolvers/Answer.ts';
import { AskEvent } from './resolvers/AskEvent.ts';
import { AskResult } from './resolvers/AskResult.ts';
import { Calibration } from './resolvers/Calibration.ts';
import { CalibrationConnection } from './resolvers/CalibrationConnection.ts';
import { BlockConnection } from './resolvers/BlockConnection.ts';
import { ChunkConnection } from './resolvers/ChunkConnection.ts';
import { Citation } from './resolvers/Citation.ts';
import { CitationToday } from './resolvers/CitationToday.ts';
import { CitationVerification } from './resolvers/CitationVerification.ts';
import { ClaimEvidence } from './resolvers/ClaimEvidence.ts';
import { Clarification } from './resolvers/Clarification.ts';
import { ConflictSide } from './resolvers/ConflictSide.ts';
import { CuratedAnswer } from './resolvers/CuratedAnswer.ts';
import { CuratedAnswerConnection } from './resolvers/CuratedAnswerConnection.ts';
import { Degradation } from './resolvers/Degradation.ts';
import { Document } from './resolvers/Document.ts';
import { DocumentConnection } from './resolvers/DocumentConnection.ts';
import { DocumentVersion } from './resolvers/DocumentVersion.ts';
import { Feedback } from './resolvers/Feedback.ts';
import { FeedbackConnection } from './resolvers/FeedbackConnection.ts';
import { GateTest } from './resolvers/GateTest.ts';
import { IngestedDocument } from './resolvers/IngestedDocument.ts';
import { IngestJob } from './resolvers/IngestJob.ts';
import { IngestJobConnection } from './resolvers/IngestJobConnection.ts';
import { activateCalibration } from './resolvers/Mutation/activateCalibration.ts';
import { cancelIngestJob } from './resolvers/Mutation/cancelIngestJob.ts';
import { confirmCuratedAnswer } from './resolvers/Mutation/confirmCuratedAnswer.ts';
import { deleteAlias } from './resolvers/Mutation/deleteAlias.ts';
import { deleteCuratedAnswer } from './resolvers/Mutation/deleteCuratedAnswer.ts';
import { deleteDocument } from './resolvers/Mutation/deleteDocument.ts';
import { deactivateCalibrations } from './resolvers/Mutation/deactivateCalibrations.ts';
import { fitCalibration } from './resolvers/Mutation/fitCalibration.ts';
import { ingestDocuments } from './resolvers/Mutation/ingestDocuments.ts';
import { publishDocument } from './resolvers/Mutation/publishDocument.ts';
import { recordFeedback } from './resolvers/Mutation/recordFeedback.ts';
import { replayRun } from './resolvers/Mutation/replayRun.ts';
import { restoreDocument } from './resolvers/Mutation/restoreDocument.ts';
import { saveAlias } from './resolvers/Mutation/saveAlias.ts';
import { saveCuratedAnswer } from './resolvers/Mutation/saveCuratedAnswer.ts';
import { setChunkOmitted } from './resolvers/Mutation/setChunkOmitted.ts';
import { setRetention } from './resolvers/Mutation/setRetention.ts';
import { setWorkspaceBudget } from './resolvers/Mutation/setWorkspaceBudget.ts';
import { setWorkspaceGate } from './resolvers/Mutation/setWorkspaceGate.ts';
import { unpublishDocument } from './resolvers/Mutation/unpublishDocument.ts';
import { NearestEvidence } from './resolvers/NearestEvidence.ts';
import { Notice } from './resolvers/Notice.ts';
import { Outcome } from './resolvers/Outcome.ts';
import { GapDocument } from './resolvers/GapDocument.ts';
import { KnowledgeGapConnection } from './resolvers/KnowledgeGapConnection.ts';
import { MissExplanation } from './resolvers/MissExplanation.ts';
import { Passage } from './resolvers/Passage.ts';
import { PassageTrace } from './resolvers/PassageTrace.ts';
import { aliases } from './resolvers/Query/aliases.ts';
import { ask } from './resolvers/Query/ask.ts';
import { calibration } from './resolvers/Query/calibration.ts';
import { calibrations } from './resolvers/Query/calibrations.ts';
import { checkGrounding } from './resolvers/Query/checkGrounding.ts';
import { curatedAnswers } from './resolvers/Query/curatedAnswers.ts';
import { document } from './resolvers/Query/document.ts';
import { documents } from './resolvers/Query/documents.ts';
import { explainMiss } from './resolvers/Query/explainMiss.ts';
import { feedback } from './resolvers/Query/feedback.ts';
import { ingestJob } from './resolvers/Query/ingestJob.ts';
import { ingestJobs } from './resolvers/Query/ingestJobs.ts';
import { knowledgeGaps } from './resolvers/Query/knowledgeGaps.ts';
import { labellingQueue } from './resolvers/Query/labellingQueue.ts';
import { run } from './resolvers/Query/run.ts';
import { runs } from './resolvers/Query/runs.ts';
import { search } from './resolvers/Query/search.ts';
import { verifyCitation } from './resolvers/Query/verifyCitation.ts';
import { workspace } from './resolvers/Query/workspace.ts';
import { QueuedRun } from './resolvers/QueuedRun.ts';
import { Run } from './resolvers/Run.ts';
import { RunConnection } from './resolvers/RunConnection.ts';
import { StaleSource } from './resolvers/StaleSource.ts';
import { askEvents } from './resolvers/Subscription/askEvents.ts';
import { ingestEvents } from './resolvers/Subscription/ingestEvents.ts';
import { Workspace } from './resolvers/Workspace.ts';
import { scalars } from './scalars.ts';

/** Schema coordinate -> resolver. What is not here is a field of the domain object with the same name. */
export const resolvers: Resolvers = {
  ...scalars,
  Query: { aliases, ask, calibration, calibrations, checkGrounding, curatedAnswers, document, documents, explainMiss, feedback, ingestJob, ingestJobs, knowledgeGaps, labellingQueue, run, runs, search, verifyCitation, workspace },
  Mutation: { activateCalibration, cancelIngestJob, confirmCuratedAnswer, deactivateCalibrations, deleteAlias, deleteCuratedAnswer, deleteDocument, fitCalibration, ingestDocuments, publishDocument, recordFeedback, replayRun, restoreDocument, saveAlias, saveCuratedAnswer, setChunkOmitted, setRetention, setWorkspaceBudget, setWorkspaceGate, unpublishDocument },
  Subscription: { askEvents, ingestEvents },
  Abstention,
  AliasConnection,
  Answer,
  AskEvent,
  AskResult,
  Calibration,
  CalibrationConnection,
  BlockConnection,
  ChunkConnection,
  Citation,
  CitationToday,
  CitationVerification,
  ClaimEvidence,
  Clarification,
  ConflictSide,
  CuratedAnswer,
  CuratedAnswerConnection,
  Degradation,
  Document,
  DocumentConnection,
  DocumentVersion,
  Feedback,
  FeedbackConnection,
  GapDocument,
  GateTest,
  IngestedDocument,
  IngestJob,
  IngestJobConnection,
  KnowledgeGapConnection,
  MissExplanation,
  NearestEvidence,
  Notice,
  Outcome,
  Passage,
  PassageTrace,
  QueuedRun,
  Run,
  RunConnection,
  StaleSource,
  Workspace,
};
