/* eslint-disable */
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Answer as DomainAnswer, Clarification as DomainClarification, Abstention as DomainAbstention, Usage as DomainUsage, NextStep as DomainNextStep, ClarificationOption as DomainClarificationOption } from '../../agent/outcome.ts';
import type { EventOf } from '../events.ts';
import type { Plan as DomainPlan } from '../../agent/plan.ts';
import type { Run as DomainRun, RunStep as DomainRunStep } from '../../agent/run.ts';
import type { RunPage, FeedbackPage, DocumentPage, BlockPage, ChunkPage, PageEnd, CuratedPage, AliasPage, JobPage, CalibrationPage } from '../pages.ts';
import type { WorkspaceHealth as DomainWorkspaceHealth } from '../../learning/health/health.ts';
import type { KnowledgeGap as DomainKnowledgeGap, GapDocument as DomainGapDocument } from '../../learning/gaps/gap.ts';
import type { GapPage as DomainGapPage } from '../../learning/gaps/knowledgeGaps.ts';
import type { Feedback as DomainFeedback } from '../../learning/feedback/feedback.ts';
import type { QueuedRun as DomainQueuedRun } from '../../learning/feedback/labellingQueue.ts';
import type { MissExplanation as DomainMissExplanation, MissedArm as DomainMissedArm } from '../../agent/missExplanation.ts';
import type { CitationVerification as DomainCitationVerification } from '../../agent/checking/verifyCitation.ts';
import type { CitationToday as DomainCitationToday } from '../../agent/checking/citationToday.ts';
import type { GroundingReport as DomainGroundingReport, CheckedClaim as DomainCheckedClaim, ClaimEvidence as DomainClaimEvidence } from '../../agent/checking/checkGrounding.ts';
import type { Claim as DomainClaim, DroppedClaim as DomainDroppedClaim, NearestEvidence as DomainNearestEvidence, Citation as DomainCitation, CitationCheck as DomainCitationCheck, Verification as DomainVerification, Conflict as DomainConflict, ConflictSide as DomainConflictSide, Notice as DomainNotice } from '../../grounding/claims/claim.ts';
import type { ShortAnswer as DomainShortAnswer } from '../../grounding/sentences/shortAnswer.ts';
import type { Span as DomainSpan, Document as DomainDocument, DocumentVersion as DomainDocumentVersion, CuratedAnswer as DomainCuratedAnswer, StaleSource as DomainStaleSource, IngestedDocument as DomainIngestedDocument, IngestTimings as DomainIngestTimings, UserError as DomainUserError } from '../../knowledge/document.ts';
import type { StoredChunk, ChunkPointer as DomainChunkPointer } from '../../knowledge/storedChunk.ts';
import type { StoredBlock } from '../../knowledge/blocks.ts';
import type { SourceLocation as DomainSourceLocation } from '../../knowledge/locate.ts';
import type { Alias as DomainAlias } from '../../knowledge/aliases.ts';
import type { IngestDocumentsResult } from '../ingestion.ts';
import type { IngestJob as DomainIngestJob, JobItem as DomainJobItem } from '../../knowledge/jobs/job.ts';
import type { Passage as DomainPassage, PassageTrace as DomainPassageTrace, ArmTrace as DomainArmTrace, CuratedMatch as DomainCuratedMatch, Degradation as DomainDegradation, RetrievalSettings as DomainRetrievalSettings } from '../../retrieval/passage.ts';
import type { RetrievalTimings as DomainRetrievalTimings } from '../../retrieval/timer.ts';
import type { AppliedFilter as DomainAppliedFilter } from '../../retrieval/appliedFilters.ts';
import type { Confidence as DomainConfidence, ConfidenceSignals as DomainConfidenceSignals, Calibration as DomainCalibration } from '../../confidence/signals.ts';
import type { StandingGuarantee } from '../guarantee.ts';
import type { DomainGateTest } from '../calibrations.ts';
import type { SearchResult as DomainSearchResult, Workspace as DomainWorkspace } from '../../app.ts';
import type { GraphQLContext } from '../context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant in ISO 8601, for example 2026-01-31T09:00:00.000Z. */
  DateTime: { input: Date; output: Date; }
  /** A JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

/** A refusal: the evidence does not carry an answer. */
export type Abstention = Outcome & {
  /** Always empty. */
  readonly citations: ReadonlyArray<Citation>;
  /** How sure Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Everything that did not work while answering. Empty when all parts worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** The refusal in words for a person. */
  readonly message: Scalars['String']['output'];
  /** The nearest passages. They are not an answer. */
  readonly nearest: ReadonlyArray<Passage>;
  /** What the person can do next. */
  readonly nextSteps: ReadonlyArray<NextStep>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** Why there is no answer. */
  readonly reason: AbstentionReason;
  /** The whole recorded run. */
  readonly run: Run;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** NO_MATCH or VERIFICATION_FAILED. */
  readonly tier: Tier;
  /** What it cost. */
  readonly usage: Usage;
};

/** Why there is no answer. */
export type AbstentionReason =
  /** Time, rounds or tokens were used up first. */
  | 'BUDGET_EXHAUSTED'
  /** Passages contradict each other and neither can be preferred. */
  | 'CONFLICTING_EVIDENCE'
  /** A model that is needed could not be reached. */
  | 'MODEL_UNAVAILABLE'
  /** The knowledge base is about other things. */
  | 'OUT_OF_SCOPE'
  /** Only outdated passages were found. */
  | 'STALE_EVIDENCE'
  /** What was written could not be proven. */
  | 'VERIFICATION_FAILED'
  /** Passages were found, but they do not carry an answer. */
  | 'WEAK_EVIDENCE';

/** Kinds of score adjustments. */
export type AdjustmentKind =
  /** Newer documents come first where the question is about now. */
  | 'RECENCY';

/** Words that mean the same in this workspace: any of them may stand for any other. */
export type Alias = {
  /** When its term was first saved. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The alias's id. */
  readonly id: Scalars['ID']['output'];
  /** What the documents say for it. */
  readonly synonyms: ReadonlyArray<Scalars['String']['output']>;
  /** The term, as people ask for it. */
  readonly term: Scalars['String']['output'];
  /** When it was last saved. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A page of aliases. */
export type AliasConnection = {
  /** The aliases. */
  readonly nodes: ReadonlyArray<Alias>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** An alias to save. Phrases have 1 to 80 characters, match whole words whatever their case, and differ by more than their case. */
export type AliasInput = {
  /** What the documents say for it, 1 to 20 phrases. */
  readonly synonyms: ReadonlyArray<Scalars['String']['input']>;
  /** The term, as people ask for it. */
  readonly term: Scalars['String']['input'];
};

/** An answer, each sentence of which is tied to the text that proves it. */
export type Answer = Outcome & {
  /** The proofs, in the order of their numbers. */
  readonly citations: ReadonlyArray<Citation>;
  /** The sentences of the answer. */
  readonly claims: ReadonlyArray<Claim>;
  /** How sure Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Passages that contradict each other about what was asked, and what an earlier version of a cited document said otherwise. */
  readonly conflicts: ReadonlyArray<Conflict>;
  /** The answer that a person wrote, as it was when it was given; null unless the mode is CURATED. */
  readonly curated?: Maybe<CuratedAnswer>;
  /** Everything that did not work while answering. Empty when all parts worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** Sentences that were written but could not be proven, and are not in the text. */
  readonly droppedClaims: ReadonlyArray<DroppedClaim>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** Who worded the answer. */
  readonly mode: AnswerMode;
  /** What to know about the sources: changed, replaced, ended, or otherwise in another version. Empty when there is nothing. */
  readonly notices: ReadonlyArray<Notice>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The whole recorded run. */
  readonly run: Run;
  /** The exact words that answer a question for a fact, such as "60 minutes". Null where the answer is a procedure, a yes or no, or several things, and where no reader found such words. */
  readonly shortAnswer?: Maybe<ShortAnswer>;
  /** GATE_PASSED or CURATED_MATCH, or the budget that ended the loop before the answer was complete. */
  readonly stopReason: StopReason;
  /** The answer with citation marks such as [1]. Citation spans count in this text. */
  readonly text: Scalars['String']['output'];
  /** CONFIDENT or UNCERTAIN. */
  readonly tier: Tier;
  /** What it cost. */
  readonly usage: Usage;
  /** What the verification found. */
  readonly verification: Verification;
};

/** Who worded an answer. */
export type AnswerMode =
  /** Written by a person for this question. */
  | 'CURATED'
  /** Whole sentences from the documents. */
  | 'EXTRACTIVE'
  /** Written by the chat model, then verified. */
  | 'GENERATED';

/** What kind of thing a question asks for. */
export type AnswerType =
  /** Its words do not tell. */
  | 'ANY'
  /** A date or time. */
  | 'DATE'
  /** A number or amount. */
  | 'NUMBER'
  /** A person. */
  | 'PERSON'
  /** A place. */
  | 'PLACE';

/** A condition that all passages of one retrieval met. It repeats what was asked for and never what a document holds. */
export type AppliedFilter = {
  /** Which condition. */
  readonly condition: FilterCondition;
  /** The instant that was asked for; null where the condition takes none. */
  readonly instant?: Maybe<Scalars['DateTime']['output']>;
  /** The ids, labels, names, languages or beginning of a key that were asked for; empty where the condition takes none. */
  readonly values: ReadonlyArray<Scalars['String']['output']>;
};

/** How one arm saw a passage. */
export type ArmTrace = {
  /** What the arm adds to the fused score. */
  readonly contribution: Scalars['Float']['output'];
  /** Its rank in the arm after collapsing to parents, from 1; null when the arm did not return it. */
  readonly rank?: Maybe<Scalars['Int']['output']>;
  /** Its score in the arm; null when unknown. */
  readonly rawScore?: Maybe<Scalars['Float']['output']>;
};

/** Events of one question, in order. */
export type AskEvent = {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** A question and everything that steers how it is answered. */
export type AskInput = {
  /** Answer from the versions that were valid at this instant. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Limits for this question; each is cut to the server's ceiling. */
  readonly budget?: InputMaybe<BudgetInput>;
  /** How sure an answer must be. Default: what the workspace has set, else BALANCED. Only the preset CANDOR heeds it; the others keep the gate they were published with. */
  readonly caution?: InputMaybe<Caution>;
  /** Groups the questions of one conversation; any string of the client's, up to 100 characters. */
  readonly conversationId?: InputMaybe<Scalars['String']['input']>;
  /** Only documents that pass are read. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** Earlier turns, oldest first, 20 at most: for clients that keep the conversation themselves. Default: those recorded for `conversationId`. */
  readonly history?: InputMaybe<ReadonlyArray<TurnInput>>;
  /** BCP 47 tag of the language to answer in. Default: the question's. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** A named configuration of retrieval and gate. Default: CANDOR. */
  readonly preset?: InputMaybe<Preset>;
  /** The question in plain words, 1 to 2,000 characters. */
  readonly question: Scalars['String']['input'];
  /** Overrides single retrieval settings of the preset. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
};

/** An answer, a question back, or an honest refusal. */
export type AskResult = Abstention | Answer | Clarification;

/** A stretch of a version's canonical text, as it was understood when it was read. */
export type Block = {
  /** The headings above it, outermost first. */
  readonly headingPath: ReadonlyArray<Scalars['String']['output']>;
  /** What it is. */
  readonly kind: BlockKind;
  /** 1 to 6, of a heading; null of anything else. */
  readonly level?: Maybe<Scalars['Int']['output']>;
  /** Where it stands in the version's text. */
  readonly span: Span;
  /** Its text. */
  readonly text: Scalars['String']['output'];
};

/** A page of blocks. */
export type BlockConnection = {
  /** The blocks, in the order of the text. */
  readonly nodes: ReadonlyArray<Block>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** What a block of a text is. */
export type BlockKind =
  /** Lines of a program, set in by four blanks. */
  | 'CODE'
  /** One line, with a # for each level in front. */
  | 'HEADING'
  /** An item a line, with its mark or number. */
  | 'LIST'
  /** Words in one line. */
  | 'PARAGRAPH'
  /** A row or object of a data file. */
  | 'RECORD'
  /** A row a line, as `Header: cell; Header: cell`; cells without a header that could be told stand alone. */
  | 'TABLE';

/** Limits of a run. */
export type Budget = {
  /** Milliseconds for the whole question. */
  readonly maxMillis: Scalars['Int']['output'];
  /** Rounds of retrieval. */
  readonly maxRounds: Scalars['Int']['output'];
  /** Model tokens, in and out together; 0: no model is called. */
  readonly maxTokens: Scalars['Int']['output'];
};

/** Limits of one question. A spent budget is a typed outcome, never an error. */
export type BudgetInput = {
  /** Milliseconds for the whole question, 50 to 120,000. Default 20,000. */
  readonly maxMillis?: InputMaybe<Scalars['Int']['input']>;
  /** Rounds of retrieval, 1 to 5. Default 2. */
  readonly maxRounds?: InputMaybe<Scalars['Int']['input']>;
  /** Model tokens, in and out together, 0 to 200,000. Default 20,000. 0: no model is called. */
  readonly maxTokens?: InputMaybe<Scalars['Int']['input']>;
};

/** A fit of the confidence on labelled questions. It is never changed: another fit is another calibration. */
export type Calibration = {
  /** True while questions of its language are judged by it. */
  readonly active: Scalars['Boolean']['output'];
  /** What could have been promised instead, one alpha at a time; empty when no promise was asked for. */
  readonly alternatives: ReadonlyArray<GateTest>;
  /** What became of the questions that neither fitted nor tested anything; null when there are none. */
  readonly audit?: Maybe<GateAudit>;
  /** The confidence from which CONFIDENT begins. */
  readonly confidentFrom: Scalars['Float']['output'];
  /** When it was fitted. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** SHA-256 of the labels, in hexadecimal digits: the same labels give the same fit. */
  readonly dataHash: Scalars['String']['output'];
  /** The same with this fit, on questions that it had not seen. */
  readonly eceAfter: Scalars['Float']['output'];
  /** Expected calibration error of the confidence as it ships, 0 to 1, on the same questions. */
  readonly eceBefore: Scalars['Float']['output'];
  /** What is promised about the answers above the gate; null when nothing is, and in the confidence of a question that was answered from below the gate that was tested. */
  readonly guarantee?: Maybe<Guarantee>;
  /** The calibration's id. */
  readonly id: Scalars['ID']['output'];
  /** The language it is for, ISO 639-1; `und`: every language without one of its own. */
  readonly language: Scalars['String']['output'];
  /** What bends the confidence: the simplest that was as good as the best on questions it had not seen. */
  readonly method: CalibrationMethod;
  /** Every method on questions that it had not seen, simplest first. */
  readonly methods: ReadonlyArray<CalibrationMethodFigures>;
  /** Labelled questions it was fitted and tested on. */
  readonly sampleSize: Scalars['Int']['output'];
  /** Where the labels come from. */
  readonly source: CalibrationSource;
  /** True when the embedder or the cutting of documents has changed since, or the calibration is gone: it is not used, whether activated or not. */
  readonly stale: Scalars['Boolean']['output'];
  /** Missed against wrong answers by threshold. */
  readonly sweep: ReadonlyArray<GateSweepPoint>;
  /** The test of the promise, step by step; null when no promise was asked for. */
  readonly test?: Maybe<GateTest>;
  /** The confidence from which UNCERTAIN begins: the gate. */
  readonly uncertainFrom: Scalars['Float']['output'];
};

/** Calibrations, newest first. */
export type CalibrationConnection = {
  /** The page. */
  readonly nodes: ReadonlyArray<Calibration>;
  /** Where it ends. */
  readonly pageInfo: PageInfo;
};

/** How one calibration fares since it was activated. */
export type CalibrationHealth = {
  /** When it was activated. */
  readonly activatedAt: Scalars['DateTime']['output'];
  /** The calibration's id. */
  readonly calibrationId: Scalars['ID']['output'];
  /** The judged answers against the promise; null where nothing is promised. */
  readonly errors?: Maybe<ErrorWatch>;
  /** The language it is for, ISO 639-1; `und`: every language without one of its own. */
  readonly language: Scalars['String']['output'];
  /** Newest runs that it decided on, 200 at most: those that the signals are of. */
  readonly recentRuns: Scalars['Int']['output'];
  /** How far each signal has moved, the farthest first; empty with fewer than 30 runs. */
  readonly signals: ReadonlyArray<SignalDrift>;
  /** True when the embedder or the cutting of documents has changed since it was fitted: it is not used. */
  readonly stale: Scalars['Boolean']['output'];
  /** How it fares. */
  readonly status: HealthStatus;
};

/** What turns the evidence into the probability of a right answer. */
export type CalibrationMethod =
  /** Beta calibration of what ships (Kull and others). */
  | 'BETA'
  /** Steps that only rise (pool adjacent violators). */
  | 'ISOTONIC'
  /** New coefficients of the signals, held near those that ship. */
  | 'LOGISTIC'
  /** A line through the log odds of what ships (Platt). */
  | 'PLATT'
  /** Nothing is changed: what ships is as good. */
  | 'SEED';

/** How good one method is on questions that it had not seen. */
export type CalibrationMethodFigures = {
  /** Right answers against the rest. */
  readonly auroc: Scalars['Float']['output'];
  /** Mean squared distance from the truth. */
  readonly brier: Scalars['Float']['output'];
  /** Expected calibration error, 15 bins of equal mass. */
  readonly ece: Scalars['Float']['output'];
  /** Mean logarithmic loss in nats. */
  readonly logLoss: Scalars['Float']['output'];
  /** The method. */
  readonly method: CalibrationMethod;
};

/** Where labels come from. */
export type CalibrationSource =
  /** What people said of recorded runs. */
  | 'FEEDBACK'
  /** A set of questions with their answers. */
  | 'SET';

/** How sure an answer must be to be given: three measured points of one curve, of more answers against fewer wrong ones. With a calibration in use, each lies as far from the calibration's own gate as it does here from BALANCED. */
export type Caution =
  /** The default; with a calibration in use, its own gate. */
  | 'BALANCED'
  /** More answers, and more of them wrong. A promise that was tested at a higher gate is not made. */
  | 'GENEROUS'
  /** Fewer answers, and fewer of them wrong. */
  | 'STRICT';

/** A text that was written elsewhere, and what it is to be checked against. */
export type CheckGroundingInput = {
  /** Read the versions that were valid then. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Ids of the documents that are to prove it, 1 to 50. */
  readonly documentIds: ReadonlyArray<Scalars['ID']['input']>;
  /** The text, 1 to 20,000 characters: prose, or Markdown with lists, tables and code. */
  readonly text: Scalars['String']['input'];
};

/** The checks of a citation. */
export type CheckName =
  /** The claim says nothing that the quote and its headings do not: no modifier, no other thing or person, no clause, no reason, no "always". English claims only. */
  | 'ADDITIONS'
  /** Enough of the claim's words stand in the quote. */
  | 'COVERAGE'
  /** Every date and period of the claim follows from the quote. */
  | 'DATES'
  /** An entailment model says that the claim follows from the quote. Asked only where the other checks leave doubt. */
  | 'ENTAILMENT'
  /** The claim makes no must of a may and no all of a some. */
  | 'MODALITY'
  /** Every name and code of the claim stands in the quote or its headings, and none has taken the place of another. */
  | 'NAMES'
  /** Every amount of the claim follows from the quote: value, unit, currency, range, comparator. */
  | 'NUMBERS'
  /** The passage was retrieved in this run from this workspace. */
  | 'POINTER'
  /** The claim and the quote agree in negation, exceptions and opposites. */
  | 'POLARITY'
  /** The quote stands in the version's text at its span. */
  | 'QUOTE'
  /** Who did what to whom, and which value stands in which row and column, is as in the quote. */
  | 'RELATION'
  /** The claim keeps the conditions of the quote and speaks of the same case. */
  | 'SCOPE';

/** One claim of a text, and what the documents say of it. */
export type CheckedClaim = {
  /** What decides it, best first, at most three; of an unsupported claim what came nearest. None when nothing shares a word with it. */
  readonly evidence: ReadonlyArray<ClaimEvidence>;
  /** The checks that failed; null when it is supported. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** Where it stands in the text that was given. */
  readonly span: Span;
  /** The verdict. A supporting sentence decides; else a contradicting one. */
  readonly status: ClaimStatus;
  /** How much of it the best evidence carries: 0 to 1. */
  readonly support: Scalars['Float']['output'];
  /** As it was checked: without citation marks, with the line that leads its list in, a table row with its column names. */
  readonly text: Scalars['String']['output'];
};

/** A piece of a version, with what was found of its quality. */
export type Chunk = {
  /** What most of it is. */
  readonly contentType: ContentType;
  /** Chunks of other documents that say the same, at most 20. */
  readonly duplicates: ReadonlyArray<ChunkPointer>;
  /** Generated paraphrases and questions that help it to be found. */
  readonly hypotheticalCount: Scalars['Int']['output'];
  /** The chunk's id, which is that of the passage it may become. */
  readonly id: Scalars['ID']['output'];
  /** A person's word against the rule, given by setChunkOmitted; null when the rule's verdict holds. */
  readonly omitOverride?: Maybe<Scalars['Boolean']['output']>;
  /** The rule that omits it; null when none does. */
  readonly omitReason?: Maybe<Scalars['String']['output']>;
  /** Whether retrieval passes it over. */
  readonly omitted: Scalars['Boolean']['output'];
  /** 0, 1, 2 and so on within the version. */
  readonly ordinal: Scalars['Int']['output'];
  /** How much of it reads like text that answers questions: 0 to 1. */
  readonly quality: Scalars['Float']['output'];
  /** The headings above it, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where it stands in the version's text. */
  readonly sourceSpan: Span;
  /** Its text. */
  readonly text: Scalars['String']['output'];
  /** Its length in tokens. */
  readonly tokenCount: Scalars['Int']['output'];
};

/** A page of chunks. */
export type ChunkConnection = {
  /** The chunks. */
  readonly nodes: ReadonlyArray<Chunk>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** Where a chunk stands that says the same as another. */
export type ChunkPointer = {
  /** The chunk's id. */
  readonly chunkId: Scalars['ID']['output'];
  /** Its document's id. */
  readonly documentId: Scalars['ID']['output'];
  /** Its document's key. */
  readonly documentKey: Scalars['String']['output'];
  /** Its version's id. */
  readonly versionId: Scalars['ID']['output'];
};

/** The proof of a claim: a stretch of one version of one document. */
export type Citation = {
  /** Whole days from then to the question. */
  readonly ageDays: Scalars['Int']['output'];
  /** Where the claim stands in the answer's text. */
  readonly answerSpan: Span;
  /** The checks, in the order they were made. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** The cited document. */
  readonly document: Document;
  /** The cited version was valid when the question was asked, whatever day it was asked about. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** Where the quote stands in the source; null when the source has no pages or lines. */
  readonly location?: Maybe<SourceLocation>;
  /** The number in the answer's text, from 1. */
  readonly number: Scalars['Int']['output'];
  /** The cited words. Always equal to the version's text at sourceSpan. */
  readonly quote: Scalars['String']['output'];
  /** The headings above the quote, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: Span;
  /** What verification says of it. */
  readonly status: ClaimStatus;
  /** How much of the claim the quote carries: 0 to 1. */
  readonly support: Scalars['Float']['output'];
  /** When the cited document was last updated. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Where a person can read the document, when known. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** The version that was read. */
  readonly version: DocumentVersion;
};

/** One check of a citation. */
export type CitationCheck = {
  /** What it compared, in words; null when there was nothing to compare. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Which check. */
  readonly name: CheckName;
  /** True when it passed. */
  readonly passed: Scalars['Boolean']['output'];
};

/** What the version that is valid now says where the pinned one was cited. */
export type CitationToday = {
  /** The cited document, or the one that replaced it. */
  readonly document: Document;
  /** How it differs. */
  readonly kind: RevisionKind;
  /** What it says; null when it says nothing of it, or the same with other marks. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** Where that stands in its text. */
  readonly sourceSpan?: Maybe<Span>;
  /** The version that is valid now. */
  readonly version: DocumentVersion;
};

/** What became of a citation since it was given. */
export type CitationVerification = {
  /** The checks, in the order they were made; none when the version can no longer be read. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** What they are to prove. */
  readonly claim: Scalars['String']['output'];
  /** The cited document; null when it is deleted, or hidden from the caller. */
  readonly document?: Maybe<Document>;
  /** What became of the cited document. */
  readonly documentState: CitedDocumentState;
  /** What is valid now still proves the claim. Null when that cannot be told: the document or its successor is not there to be read, or too long to be compared. */
  readonly holdsToday?: Maybe<Scalars['Boolean']['output']>;
  /** The pinned version is the one that is valid now. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** The cited words. */
  readonly quote: Scalars['String']['output'];
  /** The pinned version's text at the span is the quote, unit for unit. Null when the version can no longer be read. */
  readonly quoteMatches?: Maybe<Scalars['Boolean']['output']>;
  /** Where they stand in the version's text. */
  readonly sourceSpan: Span;
  /** What the checks say, made again; null when the version can no longer be read. */
  readonly status?: Maybe<ClaimStatus>;
  /** How much of the claim the quote carries, 0 to 1; null when the version can no longer be read. */
  readonly support?: Maybe<Scalars['Float']['output']>;
  /** What the version that is valid now says; null when there is none to compare with. */
  readonly today?: Maybe<CitationToday>;
  /** The pinned version; null alike. */
  readonly version?: Maybe<DocumentVersion>;
};

/** What became of a cited document. */
export type CitedDocumentState =
  /** It was deleted and can still be restored. */
  | 'DELETED'
  /** None of its versions is valid any more. */
  | 'ENDED'
  /** It is deleted for good, or no longer the caller's to see; which of them is not told. */
  | 'GONE'
  /** It can be found, and a version of it is valid. */
  | 'PUBLISHED'
  /** It names another document that replaces it. */
  | 'REPLACED'
  /** It is a draft: nothing is answered from it. */
  | 'UNPUBLISHED';

/** One sentence of an answer. */
export type Claim = {
  /** Where it stands in the answer's text. */
  readonly answerSpan: Span;
  /** Numbers of the citations that prove it. */
  readonly citationNumbers: ReadonlyArray<Scalars['Int']['output']>;
  /** What verification says of it. */
  readonly status: ClaimStatus;
  /** How much of it its citations carry: 0 to 1. */
  readonly support: Scalars['Float']['output'];
  /** The sentence, without citation marks. */
  readonly text: Scalars['String']['output'];
};

/** A stretch of a document that was held against a claim. */
export type ClaimEvidence = {
  /** The checks, in the order they were made. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** The document. */
  readonly document: Document;
  /** Its words. Always equal to the version's text at sourceSpan. */
  readonly quote: Scalars['String']['output'];
  /** The headings above them, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where they stand in the version's text. */
  readonly sourceSpan: Span;
  /** What verification says of it. */
  readonly status: ClaimStatus;
  /** How much of the claim it carries: 0 to 1. */
  readonly support: Scalars['Float']['output'];
  /** The version that was read. */
  readonly version: DocumentVersion;
};

/** What verification says of a claim or citation. */
export type ClaimStatus =
  /** The cited text says otherwise. */
  | 'CONTRADICTED'
  /** Every check passed; or an entailment model settled what the checks leave open. */
  | 'SUPPORTED'
  /** The cited text does not carry it. */
  | 'UNSUPPORTED';

/** A claim passed its checks. */
export type ClaimVerified = AskEvent & {
  /** The claim. */
  readonly claim: Claim;
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** A question back, because the question was not clear or touched nothing that is known. */
export type Clarification = Outcome & {
  /** Always empty. */
  readonly citations: ReadonlyArray<Citation>;
  /** How sure Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Everything that did not work while answering. Empty when all parts worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** Questions that the knowledge base can answer and that may be meant. */
  readonly options: ReadonlyArray<ClarificationOption>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** Why it is asked. */
  readonly reason: Scalars['String']['output'];
  /** The whole recorded run. */
  readonly run: Run;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** What to ask the person. */
  readonly text: Scalars['String']['output'];
  /** NO_MATCH or UNCERTAIN. */
  readonly tier: Tier;
  /** What it cost. */
  readonly usage: Usage;
};

/** One thing that may have been meant. That it can be answered was tried before it was offered. */
export type ClarificationOption = {
  /** The confidence that its question reached, 0 to 1. */
  readonly confidence: Scalars['Float']['output'];
  /** The documents that choosing it reads. */
  readonly documentIds: ReadonlyArray<Scalars['ID']['output']>;
  /** Stable within the run. Asked as the next question of the same conversation, it chooses this option; so does its text. */
  readonly id: Scalars['ID']['output'];
  /** The sentence that its question would be answered with, cut to 200 characters; null when there is none. */
  readonly preview?: Maybe<Scalars['String']['output']>;
  /** The question that choosing it asks; without a conversation, ask this. */
  readonly question: Scalars['String']['output'];
  /** What a person chooses by: a title, a product, a version. */
  readonly text: Scalars['String']['output'];
};

/** How sure Candor is that it found what was asked for. */
export type Confidence = {
  /** The calibration in use, or null while the coefficients are the ones that ship. */
  readonly calibration?: Maybe<Calibration>;
  /** 0 to 100 with one decimal, for people. */
  readonly display: Scalars['Float']['output'];
  /** The evidence behind the value. */
  readonly signals: ConfidenceSignals;
  /** 0 to 1. */
  readonly value: Scalars['Float']['output'];
};

/** The evidence about the retrieval that the confidence is computed from. */
export type ConfidenceSignals = {
  /** The greatest answerability of the other passages: 0 to 1. Several that answer agree that there is an answer. */
  readonly answerAgreement?: Maybe<Scalars['Float']['output']>;
  /** Share of the question's inverse-document-frequency mass in the best sentence; title, headings and the sentence before count half: 0 to 1. */
  readonly answerCoverage?: Maybe<Scalars['Float']['output']>;
  /** How far the best sentence leads the best one of another document, in the units of the ranking: 0 to 2. */
  readonly answerLead?: Maybe<Scalars['Float']['output']>;
  /** How much better the best sentence answers than "not stated" does, in logits; negative when it does not. */
  readonly answerMargin?: Maybe<Scalars['Float']['output']>;
  /** Cosine similarity of the question to the best sentence by itself: 0 to 1. */
  readonly answerSimilarity?: Maybe<Scalars['Float']['output']>;
  /** False when the question asks for a number, date, person or place, and no sentence that would be answered with holds one. */
  readonly answerTypePresent: Scalars['Boolean']['output'];
  /** How likely the passage of the best sentence states the answer, by the reader: 0 to 1; null when nothing was read, as are the seven signals that follow. */
  readonly answerability?: Maybe<Scalars['Float']['output']>;
  /** Share of the two arms' ten best that they have in common: 0 to 1. */
  readonly armOverlap: Scalars['Float']['output'];
  /** True when the question names codes such as E1042, and the sentences that would be answered with hold every one of them. */
  readonly codesMatched: Scalars['Boolean']['output'];
  /** Share of the question's inverse-document-frequency mass that stands in the top passage: 0 to 1. */
  readonly idfCoverage: Scalars['Float']['output'];
  /** Both arms found the top passage. */
  readonly inBothArms: Scalars['Boolean']['output'];
  /** BM25 of the top passage over the highest it could have for this question: 0 to 1. */
  readonly keywordNormalized: Scalars['Float']['output'];
  /** Share of the question's inverse-document-frequency mass in words that the knowledge base knows at all: 0 to 1. */
  readonly knownWords: Scalars['Float']['output'];
  /** Fused score of the top passage minus that of the best passage of another document, over the former: 0 to 1. */
  readonly margin: Scalars['Float']['output'];
  /** 1 / (1 + rank) of that passage in the vector arm: 0 to 0.5. */
  readonly passageRank?: Maybe<Scalars['Float']['output']>;
  /** Cosine similarity of the question to the passage of the best sentence: 0 to 1. */
  readonly passageSimilarity?: Maybe<Scalars['Float']['output']>;
  /** True when the question asks for a quantity, and the sentences hold one of its kind: a number of what is counted, a time, money, a share. */
  readonly quantityMatched: Scalars['Boolean']['output'];
  /** How much the question says: the sum of its words' inverse document frequencies, in nats; 0 and more. What covers a long, particular question is hardly there by chance. */
  readonly questionInformation: Scalars['Float']['output'];
  /** Score of the reranking model, or null when the passages were not reranked. */
  readonly rerankScore?: Maybe<Scalars['Float']['output']>;
  /** Reciprocal rank fusion score of the top passage: 0 to 2 / (rrfK + 1). */
  readonly rrfTop: Scalars['Float']['output'];
  /** Share of the question's inverse-document-frequency mass in the best sentence; title, headings and the sentence before count half: 0 to 1. */
  readonly sentenceCoverage: Scalars['Float']['output'];
  /** How well the times in the sentences fit those that the question asks about: 0 to 1; null when it asks about none. */
  readonly timeFit?: Maybe<Scalars['Float']['output']>;
  /** Cosine distance of the top passage: 0 (same direction) to 2; null when the vector arm gave none. */
  readonly vectorDistance?: Maybe<Scalars['Float']['output']>;
  /** What the chat model found among the best sentences. True: it named some that are not far behind the best one, and they or one of its claims were proven. False: it said that none states the answer. Null: it was not asked, said that something is missing beside them, or its reply was of no use. */
  readonly writerFound?: Maybe<Scalars['Boolean']['output']>;
};

/** Passages that contradict each other about what was asked. */
export type Conflict = {
  /** How they differ. */
  readonly kind: ConflictKind;
  /** Whether one side can be preferred. */
  readonly resolution: ConflictResolution;
  /** The sides, preferred first. */
  readonly sides: ReadonlyArray<ConflictSide>;
};

/** How passages differ. */
export type ConflictKind =
  /** Different names for the same thing: another person, place or kind. */
  | 'ENTITY'
  /** Different numbers for the same thing. */
  | 'NUMERIC'
  /** One says so, the other says not. */
  | 'POLARITY'
  /** Different dates for the same thing. */
  | 'TEMPORAL';

/** Whether one side of a conflict can be preferred. */
export type ConflictResolution =
  /** A trusted source is right. */
  | 'AUTHORITY'
  /** The newer version is right. */
  | 'NEWER_VERSION'
  /** Neither can be preferred. */
  | 'UNRESOLVED';

/** One side of a conflict. */
export type ConflictSide = {
  /** The document. */
  readonly document: Document;
  /** From when that version is valid. */
  readonly effectiveFrom: Scalars['DateTime']['output'];
  /** Until when it is valid; null until another one replaces it. */
  readonly effectiveUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The words that conflict. */
  readonly quote: Scalars['String']['output'];
  /** Where they stand in the version's text. */
  readonly sourceSpan: Span;
  /** The value this side gives. */
  readonly value: Scalars['String']['output'];
  /** The version that says so. */
  readonly version: DocumentVersion;
};

/** What was taken out of a source, or mended. */
export type ContentFlag =
  /** The source was not UTF-8. */
  | 'ENCODING_CONVERTED'
  /** Text that a reader of the source would not see. */
  | 'HIDDEN_TEXT_REMOVED'
  /** Zero-width or bidirectional control characters. */
  | 'INVISIBLE_CHARACTERS_REMOVED'
  /** Pages without a text layer, which are missing here. */
  | 'PAGES_WITHOUT_TEXT'
  /** Text that is turned against the rest of its page, such as a stamp or the label of an axis. */
  | 'ROTATED_TEXT_REMOVED'
  /** Scripts or active content. */
  | 'SCRIPT_REMOVED';

/** What most of a chunk is. */
export type ContentType =
  /** Program text. */
  | 'CODE'
  /** A list. */
  | 'LIST'
  /** Sentences. */
  | 'PROSE'
  /** One record of a data file. */
  | 'RECORD'
  /** Rows of a table. */
  | 'TABLE';

/** An answer that a person wrote. */
export type CuratedAnswer = {
  /** Other wordings of the question. */
  readonly alternatives: ReadonlyArray<Scalars['String']['output']>;
  /** The answer, word for word. */
  readonly answer: Scalars['String']['output'];
  /** From then on it is not offered; null: never. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The curated answer's id. */
  readonly id: Scalars['ID']['output'];
  /** The question it answers. */
  readonly question: Scalars['String']['output'];
  /** Documents it rests on, without those that are gone. */
  readonly sources: ReadonlyArray<Document>;
  /** True when a source is not what it was. */
  readonly stale: Scalars['Boolean']['output'];
  /** Sources that are not what they were when a person last saved or confirmed the answer. */
  readonly staleSources: ReadonlyArray<StaleSource>;
  /** When it was last saved or confirmed. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A page of curated answers. */
export type CuratedAnswerConnection = {
  /** The curated answers. */
  readonly nodes: ReadonlyArray<CuratedAnswer>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** Which curated answers to list. */
export type CuratedAnswerFilter = {
  /** True: only those that are not offered any more; false: only those that are. */
  readonly expired?: InputMaybe<Scalars['Boolean']['input']>;
  /** True: only those with a source that is not what it was; false: only those without. */
  readonly stale?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A curated answer to save. */
export type CuratedAnswerInput = {
  /** Other wordings of the question, at most 20. */
  readonly alternatives?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The answer, 1 to 10,000 characters. */
  readonly answer: Scalars['String']['input'];
  /** From then on it is not offered; an instant in the future. Default: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The id to replace; a new one is made when it is left out. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The question, 1 to 2,000 characters. */
  readonly question: Scalars['String']['input'];
  /** Ids of the documents it rests on. When one of them changes, the answer is given as UNCERTAIN until a person confirms it. */
  readonly sourceDocumentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** A curated answer that matches. */
export type CuratedMatch = {
  /** The curated answer. */
  readonly answer: CuratedAnswer;
  /** How well the question matches: 0 to 1. */
  readonly score: Scalars['Float']['output'];
};

/** What is no longer in use. */
export type DeactivateCalibrationPayload = {
  /** How many calibrations were in use. */
  readonly deactivatedCount: Scalars['Int']['output'];
};

/** A part that did not work. It never raises the confidence. */
export type Degradation = {
  /** What happened, in words that anybody may read; addresses and the words of other servers are in the log. */
  readonly message: Scalars['String']['output'];
  /** Which part. */
  readonly part: DegradedPart;
};

/** The parts that can fail while a question is answered. */
export type DegradedPart =
  /** The chat model: the deterministic path was taken. */
  | 'CHAT_MODEL'
  /** The earlier turns of the conversation: the question was taken as it stands. */
  | 'CONVERSATION'
  /** The entailment model: the verdict of the checks stands. */
  | 'ENTAILMENT'
  /** The chat model's writing: there was no time, there were no tokens, the model is too slow for the time that was left, or nothing of its reply could be used. The answer is whole sentences of the sources. */
  | 'GENERATION'
  /** The keyword arm: only vectors were searched. */
  | 'KEYWORD_ARM'
  /** The options of a question back: they could not all be tried, and those were left out. */
  | 'OPTIONS'
  /** The reader: it failed, was late, does not read the language, or was left out to keep time or tokens for the answer. The confidence is what it is without. */
  | 'READER'
  /** The run could not be recorded. */
  | 'RECORD'
  /** The reranker: the fused order stands. */
  | 'RERANKER'
  /** The vector arm: only keywords were searched. */
  | 'VECTOR_ARM'
  /** The other versions of what is cited: whether they say otherwise is not known. */
  | 'VERSION_HISTORY';

/** What was deleted. */
export type DeletePayload = {
  /** The id that is gone. */
  readonly deletedId: Scalars['ID']['output'];
};

/** A look-up that needs what another one finds. */
export type DependentQuery = {
  /** The look-up that comes before it. */
  readonly after: Scalars['String']['output'];
  /** What is searched then; {answer} stands for what was found. */
  readonly template: Scalars['String']['output'];
};

/** A source of knowledge, with its versions. */
export type Document = {
  /** Who may read it; empty: everybody of the workspace. */
  readonly accessGroups: ReadonlyArray<Scalars['String']['output']>;
  /** Who wrote it, when known. */
  readonly author?: Maybe<Scalars['String']['output']>;
  /** When it was first ingested. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The version that retrieval reads now; null when none is valid yet. */
  readonly currentVersion?: Maybe<DocumentVersion>;
  /** When it was deleted; it can be restored until the workspace's retention ends. */
  readonly deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The document's id. */
  readonly id: Scalars['ID']['output'];
  /** The caller's own name for it, unique in the workspace: a path, or the id that it was ingested with. */
  readonly key: Scalars['String']['output'];
  /** ISO 639-1 code of its language; null when it was not recognised. */
  readonly language?: Maybe<Scalars['String']['output']>;
  /** Free facts that came with it. */
  readonly metadata: Scalars['JSONObject']['output'];
  /** What kind of text it is, in the team's own words, for example policy or faq. */
  readonly semanticType?: Maybe<Scalars['String']['output']>;
  /** What the source was written in. */
  readonly sourceType: SourceType;
  /** Whether retrieval may find it. */
  readonly state: DocumentState;
  /** The document that replaces this one; null when none does, or it is not there. */
  readonly supersededBy?: Maybe<Document>;
  /** The key of the document that replaces this one, as its source says. */
  readonly supersededByKey?: Maybe<Scalars['String']['output']>;
  /** Labels to filter by. */
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  /** The title. */
  readonly title: Scalars['String']['output'];
  /** How far it may be relied on, as whoever took it in said. */
  readonly trust: Trust;
  /** When its content was last updated, as its source says; else when it was last ingested. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Where a person can read it, when known. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** All versions, newest first. */
  readonly versions: ReadonlyArray<DocumentVersion>;
};

/** A page of documents. */
export type DocumentConnection = {
  /** The documents. */
  readonly nodes: ReadonlyArray<Document>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
  /** All documents that pass the filter. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Which documents to list. */
export type DocumentFilter = {
  /** Only those whose title or key contains this, ignoring case. */
  readonly contains?: InputMaybe<Scalars['String']['input']>;
  /** True: those that were deleted and can be restored, for keys that may change knowledge. Default: those that were not. */
  readonly deleted?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only those in one of these languages, as ISO 639-1 codes. */
  readonly languages?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only those of one of these kinds, ignoring case. */
  readonly semanticTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only those written in one of these. */
  readonly sourceTypes?: InputMaybe<ReadonlyArray<SourceType>>;
  /** Only in this state. */
  readonly state?: InputMaybe<DocumentState>;
  /** Only with all of these labels. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** One document to take in. */
export type DocumentInput = {
  /** Who may read it. Empty: everybody of the workspace. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Who wrote it. */
  readonly author?: InputMaybe<Scalars['String']['input']>;
  /** From when this version is valid. Default: now, or the front matter's `effective`. */
  readonly effectiveFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Until when this version is valid, exclusive. Default: until another replaces it, or the front matter's `expires`. */
  readonly effectiveUntil?: InputMaybe<Scalars['DateTime']['input']>;
  /** Where the document is fetched from: http or https, a public address, at most 20 MB. */
  readonly fetchUrl?: InputMaybe<Scalars['String']['input']>;
  /** How to read the text. Default MARKDOWN; of a fetched document what its server says. */
  readonly format?: InputMaybe<TextFormat>;
  /** Your own name for it, unique in the workspace. The same key again makes a new version. */
  readonly key: Scalars['String']['input'];
  /** Its language, ISO 639-1. Default: recognised. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** Free facts to keep with it. */
  readonly metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** What kind of text it is, in your own words: policy, faq, release note. */
  readonly semanticType?: InputMaybe<Scalars['String']['input']>;
  /** Whether retrieval may find it. Default: as it is; PUBLISHED when it is new. */
  readonly state?: InputMaybe<DocumentState>;
  /** The key of the document that replaces this one. */
  readonly supersededBy?: InputMaybe<Scalars['String']['input']>;
  /** Labels to filter by. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The text, at most 5,000,000 characters. Either it or fetchUrl must be given. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
  /** The title. Default: the first heading, else the key. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** How far it may be relied on. Default: as it is; NORMAL when it is new. Its own front matter can only lower it. */
  readonly trust?: InputMaybe<Trust>;
  /** Where a person can read it. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Whether retrieval may find a document. */
export type DocumentState =
  /** It may not. */
  | 'DRAFT'
  /** It may. */
  | 'PUBLISHED';

/** The text of a document at one time. Never changed after it was stored. */
export type DocumentVersion = {
  /** The text as it was understood, block by block: what a citation can quote. Null for a version that was stored before blocks were kept; ingest it again to see them. */
  readonly blocks?: Maybe<BlockConnection>;
  /** Pieces it was cut into. */
  readonly chunkCount: Scalars['Int']['output'];
  /** The pieces, in the order of the text. */
  readonly chunks: ChunkConnection;
  /** SHA-256 of the canonical text and its metadata, in hexadecimal. */
  readonly contentHash: Scalars['String']['output'];
  /** When it was stored. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** From when it is valid. */
  readonly effectiveFrom: Scalars['DateTime']['output'];
  /** Until when it is valid; null while no later version replaces it. */
  readonly effectiveUntil?: Maybe<Scalars['DateTime']['output']>;
  /** When it ends by its own word; null when it names no end. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** What was taken out of its source, or mended. */
  readonly flags: ReadonlyArray<ContentFlag>;
  /** The version's id. */
  readonly id: Scalars['ID']['output'];
  /** 1, 2, 3 and so on within the document. */
  readonly number: Scalars['Int']['output'];
  /** What its source was written in. */
  readonly sourceType: SourceType;
  /** The canonical text that every span counts in. */
  readonly text: Scalars['String']['output'];
};


/** The text of a document at one time. Never changed after it was stored. */
export type DocumentVersionBlocksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** The text of a document at one time. Never changed after it was stored. */
export type DocumentVersionChunksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** A sentence that was written and could not be proven. */
export type DroppedClaim = {
  /** What comes nearest to it in the sources: the words that were cited, else the sentence with most of its words; null when there is none. */
  readonly evidence?: Maybe<NearestEvidence>;
  /** The check that failed, and how. */
  readonly reason: Scalars['String']['output'];
  /** What verification says of it. */
  readonly status: ClaimStatus;
  /** The sentence. */
  readonly text: Scalars['String']['output'];
};

/** Judged answers against the promised share of wrong ones. An alarm is right with probability 1 - delta at any time, however often one looks, as long as the judged answers are like the others. */
export type ErrorWatch = {
  /** True when more are wrong than was promised. */
  readonly alarmed: Scalars['Boolean']['output'];
  /** The share of wrong answers that was promised at most. */
  readonly alpha: Scalars['Float']['output'];
  /** Judged answers since the activation. */
  readonly answered: Scalars['Int']['output'];
  /** How likely the promise may be broken. */
  readonly delta: Scalars['Float']['output'];
  /** What a bettor against the promise would have of the 1 that was staked; at 1 / delta it alarms. */
  readonly wealth: Scalars['Float']['output'];
  /** Those of them that are wrong or incomplete, or should not have been given. */
  readonly wrong: Scalars['Int']['output'];
};

/** A fault ended the run; the last event. */
export type Failed = AskEvent & {
  /** A code from the closed set of faults. */
  readonly code: Scalars['String']['output'];
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** What is wrong. */
  readonly message: Scalars['String']['output'];
  /** What to do next. */
  readonly remedy: Scalars['String']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** One judgement of a person about a run. */
export type Feedback = {
  /** The right answer in the person's words; null: not said. */
  readonly answer?: Maybe<Scalars['String']['output']>;
  /** Anything else that was said; null: nothing. */
  readonly comment?: Maybe<Scalars['String']['output']>;
  /** When it was said, last. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The documents that were named for the right answer, those left out that the caller can see no longer. */
  readonly documents: ReadonlyArray<Document>;
  /** The judgement's id; it stays when the same key judges the run again. */
  readonly id: Scalars['ID']['output'];
  /** How the run ended. */
  readonly outcome: RunOutcome;
  /** True when the caller's own key said it. */
  readonly own: Scalars['Boolean']['output'];
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The run. */
  readonly runId: Scalars['ID']['output'];
  /** What was said. */
  readonly verdict: FeedbackVerdict;
};

/** A page of judgements. */
export type FeedbackConnection = {
  /** The judgements. */
  readonly nodes: ReadonlyArray<Feedback>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** What a person says of an outcome. */
export type FeedbackVerdict =
  /** It is right: the answer, or that there is none. Fits every outcome. */
  | 'CORRECT'
  /** The answer leaves out what it must not. Fits an Answer. */
  | 'INCOMPLETE'
  /** There was an answer to give. Fits a Clarification and an Abstention. */
  | 'SHOULD_HAVE_ANSWERED'
  /** There was no answer to give. Fits an Answer. */
  | 'SHOULD_HAVE_REFUSED'
  /** The answer is wrong. Fits an Answer. */
  | 'WRONG';

/** Conditions that a passage meets to be found. The first four hold without being asked for. */
export type FilterCondition =
  /** The asker's key may read its document. Listed when the key does not read everything. */
  | 'ACCESS'
  /** People of one of these groups may read its document. */
  | 'ACCESS_GROUPS'
  /** Its document is by one of these authors. */
  | 'AUTHORS'
  /** Its document has one of the ids. */
  | 'DOCUMENT_IDS'
  /** The key of its document begins so. */
  | 'KEY_PREFIX'
  /** Its document is in one of these languages. */
  | 'LANGUAGES'
  /** Its document names none that replaces it. */
  | 'NOT_SUPERSEDED'
  /** Its document is published. */
  | 'PUBLISHED'
  /** No rule of quality, and no person, took it out of retrieval. */
  | 'QUALITY'
  /** Its document is of one of these kinds. */
  | 'SEMANTIC_TYPES'
  /** Its document is written in one of these. */
  | 'SOURCE_TYPES'
  /** Its document has all of the labels. */
  | 'TAGS'
  /** Its document was updated at the instant or later. */
  | 'UPDATED_AFTER'
  /** Its document was updated before the instant. */
  | 'UPDATED_BEFORE'
  /** Its version is valid at the instant. */
  | 'VISIBLE_AT';

/** The outcome is there; the last event. */
export type Finished = AskEvent & {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** The same result that `ask` gives. */
  readonly outcome: AskResult;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** How to fit the confidence on what people said of runs. */
export type FitCalibrationInput = {
  /** True: it is used from the next question on. */
  readonly activate?: Scalars['Boolean']['input'];
  /** Promise at most this share of wrong answers among answers, 0 to 1 without the ends. Left out: nothing is promised, and all labels are fitted on. */
  readonly alpha?: InputMaybe<Scalars['Float']['input']>;
  /** How likely the promise may be broken, 0 to 1 without the ends. */
  readonly delta?: Scalars['Float']['input'];
  /** Left out: chosen by cross-validation. */
  readonly method?: InputMaybe<CalibrationMethod>;
  /** Draws splits and folds. */
  readonly seed?: Scalars['Int']['input'];
};

/** What was fitted. */
export type FitCalibrationPayload = {
  /** One for all languages first, then one for each language with labels enough of its own. */
  readonly calibrations: ReadonlyArray<Calibration>;
};

/** How the two arms become one order. */
export type Fusion =
  /** Weighted cosine similarity plus the weighted keyword score over the most that it could be for the question. */
  | 'CONVEX'
  /** Weighted cosine similarity plus the weighted keyword score as it is. */
  | 'LINEAR'
  /** Reciprocal rank fusion: the sum over the arms of weight / (rrfK + rank). */
  | 'RRF';

/** What keeps evidence from carrying an answer. */
export type Gap =
  /** Something that the question names stands in no passage. */
  | 'MISSING_FACT'
  /** No sentence holds the kind of thing that is asked for. */
  | 'MISSING_TYPE'
  /** Nothing. */
  | 'NONE'
  /** Nothing was found. */
  | 'NO_HITS'
  /** The best sentence says the opposite of a word of the question. */
  | 'OPPOSITE'
  /** The question asks what is not, and no sentence says what is not. */
  | 'OTHER_POLARITY'
  /** The passages are about another time than the question. */
  | 'OTHER_TIME'
  /** Several answers fit. */
  | 'SEVERAL_FACTS'
  /** Words of the question stand in no document. */
  | 'UNKNOWN_WORDS'
  /** The passages fit weakly. */
  | 'WEAK';

/** A document that came near. */
export type GapDocument = {
  /** Runs that had it among their three nearest documents. */
  readonly count: Scalars['Int']['output'];
  /** The document. */
  readonly document: Document;
};

/** Why a question counts as unanswered. */
export type GapReason =
  /** Refused: documents contradict each other. */
  | 'CONFLICTING_EVIDENCE'
  /** It was answered, and people said that there was no answer to give. */
  | 'JUDGED_UNANSWERABLE'
  /** It was answered, and people called the answer wrong. */
  | 'JUDGED_WRONG'
  /** It was asked back, because nothing was found. */
  | 'NOTHING_FOUND'
  /** Refused: the documents are about other things. */
  | 'OUT_OF_SCOPE'
  /** Refused: what was found no longer holds. */
  | 'STALE_EVIDENCE'
  /** Refused: no claim of the answer could be proven. */
  | 'VERIFICATION_FAILED'
  /** Refused: what was found was too weak. */
  | 'WEAK_EVIDENCE';

/** A reason with how many runs it holds for. */
export type GapReasonCount = {
  /** Runs. */
  readonly count: Scalars['Int']['output'];
  /** The reason. */
  readonly reason: GapReason;
};

/** From which confidence on is answered, and what says so. */
export type Gate = {
  /** How cautious; null where a number was set, or the preset has a gate of its own. */
  readonly caution?: Maybe<Caution>;
  /** The number that was set, on the scale that ships; null where none was. */
  readonly setTo?: Maybe<Scalars['Float']['output']>;
  /** The confidence from which on is answered, 0 to 1. A calibration moves it. */
  readonly uncertainFrom: Scalars['Float']['output'];
};

/** Questions that neither fitted nor tested anything. */
export type GateAudit = {
  /** Of those, answered. */
  readonly answered: Scalars['Int']['output'];
  /** How many. */
  readonly questions: Scalars['Int']['output'];
  /** Of those, answered wrongly. */
  readonly wrong: Scalars['Int']['output'];
};

/** What the gate does at one threshold, over labelled questions. */
export type GateSweepPoint = {
  /** Questions with a right answer that are refused. */
  readonly missed: Scalars['Int']['output'];
  /** Right answers. */
  readonly right: Scalars['Int']['output'];
  /** The threshold. */
  readonly threshold: Scalars['Float']['output'];
  /** Right minus twice wrong. */
  readonly utility: Scalars['Int']['output'];
  /** Wrong answers. */
  readonly wrong: Scalars['Int']['output'];
};

/** One test of a promise: thresholds in fixed order, strict to loose, until one fails. */
export type GateTest = {
  /** Share of wrong answers among answers, at most: 0 to 1. */
  readonly alpha: Scalars['Float']['output'];
  /** Questions answered there. */
  readonly answered: Scalars['Int']['output'];
  /** Share of the questions of the test that were answered. */
  readonly coverage: Scalars['Float']['output'];
  /** How likely the promise is to be broken, at most: 0 to 1. */
  readonly delta: Scalars['Float']['output'];
  /** How many labelled questions it would take at the error rate that was seen; null when no number would do. */
  readonly labelsNeeded?: Maybe<Scalars['Int']['output']>;
  /** The thresholds that were tested. */
  readonly steps: ReadonlyArray<GateTestStep>;
  /** The loosest threshold that passed; null: nothing can be promised on these labels. */
  readonly threshold?: Maybe<Scalars['Float']['output']>;
  /** Upper bound of the share of wrong answers, at confidence 1 - delta. */
  readonly upperBound: Scalars['Float']['output'];
  /** Those among them that were answered wrongly. */
  readonly wrong: Scalars['Int']['output'];
};

/** One threshold that was tested. */
export type GateTestStep = {
  /** Questions answered there. */
  readonly answered: Scalars['Int']['output'];
  /** How likely so few wrong answers would be if alpha of the answers were wrong: exact binomial. */
  readonly pValue: Scalars['Float']['output'];
  /** Whether it passed. */
  readonly passed: Scalars['Boolean']['output'];
  /** The threshold. */
  readonly threshold: Scalars['Float']['output'];
  /** Those among them that were answered wrongly. */
  readonly wrong: Scalars['Int']['output'];
};

/** What documents say of a text, claim by claim. */
export type GroundingReport = {
  /** How many there are. */
  readonly claimCount: Scalars['Int']['output'];
  /** The claims, in reading order. Headings, questions and phrases that state nothing are none. */
  readonly claims: ReadonlyArray<CheckedClaim>;
  /** True when every claim was held against every passage; false when the time or the number of passages ended it before. */
  readonly complete: Scalars['Boolean']['output'];
  /** How many of them are supported. */
  readonly supportedCount: Scalars['Int']['output'];
};

/** "At most alpha wrong among answered, with confidence 1 - delta", by Learn-then-Test, for questions like those that tested it. */
export type Guarantee = {
  /** Share of wrong answers among answers, at most: 0 to 1. */
  readonly alpha: Scalars['Float']['output'];
  /** Questions of the test that were answered. */
  readonly answered: Scalars['Int']['output'];
  /** Share of all questions of the test that were answered. */
  readonly coverage: Scalars['Float']['output'];
  /** Upper end of its 95 % interval. */
  readonly coverageHigh: Scalars['Float']['output'];
  /** Lower end of its 95 % interval. */
  readonly coverageLow: Scalars['Float']['output'];
  /** How likely the promise is to be broken, at most: 0 to 1. */
  readonly delta: Scalars['Float']['output'];
  /** Why it does not, and what to do; null while it stands. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** Whether it still stands. */
  readonly status: GuaranteeStatus;
  /** The gate that it holds for. */
  readonly threshold: Scalars['Float']['output'];
  /** Upper bound of the share of wrong answers, at confidence 1 - delta. */
  readonly upperBound: Scalars['Float']['output'];
  /** Those among them that were answered wrongly. */
  readonly wrong: Scalars['Int']['output'];
};

/** Whether a promise still stands. */
export type GuaranteeStatus =
  /** The calibration is in use, and nothing speaks against it. */
  | 'HOLDS'
  /** The calibration is not in use. */
  | 'INACTIVE'
  /** The embedder or the cutting has changed. */
  | 'STALE'
  /** Questions or errors have drifted from those that tested it, or the workspace answers from below the gate that was tested. */
  | 'WITHDRAWN';

/** How a workspace's calibrations fare. */
export type HealthStatus =
  /** Questions or errors are no longer those that a calibration was fitted on: what it promised is withdrawn. */
  | 'ALARM'
  /** Nothing speaks against them. */
  | 'OK'
  /** Something has moved, or one is stale and not used. */
  | 'WATCH';

/** What is done with an item. */
export type IngestAction =
  /** Its documents are deleted. */
  | 'DELETE'
  /** It is read and stored. */
  | 'INGEST'
  /** Its documents take its new path for a key. */
  | 'MOVE';

/** Documents to take in. */
export type IngestDocumentsInput = {
  /** True: returns at once with a job that takes them in. Documents with a fetchUrl always go into a job. Default false. */
  readonly background?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 500 documents. */
  readonly documents: ReadonlyArray<DocumentInput>;
};

/** What became of each document. */
export type IngestDocumentsPayload = {
  /** Documents stored for the first time. */
  readonly createdCount: Scalars['Int']['output'];
  /** Documents that could not be taken in. */
  readonly failedCount: Scalars['Int']['output'];
  /** The job, when the documents are taken in later; results are empty then. */
  readonly job?: Maybe<IngestJob>;
  /** One entry a document, in the order given. */
  readonly results: ReadonlyArray<IngestedDocument>;
  /** Documents that were already there with the same content. */
  readonly unchangedCount: Scalars['Int']['output'];
  /** Documents that got a new version. */
  readonly updatedCount: Scalars['Int']['output'];
};

/** A job after something of it has changed. */
export type IngestEvent = {
  /** The job as it is now. */
  readonly job: IngestJob;
  /** 0, 1, 2 and so on within the subscription. */
  readonly sequence: Scalars['Int']['output'];
};

/** One file or document of an ingestion. */
export type IngestItem = {
  /** What is done with it. */
  readonly action: IngestAction;
  /** A path or key. */
  readonly name: Scalars['String']['output'];
  /** 0, 1, 2 and so on within the job. */
  readonly ordinal: Scalars['Int']['output'];
  /** Why the job has it. */
  readonly reason: Scalars['String']['output'];
  /** What became of each document; a data file has many. */
  readonly results: ReadonlyArray<IngestedDocument>;
  /** How far it is. */
  readonly state: IngestItemState;
};

/** How far an item is. */
export type IngestItemState =
  /** Over. */
  | 'DONE'
  /** Nothing of it could be taken in. */
  | 'FAILED'
  /** Not over yet. */
  | 'PENDING';

/** An ingestion that goes on after the call that began it: of an upload, of documents sent in the background, of a folder. */
export type IngestJob = {
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Documents stored for the first time. */
  readonly createdCount: Scalars['Int']['output'];
  /** Files whose documents were deleted with them. */
  readonly deletedCount: Scalars['Int']['output'];
  /** Files or documents that are over. */
  readonly doneCount: Scalars['Int']['output'];
  /** Why the whole job failed. A bad file alone never makes it fail. */
  readonly error?: Maybe<UserError>;
  /** Documents that could not be taken in. */
  readonly failedCount: Scalars['Int']['output'];
  /** When it was over; null before that. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The job's id. */
  readonly id: Scalars['ID']['output'];
  /** Its files or documents, in order. */
  readonly items: ReadonlyArray<IngestItem>;
  /** What it takes in, for people. */
  readonly label: Scalars['String']['output'];
  /** Files whose documents only took another key. */
  readonly movedCount: Scalars['Int']['output'];
  /** When work on it began; null before that. */
  readonly startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How far it is. */
  readonly state: IngestJobState;
  /** Where the time went; null before the first document. */
  readonly timings?: Maybe<IngestTimings>;
  /** Files or documents it has. */
  readonly total: Scalars['Int']['output'];
  /** Documents that were already there with the same content. */
  readonly unchangedCount: Scalars['Int']['output'];
  /** Documents that got a new version. */
  readonly updatedCount: Scalars['Int']['output'];
};


/** An ingestion that goes on after the call that began it: of an upload, of documents sent in the background, of a folder. */
export type IngestJobItemsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  first?: Scalars['Int']['input'];
};

/** A page of ingest jobs. */
export type IngestJobConnection = {
  /** The jobs, newest first. */
  readonly nodes: ReadonlyArray<IngestJob>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** How far an ingestion is. */
export type IngestJobState =
  /** A person ended it. What was stored stays. */
  | 'CANCELLED'
  /** Every item is over. Single documents may have failed. */
  | 'COMPLETED'
  /** A fault that concerns all of it ended it. */
  | 'FAILED'
  /** It waits for a process that works. */
  | 'QUEUED'
  /** Its bytes are still arriving. */
  | 'RECEIVING'
  /** A process works on it. */
  | 'RUNNING';

/** What happened to a document at ingestion. */
export type IngestStatus =
  /** Stored for the first time. */
  | 'CREATED'
  /** Not taken in. */
  | 'FAILED'
  /** Already there with the same content. */
  | 'UNCHANGED'
  /** Stored as a new version. */
  | 'UPDATED';

/** Where the time of an ingestion went, in milliseconds. Stages work at the same time, so the parts may add up to more than the whole. */
export type IngestTimings = {
  /** Cutting into chunks. */
  readonly chunkMillis: Scalars['Float']['output'];
  /** Embedding. */
  readonly embedMillis: Scalars['Float']['output'];
  /** Reading formats. */
  readonly parseMillis: Scalars['Float']['output'];
  /** Storing. */
  readonly storeMillis: Scalars['Float']['output'];
  /** From the first document to the last. */
  readonly totalMillis: Scalars['Float']['output'];
};

/** What became of one document. */
export type IngestedDocument = {
  /** The document; null when it failed. */
  readonly document?: Maybe<Document>;
  /** Why it failed; null when it did not. */
  readonly error?: Maybe<UserError>;
  /** The key it was given. */
  readonly key: Scalars['String']['output'];
  /** What happened. */
  readonly status: IngestStatus;
};

/** Something that people ask and the documents do not tell. Lists have what is most frequent first. */
export type KnowledgeGap = {
  /** Conversations that they belong to; a run without one counts as one. */
  readonly conversationCount: Scalars['Int']['output'];
  /** Runs. */
  readonly count: Scalars['Int']['output'];
  /** Its newest runs, five at most. */
  readonly exampleRunIds: ReadonlyArray<Scalars['ID']['output']>;
  /** When it was asked first, as far as was looked back. */
  readonly firstAskedAt: Scalars['DateTime']['output'];
  /** The id of the run whose question stands for it. */
  readonly id: Scalars['ID']['output'];
  /** When it was asked last. */
  readonly lastAskedAt: Scalars['DateTime']['output'];
  /** Names, codes, numbers and dates of the questions that no passage had, ten at most. */
  readonly missing: ReadonlyArray<MissingFact>;
  /** Documents that came near, five at most: where an answer might be added. */
  readonly nearestDocuments: ReadonlyArray<GapDocument>;
  /** The question that is most like all the others. */
  readonly question: Scalars['String']['output'];
  /** Why its runs count as unanswered. */
  readonly reasons: ReadonlyArray<GapReasonCount>;
  /** What kept the evidence from carrying an answer, as the loop judged it. */
  readonly shortfalls: ReadonlyArray<Shortfall>;
};

/** A page of knowledge gaps, over the newest 1,000 runs that the caller may see. */
export type KnowledgeGapConnection = {
  /** True when the embedder failed: only questions of the same words are together. */
  readonly degraded: Scalars['Boolean']['output'];
  /** The gaps, most asked first. */
  readonly nodes: ReadonlyArray<KnowledgeGap>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
  /** Runs that were looked at. */
  readonly runCount: Scalars['Int']['output'];
  /** Gaps in all. */
  readonly totalCount: Scalars['Int']['output'];
  /** Those of them that were not answered, or not well. */
  readonly unansweredCount: Scalars['Int']['output'];
};

/** Runs that nobody has judged, those first that would teach most. */
export type LabellingQueue = {
  /** The runs: nearest their gate first, one of each question, in turns over the ways in which runs end. */
  readonly nodes: ReadonlyArray<QueuedRun>;
  /** Unjudged runs among the newest 1,000 that were looked at. */
  readonly unjudgedCount: Scalars['Int']['output'];
};

/** Why a document was not used in a run. What the record does not tell is worked out anew: with the run's own words, settings, filter and `asOf`, over the knowledge of today. */
export type MissExplanation = {
  /** True when the answer cites it. */
  readonly cited: Scalars['Boolean']['output'];
  /** Arms that did not work while this was worked out. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** Cosine distance of its best passage; null when unknown. */
  readonly distance?: Maybe<Scalars['Float']['output']>;
  /** The document. */
  readonly document: Document;
  /** How many places of that order were kept; null when it has no rank. */
  readonly kept?: Maybe<Scalars['Int']['output']>;
  /** The keyword arm's view of its best passage; null when it was not asked, or the preset has none. */
  readonly keyword?: Maybe<MissedArm>;
  /** The same in words, with its figures. */
  readonly message: Scalars['String']['output'];
  /** What keeps its passages out of retrieval, each once: names of rules of quality, or PERSON. */
  readonly omitReasons: ReadonlyArray<Scalars['String']['output']>;
  /** The text that was searched, of those in `Run.queries`, that came nearest to it. Null when no search was looked into. */
  readonly query?: Maybe<Scalars['String']['output']>;
  /** Its place from 1, of its best passage: among the passages that were judged (USED), else in the fused order. Null when it has none. */
  readonly rank?: Maybe<Scalars['Int']['output']>;
  /** The stage where it was left behind; USED when it was not. */
  readonly reason: MissReason;
  /** The passage that says the same and was found in its place; null when there is none, or when the caller can see it no longer. */
  readonly standsFor?: Maybe<ChunkPointer>;
  /** The conditions of the run that it does not meet today. */
  readonly unmet: ReadonlyArray<AppliedFilter>;
  /** The vector arm's view of its best passage; null when it was not asked. */
  readonly vector?: Maybe<MissedArm>;
  /** Its version that was looked for: the one valid at the run's `asOf`. Null when there is none. */
  readonly version?: Maybe<DocumentVersion>;
};

/** Why a document was not used. */
export type MissReason =
  /** It was retrieved, but others ranked higher and filled the places. */
  | 'BELOW_TOP_K'
  /** The vector arm finds it only beyond the greatest distance allowed, and the keyword arm finds none of the question's words in it. */
  | 'BEYOND_DISTANCE'
  /** It was retrieved, but time or context were used up first. */
  | 'CUT_BY_BUDGET'
  /** The run's filter, or what its asker may read, leaves it out. */
  | 'FILTERED'
  /** A near-duplicate that ranks higher stands for it. */
  | 'FOLDED'
  /** Asked today it is among the best: it, or what stood before it, has changed since the run, or an arm had failed then. */
  | 'FOUND_TODAY'
  /** It, or its version that is valid at the run's `asOf`, was stored after the run. */
  | 'INGESTED_LATER'
  /** It is a draft. Told to keys with the role EDITOR or ADMIN; to others a draft does not exist. */
  | 'NOT_PUBLISHED'
  /** Neither arm has it among the candidates that were taken. */
  | 'NOT_RETRIEVED'
  /** The run ended before anything was searched. */
  | 'NOT_SEARCHED'
  /** None of its versions is valid at the run's `asOf`. */
  | 'NOT_VALID_THEN'
  /** All of its passages are kept out of retrieval, by a rule of quality or a person. */
  | 'QUALITY_GATE'
  /** It was used: it is cited, or among the passages that were judged. */
  | 'USED';

/** How far one arm was from taking a document. */
export type MissedArm = {
  /** How many the arm was asked for. */
  readonly candidates: Scalars['Int']['output'];
  /** The rank of its best passage among all that the arm can find, from 1; null when it is not among the first 1,000, or the arm does not find it at all. */
  readonly rank?: Maybe<Scalars['Int']['output']>;
  /** That passage's score in the arm; null when the arm does not find it at all. */
  readonly rawScore?: Maybe<Scalars['Float']['output']>;
};

/** Something that questions named and no passage did. */
export type MissingFact = {
  /** Runs. */
  readonly count: Scalars['Int']['output'];
  /** What kind of thing. */
  readonly kind: RequirementKind;
  /** As a question has it. */
  readonly text: Scalars['String']['output'];
};

/** What a reader said of the passages. */
export type ModelJudgement = {
  /** Whether they state the answer. */
  readonly answerable: Scalars['Boolean']['output'];
  /** What they do not state, as one line of plain text; empty when they are said to state the answer. */
  readonly missing: Scalars['String']['output'];
};

/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type Mutation = {
  /** Switches questions to a calibration, from the next one on. Needs a key with the role ADMIN that sees every document. */
  readonly activateCalibration: Calibration;
  /** Ends an ingest job. What is stored already stays. */
  readonly cancelIngestJob: IngestJob;
  /** Says that a person has checked a curated answer against its sources as they are now: what changed until now no longer makes it stale. */
  readonly confirmCuratedAnswer: CuratedAnswer;
  /** Goes back to the coefficients that ship. Needs a key with the role ADMIN that sees every document. */
  readonly deactivateCalibrations: DeactivateCalibrationPayload;
  /** Deletes an alias. */
  readonly deleteAlias: DeletePayload;
  /** Deletes a curated answer. */
  readonly deleteCuratedAnswer: DeletePayload;
  /** Deletes a document with its versions. It is found nowhere from then on, and can be restored until the workspace's retention ends. */
  readonly deleteDocument: DeletePayload;
  /** Fits the confidence on what people said of runs, and stores the fit. Needs a key with the role ADMIN that sees every document. */
  readonly fitCalibration: FitCalibrationPayload;
  /** Takes in documents. A document whose content did not change is left alone; one bad document never stops the others. */
  readonly ingestDocuments: IngestDocumentsPayload;
  /** Makes a document's current version findable. */
  readonly publishDocument: Document;
  /** Keeps what a person says of a run. Any role may judge what it may read; the same key judging again replaces what it said. */
  readonly recordFeedback: RecordFeedbackPayload;
  /** Asks the question of a recorded run again and shows what differs. Any role may repeat what it may read. */
  readonly replayRun: RunReplay;
  /** Brings a deleted document back as it was. */
  readonly restoreDocument: Document;
  /** Saves what the documents say for a term, and replaces what was saved for it before. A weak question that has one of the words is asked again with another. */
  readonly saveAlias: Alias;
  /** Creates or replaces an answer that a person wrote. It ranks first and is exempt from the gate. */
  readonly saveCuratedAnswer: CuratedAnswer;
  /** Takes a chunk out of retrieval, or puts it back, whatever the rule says of it. */
  readonly setChunkOmitted: Chunk;
  /** Sets for how many days deleted documents can be restored. Needs a key with the role ADMIN. */
  readonly setRetention: Workspace;
  /** Sets what questions of the workspace take and may spend at most. Needs a key with the role ADMIN. */
  readonly setWorkspaceBudget: Workspace;
  /** Sets how sure answers of the workspace must be, where a question does not say. Needs a key with the role ADMIN. */
  readonly setWorkspaceGate: Workspace;
  /** Hides a document from retrieval. Nothing is deleted. */
  readonly unpublishDocument: Document;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationActivateCalibrationArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationCancelIngestJobArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationConfirmCuratedAnswerArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationDeleteAliasArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationDeleteCuratedAnswerArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationDeleteDocumentArgs = {
  id: Scalars['ID']['input'];
  purge?: Scalars['Boolean']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationFitCalibrationArgs = {
  input?: FitCalibrationInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationIngestDocumentsArgs = {
  input: IngestDocumentsInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationPublishDocumentArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationRecordFeedbackArgs = {
  input: RecordFeedbackInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationReplayRunArgs = {
  id: Scalars['ID']['input'];
  overrides?: InputMaybe<ReplayInput>;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationRestoreDocumentArgs = {
  id: Scalars['ID']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSaveAliasArgs = {
  input: AliasInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSaveCuratedAnswerArgs = {
  input: CuratedAnswerInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSetChunkOmittedArgs = {
  input: SetChunkOmittedInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSetRetentionArgs = {
  days: Scalars['Int']['input'];
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSetWorkspaceBudgetArgs = {
  input: WorkspaceBudgetInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationSetWorkspaceGateArgs = {
  input: WorkspaceGateInput;
};


/** Write operations. They need a key with the role EDITOR or ADMIN. */
export type MutationUnpublishDocumentArgs = {
  id: Scalars['ID']['input'];
};

/** Where a source comes nearest to a claim that it does not prove. */
export type NearestEvidence = {
  /** The document. */
  readonly document: Document;
  /** Its words. Always equal to the version's text at sourceSpan. */
  readonly quote: Scalars['String']['output'];
  /** Where they stand in the version's text. */
  readonly sourceSpan: Span;
  /** The version that was read. */
  readonly version: DocumentVersion;
};

/** Something the person can do after a refusal. */
export type NextStep = {
  /** RELAX_FILTER: the field of the filter to loosen; null when it is not known which. */
  readonly filterField?: Maybe<Scalars['String']['output']>;
  /** What kind of step it is. */
  readonly kind: NextStepKind;
  /** ASK_OWNER: the person or team that is named as the author of the nearest document. */
  readonly owner?: Maybe<Scalars['String']['output']>;
  /** REPHRASE: first words of the question that no document knows, then headings of near passages that can be asked about. */
  readonly terms: ReadonlyArray<Scalars['String']['output']>;
  /** The step in words, in the asker's language. */
  readonly text: Scalars['String']['output'];
};

/** Kinds of next steps. */
export type NextStepKind =
  /** Add the missing document. */
  | 'ADD_DOCUMENT'
  /** Ask the person who owns the nearest document. */
  | 'ASK_OWNER'
  /** Ask about a longer time, or another one. */
  | 'BROADEN_TIME'
  /** Ask again with a larger budget. */
  | 'RAISE_BUDGET'
  /** Read the nearest passages. */
  | 'READ_NEAREST'
  /** Remove or loosen a filter. */
  | 'RELAX_FILTER'
  /** Ask with other words. */
  | 'REPHRASE';

/** Something about the sources of an answer that its reader must know. It never changes the answer's text. */
export type Notice = {
  /** What it points to: the changed source, the document that has another version, the successor, the only source, the one with orders; null when it is gone. */
  readonly document?: Maybe<Document>;
  /** What kind of notice it is. */
  readonly kind: NoticeKind;
  /** The notice in words. */
  readonly message: Scalars['String']['output'];
  /** What the other version says instead; null when it says nothing of it. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan?: Maybe<Span>;
  /** The other version, or the expired one; null for the other kinds. */
  readonly version?: Maybe<DocumentVersion>;
};

/** Kinds of notices. */
export type NoticeKind =
  /** A source of the curated answer changed, ended, or was hidden or deleted since a person checked the answer. */
  | 'CURATED_SOURCE_CHANGED'
  /** The version before the cited one said otherwise, or did not say it. */
  | 'EARLIER_VERSION_DIFFERED'
  /** The cited version has ended since, by its own word; or however, where its other versions could not be read. */
  | 'EXPIRED'
  /** The question was about a past day, and the version of today says otherwise, or does not say it. */
  | 'LATER_VERSION_DIFFERS'
  /** Only one document says so, and it is untrusted, or was first ingested in the last seven days while most documents of the workspace are older. */
  | 'SOLE_SOURCE'
  /** A cited document names another one that replaces it. */
  | 'SUPERSEDED'
  /** A cited passage seems to give orders to a model or assistant. None was followed; the answer is at most UNCERTAIN. */
  | 'SUSPICIOUS_SOURCE';

/** What every result of `ask` has. */
export type Outcome = {
  /** The proofs, in the order of their numbers. Empty when nothing is claimed. */
  readonly citations: ReadonlyArray<Citation>;
  /** How sure Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Everything that did not work while answering. Empty when all parts worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The whole recorded run. */
  readonly run: Run;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** How far to trust this outcome. */
  readonly tier: Tier;
  /** What it cost. */
  readonly usage: Usage;
};

/** Where a page ends. */
export type PageInfo = {
  /** Pass it as `after` for the next page; null on an empty page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** True when more follow. */
  readonly hasNextPage: Scalars['Boolean']['output'];
};

/** A piece of a document after retrieval, with every rank and score that put it there. */
export type Passage = {
  /** The document it stands in. */
  readonly document: Document;
  /** What was found too and says the same. It is folded into this passage, and so counts once. */
  readonly duplicates: ReadonlyArray<ChunkPointer>;
  /** The chunk's id. */
  readonly id: Scalars['ID']['output'];
  /** Where it stands in the source; null when the source has no pages or lines. */
  readonly location?: Maybe<SourceLocation>;
  /** 1 is best. */
  readonly rank: Scalars['Int']['output'];
  /** The fused score: the sum of the contributions in its trace. */
  readonly score: Scalars['Float']['output'];
  /** The headings above it, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where it stands in the version's text. */
  readonly sourceSpan: Span;
  /** Its text. */
  readonly text: Scalars['String']['output'];
  /** How each arm saw it. */
  readonly trace: PassageTrace;
  /** The version it stands in. */
  readonly version: DocumentVersion;
};

/** How each arm saw a passage. */
export type PassageTrace = {
  /** What else moved its score. */
  readonly adjustments: ReadonlyArray<ScoreAdjustment>;
  /** Cosine distance between the question and the passage's nearest window, 0 to 2: 1 minus the vector arm's raw score. Null when unknown. */
  readonly distance?: Maybe<Scalars['Float']['output']>;
  /** The keyword arm: the raw score is BM25, or the rank function's value in presets that use one. */
  readonly keyword: ArmTrace;
  /** What a reranker made of it; null when it was not reranked. Then the order is the reranker's. */
  readonly rerank?: Maybe<RerankTrace>;
  /** The vector arm: the raw score is the cosine similarity. */
  readonly vector: ArmTrace;
};

/** What the loop decided to do. */
export type Plan = {
  /** Who decided. */
  readonly decidedBy: Planner;
  /** Look-ups that need what another one finds; they are searched after it. */
  readonly dependent: ReadonlyArray<DependentQuery>;
  /** What the question names. */
  readonly facts: QuestionFacts;
  /** What kind of question it is. */
  readonly kind: QuestionKind;
  /** BCP 47 tag of the question's language. */
  readonly language: Scalars['String']['output'];
  /** What is searched at once: the question itself first, then those of its parts that wait for nothing. */
  readonly queries: ReadonlyArray<Scalars['String']['output']>;
  /** The question as it would be asked without the turns before it. */
  readonly standalone: Scalars['String']['output'];
  /** Which arms are searched. */
  readonly strategy: Strategy;
  /** The time that the question is about; null: none. */
  readonly time?: Maybe<TimeScope>;
  /** Passages kept of each search. */
  readonly topK: Scalars['Int']['output'];
};

/** The question was understood. */
export type Planned = AskEvent & {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** What will be done. */
  readonly plan: Plan;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** Who made a plan. */
export type Planner =
  /** The chat model, where the rules were unsure. */
  | 'MODEL'
  /** Rules alone. */
  | 'RULES';

/** A named configuration of retrieval and gate. */
export type Preset =
  /** Plan, hybrid retrieval, reflect and refine under 2.5 seconds; abstains on conflict. */
  | 'AGENTIC'
  /** The default: the best that measurement finds. */
  | 'CANDOR'
  /** Two arms, reciprocal rank fusion, a logistic over rank agreement, zero-hit clarification. */
  | 'CONSENSUS'
  /** Plain AND keywords and cosine, reciprocal rank fusion, nothing beyond cosine distance .75, top 10. */
  | 'FILTERED_RRF'
  /** Embed, take the top 5 by cosine, always answer: the baseline. */
  | 'NAIVE'
  /** Small chunks, prefix keywords without accents, reciprocal rank fusion, a floor for each chunk and a gate on their mean. */
  | 'TWO_TIER'
  /** Dense plus .35 sparse, five times as many candidates for a reranker, context cut at 12,000 characters. */
  | 'WEIGHTED';

/** The answer that is there already, word for word from the sources, while a chat model is asked. It is not the outcome: what the model finds may add to it, lower its tier or word it anew. */
export type Provisional = AskEvent & {
  /** Their proofs. */
  readonly citations: ReadonlyArray<Citation>;
  /** Its claims, each checked against its source. */
  readonly claims: ReadonlyArray<Claim>;
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
  /** The claims with marks such as `[1]`, as of an answer. */
  readonly text: Scalars['String']['output'];
};

/** Read operations. */
export type Query = {
  /** Words that mean the same, last saved first. */
  readonly aliases: AliasConnection;
  /** Answers a question over the workspace's knowledge, or says why it can't. */
  readonly ask: AskResult;
  /** The calibration that questions are judged by; null while the coefficients that ship are in use. */
  readonly calibration?: Maybe<Calibration>;
  /** Calibrations, newest first. */
  readonly calibrations: CalibrationConnection;
  /** Verifies a text that was written elsewhere against documents, claim by claim. No model is asked, and nothing is recorded. */
  readonly checkGrounding: GroundingReport;
  /** Curated answers, last saved or confirmed first. */
  readonly curatedAnswers: CuratedAnswerConnection;
  /** One document, or null when this workspace has none with the id. */
  readonly document?: Maybe<Document>;
  /** Documents, most recently changed first. */
  readonly documents: DocumentConnection;
  /** Says why a document was not used in a run. Null when this workspace has no such run or document, and alike when the caller may not see it. */
  readonly explainMiss?: Maybe<MissExplanation>;
  /** What people said of runs, newest first. */
  readonly feedback: FeedbackConnection;
  /** One ingest job, or null when this workspace has none with the id. */
  readonly ingestJob?: Maybe<IngestJob>;
  /** Ingest jobs, newest first. */
  readonly ingestJobs: IngestJobConnection;
  /** What people ask and the documents do not tell: unanswered questions, those that are alike together. */
  readonly knowledgeGaps: KnowledgeGapConnection;
  /** The runs whose judgement would teach most. */
  readonly labellingQueue: LabellingQueue;
  /** One recorded run, or null when this workspace has none with the id. */
  readonly run?: Maybe<Run>;
  /** Recorded runs, newest first. */
  readonly runs: RunConnection;
  /** Finds passages without answering: what `ask` would read, with every rank and score. */
  readonly search: SearchResult;
  /** Replays a citation against its pinned version, and tells whether it still holds today. */
  readonly verifyCitation: CitationVerification;
  /** The workspace that the caller's key belongs to. */
  readonly workspace: Workspace;
};


/** Read operations. */
export type QueryAliasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryAskArgs = {
  input: AskInput;
};


/** Read operations. */
export type QueryCalibrationArgs = {
  language?: InputMaybe<Scalars['String']['input']>;
};


/** Read operations. */
export type QueryCalibrationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryCheckGroundingArgs = {
  input: CheckGroundingInput;
};


/** Read operations. */
export type QueryCuratedAnswersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CuratedAnswerFilter>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryDocumentArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. */
export type QueryDocumentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DocumentFilter>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryExplainMissArgs = {
  documentId: Scalars['ID']['input'];
  runId: Scalars['ID']['input'];
};


/** Read operations. */
export type QueryFeedbackArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryIngestJobArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. */
export type QueryIngestJobsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryKnowledgeGapsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Read operations. */
export type QueryLabellingQueueArgs = {
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QueryRunArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. */
export type QueryRunsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<RunFilter>;
  first?: Scalars['Int']['input'];
};


/** Read operations. */
export type QuerySearchArgs = {
  input: SearchInput;
};


/** Read operations. */
export type QueryVerifyCitationArgs = {
  input: VerifyCitationInput;
};

/** What a question names, as it stands there, each once. */
export type QuestionFacts = {
  /** Codes such as E1042. */
  readonly codes: ReadonlyArray<Scalars['String']['output']>;
  /** Dates. */
  readonly dates: ReadonlyArray<Scalars['String']['output']>;
  /** Names of people, places and products. */
  readonly names: ReadonlyArray<Scalars['String']['output']>;
  /** Numbers, dates left out. */
  readonly numbers: ReadonlyArray<Scalars['String']['output']>;
};

/** Kinds of questions. */
export type QuestionKind =
  /** Several facts about one thing. */
  | 'ANALYSIS'
  /** Two or more things side by side. */
  | 'COMPARISON'
  /** A question that earlier turns explain. */
  | 'FOLLOW_UP'
  /** One fact. */
  | 'LOOKUP'
  /** Facts that must be joined. */
  | 'MULTI_HOP'
  /** Something that no document could hold, such as a joke. */
  | 'OUT_OF_SCOPE'
  /** A greeting or thanks. */
  | 'SMALL_TALK';

/** A run that is worth a judgement. */
export type QueuedRun = {
  /** The confidence it ended with, 0 to 1. */
  readonly confidenceValue: Scalars['Float']['output'];
  /** When it was asked. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** How far that is from where its preset begins to answer, 0 to 1. */
  readonly distance: Scalars['Float']['output'];
  /** How it ended. */
  readonly outcome: RunOutcome;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** Other unjudged runs of about the same question, which it stands for. */
  readonly similarCount: Scalars['Int']['output'];
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** The tier it ended with. */
  readonly tier: Tier;
};

/** What a person says of a run. */
export type RecordFeedbackInput = {
  /** The right answer in their words, at most 4,000 characters. */
  readonly answer?: InputMaybe<Scalars['String']['input']>;
  /** Anything else, at most 2,000 characters. */
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** The documents that hold the right answer, at most 20. */
  readonly documentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** The run's id. */
  readonly runId: Scalars['ID']['input'];
  /** What they say of it. */
  readonly verdict: FeedbackVerdict;
};

/** What became of a judgement. */
export type RecordFeedbackPayload = {
  /** The judgement as it is kept. */
  readonly feedback: Feedback;
};

/** A candidate with what put it there. */
export type RecordedCandidate = {
  /** The chunk. */
  readonly chunkId: Scalars['ID']['output'];
  /** The key of its document. */
  readonly documentKey: Scalars['String']['output'];
  /** Its place in the keyword arm; null when that did not return it. */
  readonly keywordRank?: Maybe<Scalars['Int']['output']>;
  /** Its keyword score; null when unknown. */
  readonly keywordScore?: Maybe<Scalars['Float']['output']>;
  /** Its place, from 1. */
  readonly rank: Scalars['Int']['output'];
  /** The reranker's score; null when it was not reranked. */
  readonly rerankScore?: Maybe<Scalars['Float']['output']>;
  /** Its fused score. */
  readonly score: Scalars['Float']['output'];
  /** Its place in the vector arm; null when that did not return it. */
  readonly vectorRank?: Maybe<Scalars['Int']['output']>;
  /** Its cosine similarity; null when unknown. */
  readonly vectorScore?: Maybe<Scalars['Float']['output']>;
  /** The version it is of; null when it was not read. */
  readonly versionId?: Maybe<Scalars['ID']['output']>;
};

/** A prompt that a model was given. */
export type RecordedPrompt = {
  /** The model. */
  readonly model: Scalars['String']['output'];
  /** The node that asked. */
  readonly node: Scalars['String']['output'];
  /** Its name and version, such as generate@1. */
  readonly version: Scalars['String']['output'];
};

/** One text that was searched. */
export type RecordedSearch = {
  /** What was fused, best first, with its ranks and scores. */
  readonly candidates: ReadonlyArray<RecordedCandidate>;
  /** Milliseconds it took. */
  readonly millis: Scalars['Float']['output'];
  /** The text. */
  readonly query: Scalars['String']['output'];
  /** The round, from 1. */
  readonly round: Scalars['Int']['output'];
  /** The settings it was searched with. */
  readonly settings: RetrievalSettings;
};

/** How another round asks differently. */
export type RefineStrategy =
  /** In words that the workspace calls the same. */
  | 'ALIASES'
  /** In its parts. */
  | 'DECOMPOSE'
  /** With words of the best passages. */
  | 'EXPAND'
  /** Without one filter: what is found then is told as a next step and never answered from. */
  | 'RELAX_FILTER'
  /** By words alone, or by meaning alone. */
  | 'SWITCH_ARMS'
  /** Among more candidates. */
  | 'WIDEN';

/** The question was put differently for another round. */
export type Refined = AskEvent & {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** What will be searched next. */
  readonly queries: ReadonlyArray<Scalars['String']['output']>;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
  /** How the next round asks differently. */
  readonly strategy: RefineStrategy;
};

/** The evidence was judged. */
export type Reflected = AskEvent & {
  /** The confidence so far. */
  readonly confidence: Confidence;
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** The judgement whole. */
  readonly reflection: Reflection;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
  /** The tier so far. */
  readonly tier: Tier;
};

/** The judgement of one round. It is made in code; a model's can lower it and never raise it. */
export type Reflection = {
  /** Whether a sentence that would be answered with holds something of that kind. */
  readonly answerTypePresent: Scalars['Boolean']['output'];
  /** Several things fit about equally well: their names, best first. Empty: it is clear what is meant. */
  readonly candidates: ReadonlyArray<Scalars['String']['output']>;
  /** The confidence, 0 to 1. */
  readonly confidence: Scalars['Float']['output'];
  /** Pairs of passages that cannot both hold. */
  readonly conflicts: Scalars['Int']['output'];
  /** What kind of thing the question asks for. */
  readonly expectedType: AnswerType;
  /** What keeps the evidence from carrying an answer. */
  readonly gap: Gap;
  /** What the reader said of the passages, or the chat model that was asked for the answer; null when none was asked, or it failed. */
  readonly judgedByModel?: Maybe<ModelJudgement>;
  /** The coverage map: what the question names, with the passages that say something of it. */
  readonly requirements: ReadonlyArray<Requirement>;
  /** The round, from 1. */
  readonly round: Scalars['Int']['output'];
  /** Passages that may no longer hold. */
  readonly stale: ReadonlyArray<StalePassage>;
  /** Why the loop stopped; null where it went on. */
  readonly stopReason?: Maybe<StopReason>;
  /** Passages whose text gives orders to a model or assistant instead of informing, by chunk. */
  readonly suspicious: ReadonlyArray<Scalars['ID']['output']>;
  /** The tier. */
  readonly tier: Tier;
  /** What the loop did next. */
  readonly verdict: Verdict;
};

/** What a repetition of a run changes; what is left out stays as the run had it. */
export type ReplayInput = {
  /** Limits. */
  readonly budget?: InputMaybe<BudgetInput>;
  /** How sure an answer must be. */
  readonly caution?: InputMaybe<Caution>;
  /** Other conditions instead of the run's. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** A named configuration. */
  readonly preset?: InputMaybe<Preset>;
  /** Single retrieval settings. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
  /** The knowledge it reads: of the run's `asOf` (default), or of today. */
  readonly versions?: InputMaybe<ReplayVersions>;
};

/** Which versions a repetition reads. */
export type ReplayVersions =
  /** Those that the run read: valid at its `asOf`. */
  | 'SAME'
  /** Those that are valid now. */
  | 'TODAY';

/** Something that a question names, and where it stands. */
export type Requirement = {
  /** The passages that cover it, by chunk, best first. Empty: it is missing. */
  readonly coveredBy: ReadonlyArray<Scalars['ID']['output']>;
  /** What it is. */
  readonly kind: RequirementKind;
  /** As the question has it. */
  readonly text: Scalars['String']['output'];
};

/** Kinds of things that a question names. */
export type RequirementKind =
  /** A code such as E1042. */
  | 'CODE'
  /** A date. */
  | 'DATE'
  /** A name. */
  | 'NAME'
  /** A number. */
  | 'NUMBER';

/** What a reranker made of a passage. */
export type RerankTrace = {
  /** Where fusion had put it, from 1. */
  readonly rankBefore: Scalars['Int']['output'];
  /** The reranker's relevance: 0 to 1 by its own scale. */
  readonly score: Scalars['Float']['output'];
};

/** When a reranker reads the question together with the passages. */
export type RerankWhen =
  /** With each question that is searched whole; parts of a question are not reranked. */
  | 'ALWAYS'
  /** Not at all. */
  | 'NEVER'
  /** When the fused order leaves doubt: tier UNCERTAIN. */
  | 'UNCERTAIN';

/** Overrides of single retrieval settings. */
export type RetrievalInput = {
  /** How the two arms become one order. */
  readonly fusion?: InputMaybe<Fusion>;
  /** Candidates of the keyword arm, 1 to 200. Default 30. */
  readonly keywordCandidates?: InputMaybe<Scalars['Int']['input']>;
  /** What the keyword arm's part of a fused score is multiplied by, 0 to 100. */
  readonly keywordWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Vector candidates beyond this cosine distance are dropped, 0 to 2. Default 0.75. */
  readonly maxDistance?: InputMaybe<Scalars['Float']['input']>;
  /** When a reranker, if one is configured, reads the question together with the passages. */
  readonly rerank?: InputMaybe<RerankWhen>;
  /** Fused passages that the reranker reads, 1 to 100. Default 30. */
  readonly rerankCandidates?: InputMaybe<Scalars['Int']['input']>;
  /** The constant k of reciprocal rank fusion, 1 to 1,000. Default 60. */
  readonly rrfK?: InputMaybe<Scalars['Int']['input']>;
  /** Passages kept after fusion, 1 to 50. Default 10. */
  readonly topK?: InputMaybe<Scalars['Int']['input']>;
  /** Candidates of the vector arm, 1 to 200. Default 30. */
  readonly vectorCandidates?: InputMaybe<Scalars['Int']['input']>;
  /** What the vector arm's part of a fused score is multiplied by, 0 to 100. */
  readonly vectorWeight?: InputMaybe<Scalars['Float']['input']>;
};

/** Settings of one retrieval; `RetrievalInput` has their ranges. */
export type RetrievalSettings = {
  /** How the two arms become one order. */
  readonly fusion: Fusion;
  /** Candidates of the keyword arm. */
  readonly keywordCandidates: Scalars['Int']['output'];
  /** What the keyword arm's part of a fused score is multiplied by. */
  readonly keywordWeight: Scalars['Float']['output'];
  /** Vector candidates beyond this cosine distance are dropped. */
  readonly maxDistance: Scalars['Float']['output'];
  /** When a reranker, if one is configured, reads the question together with the passages. */
  readonly rerank: RerankWhen;
  /** Fused passages that the reranker reads. */
  readonly rerankCandidates: Scalars['Int']['output'];
  /** The constant k of reciprocal rank fusion. */
  readonly rrfK: Scalars['Int']['output'];
  /** Passages kept after fusion. */
  readonly topK: Scalars['Int']['output'];
  /** Candidates of the vector arm. */
  readonly vectorCandidates: Scalars['Int']['output'];
  /** What the vector arm's part of a fused score is multiplied by. */
  readonly vectorWeight: Scalars['Float']['output'];
};

/** Where the time of a retrieval went, in milliseconds. Stages run beside one another where they can. */
export type RetrievalTimings = {
  /** Which analysis the question gets, and its words. */
  readonly analyse: Scalars['Float']['output'];
  /** The question's vector. */
  readonly embed: Scalars['Float']['output'];
  /** The keyword arm. */
  readonly keyword: Scalars['Float']['output'];
  /** What is known of the hits, their text, and curated answers. */
  readonly read: Scalars['Float']['output'];
  /** The whole retrieval. */
  readonly total: Scalars['Float']['output'];
  /** The vector arm. */
  readonly vector: Scalars['Float']['output'];
};

/** A round of retrieval is done. */
export type Retrieved = AskEvent & {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** Passages in hand. */
  readonly passageCount: Scalars['Int']['output'];
  /** The round, from 1. */
  readonly round: Scalars['Int']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};

/** How a version differs from another one in what was cited. */
export type RevisionKind =
  /** It says nothing of it. */
  | 'ABSENT'
  /** Another number. */
  | 'NUMERIC'
  /** One says so, the other says not. */
  | 'POLARITY'
  /** It says the same. */
  | 'SAME'
  /** Another date. */
  | 'TEMPORAL'
  /** It says it in other words. */
  | 'WORDING';

/** What a key allows. */
export type Role =
  /** Also manage keys, retention, budget and gate. */
  | 'ADMIN'
  /** Also change knowledge. */
  | 'EDITOR'
  /** Ask, search and read. */
  | 'READER';

/** One asked question, recorded whole. */
export type Run = {
  /** The conditions that all of its passages met. */
  readonly appliedFilters: ReadonlyArray<AppliedFilter>;
  /** The instant whose versions it read. */
  readonly asOf: Scalars['DateTime']['output'];
  /** The limits it ran with. */
  readonly budget: Budget;
  /** The chat model that was configured; null when none. */
  readonly chatModel?: Maybe<Scalars['String']['output']>;
  /** The confidence it ended with, 0 to 1; null when a fault ended it. */
  readonly confidenceValue?: Maybe<Scalars['Float']['output']>;
  /** The client's conversation, when it gave one. */
  readonly conversationId?: Maybe<Scalars['String']['output']>;
  /** When it was asked. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The embedder that was used. */
  readonly embedder: Scalars['String']['output'];
  /** What people said of it, newest first. */
  readonly feedback: ReadonlyArray<Feedback>;
  /** From which confidence on it was answered; null: the run is of before this was recorded. */
  readonly gate?: Maybe<Gate>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** How it ended; null when a fault ended it. */
  readonly outcome?: Maybe<RunOutcome>;
  /** The passages that were judged last, best first. */
  readonly passages: ReadonlyArray<Passage>;
  /** What was planned; null when a fault ended it before. */
  readonly plan?: Maybe<Plan>;
  /** The configuration it ran with. */
  readonly preset: Preset;
  /** The prompts that models were given, by version, in order. */
  readonly prompts: ReadonlyArray<RecordedPrompt>;
  /** The texts that were searched, in order, each once: the question or its parts, then what refinement made of them. */
  readonly queries: ReadonlyArray<Scalars['String']['output']>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The judgement of each round, in order. */
  readonly reflections: ReadonlyArray<Reflection>;
  /** The run that this one repeats; null: none. */
  readonly replayOf?: Maybe<Scalars['ID']['output']>;
  /** Every text that was searched, with what each arm made of its candidates. */
  readonly searches: ReadonlyArray<RecordedSearch>;
  /** The retrieval settings it ran with: those of the preset, with what was overridden. */
  readonly settings: RetrievalSettings;
  /** The steps of the loop, in order. */
  readonly steps: ReadonlyArray<RunStep>;
  /** Why the loop stopped; null when a fault ended it. */
  readonly stopReason?: Maybe<StopReason>;
  /** The tier it ended with; null when a fault ended it. */
  readonly tier?: Maybe<Tier>;
  /** What it cost. */
  readonly usage: Usage;
};

/** One field that differs. */
export type RunChange = {
  /** In the repetition, as JSON; null when it is not there. */
  readonly after?: Maybe<Scalars['String']['output']>;
  /** In the original, as JSON; null when it is not there. */
  readonly before?: Maybe<Scalars['String']['output']>;
  /** Where, as a path: `result.text`, `passages[2].score`. */
  readonly path: Scalars['String']['output'];
};

/** A page of runs. */
export type RunConnection = {
  /** The runs. */
  readonly nodes: ReadonlyArray<Run>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** Which runs to list. */
export type RunFilter = {
  /** Only those of this conversation. */
  readonly conversationId?: InputMaybe<Scalars['String']['input']>;
  /** Only those that ended so. */
  readonly outcome?: InputMaybe<RunOutcome>;
  /** Only those with this tier. */
  readonly tier?: InputMaybe<Tier>;
};

/** How a run ended. */
export type RunOutcome =
  /** With a refusal. */
  | 'ABSTENTION'
  /** With an answer. */
  | 'ANSWER'
  /** With a question back. */
  | 'CLARIFICATION';

/** A repetition, beside what it repeats. */
export type RunReplay = {
  /** Documents that the run read and that have changed or gone since, by key: they are why SAME cannot always repeat it. */
  readonly changedDocuments: ReadonlyArray<Scalars['String']['output']>;
  /** What differs, field by field, times and ids left out. */
  readonly changes: ReadonlyArray<RunChange>;
  /** The run that was repeated. */
  readonly original: Run;
  /** The repetition; it is recorded like any run. */
  readonly run: Run;
  /** True when outcome, text, citations and passages are the same. */
  readonly same: Scalars['Boolean']['output'];
};

/** One step of the loop. */
export type RunStep = {
  /** What it decided, as data. */
  readonly detail: Scalars['JSONObject']['output'];
  /** Milliseconds it took. */
  readonly millis: Scalars['Float']['output'];
  /** The node that ran. */
  readonly node: Scalars['String']['output'];
  /** Milliseconds after the question came in. */
  readonly startedMillis: Scalars['Float']['output'];
};

/** Something beside the arms that moved a fused score. */
export type ScoreAdjustment = {
  /** What it added to the fused score. */
  readonly contribution: Scalars['Float']['output'];
  /** What it was. */
  readonly kind: AdjustmentKind;
};

/** Which documents retrieval may read. All given conditions must hold; an empty list is refused. They work inside both arms, so they never shorten a result. */
export type SearchFilter = {
  /** Only what people of these groups may read: documents open to all, and those of one of the groups. It never shows more than the caller's key does. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents by one of these authors, ignoring case. */
  readonly authors?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only these documents. */
  readonly documentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** False: without documents that name one that replaces them. Default: true. */
  readonly includeSuperseded?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only documents whose key begins so, for example with a folder. */
  readonly keyPrefix?: InputMaybe<Scalars['String']['input']>;
  /** Only documents in one of these languages, as ISO 639-1 codes. */
  readonly languages?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents of one of these kinds, ignoring case. */
  readonly semanticTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents written in one of these. */
  readonly sourceTypes?: InputMaybe<ReadonlyArray<SourceType>>;
  /** Only documents with all of these labels. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents updated at this instant or later. */
  readonly updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only documents updated before this instant. */
  readonly updatedBefore?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What to search for. */
export type SearchInput = {
  /** Search the versions that were valid at this instant. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only documents that pass are read. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** BCP 47 tag of the words' language; it counts where documents are in several. Default: as they look. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** A named configuration of retrieval. Default: CANDOR. */
  readonly preset?: InputMaybe<Preset>;
  /** The words, 1 to 2,000 characters. */
  readonly query: Scalars['String']['input'];
  /** Overrides single retrieval settings of the preset. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
};

/** What a search found. */
export type SearchResult = {
  /** The conditions that all of its passages met. */
  readonly appliedFilters: ReadonlyArray<AppliedFilter>;
  /** How sure Candor is that the top passage holds what was asked for. */
  readonly confidence: Confidence;
  /** Curated answers that match, best first. */
  readonly curated: ReadonlyArray<CuratedMatch>;
  /** Arms that did not work. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** Milliseconds it took. */
  readonly millis: Scalars['Float']['output'];
  /** Passages, best first. */
  readonly passages: ReadonlyArray<Passage>;
  /** The settings that it ran with: those of the preset, with what was overridden. */
  readonly settings: RetrievalSettings;
  /** The tier that the confidence falls in. */
  readonly tier: Tier;
  /** Where its time went. */
  readonly timings: RetrievalTimings;
};

/** Whether retrieval passes a chunk over. */
export type SetChunkOmittedInput = {
  /** The chunk's id. */
  readonly chunkId: Scalars['ID']['input'];
  /** True: it does; false: it does not; null: as the rule says. */
  readonly omitted?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The words that answer, as they stand in a cited source. */
export type ShortAnswer = {
  /** Number of the citation whose quote they stand in. */
  readonly citationNumber: Scalars['Int']['output'];
  /** Where they stand in the canonical text of the cited version. */
  readonly sourceSpan: Span;
  /** The words. */
  readonly text: Scalars['String']['output'];
};

/** What kept the evidence from carrying an answer. */
export type Shortfall = {
  /** Runs. */
  readonly count: Scalars['Int']['output'];
  /** What. */
  readonly gap: Gap;
};

/** How far one signal has moved since the calibration. */
export type SignalDrift = {
  /** True when the shift is large and not by chance. */
  readonly alarm: Scalars['Boolean']['output'];
  /** Probability of a shift as great by chance: two-sample Kolmogorov-Smirnov. */
  readonly pValue: Scalars['Float']['output'];
  /** The signal, by its field of ConfidenceSignals. */
  readonly signal: Scalars['String']['output'];
  /** Population stability index. Below 0.1 it is stable, above 0.25 it is another population. */
  readonly stabilityIndex: Scalars['Float']['output'];
};

/** Where a span stands in the source that was taken in, from 1. Pages or lines, as the source has them. */
export type SourceLocation = {
  /** The line on which it ends. */
  readonly endLine?: Maybe<Scalars['Int']['output']>;
  /** The page on which it ends. */
  readonly endPage?: Maybe<Scalars['Int']['output']>;
  /** The line on which it begins. */
  readonly line?: Maybe<Scalars['Int']['output']>;
  /** The page on which it begins. */
  readonly page?: Maybe<Scalars['Int']['output']>;
};

/** What a source was written in. */
export type SourceType =
  /** A table, one record a line. */
  | 'CSV'
  /** Word, Office Open XML. */
  | 'DOCX'
  /** A web page. */
  | 'HTML'
  /** A JSON value. */
  | 'JSON'
  /** One JSON value a line. */
  | 'JSON_LINES'
  /** CommonMark with tables; YAML front matter is read as metadata. */
  | 'MARKDOWN'
  /** PDF with a text layer. */
  | 'PDF'
  /** Plain text. */
  | 'PLAIN_TEXT';

/** A stretch of text, in UTF-16 units: start is inside, end is outside. */
export type Span = {
  /** Offset after the last unit. */
  readonly end: Scalars['Int']['output'];
  /** Offset of the first unit. */
  readonly start: Scalars['Int']['output'];
};

/** A stretch of text, in UTF-16 units: start is inside, end is outside. */
export type SpanInput = {
  /** Offset after the last unit. */
  readonly end: Scalars['Int']['input'];
  /** Offset of the first unit. */
  readonly start: Scalars['Int']['input'];
};

/** A passage that may no longer hold. */
export type StalePassage = {
  /** The passage's chunk. */
  readonly chunkId: Scalars['ID']['output'];
  /** Why. */
  readonly reason: StalePassageReason;
};

/** Why a passage may no longer hold. */
export type StalePassageReason =
  /** Its version had ended when the question was asked. */
  | 'EXPIRED'
  /** Its source names a successor. */
  | 'SUPERSEDED';

/** What became of a source. */
export type StaleReason =
  /** The valid version is another one. */
  | 'CHANGED'
  /** The document was deleted. */
  | 'DELETED'
  /** No version is valid now. */
  | 'EXPIRED'
  /** The document was unpublished. */
  | 'HIDDEN';

/** A source of a curated answer that is not what it was. */
export type StaleSource = {
  /** Since when; null when that is not known. */
  readonly changedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The document; null when it is gone. */
  readonly document?: Maybe<Document>;
  /** The document's id. */
  readonly documentId: Scalars['ID']['output'];
  /** What became of it. */
  readonly reason: StaleReason;
};

/** Why the loop stopped. */
export type StopReason =
  /** The person was asked which of several answers is meant, or what a word refers to. */
  | 'ASKED_BACK'
  /** The confidence stayed below the gate. */
  | 'BELOW_GATE'
  /** A curated answer matched. */
  | 'CURATED_MATCH'
  /** The time is used up. */
  | 'DEADLINE'
  /** The confidence passed the gate. */
  | 'GATE_PASSED'
  /** Another round brought no new evidence. */
  | 'NO_NEW_EVIDENCE'
  /** The allowed rounds are used up. */
  | 'ROUND_LIMIT'
  /** The tokens are used up. */
  | 'TOKEN_BUDGET'
  /** Too few claims could be proven. */
  | 'VERIFICATION_FAILED'
  /** Retrieval found nothing at all. */
  | 'ZERO_HITS';

/** Which arms are searched. */
export type Strategy =
  /** Vectors only. */
  | 'DENSE'
  /** Both. */
  | 'HYBRID'
  /** Keywords only. */
  | 'SPARSE';

/** Events while they happen, over graphql-ws or graphql-sse at /graphql. */
export type Subscription = {
  /** Asks a question and tells each step of the loop; the last event is Finished or Failed. */
  readonly askEvents: AskEvent;
  /** Tells an ingest job whenever it changes; the last event has it when it is over. */
  readonly ingestEvents: IngestEvent;
};


/** Events while they happen, over graphql-ws or graphql-sse at /graphql. */
export type SubscriptionAskEventsArgs = {
  input: AskInput;
};


/** Events while they happen, over graphql-ws or graphql-sse at /graphql. */
export type SubscriptionIngestEventsArgs = {
  jobId: Scalars['ID']['input'];
};

/** How a text is to be read. */
export type TextFormat =
  /** Rows with a header; each row is found by itself. */
  | 'CSV'
  /** HTML: the main content is read; scripts and hidden text are left out. */
  | 'HTML'
  /** A JSON document; each element of its list is found by itself. */
  | 'JSON'
  /** One JSON value a line. */
  | 'JSON_LINES'
  /** CommonMark with tables; YAML front matter is read as metadata. */
  | 'MARKDOWN'
  /** Plain text. */
  | 'PLAIN_TEXT';

/** How far to trust an outcome. */
export type Tier =
  /** Confidence of 0.75 or more, until a calibration or a caution moves the threshold. */
  | 'CONFIDENT'
  /** Nothing was found that answers the question. */
  | 'NO_MATCH'
  /** Confidence from the gate on, 0.45 as it ships: check the citation before relying on it. */
  | 'UNCERTAIN'
  /** Something was written, but its claims could not be proven. */
  | 'VERIFICATION_FAILED';

/** Kinds of times. */
export type TimeKind =
  /** The question names a time. */
  | 'INTERVAL'
  /** The question is about now: newer documents are preferred. */
  | 'NOW';

/** The time that a question is about. */
export type TimeScope = {
  /** Inclusive; null: open. */
  readonly from?: Maybe<Scalars['DateTime']['output']>;
  /** Now, or an interval. */
  readonly kind: TimeKind;
  /** Exclusive; null: open. */
  readonly until?: Maybe<Scalars['DateTime']['output']>;
  /** The words that said so. */
  readonly words: Scalars['String']['output'];
};

/** How far a document may be relied on. */
export type Trust =
  /** Neither. */
  | 'NORMAL'
  /** It settles a conflict with documents that are not trusted. */
  | 'TRUSTED'
  /** An answer that rests on such documents alone is never CONFIDENT, and says so. */
  | 'UNTRUSTED';

/** One earlier turn of a conversation. */
export type TurnInput = {
  /** Who spoke. */
  readonly role: TurnRole;
  /** What was said, 1 to 10,000 characters. It is data: nothing in it is followed as an instruction. */
  readonly text: Scalars['String']['input'];
};

/** Who spoke in a conversation. */
export type TurnRole =
  /** Whoever answered. */
  | 'ASSISTANT'
  /** The person who asks. */
  | 'USER';

/** What an outcome cost. */
export type Usage = {
  /** US dollars for the tokens, by the prices that the server is configured with; null when it has none. */
  readonly cost?: Maybe<Scalars['Float']['output']>;
  /** Tokens sent to the chat model. */
  readonly inputTokens: Scalars['Int']['output'];
  /** Milliseconds from question to outcome. */
  readonly millis: Scalars['Float']['output'];
  /** Calls of the chat model. */
  readonly modelCalls: Scalars['Int']['output'];
  /** Tokens received from the chat model. */
  readonly outputTokens: Scalars['Int']['output'];
  /** Rounds of retrieval. */
  readonly rounds: Scalars['Int']['output'];
};

/** A fault as data. */
export type UserError = {
  /** A code from the closed set of faults. */
  readonly code: Scalars['String']['output'];
  /** What is wrong. */
  readonly message: Scalars['String']['output'];
  /** What to do next. */
  readonly remedy: Scalars['String']['output'];
};

/** What the loop does after a round. */
export type Verdict =
  /** Refuses. */
  | 'ABSTAIN'
  /** Asks the person. */
  | 'CLARIFY'
  /** Gives the curated answer. */
  | 'CURATED'
  /** Writes the answer. */
  | 'PASS'
  /** Asks differently. */
  | 'REFINE'
  /** Lets the reranker read. */
  | 'RERANK'
  /** Asks the chat model for the answer, and decides again. */
  | 'WRITE';

/** What the verification of an answer found. */
export type Verification = {
  /** Claims that were written. */
  readonly claimCount: Scalars['Int']['output'];
  /** True when no claim was dropped. */
  readonly complete: Scalars['Boolean']['output'];
  /** Claims that were proven. */
  readonly supportedCount: Scalars['Int']['output'];
};

/** Which citation to verify: runId and number of a recorded one; or versionId, sourceSpan and quote. */
export type VerifyCitationInput = {
  /** What the quote is to prove, 1 to 20,000 characters. Left out: the quote itself. */
  readonly claim?: InputMaybe<Scalars['String']['input']>;
  /** Its number in the run's answer. */
  readonly number?: InputMaybe<Scalars['Int']['input']>;
  /** The cited words, 1 to 20,000 characters. */
  readonly quote?: InputMaybe<Scalars['String']['input']>;
  /** The run that gave it. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan?: InputMaybe<SpanInput>;
  /** The version that was cited. */
  readonly versionId?: InputMaybe<Scalars['ID']['input']>;
};

/** A tenant: nothing of it is visible to another. */
export type Workspace = {
  /** What its questions may spend. */
  readonly budget: WorkspaceBudget;
  /** Pieces that retrieval can find for the caller. */
  readonly chunkCount: Scalars['Int']['output'];
  /** Curated answers. */
  readonly curatedAnswerCount: Scalars['Int']['output'];
  /** Documents that retrieval can find for the caller. */
  readonly documentCount: Scalars['Int']['output'];
  /** The embedder whose vectors are stored; null while there are none. */
  readonly embedder?: Maybe<Scalars['String']['output']>;
  /** How sure an answer must be, where a question does not say. */
  readonly gate: Gate;
  /** What is promised about the answers of its questions; null when nothing is. */
  readonly guarantee?: Maybe<Guarantee>;
  /** Whether its calibrations still fit what is asked, and whether promises hold. */
  readonly health: WorkspaceHealth;
  /** The workspace's id. */
  readonly id: Scalars['ID']['output'];
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** For how many days a deleted document can be restored; 0: it cannot. */
  readonly retentionDays: Scalars['Int']['output'];
  /** What the caller may do here. */
  readonly role: Role;
};

/** What the questions of a workspace may spend, with Candor's own limits where the workspace has set none. */
export type WorkspaceBudget = {
  /** What no question exceeds: more is cut to it. */
  readonly ceilings: Budget;
  /** What a question takes that says nothing. A preset with limits of its own keeps them where the workspace has set none. */
  readonly defaults: Budget;
};

/** A change of a workspace's budget. What is left out stays. */
export type WorkspaceBudgetInput = {
  /** What no question exceeds. */
  readonly ceilings?: InputMaybe<WorkspaceLimitsInput>;
  /** What a question takes that says nothing; none may be above its ceiling. */
  readonly defaults?: InputMaybe<WorkspaceLimitsInput>;
};

/** A gate to set: one of the two. Null goes back to BALANCED. */
export type WorkspaceGateInput = {
  /** How cautious. */
  readonly caution?: InputMaybe<Caution>;
  /** A confidence on the scale that ships, 0.05 to 0.95. With a calibration in use the gate is moved from the calibration's own, as far in log odds as this is from BALANCED. */
  readonly uncertainFrom?: InputMaybe<Scalars['Float']['input']>;
};

/** What was calibrated against what came since, over all runs of the workspace. Looked at once a minute. */
export type WorkspaceHealth = {
  /** The calibrations in use. */
  readonly calibrations: ReadonlyArray<CalibrationHealth>;
  /** When it was looked at. */
  readonly checkedAt: Scalars['DateTime']['output'];
  /** What is the matter, and what to do. */
  readonly message: Scalars['String']['output'];
  /** The worst of the calibrations'; OK where none is in use. */
  readonly status: HealthStatus;
};

/** Limits to set. What is left out stays; null goes back to Candor's own. */
export type WorkspaceLimitsInput = {
  /** Milliseconds for the whole question, 50 to 120,000. */
  readonly maxMillis?: InputMaybe<Scalars['Int']['input']>;
  /** Rounds of retrieval, 1 to 5. */
  readonly maxRounds?: InputMaybe<Scalars['Int']['input']>;
  /** Model tokens, in and out together, 0 to 200,000. 0: no model is called. */
  readonly maxTokens?: InputMaybe<Scalars['Int']['input']>;
};

/** The answer is being written: by a chat model, whose finding counts before the gate decides, or of whole sentences. A second time where the model's words were not used. */
export type Writing = AskEvent & {
  /** Milliseconds since the question came in. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** Who words it. */
  readonly mode: AnswerMode;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** 0, 1, 2 and so on within the run. */
  readonly sequence: Scalars['Int']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  AskResult:
    | ( DomainAbstention )
    | ( DomainAnswer )
    | ( DomainClarification )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  AskEvent:
    | ( EventOf<'ClaimVerified'> )
    | ( EventOf<'Failed'> )
    | ( EventOf<'Finished'> )
    | ( EventOf<'Planned'> )
    | ( EventOf<'Provisional'> )
    | ( EventOf<'Refined'> )
    | ( EventOf<'Reflected'> )
    | ( EventOf<'Retrieved'> )
    | ( EventOf<'Writing'> )
  ;
  Outcome:
    | ( DomainAbstention )
    | ( DomainAnswer )
    | ( DomainClarification )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Abstention: ResolverTypeWrapper<DomainAbstention>;
  AbstentionReason: AbstentionReason;
  AdjustmentKind: AdjustmentKind;
  Alias: ResolverTypeWrapper<DomainAlias>;
  AliasConnection: ResolverTypeWrapper<AliasPage>;
  AliasInput: AliasInput;
  Answer: ResolverTypeWrapper<DomainAnswer>;
  AnswerMode: AnswerMode;
  AnswerType: AnswerType;
  AppliedFilter: ResolverTypeWrapper<DomainAppliedFilter>;
  ArmTrace: ResolverTypeWrapper<DomainArmTrace>;
  AskEvent: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['AskEvent']>;
  AskInput: AskInput;
  AskResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['AskResult']>;
  Block: ResolverTypeWrapper<StoredBlock>;
  BlockConnection: ResolverTypeWrapper<BlockPage>;
  BlockKind: BlockKind;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Budget: ResolverTypeWrapper<Budget>;
  BudgetInput: BudgetInput;
  Calibration: ResolverTypeWrapper<DomainCalibration>;
  CalibrationConnection: ResolverTypeWrapper<CalibrationPage>;
  CalibrationHealth: ResolverTypeWrapper<CalibrationHealth>;
  CalibrationMethod: CalibrationMethod;
  CalibrationMethodFigures: ResolverTypeWrapper<CalibrationMethodFigures>;
  CalibrationSource: CalibrationSource;
  Caution: Caution;
  CheckGroundingInput: CheckGroundingInput;
  CheckName: CheckName;
  CheckedClaim: ResolverTypeWrapper<DomainCheckedClaim>;
  Chunk: ResolverTypeWrapper<StoredChunk>;
  ChunkConnection: ResolverTypeWrapper<ChunkPage>;
  ChunkPointer: ResolverTypeWrapper<DomainChunkPointer>;
  Citation: ResolverTypeWrapper<DomainCitation>;
  CitationCheck: ResolverTypeWrapper<DomainCitationCheck>;
  CitationToday: ResolverTypeWrapper<DomainCitationToday>;
  CitationVerification: ResolverTypeWrapper<DomainCitationVerification>;
  CitedDocumentState: CitedDocumentState;
  Claim: ResolverTypeWrapper<DomainClaim>;
  ClaimEvidence: ResolverTypeWrapper<DomainClaimEvidence>;
  ClaimStatus: ClaimStatus;
  ClaimVerified: ResolverTypeWrapper<EventOf<'ClaimVerified'>>;
  Clarification: ResolverTypeWrapper<DomainClarification>;
  ClarificationOption: ResolverTypeWrapper<DomainClarificationOption>;
  Confidence: ResolverTypeWrapper<DomainConfidence>;
  ConfidenceSignals: ResolverTypeWrapper<DomainConfidenceSignals>;
  Conflict: ResolverTypeWrapper<DomainConflict>;
  ConflictKind: ConflictKind;
  ConflictResolution: ConflictResolution;
  ConflictSide: ResolverTypeWrapper<DomainConflictSide>;
  ContentFlag: ContentFlag;
  ContentType: ContentType;
  CuratedAnswer: ResolverTypeWrapper<DomainCuratedAnswer>;
  CuratedAnswerConnection: ResolverTypeWrapper<CuratedPage>;
  CuratedAnswerFilter: CuratedAnswerFilter;
  CuratedAnswerInput: CuratedAnswerInput;
  CuratedMatch: ResolverTypeWrapper<DomainCuratedMatch>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeactivateCalibrationPayload: ResolverTypeWrapper<DeactivateCalibrationPayload>;
  Degradation: ResolverTypeWrapper<DomainDegradation>;
  DegradedPart: DegradedPart;
  DeletePayload: ResolverTypeWrapper<DeletePayload>;
  DependentQuery: ResolverTypeWrapper<DependentQuery>;
  Document: ResolverTypeWrapper<DomainDocument>;
  DocumentConnection: ResolverTypeWrapper<DocumentPage>;
  DocumentFilter: DocumentFilter;
  DocumentInput: DocumentInput;
  DocumentState: DocumentState;
  DocumentVersion: ResolverTypeWrapper<DomainDocumentVersion>;
  DroppedClaim: ResolverTypeWrapper<DomainDroppedClaim>;
  ErrorWatch: ResolverTypeWrapper<ErrorWatch>;
  Failed: ResolverTypeWrapper<EventOf<'Failed'>>;
  Feedback: ResolverTypeWrapper<DomainFeedback>;
  FeedbackConnection: ResolverTypeWrapper<FeedbackPage>;
  FeedbackVerdict: FeedbackVerdict;
  FilterCondition: FilterCondition;
  Finished: ResolverTypeWrapper<EventOf<'Finished'>>;
  FitCalibrationInput: FitCalibrationInput;
  FitCalibrationPayload: ResolverTypeWrapper<Omit<FitCalibrationPayload, 'calibrations'> & { calibrations: ReadonlyArray<ResolversTypes['Calibration']> }>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Fusion: Fusion;
  Gap: Gap;
  GapDocument: ResolverTypeWrapper<DomainGapDocument>;
  GapReason: GapReason;
  GapReasonCount: ResolverTypeWrapper<GapReasonCount>;
  Gate: ResolverTypeWrapper<Gate>;
  GateAudit: ResolverTypeWrapper<GateAudit>;
  GateSweepPoint: ResolverTypeWrapper<GateSweepPoint>;
  GateTest: ResolverTypeWrapper<DomainGateTest>;
  GateTestStep: ResolverTypeWrapper<GateTestStep>;
  GroundingReport: ResolverTypeWrapper<DomainGroundingReport>;
  Guarantee: ResolverTypeWrapper<StandingGuarantee>;
  GuaranteeStatus: GuaranteeStatus;
  HealthStatus: HealthStatus;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IngestAction: IngestAction;
  IngestDocumentsInput: IngestDocumentsInput;
  IngestDocumentsPayload: ResolverTypeWrapper<IngestDocumentsResult>;
  IngestEvent: ResolverTypeWrapper<Omit<IngestEvent, 'job'> & { job: ResolversTypes['IngestJob'] }>;
  IngestItem: ResolverTypeWrapper<DomainJobItem>;
  IngestItemState: IngestItemState;
  IngestJob: ResolverTypeWrapper<DomainIngestJob>;
  IngestJobConnection: ResolverTypeWrapper<JobPage>;
  IngestJobState: IngestJobState;
  IngestStatus: IngestStatus;
  IngestTimings: ResolverTypeWrapper<DomainIngestTimings>;
  IngestedDocument: ResolverTypeWrapper<DomainIngestedDocument>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  KnowledgeGap: ResolverTypeWrapper<DomainKnowledgeGap>;
  KnowledgeGapConnection: ResolverTypeWrapper<DomainGapPage>;
  LabellingQueue: ResolverTypeWrapper<Omit<LabellingQueue, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['QueuedRun']> }>;
  MissExplanation: ResolverTypeWrapper<DomainMissExplanation>;
  MissReason: MissReason;
  MissedArm: ResolverTypeWrapper<DomainMissedArm>;
  MissingFact: ResolverTypeWrapper<MissingFact>;
  ModelJudgement: ResolverTypeWrapper<ModelJudgement>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NearestEvidence: ResolverTypeWrapper<DomainNearestEvidence>;
  NextStep: ResolverTypeWrapper<DomainNextStep>;
  NextStepKind: NextStepKind;
  Notice: ResolverTypeWrapper<DomainNotice>;
  NoticeKind: NoticeKind;
  Outcome: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Outcome']>;
  PageInfo: ResolverTypeWrapper<PageEnd>;
  Passage: ResolverTypeWrapper<DomainPassage>;
  PassageTrace: ResolverTypeWrapper<DomainPassageTrace>;
  Plan: ResolverTypeWrapper<DomainPlan>;
  Planned: ResolverTypeWrapper<EventOf<'Planned'>>;
  Planner: Planner;
  Preset: Preset;
  Provisional: ResolverTypeWrapper<EventOf<'Provisional'>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  QuestionFacts: ResolverTypeWrapper<QuestionFacts>;
  QuestionKind: QuestionKind;
  QueuedRun: ResolverTypeWrapper<DomainQueuedRun>;
  RecordFeedbackInput: RecordFeedbackInput;
  RecordFeedbackPayload: ResolverTypeWrapper<Omit<RecordFeedbackPayload, 'feedback'> & { feedback: ResolversTypes['Feedback'] }>;
  RecordedCandidate: ResolverTypeWrapper<RecordedCandidate>;
  RecordedPrompt: ResolverTypeWrapper<RecordedPrompt>;
  RecordedSearch: ResolverTypeWrapper<Omit<RecordedSearch, 'settings'> & { settings: ResolversTypes['RetrievalSettings'] }>;
  RefineStrategy: RefineStrategy;
  Refined: ResolverTypeWrapper<EventOf<'Refined'>>;
  Reflected: ResolverTypeWrapper<EventOf<'Reflected'>>;
  Reflection: ResolverTypeWrapper<Reflection>;
  ReplayInput: ReplayInput;
  ReplayVersions: ReplayVersions;
  Requirement: ResolverTypeWrapper<Requirement>;
  RequirementKind: RequirementKind;
  RerankTrace: ResolverTypeWrapper<RerankTrace>;
  RerankWhen: RerankWhen;
  RetrievalInput: RetrievalInput;
  RetrievalSettings: ResolverTypeWrapper<DomainRetrievalSettings>;
  RetrievalTimings: ResolverTypeWrapper<DomainRetrievalTimings>;
  Retrieved: ResolverTypeWrapper<EventOf<'Retrieved'>>;
  RevisionKind: RevisionKind;
  Role: Role;
  Run: ResolverTypeWrapper<DomainRun>;
  RunChange: ResolverTypeWrapper<RunChange>;
  RunConnection: ResolverTypeWrapper<RunPage>;
  RunFilter: RunFilter;
  RunOutcome: RunOutcome;
  RunReplay: ResolverTypeWrapper<Omit<RunReplay, 'original' | 'run'> & { original: ResolversTypes['Run'], run: ResolversTypes['Run'] }>;
  RunStep: ResolverTypeWrapper<DomainRunStep>;
  ScoreAdjustment: ResolverTypeWrapper<ScoreAdjustment>;
  SearchFilter: SearchFilter;
  SearchInput: SearchInput;
  SearchResult: ResolverTypeWrapper<DomainSearchResult>;
  SetChunkOmittedInput: SetChunkOmittedInput;
  ShortAnswer: ResolverTypeWrapper<DomainShortAnswer>;
  Shortfall: ResolverTypeWrapper<Shortfall>;
  SignalDrift: ResolverTypeWrapper<SignalDrift>;
  SourceLocation: ResolverTypeWrapper<DomainSourceLocation>;
  SourceType: SourceType;
  Span: ResolverTypeWrapper<DomainSpan>;
  SpanInput: SpanInput;
  StalePassage: ResolverTypeWrapper<StalePassage>;
  StalePassageReason: StalePassageReason;
  StaleReason: StaleReason;
  StaleSource: ResolverTypeWrapper<DomainStaleSource>;
  StopReason: StopReason;
  Strategy: Strategy;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TextFormat: TextFormat;
  Tier: Tier;
  TimeKind: TimeKind;
  TimeScope: ResolverTypeWrapper<TimeScope>;
  Trust: Trust;
  TurnInput: TurnInput;
  TurnRole: TurnRole;
  Usage: ResolverTypeWrapper<DomainUsage>;
  UserError: ResolverTypeWrapper<DomainUserError>;
  Verdict: Verdict;
  Verification: ResolverTypeWrapper<DomainVerification>;
  VerifyCitationInput: VerifyCitationInput;
  Workspace: ResolverTypeWrapper<DomainWorkspace>;
  WorkspaceBudget: ResolverTypeWrapper<WorkspaceBudget>;
  WorkspaceBudgetInput: WorkspaceBudgetInput;
  WorkspaceGateInput: WorkspaceGateInput;
  WorkspaceHealth: ResolverTypeWrapper<DomainWorkspaceHealth>;
  WorkspaceLimitsInput: WorkspaceLimitsInput;
  Writing: ResolverTypeWrapper<EventOf<'Writing'>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Abstention: DomainAbstention;
  Alias: DomainAlias;
  AliasConnection: AliasPage;
  AliasInput: AliasInput;
  Answer: DomainAnswer;
  AppliedFilter: DomainAppliedFilter;
  ArmTrace: DomainArmTrace;
  AskEvent: ResolversInterfaceTypes<ResolversParentTypes>['AskEvent'];
  AskInput: AskInput;
  AskResult: ResolversUnionTypes<ResolversParentTypes>['AskResult'];
  Block: StoredBlock;
  BlockConnection: BlockPage;
  Boolean: Scalars['Boolean']['output'];
  Budget: Budget;
  BudgetInput: BudgetInput;
  Calibration: DomainCalibration;
  CalibrationConnection: CalibrationPage;
  CalibrationHealth: CalibrationHealth;
  CalibrationMethodFigures: CalibrationMethodFigures;
  CheckGroundingInput: CheckGroundingInput;
  CheckedClaim: DomainCheckedClaim;
  Chunk: StoredChunk;
  ChunkConnection: ChunkPage;
  ChunkPointer: DomainChunkPointer;
  Citation: DomainCitation;
  CitationCheck: DomainCitationCheck;
  CitationToday: DomainCitationToday;
  CitationVerification: DomainCitationVerification;
  Claim: DomainClaim;
  ClaimEvidence: DomainClaimEvidence;
  ClaimVerified: EventOf<'ClaimVerified'>;
  Clarification: DomainClarification;
  ClarificationOption: DomainClarificationOption;
  Confidence: DomainConfidence;
  ConfidenceSignals: DomainConfidenceSignals;
  Conflict: DomainConflict;
  ConflictSide: DomainConflictSide;
  CuratedAnswer: DomainCuratedAnswer;
  CuratedAnswerConnection: CuratedPage;
  CuratedAnswerFilter: CuratedAnswerFilter;
  CuratedAnswerInput: CuratedAnswerInput;
  CuratedMatch: DomainCuratedMatch;
  DateTime: Scalars['DateTime']['output'];
  DeactivateCalibrationPayload: DeactivateCalibrationPayload;
  Degradation: DomainDegradation;
  DeletePayload: DeletePayload;
  DependentQuery: DependentQuery;
  Document: DomainDocument;
  DocumentConnection: DocumentPage;
  DocumentFilter: DocumentFilter;
  DocumentInput: DocumentInput;
  DocumentVersion: DomainDocumentVersion;
  DroppedClaim: DomainDroppedClaim;
  ErrorWatch: ErrorWatch;
  Failed: EventOf<'Failed'>;
  Feedback: DomainFeedback;
  FeedbackConnection: FeedbackPage;
  Finished: EventOf<'Finished'>;
  FitCalibrationInput: FitCalibrationInput;
  FitCalibrationPayload: Omit<FitCalibrationPayload, 'calibrations'> & { calibrations: ReadonlyArray<ResolversParentTypes['Calibration']> };
  Float: Scalars['Float']['output'];
  GapDocument: DomainGapDocument;
  GapReasonCount: GapReasonCount;
  Gate: Gate;
  GateAudit: GateAudit;
  GateSweepPoint: GateSweepPoint;
  GateTest: DomainGateTest;
  GateTestStep: GateTestStep;
  GroundingReport: DomainGroundingReport;
  Guarantee: StandingGuarantee;
  ID: Scalars['ID']['output'];
  IngestDocumentsInput: IngestDocumentsInput;
  IngestDocumentsPayload: IngestDocumentsResult;
  IngestEvent: Omit<IngestEvent, 'job'> & { job: ResolversParentTypes['IngestJob'] };
  IngestItem: DomainJobItem;
  IngestJob: DomainIngestJob;
  IngestJobConnection: JobPage;
  IngestTimings: DomainIngestTimings;
  IngestedDocument: DomainIngestedDocument;
  Int: Scalars['Int']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  KnowledgeGap: DomainKnowledgeGap;
  KnowledgeGapConnection: DomainGapPage;
  LabellingQueue: Omit<LabellingQueue, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['QueuedRun']> };
  MissExplanation: DomainMissExplanation;
  MissedArm: DomainMissedArm;
  MissingFact: MissingFact;
  ModelJudgement: ModelJudgement;
  Mutation: Record<PropertyKey, never>;
  NearestEvidence: DomainNearestEvidence;
  NextStep: DomainNextStep;
  Notice: DomainNotice;
  Outcome: ResolversInterfaceTypes<ResolversParentTypes>['Outcome'];
  PageInfo: PageEnd;
  Passage: DomainPassage;
  PassageTrace: DomainPassageTrace;
  Plan: DomainPlan;
  Planned: EventOf<'Planned'>;
  Provisional: EventOf<'Provisional'>;
  Query: Record<PropertyKey, never>;
  QuestionFacts: QuestionFacts;
  QueuedRun: DomainQueuedRun;
  RecordFeedbackInput: RecordFeedbackInput;
  RecordFeedbackPayload: Omit<RecordFeedbackPayload, 'feedback'> & { feedback: ResolversParentTypes['Feedback'] };
  RecordedCandidate: RecordedCandidate;
  RecordedPrompt: RecordedPrompt;
  RecordedSearch: Omit<RecordedSearch, 'settings'> & { settings: ResolversParentTypes['RetrievalSettings'] };
  Refined: EventOf<'Refined'>;
  Reflected: EventOf<'Reflected'>;
  Reflection: Reflection;
  ReplayInput: ReplayInput;
  Requirement: Requirement;
  RerankTrace: RerankTrace;
  RetrievalInput: RetrievalInput;
  RetrievalSettings: DomainRetrievalSettings;
  RetrievalTimings: DomainRetrievalTimings;
  Retrieved: EventOf<'Retrieved'>;
  Run: DomainRun;
  RunChange: RunChange;
  RunConnection: RunPage;
  RunFilter: RunFilter;
  RunReplay: Omit<RunReplay, 'original' | 'run'> & { original: ResolversParentTypes['Run'], run: ResolversParentTypes['Run'] };
  RunStep: DomainRunStep;
  ScoreAdjustment: ScoreAdjustment;
  SearchFilter: SearchFilter;
  SearchInput: SearchInput;
  SearchResult: DomainSearchResult;
  SetChunkOmittedInput: SetChunkOmittedInput;
  ShortAnswer: DomainShortAnswer;
  Shortfall: Shortfall;
  SignalDrift: SignalDrift;
  SourceLocation: DomainSourceLocation;
  Span: DomainSpan;
  SpanInput: SpanInput;
  StalePassage: StalePassage;
  StaleSource: DomainStaleSource;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  TimeScope: TimeScope;
  TurnInput: TurnInput;
  Usage: DomainUsage;
  UserError: DomainUserError;
  Verification: DomainVerification;
  VerifyCitationInput: VerifyCitationInput;
  Workspace: DomainWorkspace;
  WorkspaceBudget: WorkspaceBudget;
  WorkspaceBudgetInput: WorkspaceBudgetInput;
  WorkspaceGateInput: WorkspaceGateInput;
  WorkspaceHealth: DomainWorkspaceHealth;
  WorkspaceLimitsInput: WorkspaceLimitsInput;
  Writing: EventOf<'Writing'>;
};

export type AbstentionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Abstention'] = ResolversParentTypes['Abstention']> = {
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nearest?: Resolver<ReadonlyArray<ResolversTypes['Passage']>, ParentType, ContextType>;
  nextSteps?: Resolver<ReadonlyArray<ResolversTypes['NextStep']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['AbstentionReason'], ParentType, ContextType>;
  run?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AliasResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Alias'] = ResolversParentTypes['Alias']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  synonyms?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  term?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AliasConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AliasConnection'] = ResolversParentTypes['AliasConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Alias']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AnswerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Answer'] = ResolversParentTypes['Answer']> = {
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  conflicts?: Resolver<ReadonlyArray<ResolversTypes['Conflict']>, ParentType, ContextType>;
  curated?: Resolver<Maybe<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  droppedClaims?: Resolver<ReadonlyArray<ResolversTypes['DroppedClaim']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['AnswerMode'], ParentType, ContextType>;
  notices?: Resolver<ReadonlyArray<ResolversTypes['Notice']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
  shortAnswer?: Resolver<Maybe<ResolversTypes['ShortAnswer']>, ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  verification?: Resolver<ResolversTypes['Verification'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AppliedFilterResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AppliedFilter'] = ResolversParentTypes['AppliedFilter']> = {
  condition?: Resolver<ResolversTypes['FilterCondition'], ParentType, ContextType>;
  instant?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArmTraceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ArmTrace'] = ResolversParentTypes['ArmTrace']> = {
  contribution?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rawScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type AskEventResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskEvent'] = ResolversParentTypes['AskEvent']> = {
  __resolveType?: TypeResolveFn<'ClaimVerified' | 'Failed' | 'Finished' | 'Planned' | 'Provisional' | 'Refined' | 'Reflected' | 'Retrieved' | 'Writing', ParentType, ContextType>;
};

export type AskResultResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskResult'] = ResolversParentTypes['AskResult']> = {
  __resolveType?: TypeResolveFn<'Abstention' | 'Answer' | 'Clarification', ParentType, ContextType>;
};

export type BlockResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Block'] = ResolversParentTypes['Block']> = {
  headingPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['BlockKind'], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  span?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BlockConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['BlockConnection'] = ResolversParentTypes['BlockConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Block']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type BudgetResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Budget'] = ResolversParentTypes['Budget']> = {
  maxMillis?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxRounds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CalibrationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Calibration'] = ResolversParentTypes['Calibration']> = {
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  alternatives?: Resolver<ReadonlyArray<ResolversTypes['GateTest']>, ParentType, ContextType>;
  audit?: Resolver<Maybe<ResolversTypes['GateAudit']>, ParentType, ContextType>;
  confidentFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dataHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eceAfter?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  eceBefore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  guarantee?: Resolver<Maybe<ResolversTypes['Guarantee']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['CalibrationMethod'], ParentType, ContextType>;
  methods?: Resolver<ReadonlyArray<ResolversTypes['CalibrationMethodFigures']>, ParentType, ContextType>;
  sampleSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['CalibrationSource'], ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sweep?: Resolver<ReadonlyArray<ResolversTypes['GateSweepPoint']>, ParentType, ContextType>;
  test?: Resolver<Maybe<ResolversTypes['GateTest']>, ParentType, ContextType>;
  uncertainFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CalibrationConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CalibrationConnection'] = ResolversParentTypes['CalibrationConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Calibration']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type CalibrationHealthResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CalibrationHealth'] = ResolversParentTypes['CalibrationHealth']> = {
  activatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  calibrationId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  errors?: Resolver<Maybe<ResolversTypes['ErrorWatch']>, ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recentRuns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  signals?: Resolver<ReadonlyArray<ResolversTypes['SignalDrift']>, ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HealthStatus'], ParentType, ContextType>;
};

export type CalibrationMethodFiguresResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CalibrationMethodFigures'] = ResolversParentTypes['CalibrationMethodFigures']> = {
  auroc?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  brier?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  ece?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  logLoss?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['CalibrationMethod'], ParentType, ContextType>;
};

export type CheckedClaimResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CheckedClaim'] = ResolversParentTypes['CheckedClaim']> = {
  evidence?: Resolver<ReadonlyArray<ResolversTypes['ClaimEvidence']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  span?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  support?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ChunkResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Chunk'] = ResolversParentTypes['Chunk']> = {
  contentType?: Resolver<ResolversTypes['ContentType'], ParentType, ContextType>;
  duplicates?: Resolver<ReadonlyArray<ResolversTypes['ChunkPointer']>, ParentType, ContextType>;
  hypotheticalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  omitOverride?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  omitReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  omitted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ordinal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quality?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ChunkConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ChunkConnection'] = ResolversParentTypes['ChunkConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Chunk']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ChunkPointerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ChunkPointer'] = ResolversParentTypes['ChunkPointer']> = {
  chunkId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  versionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CitationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Citation'] = ResolversParentTypes['Citation']> = {
  ageDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  answerSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['SourceLocation']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  support?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type CitationCheckResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CitationCheck'] = ResolversParentTypes['CitationCheck']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['CheckName'], ParentType, ContextType>;
  passed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CitationTodayResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CitationToday'] = ResolversParentTypes['CitationToday']> = {
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RevisionKind'], ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type CitationVerificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CitationVerification'] = ResolversParentTypes['CitationVerification']> = {
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  claim?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentState?: Resolver<ResolversTypes['CitedDocumentState'], ParentType, ContextType>;
  holdsToday?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quoteMatches?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ClaimStatus']>, ParentType, ContextType>;
  support?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  today?: Resolver<Maybe<ResolversTypes['CitationToday']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type ClaimResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Claim'] = ResolversParentTypes['Claim']> = {
  answerSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  citationNumbers?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  support?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClaimEvidenceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ClaimEvidence'] = ResolversParentTypes['ClaimEvidence']> = {
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  support?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type ClaimVerifiedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ClaimVerified'] = ResolversParentTypes['ClaimVerified']> = {
  claim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType>;
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClarificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Clarification'] = ResolversParentTypes['Clarification']> = {
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  options?: Resolver<ReadonlyArray<ResolversTypes['ClarificationOption']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClarificationOptionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ClarificationOption'] = ResolversParentTypes['ClarificationOption']> = {
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  documentIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  preview?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConfidenceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Confidence'] = ResolversParentTypes['Confidence']> = {
  calibration?: Resolver<Maybe<ResolversTypes['Calibration']>, ParentType, ContextType>;
  display?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  signals?: Resolver<ResolversTypes['ConfidenceSignals'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ConfidenceSignalsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ConfidenceSignals'] = ResolversParentTypes['ConfidenceSignals']> = {
  answerAgreement?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerCoverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerLead?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerMargin?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerSimilarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerTypePresent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  answerability?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  armOverlap?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  codesMatched?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  idfCoverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  inBothArms?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  keywordNormalized?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  knownWords?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  margin?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  passageRank?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  passageSimilarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  quantityMatched?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  questionInformation?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rerankScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rrfTop?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sentenceCoverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  timeFit?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vectorDistance?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  writerFound?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type ConflictResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Conflict'] = ResolversParentTypes['Conflict']> = {
  kind?: Resolver<ResolversTypes['ConflictKind'], ParentType, ContextType>;
  resolution?: Resolver<ResolversTypes['ConflictResolution'], ParentType, ContextType>;
  sides?: Resolver<ReadonlyArray<ResolversTypes['ConflictSide']>, ParentType, ContextType>;
};

export type ConflictSideResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ConflictSide'] = ResolversParentTypes['ConflictSide']> = {
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type CuratedAnswerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedAnswer'] = ResolversParentTypes['CuratedAnswer']> = {
  alternatives?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  answer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  staleSources?: Resolver<ReadonlyArray<ResolversTypes['StaleSource']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CuratedAnswerConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedAnswerConnection'] = ResolversParentTypes['CuratedAnswerConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type CuratedMatchResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedMatch'] = ResolversParentTypes['CuratedMatch']> = {
  answer?: Resolver<ResolversTypes['CuratedAnswer'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeactivateCalibrationPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DeactivateCalibrationPayload'] = ResolversParentTypes['DeactivateCalibrationPayload']> = {
  deactivatedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DegradationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Degradation'] = ResolversParentTypes['Degradation']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  part?: Resolver<ResolversTypes['DegradedPart'], ParentType, ContextType>;
};

export type DeletePayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DeletePayload'] = ResolversParentTypes['DeletePayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type DependentQueryResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DependentQuery'] = ResolversParentTypes['DependentQuery']> = {
  after?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  template?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DocumentResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Document'] = ResolversParentTypes['Document']> = {
  accessGroups?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currentVersion?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  semanticType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceType?: Resolver<ResolversTypes['SourceType'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DocumentState'], ParentType, ContextType>;
  supersededBy?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  supersededByKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trust?: Resolver<ResolversTypes['Trust'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  versions?: Resolver<ReadonlyArray<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type DocumentConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentConnection'] = ResolversParentTypes['DocumentConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DocumentVersionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentVersion'] = ResolversParentTypes['DocumentVersion']> = {
  blocks?: Resolver<Maybe<ResolversTypes['BlockConnection']>, ParentType, ContextType, RequireFields<DocumentVersionBlocksArgs, 'first'>>;
  chunkCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  chunks?: Resolver<ResolversTypes['ChunkConnection'], ParentType, ContextType, RequireFields<DocumentVersionChunksArgs, 'first'>>;
  contentHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  flags?: Resolver<ReadonlyArray<ResolversTypes['ContentFlag']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sourceType?: Resolver<ResolversTypes['SourceType'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DroppedClaimResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DroppedClaim'] = ResolversParentTypes['DroppedClaim']> = {
  evidence?: Resolver<Maybe<ResolversTypes['NearestEvidence']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ErrorWatchResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ErrorWatch'] = ResolversParentTypes['ErrorWatch']> = {
  alarmed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  alpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  delta?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wealth?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FailedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Failed'] = ResolversParentTypes['Failed']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FeedbackResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Feedback'] = ResolversParentTypes['Feedback']> = {
  answer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  documents?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['RunOutcome'], ParentType, ContextType>;
  own?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['FeedbackVerdict'], ParentType, ContextType>;
};

export type FeedbackConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FeedbackConnection'] = ResolversParentTypes['FeedbackConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type FinishedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Finished'] = ResolversParentTypes['Finished']> = {
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AskResult'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FitCalibrationPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FitCalibrationPayload'] = ResolversParentTypes['FitCalibrationPayload']> = {
  calibrations?: Resolver<ReadonlyArray<ResolversTypes['Calibration']>, ParentType, ContextType>;
};

export type GapDocumentResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GapDocument'] = ResolversParentTypes['GapDocument']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
};

export type GapReasonCountResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GapReasonCount'] = ResolversParentTypes['GapReasonCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['GapReason'], ParentType, ContextType>;
};

export type GateResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Gate'] = ResolversParentTypes['Gate']> = {
  caution?: Resolver<Maybe<ResolversTypes['Caution']>, ParentType, ContextType>;
  setTo?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  uncertainFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type GateAuditResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GateAudit'] = ResolversParentTypes['GateAudit']> = {
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  questions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GateSweepPointResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GateSweepPoint'] = ResolversParentTypes['GateSweepPoint']> = {
  missed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  right?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  threshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GateTestResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GateTest'] = ResolversParentTypes['GateTest']> = {
  alpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  delta?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  labelsNeeded?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['GateTestStep']>, ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  upperBound?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GateTestStepResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GateTestStep'] = ResolversParentTypes['GateTestStep']> = {
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pValue?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  passed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  threshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GroundingReportResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GroundingReport'] = ResolversParentTypes['GroundingReport']> = {
  claimCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['CheckedClaim']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  supportedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GuaranteeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Guarantee'] = ResolversParentTypes['Guarantee']> = {
  alpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  coverageHigh?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  coverageLow?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  delta?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['GuaranteeStatus'], ParentType, ContextType>;
  threshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  upperBound?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestDocumentsPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestDocumentsPayload'] = ResolversParentTypes['IngestDocumentsPayload']> = {
  createdCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['IngestJob']>, ParentType, ContextType>;
  results?: Resolver<ReadonlyArray<ResolversTypes['IngestedDocument']>, ParentType, ContextType>;
  unchangedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestEventResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestEvent'] = ResolversParentTypes['IngestEvent']> = {
  job?: Resolver<ResolversTypes['IngestJob'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestItemResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestItem'] = ResolversParentTypes['IngestItem']> = {
  action?: Resolver<ResolversTypes['IngestAction'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ordinal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  results?: Resolver<ReadonlyArray<ResolversTypes['IngestedDocument']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['IngestItemState'], ParentType, ContextType>;
};

export type IngestJobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJob'] = ResolversParentTypes['IngestJob']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deletedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  doneCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['UserError']>, ParentType, ContextType>;
  failedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['IngestItem']>, ParentType, ContextType, RequireFields<IngestJobItemsArgs, 'first'>>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  movedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['IngestJobState'], ParentType, ContextType>;
  timings?: Resolver<Maybe<ResolversTypes['IngestTimings']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchangedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestJobConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJobConnection'] = ResolversParentTypes['IngestJobConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['IngestJob']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type IngestTimingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestTimings'] = ResolversParentTypes['IngestTimings']> = {
  chunkMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  embedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  parseMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  storeMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type IngestedDocumentResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestedDocument'] = ResolversParentTypes['IngestedDocument']> = {
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['UserError']>, ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['IngestStatus'], ParentType, ContextType>;
};

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type KnowledgeGapResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['KnowledgeGap'] = ResolversParentTypes['KnowledgeGap']> = {
  conversationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  exampleRunIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  firstAskedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastAskedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  missing?: Resolver<ReadonlyArray<ResolversTypes['MissingFact']>, ParentType, ContextType>;
  nearestDocuments?: Resolver<ReadonlyArray<ResolversTypes['GapDocument']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['GapReasonCount']>, ParentType, ContextType>;
  shortfalls?: Resolver<ReadonlyArray<ResolversTypes['Shortfall']>, ParentType, ContextType>;
};

export type KnowledgeGapConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['KnowledgeGapConnection'] = ResolversParentTypes['KnowledgeGapConnection']> = {
  degraded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['KnowledgeGap']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  runCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unansweredCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LabellingQueueResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['LabellingQueue'] = ResolversParentTypes['LabellingQueue']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['QueuedRun']>, ParentType, ContextType>;
  unjudgedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MissExplanationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MissExplanation'] = ResolversParentTypes['MissExplanation']> = {
  cited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  distance?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  kept?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  keyword?: Resolver<Maybe<ResolversTypes['MissedArm']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  omitReasons?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['MissReason'], ParentType, ContextType>;
  standsFor?: Resolver<Maybe<ResolversTypes['ChunkPointer']>, ParentType, ContextType>;
  unmet?: Resolver<ReadonlyArray<ResolversTypes['AppliedFilter']>, ParentType, ContextType>;
  vector?: Resolver<Maybe<ResolversTypes['MissedArm']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type MissedArmResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MissedArm'] = ResolversParentTypes['MissedArm']> = {
  candidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rawScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type MissingFactResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MissingFact'] = ResolversParentTypes['MissingFact']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RequirementKind'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ModelJudgementResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ModelJudgement'] = ResolversParentTypes['ModelJudgement']> = {
  answerable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  missing?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  activateCalibration?: Resolver<ResolversTypes['Calibration'], ParentType, ContextType, RequireFields<MutationActivateCalibrationArgs, 'id'>>;
  cancelIngestJob?: Resolver<ResolversTypes['IngestJob'], ParentType, ContextType, RequireFields<MutationCancelIngestJobArgs, 'id'>>;
  confirmCuratedAnswer?: Resolver<ResolversTypes['CuratedAnswer'], ParentType, ContextType, RequireFields<MutationConfirmCuratedAnswerArgs, 'id'>>;
  deactivateCalibrations?: Resolver<ResolversTypes['DeactivateCalibrationPayload'], ParentType, ContextType>;
  deleteAlias?: Resolver<ResolversTypes['DeletePayload'], ParentType, ContextType, RequireFields<MutationDeleteAliasArgs, 'id'>>;
  deleteCuratedAnswer?: Resolver<ResolversTypes['DeletePayload'], ParentType, ContextType, RequireFields<MutationDeleteCuratedAnswerArgs, 'id'>>;
  deleteDocument?: Resolver<ResolversTypes['DeletePayload'], ParentType, ContextType, RequireFields<MutationDeleteDocumentArgs, 'id' | 'purge'>>;
  fitCalibration?: Resolver<ResolversTypes['FitCalibrationPayload'], ParentType, ContextType, RequireFields<MutationFitCalibrationArgs, 'input'>>;
  ingestDocuments?: Resolver<ResolversTypes['IngestDocumentsPayload'], ParentType, ContextType, RequireFields<MutationIngestDocumentsArgs, 'input'>>;
  publishDocument?: Resolver<ResolversTypes['Document'], ParentType, ContextType, RequireFields<MutationPublishDocumentArgs, 'id'>>;
  recordFeedback?: Resolver<ResolversTypes['RecordFeedbackPayload'], ParentType, ContextType, RequireFields<MutationRecordFeedbackArgs, 'input'>>;
  replayRun?: Resolver<ResolversTypes['RunReplay'], ParentType, ContextType, RequireFields<MutationReplayRunArgs, 'id'>>;
  restoreDocument?: Resolver<ResolversTypes['Document'], ParentType, ContextType, RequireFields<MutationRestoreDocumentArgs, 'id'>>;
  saveAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationSaveAliasArgs, 'input'>>;
  saveCuratedAnswer?: Resolver<ResolversTypes['CuratedAnswer'], ParentType, ContextType, RequireFields<MutationSaveCuratedAnswerArgs, 'input'>>;
  setChunkOmitted?: Resolver<ResolversTypes['Chunk'], ParentType, ContextType, RequireFields<MutationSetChunkOmittedArgs, 'input'>>;
  setRetention?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType, RequireFields<MutationSetRetentionArgs, 'days'>>;
  setWorkspaceBudget?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType, RequireFields<MutationSetWorkspaceBudgetArgs, 'input'>>;
  setWorkspaceGate?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType, RequireFields<MutationSetWorkspaceGateArgs, 'input'>>;
  unpublishDocument?: Resolver<ResolversTypes['Document'], ParentType, ContextType, RequireFields<MutationUnpublishDocumentArgs, 'id'>>;
};

export type NearestEvidenceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['NearestEvidence'] = ResolversParentTypes['NearestEvidence']> = {
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type NextStepResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['NextStep'] = ResolversParentTypes['NextStep']> = {
  filterField?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NextStepKind'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  terms?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NoticeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Notice'] = ResolversParentTypes['Notice']> = {
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NoticeKind'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type OutcomeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Outcome'] = ResolversParentTypes['Outcome']> = {
  __resolveType?: TypeResolveFn<'Abstention' | 'Answer' | 'Clarification', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PassageResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Passage'] = ResolversParentTypes['Passage']> = {
  document?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
  duplicates?: Resolver<ReadonlyArray<ResolversTypes['ChunkPointer']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['SourceLocation']>, ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['PassageTrace'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['DocumentVersion'], ParentType, ContextType>;
};

export type PassageTraceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['PassageTrace'] = ResolversParentTypes['PassageTrace']> = {
  adjustments?: Resolver<ReadonlyArray<ResolversTypes['ScoreAdjustment']>, ParentType, ContextType>;
  distance?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  keyword?: Resolver<ResolversTypes['ArmTrace'], ParentType, ContextType>;
  rerank?: Resolver<Maybe<ResolversTypes['RerankTrace']>, ParentType, ContextType>;
  vector?: Resolver<ResolversTypes['ArmTrace'], ParentType, ContextType>;
};

export type PlanResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Plan'] = ResolversParentTypes['Plan']> = {
  decidedBy?: Resolver<ResolversTypes['Planner'], ParentType, ContextType>;
  dependent?: Resolver<ReadonlyArray<ResolversTypes['DependentQuery']>, ParentType, ContextType>;
  facts?: Resolver<ResolversTypes['QuestionFacts'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['QuestionKind'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  queries?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  standalone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  strategy?: Resolver<ResolversTypes['Strategy'], ParentType, ContextType>;
  time?: Resolver<Maybe<ResolversTypes['TimeScope']>, ParentType, ContextType>;
  topK?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlannedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Planned'] = ResolversParentTypes['Planned']> = {
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProvisionalResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Provisional'] = ResolversParentTypes['Provisional']> = {
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  aliases?: Resolver<ResolversTypes['AliasConnection'], ParentType, ContextType, RequireFields<QueryAliasesArgs, 'first'>>;
  ask?: Resolver<ResolversTypes['AskResult'], ParentType, ContextType, RequireFields<QueryAskArgs, 'input'>>;
  calibration?: Resolver<Maybe<ResolversTypes['Calibration']>, ParentType, ContextType, Partial<QueryCalibrationArgs>>;
  calibrations?: Resolver<ResolversTypes['CalibrationConnection'], ParentType, ContextType, RequireFields<QueryCalibrationsArgs, 'first'>>;
  checkGrounding?: Resolver<ResolversTypes['GroundingReport'], ParentType, ContextType, RequireFields<QueryCheckGroundingArgs, 'input'>>;
  curatedAnswers?: Resolver<ResolversTypes['CuratedAnswerConnection'], ParentType, ContextType, RequireFields<QueryCuratedAnswersArgs, 'first'>>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType, RequireFields<QueryDocumentArgs, 'id'>>;
  documents?: Resolver<ResolversTypes['DocumentConnection'], ParentType, ContextType, RequireFields<QueryDocumentsArgs, 'first'>>;
  explainMiss?: Resolver<Maybe<ResolversTypes['MissExplanation']>, ParentType, ContextType, RequireFields<QueryExplainMissArgs, 'documentId' | 'runId'>>;
  feedback?: Resolver<ResolversTypes['FeedbackConnection'], ParentType, ContextType, RequireFields<QueryFeedbackArgs, 'first'>>;
  ingestJob?: Resolver<Maybe<ResolversTypes['IngestJob']>, ParentType, ContextType, RequireFields<QueryIngestJobArgs, 'id'>>;
  ingestJobs?: Resolver<ResolversTypes['IngestJobConnection'], ParentType, ContextType, RequireFields<QueryIngestJobsArgs, 'first'>>;
  knowledgeGaps?: Resolver<ResolversTypes['KnowledgeGapConnection'], ParentType, ContextType, RequireFields<QueryKnowledgeGapsArgs, 'first'>>;
  labellingQueue?: Resolver<ResolversTypes['LabellingQueue'], ParentType, ContextType, RequireFields<QueryLabellingQueueArgs, 'first'>>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType, RequireFields<QueryRunArgs, 'id'>>;
  runs?: Resolver<ResolversTypes['RunConnection'], ParentType, ContextType, RequireFields<QueryRunsArgs, 'first'>>;
  search?: Resolver<ResolversTypes['SearchResult'], ParentType, ContextType, RequireFields<QuerySearchArgs, 'input'>>;
  verifyCitation?: Resolver<ResolversTypes['CitationVerification'], ParentType, ContextType, RequireFields<QueryVerifyCitationArgs, 'input'>>;
  workspace?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
};

export type QuestionFactsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['QuestionFacts'] = ResolversParentTypes['QuestionFacts']> = {
  codes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  dates?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  names?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  numbers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueuedRunResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['QueuedRun'] = ResolversParentTypes['QueuedRun']> = {
  confidenceValue?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  distance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['RunOutcome'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  similarCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export type RecordFeedbackPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RecordFeedbackPayload'] = ResolversParentTypes['RecordFeedbackPayload']> = {
  feedback?: Resolver<ResolversTypes['Feedback'], ParentType, ContextType>;
};

export type RecordedCandidateResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RecordedCandidate'] = ResolversParentTypes['RecordedCandidate']> = {
  chunkId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  keywordRank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  keywordScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rerankScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  vectorRank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  vectorScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  versionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type RecordedPromptResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RecordedPrompt'] = ResolversParentTypes['RecordedPrompt']> = {
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RecordedSearchResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RecordedSearch'] = ResolversParentTypes['RecordedSearch']> = {
  candidates?: Resolver<ReadonlyArray<ResolversTypes['RecordedCandidate']>, ParentType, ContextType>;
  millis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  round?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['RetrievalSettings'], ParentType, ContextType>;
};

export type RefinedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Refined'] = ResolversParentTypes['Refined']> = {
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  queries?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  strategy?: Resolver<ResolversTypes['RefineStrategy'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReflectedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Reflected'] = ResolversParentTypes['Reflected']> = {
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reflection?: Resolver<ResolversTypes['Reflection'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReflectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Reflection'] = ResolversParentTypes['Reflection']> = {
  answerTypePresent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  conflicts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expectedType?: Resolver<ResolversTypes['AnswerType'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Gap'], ParentType, ContextType>;
  judgedByModel?: Resolver<Maybe<ResolversTypes['ModelJudgement']>, ParentType, ContextType>;
  requirements?: Resolver<ReadonlyArray<ResolversTypes['Requirement']>, ParentType, ContextType>;
  round?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stale?: Resolver<ReadonlyArray<ResolversTypes['StalePassage']>, ParentType, ContextType>;
  stopReason?: Resolver<Maybe<ResolversTypes['StopReason']>, ParentType, ContextType>;
  suspicious?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['Verdict'], ParentType, ContextType>;
};

export type RequirementResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Requirement'] = ResolversParentTypes['Requirement']> = {
  coveredBy?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RequirementKind'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RerankTraceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RerankTrace'] = ResolversParentTypes['RerankTrace']> = {
  rankBefore?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RetrievalSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RetrievalSettings'] = ResolversParentTypes['RetrievalSettings']> = {
  fusion?: Resolver<ResolversTypes['Fusion'], ParentType, ContextType>;
  keywordCandidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  keywordWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  maxDistance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rerank?: Resolver<ResolversTypes['RerankWhen'], ParentType, ContextType>;
  rerankCandidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rrfK?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  topK?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  vectorCandidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  vectorWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RetrievalTimingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RetrievalTimings'] = ResolversParentTypes['RetrievalTimings']> = {
  analyse?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  embed?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  keyword?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  read?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  vector?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RetrievedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Retrieved'] = ResolversParentTypes['Retrieved']> = {
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  passageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  round?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RunResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Run'] = ResolversParentTypes['Run']> = {
  appliedFilters?: Resolver<ReadonlyArray<ResolversTypes['AppliedFilter']>, ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  budget?: Resolver<ResolversTypes['Budget'], ParentType, ContextType>;
  chatModel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  confidenceValue?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  conversationId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  embedder?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  feedback?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType>;
  gate?: Resolver<Maybe<ResolversTypes['Gate']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['RunOutcome']>, ParentType, ContextType>;
  passages?: Resolver<ReadonlyArray<ResolversTypes['Passage']>, ParentType, ContextType>;
  plan?: Resolver<Maybe<ResolversTypes['Plan']>, ParentType, ContextType>;
  preset?: Resolver<ResolversTypes['Preset'], ParentType, ContextType>;
  prompts?: Resolver<ReadonlyArray<ResolversTypes['RecordedPrompt']>, ParentType, ContextType>;
  queries?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reflections?: Resolver<ReadonlyArray<ResolversTypes['Reflection']>, ParentType, ContextType>;
  replayOf?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  searches?: Resolver<ReadonlyArray<ResolversTypes['RecordedSearch']>, ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['RetrievalSettings'], ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['RunStep']>, ParentType, ContextType>;
  stopReason?: Resolver<Maybe<ResolversTypes['StopReason']>, ParentType, ContextType>;
  tier?: Resolver<Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
};

export type RunChangeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunChange'] = ResolversParentTypes['RunChange']> = {
  after?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RunConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunConnection'] = ResolversParentTypes['RunConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Run']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type RunReplayResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunReplay'] = ResolversParentTypes['RunReplay']> = {
  changedDocuments?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['RunChange']>, ParentType, ContextType>;
  original?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
  run?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
  same?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RunStepResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunStep'] = ResolversParentTypes['RunStep']> = {
  detail?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  millis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ScoreAdjustmentResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ScoreAdjustment'] = ResolversParentTypes['ScoreAdjustment']> = {
  contribution?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AdjustmentKind'], ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  appliedFilters?: Resolver<ReadonlyArray<ResolversTypes['AppliedFilter']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  curated?: Resolver<ReadonlyArray<ResolversTypes['CuratedMatch']>, ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  millis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  passages?: Resolver<ReadonlyArray<ResolversTypes['Passage']>, ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['RetrievalSettings'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  timings?: Resolver<ResolversTypes['RetrievalTimings'], ParentType, ContextType>;
};

export type ShortAnswerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ShortAnswer'] = ResolversParentTypes['ShortAnswer']> = {
  citationNumber?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ShortfallResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Shortfall'] = ResolversParentTypes['Shortfall']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Gap'], ParentType, ContextType>;
};

export type SignalDriftResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SignalDrift'] = ResolversParentTypes['SignalDrift']> = {
  alarm?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pValue?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  signal?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stabilityIndex?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SourceLocationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SourceLocation'] = ResolversParentTypes['SourceLocation']> = {
  endLine?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  endPage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SpanResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Span'] = ResolversParentTypes['Span']> = {
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StalePassageResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['StalePassage'] = ResolversParentTypes['StalePassage']> = {
  chunkId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['StalePassageReason'], ParentType, ContextType>;
};

export type StaleSourceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['StaleSource'] = ResolversParentTypes['StaleSource']> = {
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['StaleReason'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  askEvents?: SubscriptionResolver<ResolversTypes['AskEvent'], "askEvents", ParentType, ContextType, RequireFields<SubscriptionAskEventsArgs, 'input'>>;
  ingestEvents?: SubscriptionResolver<ResolversTypes['IngestEvent'], "ingestEvents", ParentType, ContextType, RequireFields<SubscriptionIngestEventsArgs, 'jobId'>>;
};

export type TimeScopeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TimeScope'] = ResolversParentTypes['TimeScope']> = {
  from?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TimeKind'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  words?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type UsageResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage']> = {
  cost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  millis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  modelCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rounds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VerificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Verification'] = ResolversParentTypes['Verification']> = {
  claimCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  supportedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkspaceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Workspace'] = ResolversParentTypes['Workspace']> = {
  budget?: Resolver<ResolversTypes['WorkspaceBudget'], ParentType, ContextType>;
  chunkCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  curatedAnswerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  documentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  embedder?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gate?: Resolver<ResolversTypes['Gate'], ParentType, ContextType>;
  guarantee?: Resolver<Maybe<ResolversTypes['Guarantee']>, ParentType, ContextType>;
  health?: Resolver<ResolversTypes['WorkspaceHealth'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
};

export type WorkspaceBudgetResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WorkspaceBudget'] = ResolversParentTypes['WorkspaceBudget']> = {
  ceilings?: Resolver<ResolversTypes['Budget'], ParentType, ContextType>;
  defaults?: Resolver<ResolversTypes['Budget'], ParentType, ContextType>;
};

export type WorkspaceHealthResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WorkspaceHealth'] = ResolversParentTypes['WorkspaceHealth']> = {
  calibrations?: Resolver<ReadonlyArray<ResolversTypes['CalibrationHealth']>, ParentType, ContextType>;
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HealthStatus'], ParentType, ContextType>;
};

export type WritingResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Writing'] = ResolversParentTypes['Writing']> = {
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['AnswerMode'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphQLContext> = {
  Abstention?: AbstentionResolvers<ContextType>;
  Alias?: AliasResolvers<ContextType>;
  AliasConnection?: AliasConnectionResolvers<ContextType>;
  Answer?: AnswerResolvers<ContextType>;
  AppliedFilter?: AppliedFilterResolvers<ContextType>;
  ArmTrace?: ArmTraceResolvers<ContextType>;
  AskEvent?: AskEventResolvers<ContextType>;
  AskResult?: AskResultResolvers<ContextType>;
  Block?: BlockResolvers<ContextType>;
  BlockConnection?: BlockConnectionResolvers<ContextType>;
  Budget?: BudgetResolvers<ContextType>;
  Calibration?: CalibrationResolvers<ContextType>;
  CalibrationConnection?: CalibrationConnectionResolvers<ContextType>;
  CalibrationHealth?: CalibrationHealthResolvers<ContextType>;
  CalibrationMethodFigures?: CalibrationMethodFiguresResolvers<ContextType>;
  CheckedClaim?: CheckedClaimResolvers<ContextType>;
  Chunk?: ChunkResolvers<ContextType>;
  ChunkConnection?: ChunkConnectionResolvers<ContextType>;
  ChunkPointer?: ChunkPointerResolvers<ContextType>;
  Citation?: CitationResolvers<ContextType>;
  CitationCheck?: CitationCheckResolvers<ContextType>;
  CitationToday?: CitationTodayResolvers<ContextType>;
  CitationVerification?: CitationVerificationResolvers<ContextType>;
  Claim?: ClaimResolvers<ContextType>;
  ClaimEvidence?: ClaimEvidenceResolvers<ContextType>;
  ClaimVerified?: ClaimVerifiedResolvers<ContextType>;
  Clarification?: ClarificationResolvers<ContextType>;
  ClarificationOption?: ClarificationOptionResolvers<ContextType>;
  Confidence?: ConfidenceResolvers<ContextType>;
  ConfidenceSignals?: ConfidenceSignalsResolvers<ContextType>;
  Conflict?: ConflictResolvers<ContextType>;
  ConflictSide?: ConflictSideResolvers<ContextType>;
  CuratedAnswer?: CuratedAnswerResolvers<ContextType>;
  CuratedAnswerConnection?: CuratedAnswerConnectionResolvers<ContextType>;
  CuratedMatch?: CuratedMatchResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeactivateCalibrationPayload?: DeactivateCalibrationPayloadResolvers<ContextType>;
  Degradation?: DegradationResolvers<ContextType>;
  DeletePayload?: DeletePayloadResolvers<ContextType>;
  DependentQuery?: DependentQueryResolvers<ContextType>;
  Document?: DocumentResolvers<ContextType>;
  DocumentConnection?: DocumentConnectionResolvers<ContextType>;
  DocumentVersion?: DocumentVersionResolvers<ContextType>;
  DroppedClaim?: DroppedClaimResolvers<ContextType>;
  ErrorWatch?: ErrorWatchResolvers<ContextType>;
  Failed?: FailedResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  FeedbackConnection?: FeedbackConnectionResolvers<ContextType>;
  Finished?: FinishedResolvers<ContextType>;
  FitCalibrationPayload?: FitCalibrationPayloadResolvers<ContextType>;
  GapDocument?: GapDocumentResolvers<ContextType>;
  GapReasonCount?: GapReasonCountResolvers<ContextType>;
  Gate?: GateResolvers<ContextType>;
  GateAudit?: GateAuditResolvers<ContextType>;
  GateSweepPoint?: GateSweepPointResolvers<ContextType>;
  GateTest?: GateTestResolvers<ContextType>;
  GateTestStep?: GateTestStepResolvers<ContextType>;
  GroundingReport?: GroundingReportResolvers<ContextType>;
  Guarantee?: GuaranteeResolvers<ContextType>;
  IngestDocumentsPayload?: IngestDocumentsPayloadResolvers<ContextType>;
  IngestEvent?: IngestEventResolvers<ContextType>;
  IngestItem?: IngestItemResolvers<ContextType>;
  IngestJob?: IngestJobResolvers<ContextType>;
  IngestJobConnection?: IngestJobConnectionResolvers<ContextType>;
  IngestTimings?: IngestTimingsResolvers<ContextType>;
  IngestedDocument?: IngestedDocumentResolvers<ContextType>;
  JSONObject?: GraphQLScalarType;
  KnowledgeGap?: KnowledgeGapResolvers<ContextType>;
  KnowledgeGapConnection?: KnowledgeGapConnectionResolvers<ContextType>;
  LabellingQueue?: LabellingQueueResolvers<ContextType>;
  MissExplanation?: MissExplanationResolvers<ContextType>;
  MissedArm?: MissedArmResolvers<ContextType>;
  MissingFact?: MissingFactResolvers<ContextType>;
  ModelJudgement?: ModelJudgementResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NearestEvidence?: NearestEvidenceResolvers<ContextType>;
  NextStep?: NextStepResolvers<ContextType>;
  Notice?: NoticeResolvers<ContextType>;
  Outcome?: OutcomeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Passage?: PassageResolvers<ContextType>;
  PassageTrace?: PassageTraceResolvers<ContextType>;
  Plan?: PlanResolvers<ContextType>;
  Planned?: PlannedResolvers<ContextType>;
  Provisional?: ProvisionalResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  QuestionFacts?: QuestionFactsResolvers<ContextType>;
  QueuedRun?: QueuedRunResolvers<ContextType>;
  RecordFeedbackPayload?: RecordFeedbackPayloadResolvers<ContextType>;
  RecordedCandidate?: RecordedCandidateResolvers<ContextType>;
  RecordedPrompt?: RecordedPromptResolvers<ContextType>;
  RecordedSearch?: RecordedSearchResolvers<ContextType>;
  Refined?: RefinedResolvers<ContextType>;
  Reflected?: ReflectedResolvers<ContextType>;
  Reflection?: ReflectionResolvers<ContextType>;
  Requirement?: RequirementResolvers<ContextType>;
  RerankTrace?: RerankTraceResolvers<ContextType>;
  RetrievalSettings?: RetrievalSettingsResolvers<ContextType>;
  RetrievalTimings?: RetrievalTimingsResolvers<ContextType>;
  Retrieved?: RetrievedResolvers<ContextType>;
  Run?: RunResolvers<ContextType>;
  RunChange?: RunChangeResolvers<ContextType>;
  RunConnection?: RunConnectionResolvers<ContextType>;
  RunReplay?: RunReplayResolvers<ContextType>;
  RunStep?: RunStepResolvers<ContextType>;
  ScoreAdjustment?: ScoreAdjustmentResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  ShortAnswer?: ShortAnswerResolvers<ContextType>;
  Shortfall?: ShortfallResolvers<ContextType>;
  SignalDrift?: SignalDriftResolvers<ContextType>;
  SourceLocation?: SourceLocationResolvers<ContextType>;
  Span?: SpanResolvers<ContextType>;
  StalePassage?: StalePassageResolvers<ContextType>;
  StaleSource?: StaleSourceResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TimeScope?: TimeScopeResolvers<ContextType>;
  Usage?: UsageResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Verification?: VerificationResolvers<ContextType>;
  Workspace?: WorkspaceResolvers<ContextType>;
  WorkspaceBudget?: WorkspaceBudgetResolvers<ContextType>;
  WorkspaceHealth?: WorkspaceHealthResolvers<ContextType>;
  Writing?: WritingResolvers<ContextType>;
};

