/* eslint-disable */
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Answer as DomainAnswer, Clarification as DomainClarification, Abstention as DomainAbstention, Alternative as DomainAlternative, Usage as DomainUsage, NextStep as DomainNextStep, ClarificationOption as DomainClarificationOption } from '../../agent/state/outcome.ts';
import type { ProgressEvent, EventOf } from '../askEvents.ts';
import type { RunInList, StandingOfRun, WeighedSignal, StandingGuarantee } from '../computed.ts';
import type { WorkspaceHealth as DomainWorkspaceHealth } from '../../learning/health.ts';
import type { KnowledgeGap as DomainKnowledgeGap, ChosenPassage as DomainChosenPassage } from '../../learning/gaps/gap.ts';
import type { Feedback as DomainFeedback } from '../../learning/feedback/feedback.ts';
import type { MissExplanation as DomainMissExplanation } from '../../agent/miss/missExplanation.ts';
import type { CitationVerification as DomainCitationVerification } from '../../agent/checking/verifyCitation.ts';
import type { GroundingReport as DomainGroundingReport } from '../../agent/checking/checkGrounding.ts';
import type { AnyClaim, AnyEvidence } from '../evidence.ts';
import type { GoverningLine as DomainGoverningLine } from '../../grounding/place/leadIn.ts';
import type { ShortAnswer as DomainShortAnswer } from '../../grounding/claims/shortAnswer.ts';
import type { Citation as DomainCitation, CitationCheck as DomainCitationCheck, Conflict as DomainConflict, Notice as DomainNotice } from '../../grounding/claim.ts';
import type { FoundConflict as DomainFoundConflict } from '../../learning/audits/foundConflicts.ts';
import type { Span as DomainSpan, Document as DomainDocument, DocumentVersion as DomainDocumentVersion, SourceLocation as DomainSourceLocation, CuratedAnswer as DomainCuratedAnswer, StaleSource as DomainStaleSource, IngestedDocument as DomainIngestedDocument } from '../../knowledge/document.ts';
import type { StoredChunk, StoredBlock } from '../../knowledge/store/chunks.ts';
import type { Alias as DomainAlias } from '../../knowledge/curated/aliases.ts';
import type { IngestJob as DomainIngestJob, JobItem as DomainJobItem } from '../../knowledge/jobs/job.ts';
import type { Source as DomainSource } from '../../knowledge/sync/sources.ts';
import type { Connection, GapConnection } from '../connection.ts';
import type { UserFault } from '../payload.ts';
import type { Passage as DomainPassage, Degradation as DomainDegradation } from '../../retrieval/passage.ts';
import type { Confidence as DomainConfidence, SignalName as DomainSignalName, Calibration as DomainCalibration } from '../../confidence/signals.ts';
import type { SearchResult as DomainSearchResult, Workspace as DomainWorkspace } from '../../app/app.ts';
import type { ApiKey as DomainApiKey } from '../../workspaces/keys.ts';
import type { Allowance as DomainAllowance } from '../../workspaces/spending.ts';
import type { AuditEntry as DomainAuditEntry } from '../../workspaces/auditChain.ts';
import type { AuditVerification as DomainAuditVerification } from '../../workspaces/verifyAudit.ts';
import type { GraphQLContext } from '../context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant in ISO 8601, for example 2026-01-31T09:00:00.000Z. */
  DateTime: { input: Date; output: Date; }
  /** A JSON object. What is in it says the field's description; where it has a `version`, a JSON Schema below schema/json/ describes it. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

/** A refusal: the evidence does not support an answer. */
export type Abstention = Outcome & {
  /** Where the answer may stand instead, likeliest first: up to three passages of different sections that the answer does not quote. Only beside an UNCERTAIN answer and an abstention; empty where the documents are about other things. */
  readonly alternatives: ReadonlyArray<Alternative>;
  /** The question as it was understood: a follow-up in full, or behind the earlier question that it needs (`earlier / asked`), or the question of a chosen option. Null if it was taken as asked, and in older runs. */
  readonly askedAs?: Maybe<Scalars['String']['output']>;
  /** Always empty for this outcome. */
  readonly citations: ReadonlyArray<Citation>;
  /** How confident Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Components that failed while answering. Empty when all worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** BCP 47 tag of the language that `message` and `nextSteps` are in; null in older runs. */
  readonly language?: Maybe<Scalars['String']['output']>;
  /** The refusal as a message for the person who asked. With a suggestion, its first line is that: "Not sure, but this may be it: …". */
  readonly message: Scalars['String']['output'];
  /** What the person can do next. */
  readonly nextSteps: ReadonlyArray<NextStep>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** Why there is no answer. */
  readonly reason: NoAnswerReason;
  /** The whole recorded run; null if it could not be recorded, which `degraded` reports. */
  readonly run?: Maybe<Run>;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** The first of `alternatives`, if it may well be the answer: say so first. It is no answer and counts as none. Null where it is not likely enough; where its source is untrusted, gives orders, is out of date or was replaced; where what stands around it voids it, or more than doubt speaks against it; and in older runs. */
  readonly suggestion?: Maybe<Alternative>;
  /** NO_MATCH or VERIFICATION_FAILED. */
  readonly tier: Tier;
};

/** The calibration to activate. */
export type ActivateCalibrationInput = {
  /** The calibration's id. */
  readonly id: Scalars['ID']['input'];
};

/** A kind of caller. */
export type ActorKind =
  /** Anyone who can open the database. */
  | 'COMMAND_LINE'
  /** An API key. */
  | 'KEY'
  /** The keyless local mode. */
  | 'LOCAL'
  /** A person with a token of the identity provider. */
  | 'PERSON';

/** Words that mean the same in this workspace. */
export type Alias = Node & {
  /** The alias's id. */
  readonly id: Scalars['ID']['output'];
  /** The words that the documents use. */
  readonly synonyms: ReadonlyArray<Scalars['String']['output']>;
  /** The term that people use. */
  readonly term: Scalars['String']['output'];
  /** When it was last saved. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A page of aliases. */
export type AliasConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<Alias>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of aliases on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** The alias that was saved. */
export type AliasPayload = {
  /** The saved alias; null if there are errors. */
  readonly alias?: Maybe<Alias>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** What somebody may spend in a window of time. A question beyond it is refused with BUDGET_EXCEEDED, by the minute with OVERLOADED. */
export type Allowance = {
  /** The API key or person; null: the whole workspace. */
  readonly holderId?: Maybe<Scalars['ID']['output']>;
  /** Questions, searches and checks of texts; null: no limit. */
  readonly maxAsks?: Maybe<Scalars['Float']['output']>;
  /** Model tokens, in and out together; null: no limit. */
  readonly maxTokens?: Maybe<Scalars['Float']['output']>;
  /** How long a window is. */
  readonly period: AllowancePeriod;
  /** When the next window begins, in which nothing is spent yet. */
  readonly renewsAt: Scalars['DateTime']['output'];
  /** Questions, searches and checks of texts in this window. */
  readonly usedAsks: Scalars['Float']['output'];
  /** Model tokens in this window, without those of questions at work. */
  readonly usedTokens: Scalars['Float']['output'];
  /** When the window began. */
  readonly windowStart: Scalars['DateTime']['output'];
};

/** A page of allowances. */
export type AllowanceConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<Allowance>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of allowances on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** The allowance that was set. */
export type AllowancePayload = {
  /** The allowance; null if it was removed or there are errors. */
  readonly allowance?: Maybe<Allowance>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** How long a window is, in UTC. */
export type AllowancePeriod =
  /** From midnight to midnight. */
  | 'DAY'
  /** From full minute to full minute. */
  | 'MINUTE'
  /** From the first of a month to the next. */
  | 'MONTH';

/** A place where the answer may stand instead, for a person to look at. */
export type Alternative = {
  /** The lines that govern its best sentence, outermost first. Empty in runs from before they were recorded. */
  readonly governing: ReadonlyArray<GoverningLine>;
  /** Probability that the passage holds the answer, 0 to 1, learned from questions with known answers. No calibration's guarantee covers it. */
  readonly likelihood: Scalars['Float']['output'];
  /** The passage, with its document, version and span. */
  readonly passage: Passage;
  /** Why it is not the answer. */
  readonly reason: AlternativeReason;
  /** The headings above its best sentence, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** The sentence that answers best, behind the one that it depends on and the lines that govern it, the row of a table in words: show it first, the passage around it on demand. */
  readonly sentence: Scalars['String']['output'];
  /** Where it stands, a span for each of these sentences: offsets in the text of `passage`. */
  readonly spans: ReadonlyArray<Span>;
  /** The passage as plain text, the rows of a table in words: "Plus: Fee 19, Users 5". */
  readonly text: Scalars['String']['output'];
};

/** Why a passage is not the answer; the first that applies. */
export type AlternativeReason =
  /** It contradicts another passage. */
  | 'CONFLICTING'
  /** It lacks a name, code, number or date of the question. */
  | 'LACKS_FACT'
  /** The answer quotes a passage that is likelier. */
  | 'LESS_LIKELY'
  /** Its version has ended, or another document replaces it. */
  | 'OUTDATED'
  /** What was written from it failed verification. */
  | 'UNPROVEN'
  /** Nothing makes it sure enough that it answers. */
  | 'UNSURE';

/** An answer with a verified citation for each sentence. */
export type Answer = Outcome & {
  /** Where the answer may stand instead, likeliest first: up to three passages of different sections that the answer does not quote. Only beside an UNCERTAIN answer and an abstention; empty where the documents are about other things. */
  readonly alternatives: ReadonlyArray<Alternative>;
  /** The question as it was understood: a follow-up in full, or behind the earlier question that it needs (`earlier / asked`), or the question of a chosen option. Null if it was taken as asked, and in older runs. */
  readonly askedAs?: Maybe<Scalars['String']['output']>;
  /** The citations, ordered by number. */
  readonly citations: ReadonlyArray<Citation>;
  /** The sentences of the answer. */
  readonly claims: ReadonlyArray<Claim>;
  /** How confident Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Passages that contradict each other about the question. */
  readonly conflicts: ReadonlyArray<Conflict>;
  /** The curated answer as it was when it was given; null unless the mode is CURATED. */
  readonly curated?: Maybe<CuratedAnswer>;
  /** Components that failed while answering. Empty when all worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** Sentences that were written and that a check refused. They are neither in the text nor in `written`. */
  readonly droppedClaims: ReadonlyArray<Claim>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** Who worded the answer. */
  readonly mode: AnswerMode;
  /** What a reader should know about the sources: changed, replaced, expired, or different in another version. */
  readonly notices: ReadonlyArray<Notice>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The whole recorded run; null if it could not be recorded, which `degraded` reports. */
  readonly run?: Maybe<Run>;
  /** The exact words that answer a question for a fact, such as "60 minutes". In a table, the cell that is asked for. It holds alone: with its sign, bound and unit. Null if the answer is a procedure, a yes or no, or a list, if no reader found such words, if the column that is asked for cannot be determined, or if a line above, the sentence behind, a condition or another year takes or limits the force of the words. */
  readonly shortAnswer?: Maybe<ShortAnswer>;
  /** GATE_PASSED, CURATED_MATCH, or the budget that ended the loop before the answer was complete. */
  readonly stopReason: StopReason;
  /** The rows of a table that the answer rests on, under their header, cell by cell. Null where its first citation quotes no row of a table with a header. */
  readonly table?: Maybe<AnswerTable>;
  /** The answer with citation marks such as [1]. Answer spans are offsets into this text. */
  readonly text: Scalars['String']['output'];
  /** CONFIDENT or UNCERTAIN. */
  readonly tier: Tier;
  /** The answer as a chat model wrote it, in the language of the question, sentence by sentence, without what a check refused. `wording` says how far each is proven: show it in words. `text` and `tier` do not rest on it. Empty without a chat model, and in older runs. */
  readonly written: ReadonlyArray<Claim>;
};

/** Who worded an answer. */
export type AnswerMode =
  /** Written in advance by a person. */
  | 'CURATED'
  /** Whole sentences from the documents. */
  | 'EXTRACTIVE'
  /** Chosen by the chat model, in its words as far as `wording` allows, and verified. */
  | 'GENERATED';

/** Cited rows of one table. */
export type AnswerTable = {
  /** What is read before the rows: the lines above the table, else its heading. Null if there is nothing, and in older runs. */
  readonly caption?: Maybe<Scalars['String']['output']>;
  /** The headers, in the order of the source. */
  readonly columns: ReadonlyArray<Scalars['String']['output']>;
  /** The rows, in the order of the citations; 20 at most. */
  readonly rows: ReadonlyArray<AnswerTableRow>;
};

/** A cell of a table. */
export type AnswerTableCell = {
  /** The header of its column. */
  readonly column: Scalars['String']['output'];
  /** Where its text stands in the canonical text of the cited version. */
  readonly sourceSpan: Span;
  /** What stands in it. */
  readonly text: Scalars['String']['output'];
};

/** A row of a table, as a cited source has it. */
export type AnswerTableRow = {
  /** Its cells with text, in the order of the source. An empty cell is left out. */
  readonly cells: ReadonlyArray<AnswerTableCell>;
  /** Number of the citation that quotes the row. */
  readonly citationNumber: Scalars['Int']['output'];
};

/** Whose words the text of an answer has. */
export type AnswerWording =
  /** The documents' own. */
  | 'QUOTED'
  /** The chat model's in sentences that are VERBATIM or ENTAILED, and the documents' in place of all others. */
  | 'WRITTEN';

/** A credential of one workspace. Its secret is stored as a hash and never shown again. */
export type ApiKey = Node & {
  /** The groups whose restricted documents it reads, beside those open to all; null: every document. */
  readonly accessGroups?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** From when on it is refused; null: never. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The key's id; it stays the same when the secret is rotated. */
  readonly id: Scalars['ID']['output'];
  /** When it was last used, to the minute; null: never. */
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the key is for. */
  readonly name: Scalars['String']['output'];
  /** The origins of the pages that may use it; null: it is not a public key. */
  readonly origins?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Until when the secret before the last rotation works; null: there was no rotation. */
  readonly previousSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  /** When it was revoked; null: it was not. */
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The most that the key may do. */
  readonly role: Role;
  /** Which runs it reads. */
  readonly runs: RunAccess;
  /** What the key may do: all that its role may, or less. */
  readonly scopes: ReadonlyArray<KeyScope>;
};

/** A page of API keys, newest first. */
export type ApiKeyConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<ApiKey>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of keys on all pages, revoked ones too. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A key that was created, rotated or revoked. */
export type ApiKeyPayload = {
  /** The key; null if there are errors. */
  readonly apiKey?: Maybe<ApiKey>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** The new secret to send as `Authorization: Bearer …`, shown this once; null for a revoked key, or if there are errors. */
  readonly secret?: Maybe<Scalars['String']['output']>;
};

/** Events of one question, in order. */
export type AskEvent = {
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
};

/** An error ended the run. This is the last event. */
export type AskFailed = AskEvent & {
  /** What kind of error it was. */
  readonly code: ErrorCode;
  /** What is wrong. */
  readonly message: Scalars['String']['output'];
  /** What to do next. */
  readonly remedy: Scalars['String']['output'];
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
};

/** The outcome. This is the last event. */
export type AskFinished = AskEvent & {
  /** The result, as `ask` returns it. */
  readonly outcome: AskResult;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
};

/** A question and how to answer it. */
export type AskInput = {
  /** Answer from the versions valid at this instant. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Limits for this question, each capped at the workspace's maximum. */
  readonly budget?: InputMaybe<BudgetInput>;
  /** How confident an answer must be. Default: the workspace's setting, or BALANCED. Only the preset CANDOR uses it; the others keep the gate they were published with. */
  readonly caution?: InputMaybe<Caution>;
  /** The client's own id of the conversation, up to 100 characters. Earlier questions with the same id explain follow-up questions. */
  readonly conversationId?: InputMaybe<Scalars['String']['input']>;
  /** Read only documents that match. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** Earlier turns, oldest first, at most 20, for clients that keep the conversation themselves. Default: the turns recorded for `conversationId`. */
  readonly history?: InputMaybe<ReadonlyArray<TurnInput>>;
  /** BCP 47 tag of the answer's language. Default: the language of the question. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** A named configuration of retrieval and gate. Default: CANDOR. */
  readonly preset?: InputMaybe<Preset>;
  /** The question in plain words, 1 to 2,000 characters. */
  readonly question: Scalars['String']['input'];
  /** Retrieval settings that override the preset's. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
  /** Whose words the answer's text has. Default: the workspace's setting, or QUOTED. */
  readonly wording?: InputMaybe<AnswerWording>;
};

/** What `ask` returned. */
export type AskPayload = {
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** The answer, clarifying question or refusal; null if there are errors. */
  readonly outcome?: Maybe<AskResult>;
};

/** Steps of answering a question. */
export type AskPhase =
  /** The question was understood. */
  | 'PLANNED'
  /** The question was reformulated for another round. */
  | 'REFINED'
  /** The evidence was judged. */
  | 'REFLECTED'
  /** A round of retrieval is done. */
  | 'RETRIEVED'
  /** The answer is being written, by a chat model or from whole sentences. Emitted again if the model's text could not be used. */
  | 'WRITING';

/** A step was done or begins. A field that does not belong to the phase is null. */
export type AskProgress = AskEvent & {
  /** REFLECTED: the confidence so far. */
  readonly confidence?: Maybe<Confidence>;
  /** Milliseconds since the question arrived. */
  readonly elapsedMillis: Scalars['Float']['output'];
  /** WRITING: who words the answer. */
  readonly mode?: Maybe<AnswerMode>;
  /** RETRIEVED: passages in hand. */
  readonly passageCount?: Maybe<Scalars['Int']['output']>;
  /** Which step it is. */
  readonly phase: AskPhase;
  /** PLANNED, REFINED: the queries that are searched next. */
  readonly queries?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** RETRIEVED, REFLECTED: the round, from 1. */
  readonly round?: Maybe<Scalars['Int']['output']>;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** REFLECTED: the tier so far. */
  readonly tier?: Maybe<Tier>;
};

/** An answer, a clarifying question, or a refusal. */
export type AskResult = Abstention | Answer | Clarification;

/** What an audit entry is about. */
export type AuditAction =
  /** A calibration switched on or off. */
  | 'ACTIVATE_CALIBRATION'
  /** A question. */
  | 'ASK'
  /** An ingestion cancelled. */
  | 'CANCEL_INGEST'
  /** A document published or unpublished. */
  | 'CHANGE_DOCUMENT'
  /** Settings of the workspace. */
  | 'CHANGE_WORKSPACE'
  /** A check of a citation or text. */
  | 'CHECK_GROUNDING'
  /** An API key created. */
  | 'CREATE_KEY'
  /** Synonyms deleted. */
  | 'DELETE_ALIAS'
  /** A curated answer deleted. */
  | 'DELETE_CURATED_ANSWER'
  /** A document deleted. */
  | 'DELETE_DOCUMENT'
  /** A person or API key erased. */
  | 'ERASE_PERSON'
  /** A calibration fitted. */
  | 'FIT_CALIBRATION'
  /** Documents submitted over GraphQL. */
  | 'INGEST'
  /** A page of documents. */
  | 'LIST_DOCUMENTS'
  /** A page of runs. */
  | 'LIST_RUNS'
  /** A chunk taken out of retrieval or put back. */
  | 'OMIT_CHUNK'
  /** The audit itself. */
  | 'READ_AUDIT'
  /** Documents, versions or their parts, read by id or key. */
  | 'READ_DOCUMENT'
  /** What people said of runs. */
  | 'READ_FEEDBACK'
  /** Questions the documents could not answer. */
  | 'READ_GAPS'
  /** A run, or why a document was missed in it. */
  | 'READ_RUN'
  /** A judgement of a run. */
  | 'RECORD_FEEDBACK'
  /** A run's question, asked again. */
  | 'REPLAY_RUN'
  /** A document restored. */
  | 'RESTORE_DOCUMENT'
  /** An API key revoked. */
  | 'REVOKE_KEY'
  /** An API key rotated. */
  | 'ROTATE_KEY'
  /** Synonyms saved. */
  | 'SAVE_ALIAS'
  /** A curated answer saved or confirmed. */
  | 'SAVE_CURATED_ANSWER'
  /** A search. */
  | 'SEARCH'
  /** An allowance set or taken away. */
  | 'SET_ALLOWANCE'
  /** Files uploaded. */
  | 'UPLOAD';

/** A link of the audit's chain that was kept elsewhere. */
export type AuditAnchorInput = {
  /** Its hash. */
  readonly hash: Scalars['String']['input'];
  /** Its number. */
  readonly sequence: Scalars['Float']['input'];
};

/** A page of the audit, newest first. */
export type AuditConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<AuditEntry>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of entries that match, on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One thing that somebody did, or was refused. It holds ids and hashes; texts only with CANDOR_AUDIT=texts. */
export type AuditEntry = {
  /** What was done. */
  readonly action: AuditAction;
  /** The API key or the person; null for local mode and the command line. */
  readonly actorId?: Maybe<Scalars['ID']['output']>;
  /** What kind of caller it was. */
  readonly actorKind: ActorKind;
  /** When it happened. */
  readonly at: Scalars['DateTime']['output'];
  /** The code of the error; null if there was none. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** SHA-256 of this entry and the hash before it. */
  readonly hash: Scalars['String']['output'];
  /** How it ended. */
  readonly outcome: AuditOutcome;
  /** Its number in the workspace, from 1, without gaps. */
  readonly sequence: Scalars['Float']['output'];
  /** Ids of what it was done to, 100 at most: a question's run and cited documents, for example. */
  readonly targets: ReadonlyArray<Scalars['ID']['output']>;
  /** The question or search; null if texts are not kept, or it was erased. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** The salted SHA-256 of the question or search; null if there was none. */
  readonly textHash?: Maybe<Scalars['String']['output']>;
};

/** Which entries to list. Conditions that are left out match every entry. */
export type AuditFilter = {
  /** With one of these actions. */
  readonly actions?: InputMaybe<ReadonlyArray<AuditAction>>;
  /** Of this API key or person. */
  readonly actorId?: InputMaybe<Scalars['ID']['input']>;
  /** From this instant on. */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Before this instant. */
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** How an audited act ended. */
export type AuditOutcome =
  /** It was done. */
  | 'DONE'
  /** It ended in an error, or its caller left. */
  | 'FAILED'
  /** It was not allowed, not there, or beyond a limit. */
  | 'REFUSED';

/** What checking the audit found. */
export type AuditVerification = {
  /** How many entries were checked. */
  readonly count: Scalars['Float']['output'];
  /** The hash of the newest entry. */
  readonly headHash: Scalars['String']['output'];
  /** The number of the newest entry; keep it elsewhere, with its hash. */
  readonly headSequence: Scalars['Float']['output'];
  /** Whether the chain is whole. */
  readonly holds: Scalars['Boolean']['output'];
  /** What is wrong, 20 at most, each with the number of its entry. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
};

/** Kinds of blocks. */
export type BlockKind =
  /** Program code, indented by four spaces. */
  | 'CODE'
  /** One line, with a # for each level in front. */
  | 'HEADING'
  /** A list, one item per line, with bullets or numbers. */
  | 'LIST'
  /** A paragraph, in one line. */
  | 'PARAGRAPH'
  /** A row or object of a data file. */
  | 'RECORD'
  /** A table, one row per line, as `Header: cell; Header: cell`. Cells without a known header stand alone. */
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

/** A fit of the confidence to labelled questions. Calibrations never change: another fit is another calibration. */
export type Calibration = Node & {
  /** True if it is in use for questions of its language. */
  readonly active: Scalars['Boolean']['output'];
  /** The minimum confidence of CONFIDENT. */
  readonly confidentFrom: Scalars['Float']['output'];
  /** When it was fitted. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Expected calibration error of this fit on held-out questions, 0 to 1. */
  readonly eceAfter: Scalars['Float']['output'];
  /** Expected calibration error of the built-in coefficients on the same questions, 0 to 1. */
  readonly eceBefore: Scalars['Float']['output'];
  /** The guarantee on answers above the gate. Null if there is none, or if the question was answered below the tested gate. */
  readonly guarantee?: Maybe<Guarantee>;
  /** The calibration's id. */
  readonly id: Scalars['ID']['output'];
  /** ISO 639-1 code of its language; `und`: all languages without a calibration of their own. */
  readonly language: Scalars['String']['output'];
  /** How it maps the confidence: the simplest method that was as good as the best on held-out questions. */
  readonly method: CalibrationMethod;
  /** What it was fitted and tested on, in figures: the test of the guarantee and its alternatives, missed and wrong answers by threshold, every method, the audit, the hash of the labels. Its JSON Schema is schema/json/calibrationReport.json; `version` 1. */
  readonly report: Scalars['JSONObject']['output'];
  /** Number of labelled questions it was fitted and tested on. */
  readonly sampleSize: Scalars['Int']['output'];
  /** Source of the labels. */
  readonly source: CalibrationSource;
  /** True if the embedder or the chunking version has changed since, or the calibration is gone. A stale calibration is never used. */
  readonly stale: Scalars['Boolean']['output'];
  /** The minimum confidence of UNCERTAIN: the gate. */
  readonly uncertainFrom: Scalars['Float']['output'];
};

/** A page of calibrations, newest first. */
export type CalibrationConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<Calibration>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of calibrations on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Methods that map evidence to the probability of a right answer. */
export type CalibrationMethod =
  /** Beta calibration of the built-in confidence (Kull et al.). */
  | 'BETA'
  /** Isotonic regression (pool adjacent violators). */
  | 'ISOTONIC'
  /** New coefficients of the signals, regularized towards the built-in ones. */
  | 'LOGISTIC'
  /** Platt scaling of the built-in confidence. */
  | 'PLATT'
  /** The built-in coefficients, unchanged. */
  | 'SEED';

/** Sources of labels. */
export type CalibrationSource =
  /** Feedback on recorded runs. */
  | 'FEEDBACK'
  /** A set of questions with their answers. */
  | 'SET';

/** Calibrations that were fitted, switched on or switched off. */
export type CalibrationsPayload = {
  /** Those concerned; of a fit, first the one for all languages, then one for each language with enough labels of its own. Empty if there are errors. */
  readonly calibrations: ReadonlyArray<Calibration>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** The job to cancel. */
export type CancelIngestJobInput = {
  /** The job's id. */
  readonly id: Scalars['ID']['input'];
};

/** How confident an answer must be: three measured trade-offs between more answers and fewer wrong ones. With an active calibration, each is as far from the calibration's own gate as it is here from BALANCED. */
export type Caution =
  /** The default; with an active calibration, its own gate. */
  | 'BALANCED'
  /** More answers, more of them wrong. A guarantee that was tested at a higher gate does not apply. */
  | 'GENEROUS'
  /** Fewer answers, fewer of them wrong. */
  | 'STRICT';

/** A text to check, and the documents to check it against. */
export type CheckGroundingInput = {
  /** Use the versions valid at this instant. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Ids of the documents to check it against, 1 to 50. */
  readonly documentIds: ReadonlyArray<Scalars['ID']['input']>;
  /** The text, 1 to 20,000 characters: prose, or Markdown with lists, tables and code. */
  readonly text: Scalars['String']['input'];
};

/** The checks of a citation. */
export type CheckName =
  /** The claim adds nothing to the quote: no modifier, thing, person, clause, reason or "always". English only. */
  | 'ADDITIONS'
  /** The quote has enough of the claim's words. */
  | 'COVERAGE'
  /** Every date and period of the claim follows from the quote. */
  | 'DATES'
  /** An entailment model says that the claim follows from the quote. It is asked about rewordings that no other check has refused. */
  | 'ENTAILMENT'
  /** The claim turns no may into must and no some into all. */
  | 'MODALITY'
  /** Every name and code of the claim stands in the quote, and none has taken the place of another. No heading counts. */
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

/** What answers the question of a run. */
export type ChooseAnswerInput = {
  /** The `chunkId` of the passage of one of its alternatives, or of a cited one. Default: the answer as a whole. */
  readonly passageId?: InputMaybe<Scalars['ID']['input']>;
  /** The run's id. */
  readonly runId: Scalars['ID']['input'];
};

/** A passage that people chose as the answer. */
export type ChosenPassage = {
  /** The passage as it is stored; null if it was deleted or replaced meanwhile. */
  readonly chunk?: Maybe<Chunk>;
  /** How often it was chosen. */
  readonly count: Scalars['Int']['output'];
  /** The document it stands in; null if it was deleted meanwhile. */
  readonly document?: Maybe<Document>;
  /** Its document's key. */
  readonly documentKey: Scalars['String']['output'];
  /** The newest run in which it was chosen; null if the caller may not read it. `curateChosenAnswer` makes a curated answer of its id and the chunk's. */
  readonly run?: Maybe<Run>;
  /** The sentence of it that was shown. */
  readonly sentence: Scalars['String']['output'];
};

/** A piece of a version, the unit of retrieval. */
export type Chunk = Node & {
  /** How it is indexed: `contentType` (PROSE, LIST, TABLE, CODE or RECORD), `tokenCount`, `quality` (0 to 1: how much it reads like text that answers questions), `omitReason` (the quality rule that omits it, or null), `omitOverride` (what a person set with `setChunkOmitted`, or null) and `hypotheticalCount` (generated paraphrases and questions that help to find it). */
  readonly details: Scalars['JSONObject']['output'];
  /** The document it stands in; null for a key that may not read it. */
  readonly document?: Maybe<Document>;
  /** Near-duplicates in other documents, at most 20. */
  readonly duplicates: ReadonlyArray<Chunk>;
  /** The chunk's id. */
  readonly id: Scalars['ID']['output'];
  /** True if retrieval skips it. */
  readonly omitted: Scalars['Boolean']['output'];
  /** Position within the version, from 0. */
  readonly ordinal: Scalars['Int']['output'];
  /** The headings above it, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Its span in the version's text. */
  readonly sourceSpan: Span;
  /** The text. */
  readonly text: Scalars['String']['output'];
  /** The version it is a piece of; null for a key that may not read it. */
  readonly version?: Maybe<DocumentVersion>;
};

/** A page of chunks, in the order of the text. */
export type ChunkConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<Chunk>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of chunks on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** The chunk that was omitted or included. */
export type ChunkPayload = {
  /** The chunk; null if there are errors. */
  readonly chunk?: Maybe<Chunk>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** The evidence of a claim: a span of one version of one document. */
export type Citation = Quoted & {
  /** Whole days between the last update of the document and the question. */
  readonly ageDays: Scalars['Int']['output'];
  /** Where the claim stands in the answer's text. */
  readonly answerSpan: Span;
  /** The checks, in order. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** The document; null if it was deleted or is not visible to the caller. */
  readonly document?: Maybe<Document>;
  /** Its document's key. */
  readonly documentKey: Scalars['String']['output'];
  /** The lines that govern the quote and may change what it says, outermost first: headings, the line that leads a list in, the item above, the question. Empty in runs from before they were recorded. */
  readonly governing: ReadonlyArray<GoverningLine>;
  /** True if the cited version was valid when the question was asked, whatever date it asked about. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** The quote's pages or lines in the source; null if the source has none. */
  readonly location?: Maybe<SourceLocation>;
  /** The number in the answer's text, from 1. */
  readonly number: Scalars['Int']['output'];
  /** Its words, equal to the version's text at sourceSpan. Null if the document was hidden from the caller since, or purged: only who sees every document keeps the words of a purged one. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** The headings above the quote, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: Span;
  /** The result of its verification. */
  readonly status: ClaimStatus;
  /** Its document's title when it was read. */
  readonly title: Scalars['String']['output'];
  /** Its document's address when it was read; null if it has none. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** The version that was read; null if it was deleted or is not visible to the caller. */
  readonly version?: Maybe<DocumentVersion>;
};

/** One check of a citation. */
export type CitationCheck = {
  /** What it compared; null if there was nothing to compare. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Which check. */
  readonly name: CheckName;
  /** True when it passed. */
  readonly passed: Scalars['Boolean']['output'];
};

/** What happened to a citation since it was given. */
export type CitationVerification = {
  /** The checks, in order; empty if the version can no longer be read. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** The claim it should prove; null where `quote` is. */
  readonly claim?: Maybe<Scalars['String']['output']>;
  /** How the version valid now differs from what was cited; null if there is none to compare with. */
  readonly difference?: Maybe<RevisionKind>;
  /** The cited document; null if it was deleted or is not visible to the caller. */
  readonly document?: Maybe<Document>;
  /** What happened to the cited document. */
  readonly documentState: CitedDocumentState;
  /** True if the version valid now still proves the claim. Null if unknown: the document or its successor cannot be read or is too long to compare. */
  readonly holdsToday?: Maybe<Scalars['Boolean']['output']>;
  /** True if the pinned version is valid now. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** The cited words; null where `Citation.quote` is. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** True if the pinned version's text at the span equals the quote. Null if the version can no longer be read. */
  readonly quoteMatches?: Maybe<Scalars['Boolean']['output']>;
  /** The result of the checks, run again; null if the version can no longer be read. */
  readonly status?: Maybe<ClaimStatus>;
  /** The place in the version valid now, of this document or the one that replaced it; null if it says nothing about it, or differs only in punctuation. */
  readonly today?: Maybe<Evidence>;
  /** The pinned version; null if it was deleted or is not visible to the caller. */
  readonly version?: Maybe<DocumentVersion>;
};

/** What can happen to a cited document. */
export type CitedDocumentState =
  /** It was deleted and can still be restored. */
  | 'DELETED'
  /** None of its versions is valid any more. */
  | 'ENDED'
  /** It was permanently deleted or is no longer visible to the caller; which of the two is not disclosed. */
  | 'GONE'
  /** It is published, and a version is valid. */
  | 'PUBLISHED'
  /** It names another document that replaces it. */
  | 'REPLACED'
  /** It is a draft: answers do not use it. */
  | 'UNPUBLISHED';

/** One sentence of an answer, or of a text that was checked. */
export type Claim = {
  /** Where it stands in the answer's text, or in the text given to `checkGrounding`. Null for a dropped claim, and in `written`. */
  readonly answerSpan?: Maybe<Span>;
  /** Numbers of the citations that support it, or that it was written from. Empty for a dropped or checked claim. */
  readonly citationNumbers: ReadonlyArray<Scalars['Int']['output']>;
  /** Of a claim without citations, the places that it was compared with, best first, at most three; if it is not supported, the nearest. In `written`, what it was written from and no citation quotes. Empty if there is none. */
  readonly evidence: ReadonlyArray<Evidence>;
  /** Of a claim in `written` that states an amount which no quote states: how it is computed from those that they state, such as "8% × €149 = €11.92". Else null. */
  readonly formula?: Maybe<Scalars['String']['output']>;
  /** The checks that failed; null if it is supported. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** The result of its verification. */
  readonly status: ClaimStatus;
  /** How much of it the best evidence supports: 0 to 1. */
  readonly support: Scalars['Float']['output'];
  /** The sentence, without citation marks. Of a checked text, with the line that introduces its list, or with its column names. */
  readonly text: Scalars['String']['output'];
  /** Whose words it has. */
  readonly wording: ClaimWording;
};

/** Results of verifying a claim or citation. */
export type ClaimStatus =
  /** The cited text says otherwise. */
  | 'CONTRADICTED'
  /** Every check passed, or an entailment model says that it follows from the quote. */
  | 'SUPPORTED'
  /** The cited text does not support it. */
  | 'UNSUPPORTED';

/** A claim passed its checks. With a chat model, it may arrive while the model still writes the next one. The answer begins with these claims, in this order; none is withdrawn. */
export type ClaimVerified = AskEvent & {
  /** The claim. */
  readonly claim: Claim;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
};

/** Whose words a claim has. */
export type ClaimWording =
  /** A model's, which the configured entailment model says follow from the quote. The run names that model. */
  | 'ENTAILED'
  /** A model's or an author's, which only rules have compared with the source: not proven. In an answer, only in `written`. */
  | 'REWORDED'
  /** A model's in another language than the quote: its numbers, codes and names are the quote's, the rest is not proven. Only in `written`. */
  | 'TRANSLATED'
  /** The source's own: whole sentences, items or rows, up to white space, list marks, typographic variants, the case of a first letter and the mark at the end. In the first sentence of a section, the heading's words may stand for the pronoun. */
  | 'VERBATIM';

/** A clarifying question, because the question was unclear or matched nothing in the documents. */
export type Clarification = Outcome & {
  /** Where the answer may stand instead, likeliest first: up to three passages of different sections that the answer does not quote. Only beside an UNCERTAIN answer and an abstention; empty where the documents are about other things. */
  readonly alternatives: ReadonlyArray<Alternative>;
  /** The question as it was understood: a follow-up in full, or behind the earlier question that it needs (`earlier / asked`), or the question of a chosen option. Null if it was taken as asked, and in older runs. */
  readonly askedAs?: Maybe<Scalars['String']['output']>;
  /** Always empty for this outcome. */
  readonly citations: ReadonlyArray<Citation>;
  /** How confident Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Components that failed while answering. Empty when all worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** Questions that may have been meant and that the documents can answer. */
  readonly options: ReadonlyArray<ClarificationOption>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** Why Candor asks back. */
  readonly reason: NoAnswerReason;
  /** The whole recorded run; null if it could not be recorded, which `degraded` reports. */
  readonly run?: Maybe<Run>;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** The clarifying question. */
  readonly text: Scalars['String']['output'];
  /** NO_MATCH or UNCERTAIN. */
  readonly tier: Tier;
  /** The reason as a sentence in the asker's language. */
  readonly why: Scalars['String']['output'];
};

/** Something that may have been meant. Candor tested that the documents can answer it. */
export type ClarificationOption = {
  /** The documents that its answer is read from. Empty once the caller can no longer read them. */
  readonly documentIds: ReadonlyArray<Scalars['ID']['output']>;
  /** Stable within the run. To choose the option, ask its id or its text as the next question of the conversation. */
  readonly id: Scalars['ID']['output'];
  /** The beginning of its answer, at most 200 characters; null if there is none. */
  readonly preview?: Maybe<Scalars['String']['output']>;
  /** The full question. Outside the conversation, ask it with the filter `documentIds` to get the answer of `preview`. */
  readonly question: Scalars['String']['output'];
  /** The label to choose by, such as a title, product or version. */
  readonly text: Scalars['String']['output'];
};

/** How confident Candor is that it found what was asked for. */
export type Confidence = {
  /** The active calibration, or null while the built-in coefficients are in use. */
  readonly calibration?: Maybe<Calibration>;
  /** 0 to 100 with one decimal, for people. */
  readonly display: Scalars['Float']['output'];
  /** The signals that were measured and weighed, the greatest contribution first. Empty if nothing was found. */
  readonly signals: ReadonlyArray<ConfidenceSignal>;
  /** 0 to 1. */
  readonly value: Scalars['Float']['output'];
};

/** A measurement that the confidence is computed from. */
export type ConfidenceSignal = {
  /** What it adds to the log odds of the confidence, beside a question for which it has its usual value: +1.9 makes the answer surer, -0.8 less sure. 0 for a preset without a formula of its own. Unmet conditions of the question and the map of a calibration act on the sum. */
  readonly contribution: Scalars['Float']['output'];
  /** What was measured. */
  readonly name: SignalName;
  /** Its value, in the range that its name describes. */
  readonly value: Scalars['Float']['output'];
};

/** The curated answer to confirm. */
export type ConfirmCuratedAnswerInput = {
  /** The curated answer's id. */
  readonly id: Scalars['ID']['input'];
};

/** Passages that contradict each other about what was asked. */
export type Conflict = {
  /** What kind of contradiction it is. */
  readonly kind: ConflictKind;
  /** Whether one side can be preferred. */
  readonly resolution: ConflictResolution;
  /** The sides, preferred first. */
  readonly sides: ReadonlyArray<Evidence>;
};

/** How passages contradict each other. */
export type ConflictKind =
  /** Different persons, places or kinds for the same thing. */
  | 'ENTITY'
  /** Different numbers for the same thing. */
  | 'NUMERIC'
  /** One affirms it, the other denies it. */
  | 'POLARITY'
  /** Different dates for the same thing. */
  | 'TEMPORAL';

/** The conflict with what was said of it. */
export type ConflictPayload = {
  /** The conflict; null if there are errors. */
  readonly conflict?: Maybe<FoundConflict>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** Whether one side of a conflict can be preferred. */
export type ConflictResolution =
  /** A trusted source is right. */
  | 'AUTHORITY'
  /** The newer version is right. */
  | 'NEWER_VERSION'
  /** Neither can be preferred. */
  | 'UNRESOLVED';

/** What holds of two statements that seem to contradict each other. */
export type ConflictVerdict =
  /** Both: they are about different things. */
  | 'BOTH_HOLD'
  /** The first side. */
  | 'FIRST_HOLDS'
  /** Both: they say the same, or nothing of each other. */
  | 'NO_CONFLICT'
  /** The second side. */
  | 'SECOND_HOLDS';

/** What was removed from a source or repaired. */
export type ContentFlag =
  /** The source was not UTF-8. */
  | 'ENCODING_CONVERTED'
  /** Text that is invisible in the source. */
  | 'HIDDEN_TEXT_REMOVED'
  /** Zero-width or bidirectional control characters. */
  | 'INVISIBLE_CHARACTERS_REMOVED'
  /** Pages without a text layer; they are missing here. */
  | 'PAGES_WITHOUT_TEXT'
  /** Rotated text, such as a stamp or an axis label. */
  | 'ROTATED_TEXT_REMOVED'
  /** Scripts or active content. */
  | 'SCRIPT_REMOVED';

/** A key to create. */
export type CreateApiKeyInput = {
  /** The groups whose restricted documents it reads; left out: none for a READER, all documents for EDITOR and ADMIN. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Questions, searches and checks of texts a minute; left out: 60 for a public key, no limit for others. */
  readonly asksPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** Lets it read every document, whatever its groups; not together with accessGroups. */
  readonly everyDocument?: Scalars['Boolean']['input'];
  /** From when on it is refused; left out: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What the key is for, 1 to 100 characters. */
  readonly name: Scalars['String']['input'];
  /** Makes a public key for pages of these origins, such as https://www.example.com: it asks over documents that are published and open to all, and does nothing else. */
  readonly origins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The most that the key may do. */
  readonly role?: Role;
  /** Which runs it reads; left out: its own for a READER, all for EDITOR and ADMIN. */
  readonly runs?: InputMaybe<RunAccess>;
  /** Narrows the key to a part of its role; left out: all of it. */
  readonly scopes?: InputMaybe<ReadonlyArray<KeyScope>>;
};

/** What to make a curated answer of. */
export type CurateChosenAnswerInput = {
  /** The `chunkId` of the passage of one of its alternatives, or of a cited one. Default: the one that most people chose in this run. */
  readonly passageId?: InputMaybe<Scalars['ID']['input']>;
  /** The run's id: its question gets the answer. */
  readonly runId: Scalars['ID']['input'];
};

/** An answer written by a person. */
export type CuratedAnswer = Node & {
  /** Other wordings of the question. */
  readonly alternatives: ReadonlyArray<Scalars['String']['output']>;
  /** The answer, word for word. */
  readonly answer: Scalars['String']['output'];
  /** When it expires; null: never. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The curated answer's id. */
  readonly id: Scalars['ID']['output'];
  /** The question it answers. */
  readonly question: Scalars['String']['output'];
  /** Documents it is based on; deleted ones are left out. */
  readonly sources: ReadonlyArray<Document>;
  /** True if a source has changed since the answer was saved or confirmed. */
  readonly stale: Scalars['Boolean']['output'];
  /** Sources that have changed since the answer was saved or confirmed. */
  readonly staleSources: ReadonlyArray<StaleSource>;
  /** When it was last saved or confirmed. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A page of curated answers. */
export type CuratedAnswerConnection = {
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<CuratedAnswerEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<CuratedAnswer>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of curated answers that match the filter, on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A curated answer in a page. */
export type CuratedAnswerEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: CuratedAnswer;
};

/** Conditions on curated answers; all must hold. */
export type CuratedAnswerFilter = {
  /** True: only expired answers; false: only others. */
  readonly expired?: InputMaybe<Scalars['Boolean']['input']>;
  /** True: only stale answers; false: only others. */
  readonly stale?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The curated answer that was saved or confirmed. */
export type CuratedAnswerPayload = {
  /** The answer; null if there are errors. */
  readonly curatedAnswer?: Maybe<CuratedAnswer>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** A component that failed. A failure never raises the confidence. */
export type Degradation = {
  /** What happened. Addresses and the messages of other servers are in the log only. */
  readonly message: Scalars['String']['output'];
  /** The component that failed. */
  readonly part: DegradedPart;
};

/** Components that can fail while a question is answered. */
export type DegradedPart =
  /** The chat model: rules took its place. */
  | 'CHAT_MODEL'
  /** The conversation: earlier turns could not be read, so the question was taken as it stands. */
  | 'CONVERSATION'
  /** The entailment model: the result of the other checks stands. */
  | 'ENTAILMENT'
  /** The chat model's writing: time or tokens ran out, or its reply could not be used. The answer quotes whole sentences of the sources. */
  | 'GENERATION'
  /** The keyword arm: only vectors were searched. */
  | 'KEYWORD_ARM'
  /** The options of a clarifying question: some could not be tested and were left out. */
  | 'OPTIONS'
  /** The reader: it failed, timed out, does not support the language, or was skipped to save time or tokens for the answer. The confidence was computed without it. */
  | 'READER'
  /** The run could not be recorded. */
  | 'RECORD'
  /** The reranker: the fused order stands. */
  | 'RERANKER'
  /** The vector arm: only keywords were searched. */
  | 'VECTOR_ARM'
  /** The version history: whether other versions differ is unknown. */
  | 'VERSION_HISTORY';

/** The alias to delete. */
export type DeleteAliasInput = {
  /** The alias's id, or its term. */
  readonly id: Scalars['ID']['input'];
};

/** The curated answer to delete. */
export type DeleteCuratedAnswerInput = {
  /** The curated answer's id. */
  readonly id: Scalars['ID']['input'];
};

/** The document to delete. */
export type DeleteDocumentInput = {
  /** The document, by its id or its key. Required unless `id` is given. */
  readonly by?: InputMaybe<DocumentBy>;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** True: delete it permanently, at once. */
  readonly purge?: Scalars['Boolean']['input'];
};

/** What was deleted. */
export type DeletePayload = {
  /** The id of what is gone; null if there are errors. */
  readonly deletedId?: Maybe<Scalars['ID']['output']>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** A source of knowledge, with its versions. */
export type Document = Node & {
  /** Groups that may read it. Empty: everyone in the workspace. */
  readonly accessGroups: ReadonlyArray<Scalars['String']['output']>;
  /** The author, if known. */
  readonly author?: Maybe<Scalars['String']['output']>;
  /** When it was first ingested. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The version that is valid now; null if none is. */
  readonly currentVersion?: Maybe<DocumentVersion>;
  /** When it was deleted; null if it was not. */
  readonly deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The document's id. */
  readonly id: Scalars['ID']['output'];
  /** The caller's own name for it, unique in the workspace: a path, or the id it was ingested with. */
  readonly key: Scalars['String']['output'];
  /** ISO 639-1 code of its language; null if unknown. */
  readonly language?: Maybe<Scalars['String']['output']>;
  /** Metadata it was ingested with. */
  readonly metadata: Scalars['JSONObject']['output'];
  /** What kind of text it is, in the team's own words, such as policy or faq. */
  readonly semanticType?: Maybe<Scalars['String']['output']>;
  /** The source that it came from; null if it was sent by hand, or the caller may not read `sources`. */
  readonly source?: Maybe<Source>;
  /** Format of the source. */
  readonly sourceType: SourceType;
  /** Whether retrieval may find it. */
  readonly state: DocumentState;
  /** The document that replaces this one, as far as the caller may find it; null if there is none. */
  readonly supersededBy?: Maybe<Document>;
  /** The key of the document that replaces this one, also one that its source names and that is not there. */
  readonly supersededByKey?: Maybe<Scalars['String']['output']>;
  /** Since when it is replaced: the day that its successor states, or the start of its validity. Null if none replaces it. */
  readonly supersededSince?: Maybe<Scalars['DateTime']['output']>;
  /** The documents that this one replaces, as far as the caller may find them. */
  readonly supersedes: ReadonlyArray<Document>;
  /** How it is known that it is replaced; null if it is not. */
  readonly supersessionBasis?: Maybe<SupersessionBasis>;
  /** Tags to filter by. */
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  /** The title. */
  readonly title: Scalars['String']['output'];
  /** How far it can be relied on. */
  readonly trust: Trust;
  /** When its content was last updated according to its source, or else last ingested. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Address of the document, safe to link: http, https or mailto. Relative ones are resolved against the workspace's `documentSite`. Null if there is none, or it is not safe. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** Its versions, newest first. */
  readonly versions: DocumentVersionConnection;
};


/** A source of knowledge, with its versions. */
export type DocumentVersionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** Which document: its id, or the key that it was ingested with. */
export type DocumentBy =
  /** The document's id. */
  { readonly id: Scalars['ID']['input']; readonly key?: never; }
  |  /** The document's key. */
  { readonly id?: never; readonly key: Scalars['String']['input']; };

/** A page of documents. */
export type DocumentConnection = {
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<DocumentEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<Document>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of documents that match the filter, on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Where a document's content comes from. */
export type DocumentContentInput =
  /** A public http or https address to fetch it from, at most 20 MB. Fetched documents are ingested by a background job. */
  { readonly fetchUrl: Scalars['String']['input']; readonly text?: never; }
  |  /** The text itself, at most 5,000,000 characters. */
  { readonly fetchUrl?: never; readonly text: Scalars['String']['input']; };

/** A document in a page. */
export type DocumentEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: Document;
};

/** Conditions on documents; all must hold. */
export type DocumentFilter = {
  /** Only documents whose title or key contains this text, ignoring case. */
  readonly contains?: InputMaybe<Scalars['String']['input']>;
  /** True: list deleted documents that can be restored; needs the role EDITOR. Default: false. */
  readonly deleted?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only documents with one of these keys, at most 1,000. */
  readonly keys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents in one of these languages (ISO 639-1). */
  readonly languages?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents of one of these semantic types, ignoring case. */
  readonly semanticTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents in one of these formats. */
  readonly sourceTypes?: InputMaybe<ReadonlyArray<SourceType>>;
  /** Only documents in this state. */
  readonly state?: InputMaybe<DocumentState>;
  /** Only documents with all of these tags. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A document to ingest. */
export type DocumentInput = {
  /** Groups that may read it. Empty: everyone in the workspace. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The author. */
  readonly author?: InputMaybe<Scalars['String']['input']>;
  /** Its checksum in the source; required with `source`. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Its content: a text, or an address to fetch it from. */
  readonly content: DocumentContentInput;
  /** Start of this version's validity. Default: the front matter's `effective`, or now. */
  readonly effectiveFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** End of this version's validity, exclusive. Default: the front matter's `expires`, or when another version replaces it. */
  readonly effectiveUntil?: InputMaybe<Scalars['DateTime']['input']>;
  /** Format of the content. Default: MARKDOWN for a text; for a fetched document, what its server says. */
  readonly format?: InputMaybe<TextFormat>;
  /** Your own name for it, unique in the workspace. Ingesting the same key again creates a new version. */
  readonly key: Scalars['String']['input'];
  /** ISO 639-1 code of its language. Default: detected. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** Metadata to keep with it. */
  readonly metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** What kind of text it is, in your own words, such as policy, faq or release note. */
  readonly semanticType?: InputMaybe<Scalars['String']['input']>;
  /** Whether retrieval may find it. Default: unchanged; PUBLISHED for a new document. */
  readonly state?: InputMaybe<DocumentState>;
  /** The key of the document that replaces this one. */
  readonly supersededBy?: InputMaybe<Scalars['String']['input']>;
  /** The key of the document that this one replaces. Default: unchanged. */
  readonly supersedes?: InputMaybe<Scalars['String']['input']>;
  /** Tags to filter by. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The title. Default: the first heading, else the key. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** How far it can be relied on. Default: unchanged; NORMAL for a new document. Its own front matter can only lower it. */
  readonly trust?: InputMaybe<Trust>;
  /** Address of the document: http, https or mailto, or a path on the site that `documentSite` of the workspace names. Others are refused. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Which documents come first. */
export type DocumentOrder =
  /** By title, ignoring case. */
  | 'TITLE'
  /** Those changed last. */
  | 'UPDATED';

/** The document that was published, hidden or restored. */
export type DocumentPayload = {
  /** The document; null if there are errors. */
  readonly document?: Maybe<Document>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
};

/** Whether retrieval may find a document. */
export type DocumentState =
  /** Retrieval does not find it. */
  | 'DRAFT'
  /** Retrieval may find it. */
  | 'PUBLISHED';

/** The text of a document at one time. Versions never change. */
export type DocumentVersion = Node & {
  /** The text as it was understood, block by block. Null for versions stored before blocks were kept; ingest the document again to see them. */
  readonly blocks?: Maybe<TextBlockConnection>;
  /** The chunks, in the order of the text. */
  readonly chunks: ChunkConnection;
  /** SHA-256 of the canonical text and its metadata, in hexadecimal. */
  readonly contentHash: Scalars['String']['output'];
  /** When it was stored. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Start of its validity. */
  readonly effectiveFrom: Scalars['DateTime']['output'];
  /** End of its validity; null until a later version replaces it. */
  readonly effectiveUntil?: Maybe<Scalars['DateTime']['output']>;
  /** When it expires according to its source; null if it does not. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** What was removed from its source or repaired. */
  readonly flags: ReadonlyArray<ContentFlag>;
  /** The version's id. */
  readonly id: Scalars['ID']['output'];
  /** Position within the document, from 1. */
  readonly number: Scalars['Int']['output'];
  /** What of its source was not read, in sentences for a person: a hidden sheet, a page that holds only pictures, an attachment. Empty if all of it was. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
  /** The canonical text. Spans are offsets into it. */
  readonly text: Scalars['String']['output'];
};


/** The text of a document at one time. Versions never change. */
export type DocumentVersionBlocksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** The text of a document at one time. Versions never change. */
export type DocumentVersionChunksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** A page of a document's versions, newest first. */
export type DocumentVersionConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<DocumentVersion>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of versions on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Whom to erase. */
export type ErasePersonInput = {
  /** Erases the documents of this author, too, compared without regard to case. */
  readonly author?: InputMaybe<Scalars['String']['input']>;
  /** The id of the person or API key, as in runs and the audit. */
  readonly id: Scalars['ID']['input'];
};

/** What `erasePerson` erased. */
export type ErasePersonPayload = {
  /** Audit entries that lost their text or the salt of its hash. */
  readonly auditCount?: Maybe<Scalars['Int']['output']>;
  /** Documents of the author. */
  readonly documentCount?: Maybe<Scalars['Int']['output']>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** Judgements of runs. */
  readonly feedbackCount?: Maybe<Scalars['Int']['output']>;
  /** Runs, with those that repeated them; null, like the other counts, if there are errors. */
  readonly runCount?: Maybe<Scalars['Int']['output']>;
};

/** The workspace to erase. */
export type EraseWorkspaceInput = {
  /** The exact name of the workspace. */
  readonly name: Scalars['String']['input'];
};

/** Codes of a GraphQL error, in `extensions.code` and in `AskFailed.code`. */
export type ErrorCode =
  /** The backup is incomplete or damaged, its audit does not hold, or it contains something that this version cannot store. */
  | 'BACKUP_INVALID'
  /** The server's configuration is invalid. */
  | 'BAD_CONFIG'
  /** An argument, variable or input field has a value that cannot be used. */
  | 'BAD_INPUT'
  /** The API key or the workspace has used what it may spend in this window. */
  | 'BUDGET_EXCEEDED'
  /** The caller went away. */
  | 'CANCELLED'
  /** A database statement failed. */
  | 'DATABASE_FAILED'
  /** Another process is using the data folder. */
  | 'DATABASE_LOCKED'
  /** A newer version of Candor migrated the database. */
  | 'DATABASE_NEWER'
  /** The database does not respond. */
  | 'DATABASE_UNREACHABLE'
  /** The stored vectors come from another embedding model. */
  | 'EMBEDDER_MISMATCH'
  /** The key's role does not allow the operation. */
  | 'FORBIDDEN'
  /** The request is not valid GraphQL. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The request does not fit the schema or exceeds a limit. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** A bug in Candor; the message has an error id to report. */
  | 'INTERNAL'
  /** An applied migration differs from its file. */
  | 'MIGRATION_CHANGED'
  /** A model's reply could not be used. */
  | 'MODEL_INVALID'
  /** A model server could not be reached. */
  | 'MODEL_UNAVAILABLE'
  /** Built-in model files are missing or damaged. */
  | 'MODEL_WEIGHTS'
  /** The object does not exist or is not visible to the caller. */
  | 'NOT_FOUND'
  /** The server or the workspace is at its limit of concurrent requests. */
  | 'OVERLOADED'
  /** No query with this hash is known; send its text along. Persisted queries only. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** Time ran out before the request finished. */
  | 'TIMEOUT'
  /** The key is missing, unknown or expired. */
  | 'UNAUTHENTICATED';

/** A quoted place that no answer cites by a number: it was compared with a claim, contradicts another place, or stands there today. */
export type Evidence = Quoted & {
  /** Of a text that was checked, the checks, in order; else empty. */
  readonly checks: ReadonlyArray<CitationCheck>;
  /** The document; null if it was deleted or is not visible to the caller. */
  readonly document?: Maybe<Document>;
  /** Its document's key; null in runs from before it was recorded, once the document is gone. */
  readonly documentKey?: Maybe<Scalars['String']['output']>;
  /** The lines that govern the quote and may change what it says, outermost first: headings, the line that leads a list in, the item above, the question. Empty in runs from before they were recorded. */
  readonly governing: ReadonlyArray<GoverningLine>;
  /** The quote's pages or lines in the source; null if the source has none. */
  readonly location?: Maybe<SourceLocation>;
  /** Its words, equal to the version's text at sourceSpan. Null if the document was hidden from the caller since, or purged: only who sees every document keeps the words of a purged one. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** The headings above the quote, outermost first. Empty if there is none, and beside a conflict with an earlier version. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: Span;
  /** Of a text that was checked, the result of the claim's verification against it; else null. */
  readonly status?: Maybe<ClaimStatus>;
  /** Of a text that was checked, how much of the claim it supports, 0 to 1; else null. */
  readonly support?: Maybe<Scalars['Float']['output']>;
  /** Its document's title when it was read; null where its key is. */
  readonly title?: Maybe<Scalars['String']['output']>;
  /** Its document's address when it was read; null if it has none. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** Beside a conflict, the value that it gives; null elsewhere, and where there is no quote. */
  readonly value?: Maybe<Scalars['String']['output']>;
  /** The version that was read; null if it was deleted or is not visible to the caller. */
  readonly version?: Maybe<DocumentVersion>;
};

/** Why evidence does not support an answer. */
export type EvidenceGap =
  /** Something that the question names is in no passage. */
  | 'MISSING_FACT'
  /** No sentence has the kind of thing that is asked for. */
  | 'MISSING_TYPE'
  /** It supports an answer. */
  | 'NONE'
  /** Nothing was found. */
  | 'NO_HITS'
  /** The best sentence says the opposite of the question. */
  | 'OPPOSITE'
  /** The question is negated; no passage is. */
  | 'OTHER_POLARITY'
  /** The passages are about another time than the question. */
  | 'OTHER_TIME'
  /** Several answers fit. */
  | 'SEVERAL_FACTS'
  /** Words of the question occur in no document. */
  | 'UNKNOWN_WORDS'
  /** The passages fit weakly. */
  | 'WEAK';

/** Feedback of one person on a run. */
export type Feedback = Node & {
  /** The right answer; null if none was given. */
  readonly answer?: Maybe<Scalars['String']['output']>;
  /** The passage that was chosen as the answer; null: none, or not visible to the caller, or deleted since. */
  readonly chunk?: Maybe<Chunk>;
  /** The comment; null if none was given. */
  readonly comment?: Maybe<Scalars['String']['output']>;
  /** When it was last given. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Documents named as having the right answer; those not visible to the caller are left out. */
  readonly documents: ReadonlyArray<Document>;
  /** The feedback's id; it stays when the same key judges the run again. */
  readonly id: Scalars['ID']['output'];
  /** True if the caller's own key gave it. */
  readonly own: Scalars['Boolean']['output'];
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The run; null for a key that may not read it. */
  readonly run?: Maybe<Run>;
  /** The verdict. */
  readonly verdict: FeedbackVerdict;
};

/** A page of feedback, newest first. */
export type FeedbackConnection = {
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<FeedbackEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<Feedback>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of judgements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A judgement in a page. */
export type FeedbackEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: Feedback;
};

/** Feedback that was recorded. */
export type FeedbackPayload = {
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** The recorded feedback; null if there are errors. */
  readonly feedback?: Maybe<Feedback>;
};

/** Verdicts of a person on an outcome. */
export type FeedbackVerdict =
  /** The outcome is right. Applies to every outcome. */
  | 'CORRECT'
  /** The answer omits essential information. Applies to an Answer. */
  | 'INCOMPLETE'
  /** The documents have an answer. Applies to a Clarification or an Abstention. */
  | 'SHOULD_HAVE_ANSWERED'
  /** The documents have no answer. Applies to an Answer. */
  | 'SHOULD_HAVE_REFUSED'
  /** The answer is wrong. Applies to an Answer. */
  | 'WRONG';

/** How to fit a calibration to recorded feedback. */
export type FitCalibrationInput = {
  /** True: activate it for the next question on. */
  readonly activate?: Scalars['Boolean']['input'];
  /** Guarantee at most this share of wrong answers among answers, between 0 and 1. Default: no guarantee, and all labels are used to fit. */
  readonly alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Allowed failure probability of the guarantee, between 0 and 1. */
  readonly delta?: Scalars['Float']['input'];
  /** Default: chosen by cross-validation. */
  readonly method?: InputMaybe<CalibrationMethod>;
  /** Seed of the random splits and folds. */
  readonly seed?: Scalars['Int']['input'];
};

/** Two statements of different documents that contradict each other, found by `candor audit conflicts` before anybody asks. */
export type FoundConflict = {
  /** When it was found. */
  readonly foundAt: Scalars['DateTime']['output'];
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** What kind of contradiction it is. */
  readonly kind: ConflictKind;
  /** When that was said. */
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Both sides, as the documents say it now, in no order of merit. `value` is empty where one denies what the other says. */
  readonly sides: ReadonlyArray<Evidence>;
  /** What a person said of it; null if nobody did. It stays as long as both documents say what they say. */
  readonly verdict?: Maybe<ConflictVerdict>;
};

/** How the two arms become one order. */
export type Fusion =
  /** Weighted cosine similarity plus the weighted keyword score, normalized by the highest score possible for the question. */
  | 'CONVEX'
  /** Weighted cosine similarity plus the weighted raw keyword score. */
  | 'LINEAR'
  /** Reciprocal rank fusion: the sum over the arms of weight / (rrfK + rank). */
  | 'RRF';

/** One cause of a knowledge gap; of `reason`, `missing` and `gap` exactly one is set. */
export type GapCause = {
  /** Number of runs. */
  readonly count: Scalars['Int']['output'];
  /** Why the evidence did not support an answer, as the loop judged it. */
  readonly gap?: Maybe<EvidenceGap>;
  /** A name, code, number or date of the questions that no passage has. */
  readonly missing?: Maybe<Scalars['String']['output']>;
  /** Why runs count as unanswered. */
  readonly reason?: Maybe<GapReason>;
};

/** Why a question counts as unanswered. */
export type GapReason =
  /** Refused: documents contradict each other. */
  | 'CONFLICTING_EVIDENCE'
  /** Answered, but feedback says that the documents have no answer. */
  | 'JUDGED_UNANSWERABLE'
  /** Answered, but feedback says the answer is wrong. */
  | 'JUDGED_WRONG'
  /** Nothing was found. */
  | 'NOTHING_FOUND'
  /** Refused: the question is not what the documents are about. */
  | 'OUT_OF_SCOPE'
  /** Refused or answered, but people chose a passage beside it as the answer. */
  | 'PASSAGE_CHOSEN'
  /** Refused: the evidence was outdated. */
  | 'STALE_EVIDENCE'
  /** Refused: the answer failed verification. */
  | 'VERIFICATION_FAILED'
  /** Refused: the evidence was too weak. */
  | 'WEAK_EVIDENCE';

/** The confidence from which questions are answered, and what sets it. */
export type Gate = {
  /** The level of caution; null if a number was set or the preset has its own gate. */
  readonly caution?: Maybe<Caution>;
  /** The confidence that was set, on the built-in scale; null if none was. */
  readonly setTo?: Maybe<Scalars['Float']['output']>;
  /** The minimum confidence of an answer, 0 to 1. A calibration moves it. */
  readonly uncertainFrom: Scalars['Float']['output'];
};

/** The gate to set. */
export type GateInput =
  /** A level of caution; BALANCED is the default. */
  { readonly caution: Caution; readonly uncertainFrom?: never; }
  |  /** A confidence, 0.05 to 0.95, on the built-in scale. With an active calibration the gate moves as far from the calibration's own gate, in log odds, as this value is from BALANCED. */
  { readonly caution?: never; readonly uncertainFrom: Scalars['Float']['input']; };

/** What a line is to the words that it governs. */
export type GoverningKind =
  /** The title of their table. */
  | 'CAPTION'
  /** The header of their column, for words from within a cell. */
  | 'COLUMN'
  /** A heading above them. */
  | 'HEADING'
  /** The item that theirs stands under. */
  | 'ITEM'
  /** What their line begins with before a colon: a term that is defined, a kind of callout, who speaks. */
  | 'LABEL'
  /** The line that leads their list, table, code or lines in: "Never do any of the following:". */
  | 'LEAD'
  /** The question that they answer. */
  | 'QUESTION'
  /** The first cell of their row, for words from within a cell. */
  | 'ROW';

/** A line that governs a quoted place: it may take or limit the force of what stands there. */
export type GoverningLine = {
  /** What it is to the quote. */
  readonly kind: GoverningKind;
  /** Its words. Always equal to the version's text at sourceSpan. */
  readonly quote: Scalars['String']['output'];
  /** Where it stands in the version's text. */
  readonly sourceSpan: Span;
};

/** What the documents say about a text, claim by claim. */
export type GroundingReport = {
  /** The claims, in reading order. Headings, questions and phrases that state nothing are not claims. A supporting sentence decides the status; otherwise a contradicting one. */
  readonly claims: ReadonlyArray<Claim>;
  /** True if every claim was checked against every passage; false if time or the number of passages ran out. */
  readonly complete: Scalars['Boolean']['output'];
};

/** "At most alpha wrong among answered, with confidence 1 - delta", by Learn-then-Test, for questions like those that tested it. */
export type Guarantee = {
  /** Maximum share of wrong answers among answers: 0 to 1. */
  readonly alpha: Scalars['Float']['output'];
  /** Number of test questions answered. */
  readonly answered: Scalars['Int']['output'];
  /** Share of the test questions that were answered. */
  readonly coverage: Scalars['Float']['output'];
  /** Allowed failure probability of the guarantee: 0 to 1. */
  readonly delta: Scalars['Float']['output'];
  /** Why it does not hold, and what to do; null while it holds. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** Whether it still holds. */
  readonly status: GuaranteeStatus;
  /** The gate that it holds for. */
  readonly threshold: Scalars['Float']['output'];
  /** Number of those answered wrongly. */
  readonly wrong: Scalars['Int']['output'];
};

/** Whether a guarantee still holds. */
export type GuaranteeStatus =
  /** The calibration is in use and no drift was found. */
  | 'HOLDS'
  /** The calibration is not in use. */
  | 'INACTIVE'
  /** The embedder or the chunking version has changed. */
  | 'STALE'
  /** Questions or errors have drifted since the test, or the workspace's gate is below the tested one. */
  | 'WITHDRAWN';

/** Health of a workspace's calibrations. */
export type HealthStatus =
  /** Questions or errors have drifted from those a calibration was fitted on: its guarantee is withdrawn. */
  | 'ALARM'
  /** No problem was found. */
  | 'OK'
  /** Something has begun to drift, or a calibration is stale and not used. */
  | 'WATCH';

/** What an ingest job does with an item. */
export type IngestAction =
  /** Delete its documents. */
  | 'DELETE'
  /** Read and store it. */
  | 'INGEST'
  /** Give its documents its new path as their key. */
  | 'MOVE';

/** The documents to ingest. */
export type IngestDocumentsInput = {
  /** True: ingest in a background job and return at once. Documents with a fetchUrl always use a job. Default: false. */
  readonly background?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 500 documents. */
  readonly documents: ReadonlyArray<DocumentInput>;
  /** Read the addresses (`fetchUrl`) again so often, an hour to a year: they are a source of the name in `source`. Default: as that source has it; addresses without a source are read once. */
  readonly everySeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The source that they are part of: one that `syncDocuments` knows, each with its `checksum`; or one of addresses (`everySeconds`). They are ingested by a background job. Default: none. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
};

/** One file or document of an ingestion. */
export type IngestItem = {
  /** What the job does with it. */
  readonly action: IngestAction;
  /** A path or key. */
  readonly name: Scalars['String']['output'];
  /** Why it is part of the job. */
  readonly reason: Scalars['String']['output'];
  /** The result of each document; a data file has several. */
  readonly results: ReadonlyArray<IngestedDocument>;
  /** Its progress. */
  readonly state: IngestItemState;
};

/** A page of the files or documents of a job, in order. */
export type IngestItemConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<IngestItem>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of files or documents on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** States of an item. */
export type IngestItemState =
  /** Over. */
  | 'DONE'
  /** Nothing in it could be ingested. */
  | 'FAILED'
  /** Not finished yet. */
  | 'PENDING';

/** An ingestion that runs in the background: of an upload, of documents or of a folder. */
export type IngestJob = Node & {
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Documents stored for the first time. */
  readonly createdCount: Scalars['Int']['output'];
  /** Number of files or documents that are finished. */
  readonly doneCount: Scalars['Int']['output'];
  /** Why the whole job failed. A single bad file never makes a job fail. */
  readonly error?: Maybe<UserError>;
  /** Documents that could not be ingested. */
  readonly failedCount: Scalars['Int']['output'];
  /** When it finished; null before that. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The job's id. */
  readonly id: Scalars['ID']['output'];
  /** Its files or documents, in order. */
  readonly items: IngestItemConnection;
  /** What it is doing right now; null unless it is running. */
  readonly progress?: Maybe<IngestProgress>;
  /** Whether it waits, runs or is over. */
  readonly state: IngestJobState;
  /** Where the time went, in milliseconds: `totalMillis`, and `parseMillis`, `chunkMillis`, `embedMillis` and `storeMillis`, which overlap. Null until the first document is done. */
  readonly timings?: Maybe<Scalars['JSONObject']['output']>;
  /** Number of files or documents. */
  readonly total: Scalars['Int']['output'];
  /** Documents that were already there with the same content. */
  readonly unchangedCount: Scalars['Int']['output'];
  /** Documents that got a new version. */
  readonly updatedCount: Scalars['Int']['output'];
};


/** An ingestion that runs in the background: of an upload, of documents or of a folder. */
export type IngestJobItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** A page of ingest jobs, newest first. */
export type IngestJobConnection = {
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<IngestJobEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<IngestJob>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of jobs on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An ingest job in a page. */
export type IngestJobEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: IngestJob;
};

/** A job that was started or cancelled, or what happened to documents that were ingested at once. */
export type IngestJobPayload = {
  /** What is wrong with the request as a whole; errors of single documents are in `results`. */
  readonly errors: ReadonlyArray<UserError>;
  /** The job; null if the documents were ingested at once, or there are errors. */
  readonly job?: Maybe<IngestJob>;
  /** One entry per document that was ingested at once, in the order given. Empty for a job: read its items. */
  readonly results: ReadonlyArray<IngestedDocument>;
};

/** States of an ingest job. */
export type IngestJobState =
  /** It was cancelled. What was stored stays. */
  | 'CANCELLED'
  /** Every item is finished. Single documents may have failed. */
  | 'COMPLETED'
  /** An error that concerns the whole job ended it. */
  | 'FAILED'
  /** It waits for a free process. */
  | 'QUEUED'
  /** The upload is still arriving. */
  | 'RECEIVING'
  /** It is being processed. */
  | 'RUNNING';

/** Phases of ingesting a document. */
export type IngestPhase =
  /** The text is cut into passages. */
  | 'CUTTING'
  /** The passages are embedded. */
  | 'EMBEDDING'
  /** Its text is read from the file. */
  | 'READING'
  /** The passages are stored. */
  | 'STORING';

/** What a running ingest job is doing. */
export type IngestProgress = {
  /** Key of a document that is being processed. */
  readonly current: Scalars['String']['output'];
  /** Characters of Markdown or pages of a PDF that are read, characters that are cut, windows of passages that are embedded, or passages that are stored; null while another file is read. */
  readonly done?: Maybe<Scalars['Int']['output']>;
  /** Phase of the work. Consecutive documents overlap; this is the latest step. */
  readonly phase: IngestPhase;
  /** Estimated seconds until this phase is finished; null if there is no estimate yet. */
  readonly secondsLeft?: Maybe<Scalars['Int']['output']>;
  /** All of them; null where `done` is. */
  readonly total?: Maybe<Scalars['Int']['output']>;
};

/** Results of ingesting a document. */
export type IngestStatus =
  /** Stored for the first time. */
  | 'CREATED'
  /** Not ingested. */
  | 'FAILED'
  /** Already there with the same content. */
  | 'UNCHANGED'
  /** Stored as a new version. */
  | 'UPDATED';

/** The result of ingesting one document. */
export type IngestedDocument = {
  /** The document; null if it failed. */
  readonly document?: Maybe<Document>;
  /** Why it failed; null if it did not. */
  readonly error?: Maybe<UserError>;
  /** The document's key. */
  readonly key: Scalars['String']['output'];
  /** What happened. */
  readonly status: IngestStatus;
};

/** A part of what a role may do. */
export type KeyScope =
  /** Manage keys, budgets, audit and the workspace. */
  | 'ADMIN'
  /** Ask, search, check and judge. */
  | 'ASK'
  /** Read documents, curated answers and runs. */
  | 'READ'
  /** Change knowledge, and read drafts. */
  | 'WRITE';

/** Similar questions that the documents could not answer. Lists have the most frequent first. */
export type KnowledgeGap = {
  /** Why its questions have no answer: reasons first, then what no passage has, at most ten, then what the evidence lacked. */
  readonly causes: ReadonlyArray<GapCause>;
  /** The passages that people chose as the answer, at most three. Those of documents not visible to the caller are left out. */
  readonly chosen: ReadonlyArray<ChosenPassage>;
  /** Number of runs. */
  readonly count: Scalars['Int']['output'];
  /** When it was last asked. */
  readonly lastAskedAt: Scalars['DateTime']['output'];
  /** The nearest documents, at most five: where an answer might be added. */
  readonly nearestDocuments: ReadonlyArray<Document>;
  /** The group's representative question. */
  readonly question: Scalars['String']['output'];
  /** The run with the representative question; null if it was deleted since. */
  readonly run?: Maybe<Run>;
};

/** A page of knowledge gaps. */
export type KnowledgeGapConnection = {
  /** True if the embedder failed: only questions with the same words are grouped. */
  readonly degraded: Scalars['Boolean']['output'];
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<KnowledgeGapEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<KnowledgeGap>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of runs that were looked at: the newest 1,000 at most. */
  readonly runCount: Scalars['Int']['output'];
  /** Number of knowledge gaps on all pages. */
  readonly totalCount: Scalars['Int']['output'];
  /** How many of those runs were not answered, or not well. */
  readonly unansweredCount: Scalars['Int']['output'];
};

/** A knowledge gap in a page. */
export type KnowledgeGapEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: KnowledgeGap;
};

/** Which knowledge gaps come first. */
export type KnowledgeGapOrder =
  /** Those asked most often. */
  | 'COUNT'
  /** Those asked last. */
  | 'LAST_ASKED';

/** A condition on one field of the metadata: `in`, or a range by `from`, `to` or both. */
export type MetadataCondition = {
  /** The least number, such as 1.5, or the first day, such as 2026-01-31; inclusive. */
  readonly from?: InputMaybe<Scalars['String']['input']>;
  /** One of these values, exactly, numbers and Booleans as JSON writes them. Of a list, one element is enough. */
  readonly in?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The field's name, exactly; `Workspace.metadataNames` lists them. */
  readonly name: Scalars['String']['input'];
  /** The greatest number or the last day; inclusive. */
  readonly to?: InputMaybe<Scalars['String']['input']>;
};

/** A name of metadata, to filter by. */
export type MetadataName = {
  /** The name. */
  readonly name: Scalars['String']['output'];
  /** Its values, most frequent first. */
  readonly values: ReadonlyArray<MetadataValue>;
};

/** A value of metadata. */
export type MetadataValue = {
  /** Number of documents that have it, of those that a search of the caller can find. */
  readonly count: Scalars['Int']['output'];
  /** The value as text. */
  readonly value: Scalars['String']['output'];
};

/** Why a run did not use a document. What was not recorded is computed again with the run's queries, settings, filter and `asOf`, over today's documents. */
export type MissExplanation = {
  /** The document; null if it was deleted meanwhile. */
  readonly document?: Maybe<Document>;
  /** The reason as a sentence, with figures. */
  readonly message: Scalars['String']['output'];
  /** The stage at which it was dropped; USED if it was not. */
  readonly reason: MissReason;
  /** The near-duplicate that was found in its place; null if there is none or it is not visible to the caller. */
  readonly standsFor?: Maybe<Chunk>;
  /** How near it came, for operators: query, ranks, scores, unmet conditions, arms that failed. `MissExplanation.trace` of schema/json/trace.json, `version` 1. */
  readonly trace: Scalars['JSONObject']['output'];
};

/** Why a document was not used. */
export type MissReason =
  /** It was retrieved, but others ranked higher. */
  | 'BELOW_TOP_K'
  /** It is beyond the maximum vector distance, and has none of the question's words. */
  | 'BEYOND_DISTANCE'
  /** It was retrieved, but time or context ran out first. */
  | 'CUT_BY_BUDGET'
  /** The run's filter or the asker's access excludes it. */
  | 'FILTERED'
  /** A near-duplicate ranks higher and represents it. */
  | 'FOLDED'
  /** It would be found today: something has changed since the run, or an arm failed then. */
  | 'FOUND_TODAY'
  /** It, or its version that is valid at the run's `asOf`, was stored after the run. */
  | 'INGESTED_LATER'
  /** It is a draft. Only keys with the role EDITOR or ADMIN see this; to others a draft does not exist. */
  | 'NOT_PUBLISHED'
  /** Neither arm had it among its candidates. */
  | 'NOT_RETRIEVED'
  /** The run ended before anything was searched. */
  | 'NOT_SEARCHED'
  /** None of its versions is valid at the run's `asOf`. */
  | 'NOT_VALID_THEN'
  /** All of its passages are excluded from retrieval by a quality rule or a person. */
  | 'QUALITY_GATE'
  /** It was used: it is cited or among the final passages. */
  | 'USED';

/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type Mutation = {
  /** Uses a calibration from the next question on. Needs the role ADMIN and a key that can read every document. */
  readonly activateCalibration?: Maybe<CalibrationsPayload>;
  /** Answers a question from the workspace's documents, or says why it can't. Records a run. Any role may call it. */
  readonly ask?: Maybe<AskPayload>;
  /** Cancels an ingest job. What is already stored stays. */
  readonly cancelIngestJob?: Maybe<IngestJobPayload>;
  /** Records that a run's answer, or a passage it showed, answers its question. Any role may choose in a run it can read; the same choice again changes nothing, another one replaces it. Counts against allowances. */
  readonly chooseAnswer?: Maybe<FeedbackPayload>;
  /** Marks a curated answer as reviewed against its current sources. It is no longer stale. */
  readonly confirmCuratedAnswer?: Maybe<CuratedAnswerPayload>;
  /** Creates an API key. Its secret is shown once. Needs a key with the role ADMIN that sees every document. */
  readonly createApiKey?: Maybe<ApiKeyPayload>;
  /** Makes a curated answer of a passage that people chose: the run's question, the paragraph or list around the sentence, and the document as its source. The same again changes nothing. Needs the role EDITOR. */
  readonly curateChosenAnswer?: Maybe<CuratedAnswerPayload>;
  /** Returns to the built-in coefficients. Needs the role ADMIN and a key that can read every document. */
  readonly deactivateCalibrations?: Maybe<CalibrationsPayload>;
  /** Deletes an alias. */
  readonly deleteAlias?: Maybe<DeletePayload>;
  /** Deletes a curated answer. */
  readonly deleteCuratedAnswer?: Maybe<DeletePayload>;
  /** Deletes a document and its versions. It can be restored until the workspace's retention ends. */
  readonly deleteDocument?: Maybe<DeletePayload>;
  /** Erases a person or an API key for good: runs, feedback, and texts in the audit. Needs a key with the role ADMIN that sees every document. */
  readonly erasePerson?: Maybe<ErasePersonPayload>;
  /** Erases the workspace for good, with everything in it. Needs a key with the role ADMIN that sees every document. */
  readonly eraseWorkspace?: Maybe<DeletePayload>;
  /** Fits a calibration to recorded feedback and stores it. Needs the role ADMIN and a key that can read every document. */
  readonly fitCalibration?: Maybe<CalibrationsPayload>;
  /** Ingests documents. Documents with unchanged content are left as they are; a document that fails does not stop the others. */
  readonly ingestDocuments?: Maybe<IngestJobPayload>;
  /** Makes a document available to retrieval. */
  readonly publishDocument?: Maybe<DocumentPayload>;
  /** Records feedback on a run. Any role may judge a run it can read; new feedback from the same key replaces the old. */
  readonly recordFeedback?: Maybe<FeedbackPayload>;
  /** Asks the question of a recorded run again and compares the two. Any role may replay a run it can read. */
  readonly replayRun?: Maybe<ReplayRunPayload>;
  /** Says what holds of a found conflict; needs the role EDITOR. */
  readonly resolveConflict?: Maybe<ConflictPayload>;
  /** Restores a deleted document. */
  readonly restoreDocument?: Maybe<DocumentPayload>;
  /** Ends an API key at once, on open sockets too. Needs a key with the role ADMIN that sees every document. */
  readonly revokeApiKey?: Maybe<ApiKeyPayload>;
  /** Gives an API key a new secret, and keeps the old one working for a while. Needs a key with the role ADMIN that sees every document. */
  readonly rotateApiKey?: Maybe<ApiKeyPayload>;
  /** Creates or replaces the synonyms of a term. A weak question that contains one of them is searched again with the others. */
  readonly saveAlias?: Maybe<AliasPayload>;
  /** Creates or replaces an answer written by a person. It ranks first and bypasses the gate. */
  readonly saveCuratedAnswer?: Maybe<CuratedAnswerPayload>;
  /** Sets or removes what the workspace or an API key may spend. Needs a key with the role ADMIN that sees every document. */
  readonly setAllowance?: Maybe<AllowancePayload>;
  /** Excludes a chunk from retrieval or includes it again, overriding the quality rule. */
  readonly setChunkOmitted?: Maybe<ChunkPayload>;
  /** Sets which document replaces another, also against what they say; needs the role EDITOR. */
  readonly setSuccessor?: Maybe<DocumentPayload>;
  /** Says what an integration has, and takes over moves, rights and deletions at once; or has a source read again. Needs a key that can read every document. */
  readonly syncDocuments?: Maybe<SyncDocumentsPayload>;
  /** Hides a document from retrieval without deleting anything. */
  readonly unpublishDocument?: Maybe<DocumentPayload>;
  /** Changes settings of the workspace: all that are given, or none if one of them cannot be used. Needs the role ADMIN; the retention of runs and of the audit need a key that sees every document, too. */
  readonly updateWorkspace?: Maybe<WorkspacePayload>;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationActivateCalibrationArgs = {
  input: ActivateCalibrationInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationAskArgs = {
  input: AskInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationCancelIngestJobArgs = {
  input: CancelIngestJobInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationChooseAnswerArgs = {
  input: ChooseAnswerInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationConfirmCuratedAnswerArgs = {
  input: ConfirmCuratedAnswerInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationCurateChosenAnswerArgs = {
  input: CurateChosenAnswerInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationDeleteAliasArgs = {
  input: DeleteAliasInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationDeleteCuratedAnswerArgs = {
  input: DeleteCuratedAnswerInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationDeleteDocumentArgs = {
  input: DeleteDocumentInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationErasePersonArgs = {
  input: ErasePersonInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationEraseWorkspaceArgs = {
  input: EraseWorkspaceInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationFitCalibrationArgs = {
  input?: FitCalibrationInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationIngestDocumentsArgs = {
  input: IngestDocumentsInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationPublishDocumentArgs = {
  input: PublishDocumentInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationRecordFeedbackArgs = {
  input: RecordFeedbackInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationReplayRunArgs = {
  input: ReplayRunInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationResolveConflictArgs = {
  input: ResolveConflictInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationRestoreDocumentArgs = {
  input: RestoreDocumentInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSaveAliasArgs = {
  input: SaveAliasInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSaveCuratedAnswerArgs = {
  input: SaveCuratedAnswerInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSetAllowanceArgs = {
  input: SetAllowanceInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSetChunkOmittedArgs = {
  input: SetChunkOmittedInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSetSuccessorArgs = {
  input: SetSuccessorInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationSyncDocumentsArgs = {
  input: SyncDocumentsInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationUnpublishDocumentArgs = {
  input: UnpublishDocumentInput;
};


/** Write operations. Unless a description says otherwise, they need a key with the role EDITOR or ADMIN. What a caller can correct comes back in the payload's `errors`; everything else is a GraphQL error, beside which the payload is null. */
export type MutationUpdateWorkspaceArgs = {
  input: UpdateWorkspaceInput;
};

/** Something the person can do after a refusal. */
export type NextStep = {
  /** RELAX_FILTER: the field of the filter to loosen; null if unknown. */
  readonly filterField?: Maybe<Scalars['String']['output']>;
  /** What kind of step it is. */
  readonly kind: NextStepKind;
  /** ASK_OWNER: the author of the nearest document. */
  readonly owner?: Maybe<Scalars['String']['output']>;
  /** REPHRASE: headings of nearby passages. Each can be asked as it stands. */
  readonly suggestions: ReadonlyArray<Scalars['String']['output']>;
  /** The step in words, in the asker's language. */
  readonly text: Scalars['String']['output'];
};

/** Kinds of next steps. */
export type NextStepKind =
  /** Add the missing document. */
  | 'ADD_DOCUMENT'
  /** Ask the person who owns the nearest document. */
  | 'ASK_OWNER'
  /** Ask about a longer or another period. */
  | 'BROADEN_TIME'
  /** Ask again with a larger budget. */
  | 'RAISE_BUDGET'
  /** Read the passages in `alternatives`; never where there are none. */
  | 'READ_NEAREST'
  /** Remove or loosen a filter. */
  | 'RELAX_FILTER'
  /** Ask with other words. */
  | 'REPHRASE';

/** Why there is no answer. The first four come with a Clarification, the others with an Abstention. */
export type NoAnswerReason =
  /** The question fits several things about equally well. */
  | 'AMBIGUOUS'
  /** Time, rounds or tokens ran out first. */
  | 'BUDGET_EXHAUSTED'
  /** Passages contradict each other and neither can be preferred. */
  | 'CONFLICTING_EVIDENCE'
  /** A model that was needed could not be reached. */
  | 'MODEL_UNAVAILABLE'
  /** The question is not what the documents are about. */
  | 'OUT_OF_SCOPE'
  /** Nothing was asked: the message is a greeting or thanks. */
  | 'SMALL_TALK'
  /** Only outdated passages were found. */
  | 'STALE_EVIDENCE'
  /** A word of the question refers to something that was not said before. */
  | 'UNRESOLVED'
  /** What was written failed verification. */
  | 'VERIFICATION_FAILED'
  /** Passages were found, but they do not support an answer. */
  | 'WEAK_EVIDENCE'
  /** Nothing was found for the question. */
  | 'ZERO_HITS';

/** An object with an id that is unique among all objects, and by which `node` finds it. */
export type Node = {
  /** The object's id. */
  readonly id: Scalars['ID']['output'];
};

/** Something a reader should know about the sources of an answer. It never changes the answer's text. */
export type Notice = {
  /** The document it is about; null if it was deleted. */
  readonly document?: Maybe<Document>;
  /** What the other version says instead, or what is said of an earlier time; null if nothing. */
  readonly evidence?: Maybe<Evidence>;
  /** What kind of notice it is. */
  readonly kind: NoticeKind;
  /** The notice as a sentence. */
  readonly message: Scalars['String']['output'];
};

/** Kinds of notices. */
export type NoticeKind =
  /** A source of the curated answer changed, expired, or was hidden or deleted since a person last checked it. */
  | 'CURATED_SOURCE_CHANGED'
  /** An earlier answer of the conversation was called back since the last one: its source says something else now, as `evidence` has it, or nothing of it. */
  | 'EARLIER_ANSWER_RECALLED'
  /** The previous version said otherwise, or did not say it; or an earlier edition says otherwise. */
  | 'EARLIER_VERSION_DIFFERED'
  /** The cited version has expired since. */
  | 'EXPIRED'
  /** The question was about a past date, and today's version says otherwise, or does not say it. */
  | 'LATER_VERSION_DIFFERS'
  /** The cited documents are in another language than the question, and no chat model answered in the question's. */
  | 'OTHER_LANGUAGE'
  /** The answer stands in an earlier message that a mail quotes, or is of another time than is asked for; or such a sentence says something else of what is asked. */
  | 'SAID_EARLIER'
  /** Only one document says so, and it is untrusted or, in an older workspace, was added within the last seven days. */
  | 'SOLE_SOURCE'
  /** Another cited document answers the question differently, perhaps about something else of the same name; the answer is at most UNCERTAIN. */
  | 'SOURCES_DIFFER'
  /** A cited document is replaced by another one: either says so, or their titles or file names tell a later edition. */
  | 'SUPERSEDED'
  /** A cited passage seems to give instructions to a model. They were not followed; the answer is at most UNCERTAIN. */
  | 'SUSPICIOUS_SOURCE';

/** The fields that every result of `ask` has. */
export type Outcome = {
  /** Where the answer may stand instead, likeliest first: up to three passages of different sections that the answer does not quote. Only beside an UNCERTAIN answer and an abstention; empty where the documents are about other things. */
  readonly alternatives: ReadonlyArray<Alternative>;
  /** The question as it was understood: a follow-up in full, or behind the earlier question that it needs (`earlier / asked`), or the question of a chosen option. Null if it was taken as asked, and in older runs. */
  readonly askedAs?: Maybe<Scalars['String']['output']>;
  /** The citations, ordered by number. Empty when nothing is claimed. */
  readonly citations: ReadonlyArray<Citation>;
  /** How confident Candor is that it found what was asked for. */
  readonly confidence: Confidence;
  /** Components that failed while answering. Empty when all worked. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The whole recorded run; null if it could not be recorded, which `degraded` reports. */
  readonly run?: Maybe<Run>;
  /** Why the loop stopped. */
  readonly stopReason: StopReason;
  /** How far to trust this outcome. */
  readonly tier: Tier;
};

/** Where the next page begins. Pages go forward only. */
export type PageInfo = {
  /** Cursor of the last item: pass it as `after` to get the next page. Null for an empty page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** True if more items follow. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** True if items precede: the page began after a cursor. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first item. Null for an empty page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/** How sure the reading order, the tables and the recognised words of a page are. */
export type PageLayout =
  /** As a person reads it; always so but for PDF and pictures. */
  | 'CERTAIN'
  /** A page whose columns or tables are uncertain, or a passage with a doubtful word from text recognition. */
  | 'UNCERTAIN';

/** A chunk after retrieval, with every rank and score that put it there. */
export type Passage = {
  /** The chunk as it is stored; null if it was deleted since, or for a key that may not read documents. */
  readonly chunk?: Maybe<Chunk>;
  /** The id of its chunk, by which a passage is chosen. A passage is part of what found it and has no id of its own. */
  readonly chunkId: Scalars['ID']['output'];
  /** The document it stands in; null if it was deleted since. */
  readonly document?: Maybe<Document>;
  /** Its document's key. */
  readonly documentKey: Scalars['String']['output'];
  /** Near-duplicates that were also found, as far as they are still there. They are folded into this passage and count once. */
  readonly duplicates: ReadonlyArray<Chunk>;
  /** Whether its page is read as a person reads it. An answer that cites a passage of UNCERTAIN layout is never CONFIDENT: look at the page that `location` names. */
  readonly layout: PageLayout;
  /** Its pages or lines in the source; null if the source has none. */
  readonly location?: Maybe<SourceLocation>;
  /** 1 is best. */
  readonly rank: Scalars['Int']['output'];
  /** The fused score: the sum of the contributions in its trace. */
  readonly score: Scalars['Float']['output'];
  /** The headings above it, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Its span in the version's text. */
  readonly sourceSpan: Span;
  /** The text. */
  readonly text: Scalars['String']['output'];
  /** Its document's title when it was found. */
  readonly title: Scalars['String']['output'];
  /** How each arm ranked it: `Passage.trace` of schema/json/trace.json, `version` 1. */
  readonly trace: Scalars['JSONObject']['output'];
  /** Its document's address when it was found; null if it has none. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** The version it stands in; null if it was deleted since. */
  readonly version?: Maybe<DocumentVersion>;
};

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
  /** Small chunks, prefix keywords without accents, reciprocal rank fusion, a minimum score for each chunk and a gate on their mean. */
  | 'TWO_TIER'
  /** Vector score plus 0.35 times the keyword score, five times as many candidates for a reranker, context limited to 12,000 characters. */
  | 'WEIGHTED';

/** A provisional answer, quoted from the sources while a chat model is working. The outcome may add to it, lower its tier or reword it. Sent again with each sentence of the model that no check refuses. */
export type Provisional = AskEvent & {
  /** Its citations. */
  readonly citations: ReadonlyArray<Citation>;
  /** The claims of its text, each verified. Behind them, without `answerSpan`, what the model has written so far, of which `Answer.written` keeps every sentence: `wording` says how far each is proven. */
  readonly claims: ReadonlyArray<Claim>;
  /** The run's id. */
  readonly runId: Scalars['ID']['output'];
  /** The text with citation marks such as [1]. */
  readonly text: Scalars['String']['output'];
};

/** The document to publish. */
export type PublishDocumentInput = {
  /** The document, by its id or its key. Required unless `id` is given. */
  readonly by?: InputMaybe<DocumentBy>;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
};

/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type Query = {
  /** Aliases, most recently saved first. */
  readonly aliases?: Maybe<AliasConnection>;
  /** What the caller's own key may still spend, an entry for each of its limits; empty without one. Limits of the whole workspace are not among them. Any role, but not a public key, whose users would count each other's questions. */
  readonly allowance?: Maybe<ReadonlyArray<Allowance>>;
  /** What the workspace and its keys may spend, and have spent. Needs a key with the role ADMIN that sees every document. */
  readonly allowances?: Maybe<AllowanceConnection>;
  /** The API keys of the workspace, newest first. Needs a key with the role ADMIN that sees every document. */
  readonly apiKeys?: Maybe<ApiKeyConnection>;
  /** `Mutation.ask` as a query: what the caller must correct is a GraphQL error. Records a run too, so never serve it from a cache. */
  readonly ask?: Maybe<AskResult>;
  /** Who did what in the workspace, newest first. Needs a key with the role ADMIN that sees every document; reading is itself recorded. */
  readonly auditEntries?: Maybe<AuditConnection>;
  /** The active calibration, or null while the built-in coefficients are in use. */
  readonly calibration?: Maybe<Calibration>;
  /** Calibrations, newest first. */
  readonly calibrations?: Maybe<CalibrationConnection>;
  /** Checks a text that was written elsewhere against documents, claim by claim. Calls no model and records nothing. */
  readonly checkGrounding?: Maybe<GroundingReport>;
  /** Curated answers, most recently saved or confirmed first. */
  readonly curatedAnswers?: Maybe<CuratedAnswerConnection>;
  /** One document, or null if it does not exist or is not visible to the caller. */
  readonly document?: Maybe<Document>;
  /** Documents. */
  readonly documents?: Maybe<DocumentConnection>;
  /** Explains why a run did not use a document. Null if the run or the document does not exist or is not visible to the caller. */
  readonly explainMiss?: Maybe<MissExplanation>;
  /** Feedback on runs, newest first. */
  readonly feedback?: Maybe<FeedbackConnection>;
  /** Contradictions of documents, last found first, of which the caller may read both sides. At most 500. */
  readonly foundConflicts?: Maybe<ReadonlyArray<FoundConflict>>;
  /** One ingest job, or null if it does not exist. */
  readonly ingestJob?: Maybe<IngestJob>;
  /** Ingest jobs, newest first. */
  readonly ingestJobs?: Maybe<IngestJobConnection>;
  /** Questions the documents could not answer, grouped by similarity. */
  readonly knowledgeGaps?: Maybe<KnowledgeGapConnection>;
  /** The runs without feedback that would teach a calibration most: those nearest to their gate, one for each question, alternating between kinds of outcomes, among the newest 1,000. */
  readonly labellingQueue?: Maybe<RunConnection>;
  /** Any object with an id of its own, or null if it does not exist or is not visible to the caller. */
  readonly node?: Maybe<Node>;
  /** Runs whose answers no longer stand: `standing` is CHANGED or GONE. Last called back first. */
  readonly recalls?: Maybe<RunConnection>;
  /** One recorded run, or null if it does not exist or is not visible to the caller. */
  readonly run?: Maybe<Run>;
  /** Recorded runs. */
  readonly runs?: Maybe<RunConnection>;
  /** Finds passages without answering: what `ask` would read, with every rank and score. */
  readonly search?: Maybe<SearchResult>;
  /** Where documents come from, last created first. Needs a key with the role EDITOR that can read every document. */
  readonly sources?: Maybe<SourceConnection>;
  /** Documents that names alone tell to be replaced, until `setSuccessor` confirms or parts them. At most 500. */
  readonly unconfirmedEditions?: Maybe<ReadonlyArray<Document>>;
  /** Reads the whole audit and checks that nothing in it was changed, added or taken out. Needs a key with the role ADMIN that sees every document. */
  readonly verifyAudit?: Maybe<AuditVerification>;
  /** Replays a citation against its pinned version and reports whether it still holds today. */
  readonly verifyCitation?: Maybe<CitationVerification>;
  /** The workspace that the caller's key belongs to. */
  readonly workspace?: Maybe<Workspace>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryAliasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryAllowancesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryApiKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryAskArgs = {
  input: AskInput;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryAuditEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditFilter>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryCalibrationArgs = {
  language?: InputMaybe<Scalars['String']['input']>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryCalibrationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryCheckGroundingArgs = {
  input: CheckGroundingInput;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryCuratedAnswersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CuratedAnswerFilter>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryDocumentArgs = {
  by?: InputMaybe<DocumentBy>;
  id?: InputMaybe<Scalars['ID']['input']>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryDocumentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DocumentFilter>;
  first?: Scalars['Int']['input'];
  orderBy?: DocumentOrder;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryExplainMissArgs = {
  documentId: Scalars['ID']['input'];
  runId: Scalars['ID']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryFeedbackArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryFoundConflictsArgs = {
  resolved?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryIngestJobArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryIngestJobsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryKnowledgeGapsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  chosen?: InputMaybe<Scalars['Boolean']['input']>;
  first?: Scalars['Int']['input'];
  orderBy?: KnowledgeGapOrder;
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryLabellingQueueArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryRecallsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  runIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  tier?: InputMaybe<Tier>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryRunArgs = {
  id: Scalars['ID']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryRunsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<RunFilter>;
  first?: Scalars['Int']['input'];
  orderBy?: RunOrder;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QuerySearchArgs = {
  input: SearchInput;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QuerySourcesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryVerifyAuditArgs = {
  anchor?: InputMaybe<AuditAnchorInput>;
};


/** Read operations. Any key may call them; each shows only what its key may read. A field is null if its operation failed, for which there is an error: the others of the request are there all the same. */
export type QueryVerifyCitationArgs = {
  input: VerifyCitationInput;
};

/** A quoted place in a version of a document. */
export type Quoted = {
  /** The document; null if it was deleted or is not visible to the caller. */
  readonly document?: Maybe<Document>;
  /** Its document's key; null in runs from before it was recorded, once the document is gone. */
  readonly documentKey?: Maybe<Scalars['String']['output']>;
  /** The lines that govern the quote and may change what it says, outermost first: headings, the line that leads a list in, the item above, the question. Empty in runs from before they were recorded. */
  readonly governing: ReadonlyArray<GoverningLine>;
  /** The quote's pages or lines in the source; null if the source has none. */
  readonly location?: Maybe<SourceLocation>;
  /** Its words, equal to the version's text at sourceSpan. Null if the document was hidden from the caller since, or purged: only who sees every document keeps the words of a purged one. */
  readonly quote?: Maybe<Scalars['String']['output']>;
  /** The headings above the quote, outermost first. */
  readonly sectionPath: ReadonlyArray<Scalars['String']['output']>;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: Span;
  /** Its document's title when it was read; null where its key is. */
  readonly title?: Maybe<Scalars['String']['output']>;
  /** Its document's address when it was read; null if it has none. */
  readonly url?: Maybe<Scalars['String']['output']>;
  /** The version that was read; null if it was deleted or is not visible to the caller. */
  readonly version?: Maybe<DocumentVersion>;
};

/** A quote from a document version. */
export type QuotedCitationInput = {
  /** The claim it should prove, 1 to 20,000 characters. Default: the quote itself. */
  readonly claim?: InputMaybe<Scalars['String']['input']>;
  /** The quote, 1 to 20,000 characters. */
  readonly quote: Scalars['String']['input'];
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: SpanInput;
  /** The id of the version. */
  readonly versionId: Scalars['ID']['input'];
};

/** Feedback on a run. */
export type RecordFeedbackInput = {
  /** The right answer, at most 4,000 characters. */
  readonly answer?: InputMaybe<Scalars['String']['input']>;
  /** A comment, at most 2,000 characters. */
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** Documents that have the right answer, at most 20. */
  readonly documentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** The run's id. */
  readonly runId: Scalars['ID']['input'];
  /** The verdict. */
  readonly verdict: FeedbackVerdict;
};

/** A citation of a recorded answer. */
export type RecordedCitationInput = {
  /** The citation's number in the answer. */
  readonly number: Scalars['Int']['input'];
  /** The id of the run that gave the answer. */
  readonly runId: Scalars['ID']['input'];
};

/** What a replay changes. Fields that are left out stay as the run had them. */
export type ReplayOverridesInput = {
  /** Limits. */
  readonly budget?: InputMaybe<BudgetInput>;
  /** How confident an answer must be. */
  readonly caution?: InputMaybe<Caution>;
  /** Conditions that replace the run's. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** The preset. */
  readonly preset?: InputMaybe<Preset>;
  /** Retrieval settings. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
  /** The versions to read. Default: SAME. */
  readonly versions?: InputMaybe<ReplayVersions>;
};

/** The run to replay and what to change. */
export type ReplayRunInput = {
  /** The run's id. */
  readonly id: Scalars['ID']['input'];
  /** What to change. Default: the same settings and the same versions. */
  readonly overrides?: InputMaybe<ReplayOverridesInput>;
};

/** A replay beside the original run. Without a replay, its fields are null. */
export type ReplayRunPayload = {
  /** Keys of documents that have changed or were deleted since the original run, which is why SAME cannot always reproduce it. */
  readonly changedDocuments?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Fields that differ, except times and ids, at most 500: each is an entry of `ReplayRunPayload.changes` of schema/json/trace.json, with `path`, `before` and `after`. */
  readonly changes?: Maybe<ReadonlyArray<Scalars['JSONObject']['output']>>;
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** The new run; it is recorded like any other. */
  readonly run?: Maybe<Run>;
  /** True if outcome, text, citations and passages are the same. */
  readonly same?: Maybe<Scalars['Boolean']['output']>;
};

/** The versions that a replay reads. */
export type ReplayVersions =
  /** The versions valid at the run's `asOf`. */
  | 'SAME'
  /** The versions valid now. */
  | 'TODAY';

/** When a reranker reads the question together with the passages. */
export type RerankWhen =
  /** For every whole question; sub-questions are not reranked. */
  | 'ALWAYS'
  /** Not at all. */
  | 'NEVER'
  /** When the fused order leaves doubt (tier UNCERTAIN). */
  | 'UNCERTAIN';

/** What holds of a found conflict. */
export type ResolveConflictInput = {
  /** The conflict's id. */
  readonly id: Scalars['ID']['input'];
  /** What holds; null takes back what was said. */
  readonly verdict?: InputMaybe<ConflictVerdict>;
};

/** The document to restore. */
export type RestoreDocumentInput = {
  /** The document, by its id or its key. Required unless `id` is given. */
  readonly by?: InputMaybe<DocumentBy>;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
};

/** Retrieval settings that override the preset's. */
export type RetrievalInput = {
  /** How the two arms become one order. */
  readonly fusion?: InputMaybe<Fusion>;
  /** Candidates of the keyword arm, 1 to 200. Default 30. */
  readonly keywordCandidates?: InputMaybe<Scalars['Int']['input']>;
  /** Weight of the keyword arm in a fused score, 0 to 100. */
  readonly keywordWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum cosine distance of vector candidates, 0 to 2. Default 0.85 with the preset `CANDOR`, 0.75 with others. */
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
  /** Weight of the vector arm in a fused score, 0 to 100. */
  readonly vectorWeight?: InputMaybe<Scalars['Float']['input']>;
};

/** How a version differs from another one in what was cited. */
export type RevisionKind =
  /** It says nothing about it. */
  | 'ABSENT'
  /** Another number. */
  | 'NUMERIC'
  /** One affirms it, the other denies it. */
  | 'POLARITY'
  /** It says the same. */
  | 'SAME'
  /** Another date. */
  | 'TEMPORAL'
  /** It says it in other words. */
  | 'WORDING';

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's id. */
  readonly id: Scalars['ID']['input'];
};

/** What a key allows. */
export type Role =
  /** Also manage keys, retention, budget and gate. */
  | 'ADMIN'
  /** Also change knowledge. */
  | 'EDITOR'
  /** Ask, search and read. */
  | 'READER';

/** A key to rotate. */
export type RotateApiKeyInput = {
  /** The key's id. */
  readonly id: Scalars['ID']['input'];
  /** For how many seconds the old secret keeps working, 0 to 2,592,000 (30 days). */
  readonly overlapSeconds?: Scalars['Int']['input'];
};

/** One asked question, recorded whole. */
export type Run = Node & {
  /** Its final confidence, 0 to 1; null if an error ended it. */
  readonly confidenceValue?: Maybe<Scalars['Float']['output']>;
  /** The client's conversation id; null if it gave none. */
  readonly conversationId?: Maybe<Scalars['String']['output']>;
  /** When it was asked. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Feedback on it, newest first. */
  readonly feedback: ReadonlyArray<Feedback>;
  /** The gate it ran with; null if it was not recorded. */
  readonly gate?: Maybe<Gate>;
  /** The run's id. */
  readonly id: Scalars['ID']['output'];
  /** How it ended; null if an error ended it. */
  readonly outcome?: Maybe<RunOutcome>;
  /** The passages of the last round, best first, without those of documents that are hidden from the caller by now. */
  readonly passages: ReadonlyArray<Passage>;
  /** The question as it was asked. */
  readonly question: Scalars['String']['output'];
  /** The outcome as it was given, with the texts of then; null if an error ended it. What was said by the words of a document that is hidden from the caller by now, or was purged, is left out (…) unless the caller sees every document. */
  readonly result?: Maybe<AskResult>;
  /** Number of similar runs without feedback that it stands for in the labelling queue; null elsewhere. */
  readonly similarCount?: Maybe<Scalars['Int']['output']>;
  /** Whether the answer still stands; null while nothing that it quotes has changed. */
  readonly standing?: Maybe<Standing>;
  /** Why the loop stopped; null if an error ended it. */
  readonly stopReason?: Maybe<StopReason>;
  /** Its final tier; null if an error ended it. */
  readonly tier?: Maybe<Tier>;
  /** How it came about, for operators: preset, settings, limits, models, conditions, queries, plan, steps, judgements, searches and prompts. `Run.trace` of schema/json/trace.json, `version` 1. */
  readonly trace: Scalars['JSONObject']['output'];
  /** What it cost. */
  readonly usage: Usage;
};

/** Whose runs a key reads. */
export type RunAccess =
  /** Those of everybody, as far as their documents may be read. */
  | 'ALL'
  /** Those that were asked with the same key or by the same person. */
  | 'OWN';

/** A page of runs. */
export type RunConnection = {
  /** The items, each with its cursor. */
  readonly edges: ReadonlyArray<RunEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<Run>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of runs that match the filter, on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A run in a page. */
export type RunEdge = {
  /** Pass it as `after` to get what follows the item. */
  readonly cursor: Scalars['String']['output'];
  /** The item. */
  readonly node: Run;
};

/** Conditions on runs; all must hold. */
export type RunFilter = {
  /** Only runs whose question contains this text, in any case. */
  readonly contains?: InputMaybe<Scalars['String']['input']>;
  /** Only runs of this conversation. */
  readonly conversationId?: InputMaybe<Scalars['String']['input']>;
  /** Only runs with this outcome. */
  readonly outcome?: InputMaybe<RunOutcome>;
  /** Only runs with this tier. */
  readonly tier?: InputMaybe<Tier>;
};

/** Which runs come first. */
export type RunOrder =
  /** The most confident; those that an error ended come last. */
  | 'CONFIDENCE'
  /** The newest. */
  | 'CREATED';

/** How a run ended. */
export type RunOutcome =
  /** With a refusal. */
  | 'ABSTENTION'
  /** With an answer. */
  | 'ANSWER'
  /** With a clarifying question. */
  | 'CLARIFICATION';

/** An alias to save. Phrases have 1 to 80 characters, match whole words ignoring case, and must be distinct. */
export type SaveAliasInput = {
  /** The words that the documents use, 1 to 20 phrases. */
  readonly synonyms: ReadonlyArray<Scalars['String']['input']>;
  /** The term that people use. */
  readonly term: Scalars['String']['input'];
};

/** A curated answer to save. */
export type SaveCuratedAnswerInput = {
  /** Other wordings of the question, at most 20. */
  readonly alternatives?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The answer, 1 to 10,000 characters. */
  readonly answer: Scalars['String']['input'];
  /** When it expires; an instant in the future. Default: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The id of the answer to replace. Default: create a new answer. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The question, 1 to 2,000 characters. */
  readonly question: Scalars['String']['input'];
  /** Ids of the documents it is based on. When one of them changes, the answer is UNCERTAIN until a person confirms it. */
  readonly sourceDocumentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Conditions on documents; all must hold, and lists must not be empty. They apply inside both arms, so they never shorten a result. */
export type SearchFilter = {
  /** Only documents open to everyone or to one of these groups. Never shows more than the caller's key allows. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents by one of these authors, ignoring case. */
  readonly authors?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only these documents. */
  readonly documentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** False: leave out documents that are replaced, as one of both or a person says. Default: true. */
  readonly includeSuperseded?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only documents whose key starts with this prefix, such as a folder. */
  readonly keyPrefix?: InputMaybe<Scalars['String']['input']>;
  /** Only documents in one of these languages, as ISO 639-1 codes. */
  readonly languages?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents with this metadata; at most 10 conditions, of which all must hold. A name that no readable document has is BAD_INPUT. */
  readonly metadata?: InputMaybe<ReadonlyArray<MetadataCondition>>;
  /** Only documents of one of these semantic types, ignoring case. */
  readonly semanticTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents in one of these formats. */
  readonly sourceTypes?: InputMaybe<ReadonlyArray<SourceType>>;
  /** Only documents with all of these tags. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only documents updated at this instant or later. */
  readonly updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only documents updated before this instant. */
  readonly updatedBefore?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What to search for. */
export type SearchInput = {
  /** Search the versions valid at this instant. Default: now. */
  readonly asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Read only documents that match. */
  readonly filter?: InputMaybe<SearchFilter>;
  /** BCP 47 tag of the query's language; used if documents are in several languages. Default: detected. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** A named configuration of retrieval. Default: CANDOR. */
  readonly preset?: InputMaybe<Preset>;
  /** The query, 1 to 2,000 characters. */
  readonly query: Scalars['String']['input'];
  /** Retrieval settings that override the preset's. */
  readonly retrieval?: InputMaybe<RetrievalInput>;
};

/** What a search found. */
export type SearchResult = {
  /** How sure Candor is that the top passage holds what was asked for. */
  readonly confidence: Confidence;
  /** Curated answers that match, best first. */
  readonly curated: ReadonlyArray<CuratedAnswer>;
  /** Arms that failed. */
  readonly degraded: ReadonlyArray<Degradation>;
  /** Passages, best first. */
  readonly passages: ReadonlyArray<Passage>;
  /** The tier that the confidence falls in. */
  readonly tier: Tier;
  /** The settings it ran with, the conditions that every passage met, and where its time went: `SearchResult.trace` of schema/json/trace.json, `version` 1. */
  readonly trace: Scalars['JSONObject']['output'];
};

/** Limits to set. Without any limit the allowance is removed. */
export type SetAllowanceInput = {
  /** The API key; left out: the whole workspace. */
  readonly apiKeyId?: InputMaybe<Scalars['ID']['input']>;
  /** Questions, searches and checks of texts; left out: no limit. */
  readonly maxAsks?: InputMaybe<Scalars['Int']['input']>;
  /** Model tokens, in and out together; left out: no limit. */
  readonly maxTokens?: InputMaybe<Scalars['Float']['input']>;
  /** How long a window is. */
  readonly period: AllowancePeriod;
};

/** The chunk and its new state. */
export type SetChunkOmittedInput = {
  /** The chunk's id. */
  readonly id: Scalars['ID']['input'];
  /** True: exclude it from retrieval; false: include it; null: let the quality rule decide. */
  readonly omitted?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Which document replaces another, set by hand: it holds when either is ingested again. */
export type SetSuccessorInput = {
  /** The document that is replaced, by its id or its key. Required unless `documentId` is given. */
  readonly by?: InputMaybe<DocumentBy>;
  /**
   * The id of the document that is replaced.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly documentId?: InputMaybe<Scalars['ID']['input']>;
  /** The document that replaces it, by its id or its key; null: none does, whatever their texts and names tell. */
  readonly successor?: InputMaybe<DocumentBy>;
  /**
   * The id of the document that replaces it.
   * @deprecated Use `successor: { id }`, which takes the document's key as well.
   */
  readonly successorId?: InputMaybe<Scalars['ID']['input']>;
};

/** The words that answer the question, quoted from a cited source. */
export type ShortAnswer = {
  /** Number of the citation whose quote they stand in. */
  readonly citationNumber: Scalars['Int']['output'];
  /** Where they are a cell of a table, the header of its column. Null otherwise, and for a value that has a name but no header. */
  readonly column?: Maybe<Scalars['String']['output']>;
  /** Where they are a cell of a table, the name of its row: the row's first cell. Null otherwise. */
  readonly row?: Maybe<Scalars['String']['output']>;
  /** Where they stand in the canonical text of the cited version. */
  readonly sourceSpan: Span;
  /** The words. */
  readonly text: Scalars['String']['output'];
};

/** What a signal measures. The best sentence is the one that an answer would begin with. */
export type SignalName =
  /** Share of the best sentence's document in the probability of all sentences that may answer; 0 if a search arm failed. Range: 0 to 1. */
  | 'DOCUMENT_SHARE'
  /** The best sentence has the question's days, however it writes them (1), or other days (-1); half as much for times of day and amounts alone, and for the present or the past; 0.4 more for all of its codes, less if it lacks one. Range: -1 to 1. */
  | 'GIVEN'
  /** BM25 of the best sentence's passage, divided by the highest possible for the question. Range: 0 to 1. */
  | 'KEYWORD'
  /** Minus the logarithm of the rank of the best sentence's passage, -1.6 for the fifth. Range: 0 or less. */
  | 'PASSAGE_RANK'
  /** The best sentence stands in the very list that the question asks for (1), is the row of a cell that it names by row and column (0.8), or stands under a heading that is what is asked (0.6). Range: 0, 0.6, 0.8 or 1. */
  | 'PLACE_ASKED'
  /** The question asks for a quantity, and the best sentence has one of that kind (1) or none (-1). Range: -1, 0 or 1. */
  | 'QUANTITY'
  /** How well the best sentence answers, by the reader, in logits. Range: -12 to 10. */
  | 'READER'
  /** Mean of the reader's three highest logits. Range: -12 to 10. */
  | 'READER_BEST'
  /** Reciprocal rank fusion score of the top passage. Range: 0 to 2 / (rrfK + 1). Weighed where nothing was read, and by the presets CONSENSUS and AGENTIC. */
  | 'RRF_TOP'
  /** Cosine similarity of the question to the best sentence, weighed 4 to 3 with that to the text around it; 0.13 more for a question in another language, 0.19 in another script, whose similarities are lower. Range: -1 to 1.19. Measured where no reader reads the language and the embedder is multilingual. */
  | 'SIMILARITY'
  /** Cosine similarity of the question to the top passage. Range: -1 to 1. Weighed where nothing was read; the confidence of presets without a formula of their own. */
  | 'TOP_SIMILARITY'
  /** The chat model chose sentences near the top and they, or one of its claims, passed verification (1), or it said that none states the answer (-0.8). Range: -0.8 or 1. */
  | 'WRITER_FOUND';

/** A place that documents come from and are kept up to date with. */
export type Source = Node & {
  /** Groups that may read what does not say so itself; empty: everyone in the workspace. Null: nobody said. */
  readonly accessGroups?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The source's id. */
  readonly id: Scalars['ID']['output'];
  /** What it is. */
  readonly kind: SourceKind;
  /** When it was last read to the end; null before that. */
  readonly lastReadAt?: Maybe<Scalars['DateTime']['output']>;
  /** What came of the last reading: the numbers `new`, `changed`, `moved`, `deleted`, `rights`, `held` and `failed` of files, pages or entries, and `error`, null or `code`, `message` and `remedy`: then nothing was deleted. While it is read, also `reading`: `since` when, and `done` of `total` looked at. Null before the first. */
  readonly lastResult?: Maybe<Scalars['JSONObject']['output']>;
  /** Its name: the one that it was given, else `where`. */
  readonly name: Scalars['String']['output'];
  /** When it is to be read again; null if it is read when somebody asks for it. */
  readonly nextReadAt?: Maybe<Scalars['DateTime']['output']>;
  /** A path, `rclone:REMOTE:PATH`, `site:URL`, or `pushed:` or `fetched:` and its name. */
  readonly where: Scalars['String']['output'];
};

/** A page of sources, last created first. */
export type SourceConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<Source>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of sources on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A document that an integration has. */
export type SourceEntryInput = {
  /** Groups that may read it; empty: everyone in the workspace. Default: those of its front matter, else of the source; of a stored document unchanged. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Anything that changes with its text, 1 to 200 characters. One of 32 or more hexadecimal digits identifies the text: under another key it has moved. */
  readonly checksum: Scalars['String']['input'];
  /** Its key, unique in the workspace. */
  readonly key: Scalars['String']['input'];
  /** When its content was last updated. */
  readonly updatedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its address, as of `DocumentInput.url`. Default: unchanged. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Kinds of sources. */
export type SourceKind =
  /** Addresses that were given one by one, by `fetchUrl` and `everySeconds`. */
  | 'FETCHED'
  /** A local file or folder, by `candor ingest PATH`. */
  | 'FOLDER'
  /** What an integration sends, by `syncDocuments`. */
  | 'PUSHED'
  /** A drive, bucket or server, by the program rclone and `candor ingest rclone:REMOTE:PATH`. */
  | 'RCLONE'
  /** Pages of a web site, by `candor ingest site:URL`. */
  | 'SITE';

/** Pages or lines of a span in the source, counted from 1. */
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

/** Formats of sources. */
export type SourceType =
  /** A table, one record a line. */
  | 'CSV'
  /** Word, Office Open XML. */
  | 'DOCX'
  /** A mail as mail servers store it, with the attachments that can be read. */
  | 'EML'
  /** A book in EPUB. */
  | 'EPUB'
  /** A web page. */
  | 'HTML'
  /** A picture in PNG or JPEG, whose text was recognised. */
  | 'IMAGE'
  /** A JSON value. */
  | 'JSON'
  /** One JSON value per line. */
  | 'JSON_LINES'
  /** CommonMark with tables; YAML front matter is read as metadata. */
  | 'MARKDOWN'
  /** A mail as Outlook saves it, with the attachments that can be read. */
  | 'MSG'
  /** An OpenDocument presentation. */
  | 'ODP'
  /** An OpenDocument spreadsheet, one record a row. */
  | 'ODS'
  /** An OpenDocument text. */
  | 'ODT'
  /** PDF; pages that are pictures are recognised where that is on. */
  | 'PDF'
  /** Plain text. */
  | 'PLAIN_TEXT'
  /** A PowerPoint presentation, Office Open XML. */
  | 'PPTX'
  /** Rich Text Format. */
  | 'RTF'
  /** An Excel workbook, Office Open XML: sheets as sections, one record a row. */
  | 'XLSX';

/** A span of text in UTF-16 code units: start is inclusive, end exclusive. */
export type Span = {
  /** Offset after the last unit. */
  readonly end: Scalars['Int']['output'];
  /** Offset of the first unit. */
  readonly start: Scalars['Int']['output'];
};

/** A span of text in UTF-16 code units: start is inclusive, end exclusive. */
export type SpanInput = {
  /** Offset after the last unit. */
  readonly end: Scalars['Int']['input'];
  /** Offset of the first unit. */
  readonly start: Scalars['Int']['input'];
};

/** What can happen to a source. */
export type StaleReason =
  /** Another version is valid now. */
  | 'CHANGED'
  /** The document was deleted. */
  | 'DELETED'
  /** No version is valid now. */
  | 'EXPIRED'
  /** The document was unpublished. */
  | 'HIDDEN';

/** A source of a curated answer that has changed. */
export type StaleSource = {
  /** When it happened; null if unknown. */
  readonly changedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The document; null if it was deleted or is not visible. */
  readonly document?: Maybe<Document>;
  /** The document's id, which stays when the document is gone. */
  readonly documentId: Scalars['ID']['output'];
  /** What happened to it. */
  readonly reason: StaleReason;
};

/** How an answer stands since a version that it quotes ended: another one replaced it, or another document, it expired, or the document was deleted or unpublished. Found in the background, as whoever asked may read. */
export type Standing = {
  /** The citation that decides. */
  readonly citation?: Maybe<Citation>;
  /** What stands in its place now; null unless the verdict is CHANGED, and where no single place does. */
  readonly now?: Maybe<Evidence>;
  /** When that was found first. */
  readonly since: Scalars['DateTime']['output'];
  /** Whether it stands. */
  readonly verdict: StandingVerdict;
};

/** Whether an answer stands. */
export type StandingVerdict =
  /** Something else stands in the place of what was quoted. */
  | 'CHANGED'
  /** Nothing stands in its place, or it can no longer be read; which of the two is not disclosed. */
  | 'GONE'
  /** The quoted words are still there, or what they say is. */
  | 'STANDS';

/** Why the loop stopped. */
export type StopReason =
  /** Candor asked which of several answers was meant, or what a word refers to. */
  | 'ASKED_BACK'
  /** The confidence stayed below the gate. */
  | 'BELOW_GATE'
  /** A curated answer matched. */
  | 'CURATED_MATCH'
  /** The time limit was reached. */
  | 'DEADLINE'
  /** The confidence passed the gate. */
  | 'GATE_PASSED'
  /** Another round brought no new evidence. */
  | 'NO_NEW_EVIDENCE'
  /** The maximum number of rounds was reached. */
  | 'ROUND_LIMIT'
  /** The token limit was reached. */
  | 'TOKEN_BUDGET'
  /** Too few claims passed verification. */
  | 'VERIFICATION_FAILED'
  /** Retrieval found nothing at all. */
  | 'ZERO_HITS';

/** Events as they happen, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type Subscription = {
  /** Emits each run that the caller may read when its answer is called back, from now on. */
  readonly answerRecalled: Run;
  /** Asks a question and emits each step of the loop. The last event is AskFinished or AskFailed, which also comes when the key no longer opens what it did. */
  readonly askEvents: AskEvent;
  /** Emits the job whenever it changes; the last event has its final state. */
  readonly ingestEvents: IngestJob;
};


/** Events as they happen, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type SubscriptionAnswerRecalledArgs = {
  runIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};


/** Events as they happen, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type SubscriptionAskEventsArgs = {
  input: AskInput;
};


/** Events as they happen, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type SubscriptionIngestEventsArgs = {
  jobId: Scalars['ID']['input'];
};

/** How it is known that a document replaces another. Where names alone tell, both are shown, never CONFIDENT, until `setSuccessor` confirms or parts them. */
export type SupersessionBasis =
  /** Who loaded one of them, or a person, says so. */
  | 'DECLARED'
  /** The file names agree but for year, season or version. */
  | 'FILE_NAME'
  /** The beginning of one of both says so. */
  | 'STATED'
  /** The titles agree but for year, season, version or the day that both state. */
  | 'TITLE';

/** What an integration has, or which source is read again. */
export type SyncDocumentsInput = {
  /** Groups that may read documents of which neither the entry nor front matter says it; empty: everyone. Default: as before. */
  readonly accessGroups?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** True: more than a third may be deleted at once. Default: false; they are `held`. */
  readonly allowShrink?: InputMaybe<Scalars['Boolean']['input']>;
  /** True: that is all there is, and what came from the source and is not listed is gone. Default: false. */
  readonly complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** True: only say what would be done. Default: false. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its documents, without their texts; at most 20,000. Left out: a drive, a site or addresses, which Candor itself reads again now; the result is in the source's `lastResult`. */
  readonly entries?: InputMaybe<ReadonlyArray<SourceEntryInput>>;
  /** The name of the source, 1 to 100 characters; with `entries`, a new name is a new source. */
  readonly source: Scalars['String']['input'];
};

/** What became of the documents of a source, by their keys; with `dryRun`, what would. */
export type SyncDocumentsPayload = {
  /** Deleted; they can be restored until the workspace's retention ends. */
  readonly deleted: ReadonlyArray<Scalars['String']['output']>;
  /** What is wrong with the request. */
  readonly errors: ReadonlyArray<UserError>;
  /** Gone, but more than a third at once: kept until `allowShrink`. */
  readonly held: ReadonlyArray<Scalars['String']['output']>;
  /** Have this key now, and needed no text. */
  readonly moved: ReadonlyArray<Scalars['String']['output']>;
  /** Have other readers or another address now, in the same version. */
  readonly otherRights: ReadonlyArray<Scalars['String']['output']>;
  /** The source; null if there are errors, or with `dryRun` if it is new. */
  readonly source?: Maybe<Source>;
  /** To be sent by `ingestDocuments` with the same `source`: new, or with another checksum. */
  readonly wanted: ReadonlyArray<Scalars['String']['output']>;
};

/** A part of a version's canonical text, as it was understood. */
export type TextBlock = {
  /** How sure the recognition of its page is on average, 0 to 1. Null where text was read and not recognised from a picture. */
  readonly certainty?: Maybe<Scalars['Float']['output']>;
  /** Its words that were recognised with doubt: spans of the version's text. */
  readonly doubtful: ReadonlyArray<Span>;
  /** The headings above it, outermost first. */
  readonly headingPath: ReadonlyArray<Scalars['String']['output']>;
  /** What kind of block it is. */
  readonly kind: BlockKind;
  /** 1 to 6 for a heading; null for other blocks. */
  readonly level?: Maybe<Scalars['Int']['output']>;
  /** Its span in the version's text. */
  readonly span: Span;
  /** The text. */
  readonly text: Scalars['String']['output'];
};

/** A page of blocks, in the order of the text. */
export type TextBlockConnection = {
  /** The items. */
  readonly nodes: ReadonlyArray<TextBlock>;
  /** Whether more follow, and from where. */
  readonly pageInfo: PageInfo;
  /** Number of blocks on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Formats of a text. */
export type TextFormat =
  /** Rows with a header; each row can be found by itself. */
  | 'CSV'
  /** HTML: the main content is read; scripts and hidden text are left out. */
  | 'HTML'
  /** A JSON document; each element of its list can be found by itself. */
  | 'JSON'
  /** One JSON value per line. */
  | 'JSON_LINES'
  /** CommonMark with tables; YAML front matter is read as metadata. */
  | 'MARKDOWN'
  /** Plain text. */
  | 'PLAIN_TEXT';

/** How far to trust an outcome. */
export type Tier =
  /** Confidence of 0.91 or more, unless a calibration or a caution moves the threshold. */
  | 'CONFIDENT'
  /** Nothing was found that answers the question. */
  | 'NO_MATCH'
  /** Confidence at or above the gate, 0.51 by default: check the citations before you rely on it. */
  | 'UNCERTAIN'
  /** Something was written, but its claims could not be proven. */
  | 'VERIFICATION_FAILED';

/** How far a document can be relied on. */
export type Trust =
  /** Default trust. */
  | 'NORMAL'
  /** Wins conflicts with documents that are not trusted. */
  | 'TRUSTED'
  /** An answer that rests only on untrusted documents is never CONFIDENT, and says so. */
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
  /** The system that answers. */
  | 'ASSISTANT'
  /** The person who asks. */
  | 'USER';

/** The document to hide. */
export type UnpublishDocumentInput = {
  /** The document, by its id or its key. Required unless `id` is given. */
  readonly by?: InputMaybe<DocumentBy>;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
};

/** The settings to change. Those that are left out stay as they are; null restores the default. */
export type UpdateWorkspaceInput = {
  /** Days for which the audit is kept, 1 to 36,500; older entries are removed at once. Default: for ever. */
  readonly auditRetentionDays?: InputMaybe<Scalars['Int']['input']>;
  /** Default and maximum budgets of questions. */
  readonly budget?: InputMaybe<WorkspaceBudgetInput>;
  /** Address that relative addresses of documents are resolved against, http or https. Default: none. */
  readonly documentSite?: InputMaybe<Scalars['String']['input']>;
  /** How confident an answer must be when a question does not say. Default: BALANCED. */
  readonly gate?: InputMaybe<GateInput>;
  /** Days for which deleted documents can be restored, 0 to 3,650; 0: they cannot. Default: 30. */
  readonly retentionDays?: InputMaybe<Scalars['Int']['input']>;
  /** Number of runs that are kept, 1 to 1,000,000,000; what is beyond is deleted in batches. */
  readonly runRetentionCount?: InputMaybe<Scalars['Int']['input']>;
  /** Days for which a run is kept, 1 to 36,500; what is beyond is deleted in batches. */
  readonly runRetentionDays?: InputMaybe<Scalars['Int']['input']>;
  /** Whose words the text of answers has when a question does not say. Default: QUOTED. */
  readonly wording?: InputMaybe<AnswerWording>;
};

/** What a run cost. */
export type Usage = {
  /** US dollars for the tokens, at the configured prices; null if none are configured. */
  readonly cost?: Maybe<Scalars['Float']['output']>;
  /** Tokens sent to the chat model. */
  readonly inputTokens: Scalars['Int']['output'];
  /** Milliseconds from the question to the outcome. */
  readonly millis: Scalars['Float']['output'];
  /** Calls of the chat model. */
  readonly modelCalls: Scalars['Int']['output'];
  /** Tokens the chat model returned. */
  readonly outputTokens: Scalars['Int']['output'];
  /** Rounds of retrieval. */
  readonly rounds: Scalars['Int']['output'];
};

/** Something the caller can correct; or why a document or job failed. All other failures are GraphQL errors with an `ErrorCode` in `extensions.code`. */
export type UserError = {
  /** What kind of error it is. */
  readonly code: UserErrorCode;
  /** Path of the input field to correct, such as `documents.text`; null if the error concerns no single field. */
  readonly field?: Maybe<Scalars['String']['output']>;
  /** What is wrong. */
  readonly message: Scalars['String']['output'];
  /** What to do next. */
  readonly remedy: Scalars['String']['output'];
};

/** Codes of what the caller can correct. */
export type UserErrorCode =
  /** An argument, variable or input field has a value that cannot be used. */
  | 'BAD_INPUT'
  /** The document's file is damaged. */
  | 'DOCUMENT_CORRUPT'
  /** The document's fields or text are invalid. */
  | 'DOCUMENT_INVALID'
  /** The document is too large. */
  | 'DOCUMENT_TOO_LARGE'
  /** The document's format is not supported. */
  | 'DOCUMENT_UNSUPPORTED'
  /** The object does not exist or is not visible to the caller. */
  | 'NOT_FOUND'
  /** Nothing to correct: the server, its database or a model failed while a job ran. `message` and `remedy` say more. */
  | 'SERVER_FAULT'
  /** The address could not be fetched. */
  | 'URL_FAILED'
  /** The address may not be fetched. */
  | 'URL_REFUSED';

/** The citation to verify: a recorded one, or a quote from a version. */
export type VerifyCitationInput =
  /** A quote from a document version. */
  { readonly quoted: QuotedCitationInput; readonly recorded?: never; }
  |  /** A citation of a recorded answer. */
  { readonly quoted?: never; readonly recorded: RecordedCitationInput; };

/** A tenant. Nothing in it is visible to another workspace. */
export type Workspace = Node & {
  /** Days for which the audit is kept; null: for ever. FORBIDDEN without the role ADMIN and a key that sees every document. */
  readonly auditRetentionDays?: Maybe<Scalars['Int']['output']>;
  /** Default and maximum budgets of its questions. */
  readonly budget: WorkspaceBudget;
  /** Number of curated answers; FORBIDDEN for a public key. */
  readonly curatedAnswerCount: Scalars['Int']['output'];
  /** Number of documents that retrieval can find for the caller; FORBIDDEN for a public key. */
  readonly documentCount: Scalars['Int']['output'];
  /** Address that relative addresses of its documents are resolved against; null: those are not shown. */
  readonly documentSite?: Maybe<Scalars['String']['output']>;
  /** The embedding model of the stored vectors; null if there are none. */
  readonly embedder?: Maybe<Scalars['String']['output']>;
  /** How confident an answer must be when a question does not say. */
  readonly gate: Gate;
  /** The guarantee on its answers; null if there is none. */
  readonly guarantee?: Maybe<Guarantee>;
  /** Whether its calibrations still fit the questions asked, and whether guarantees hold. */
  readonly health: WorkspaceHealth;
  /** The workspace's id. */
  readonly id: Scalars['ID']['output'];
  /** Names of metadata in documents that a search of the caller can find, by the alphabet; at most 200, the most frequent. FORBIDDEN for a key without the scope READ. */
  readonly metadataNames: ReadonlyArray<MetadataName>;
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** Days for which deleted documents can be restored; 0: they cannot. */
  readonly retentionDays: Scalars['Int']['output'];
  /** The role of the caller's key. */
  readonly role: Role;
  /** Number of runs that are kept, the newest, besides those that somebody has judged; FORBIDDEN for a key without the scope READ. Default: 100,000. */
  readonly runRetentionCount: Scalars['Int']['output'];
  /** Days for which a run is kept, unless somebody has judged it; FORBIDDEN for a key without the scope READ. Default: 365. */
  readonly runRetentionDays: Scalars['Int']['output'];
  /** Whose words the text of its answers has when a question does not say. */
  readonly wording: AnswerWording;
};


/** A tenant. Nothing in it is visible to another workspace. */
export type WorkspaceMetadataNamesArgs = {
  values?: Scalars['Int']['input'];
};

/** Default and maximum budgets of a workspace's questions. Limits it has not set are Candor's own. */
export type WorkspaceBudget = {
  /** Maximum limits. A question that asks for more gets these. */
  readonly ceilings: Budget;
  /** Limits of a question that sets none. A preset's own limits apply where the workspace has set none. */
  readonly defaults: Budget;
};

/** The limits to change. Limits that are left out stay as they are; null restores Candor's own. */
export type WorkspaceBudgetInput = {
  /** Maximum limits of any question. */
  readonly ceilings?: InputMaybe<WorkspaceLimitsInput>;
  /** Limits of a question that sets none; none may exceed its maximum. */
  readonly defaults?: InputMaybe<WorkspaceLimitsInput>;
};

/** Compares the calibrations with the runs since, over the whole workspace. Computed at most once a minute. */
export type WorkspaceHealth = {
  /** When it was computed. */
  readonly checkedAt: Scalars['DateTime']['output'];
  /** The figures behind it, for each calibration in use: drift of the signals, and the test of its guarantee on judged answers. Its JSON Schema is schema/json/healthDetails.json; `version` 1. */
  readonly details: Scalars['JSONObject']['output'];
  /** What is wrong, and what to do. */
  readonly message: Scalars['String']['output'];
  /** The worst status of its calibrations; OK if none is in use. */
  readonly status: HealthStatus;
};

/** Limits to set. Limits that are left out stay as they are; null restores Candor's own. */
export type WorkspaceLimitsInput = {
  /** Milliseconds for the whole question, 50 to 120,000. */
  readonly maxMillis?: InputMaybe<Scalars['Int']['input']>;
  /** Rounds of retrieval, 1 to 5. */
  readonly maxRounds?: InputMaybe<Scalars['Int']['input']>;
  /** Model tokens, in and out together, 0 to 200,000. 0: no model is called. */
  readonly maxTokens?: InputMaybe<Scalars['Int']['input']>;
};

/** The workspace that was changed. */
export type WorkspacePayload = {
  /** What the caller must correct; empty if the mutation succeeded. */
  readonly errors: ReadonlyArray<UserError>;
  /** The workspace; null if there are errors. */
  readonly workspace?: Maybe<Workspace>;
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
    | ( EventOf<'Failed'> )
    | ( EventOf<'Finished'> )
    | ( ProgressEvent )
    | ( EventOf<'ClaimVerified'> )
    | ( EventOf<'Provisional'> )
  ;
  Node:
    | ( DomainAlias )
    | ( DomainApiKey )
    | ( DomainCalibration )
    | ( StoredChunk )
    | ( DomainCuratedAnswer )
    | ( DomainDocument )
    | ( DomainDocumentVersion )
    | ( DomainFeedback )
    | ( DomainIngestJob )
    | ( RunInList )
    | ( DomainSource )
    | ( DomainWorkspace )
  ;
  Outcome:
    | ( DomainAbstention )
    | ( DomainAnswer )
    | ( DomainClarification )
  ;
  Quoted:
    | ( DomainCitation )
    | ( AnyEvidence )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Abstention: ResolverTypeWrapper<DomainAbstention>;
  ActivateCalibrationInput: ActivateCalibrationInput;
  ActorKind: ActorKind;
  Alias: ResolverTypeWrapper<DomainAlias>;
  AliasConnection: ResolverTypeWrapper<Connection<DomainAlias>>;
  AliasPayload: ResolverTypeWrapper<Omit<AliasPayload, 'alias' | 'errors'> & { alias?: Maybe<ResolversTypes['Alias']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  Allowance: ResolverTypeWrapper<DomainAllowance>;
  AllowanceConnection: ResolverTypeWrapper<Connection<DomainAllowance>>;
  AllowancePayload: ResolverTypeWrapper<Omit<AllowancePayload, 'allowance' | 'errors'> & { allowance?: Maybe<ResolversTypes['Allowance']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  AllowancePeriod: AllowancePeriod;
  Alternative: ResolverTypeWrapper<DomainAlternative>;
  AlternativeReason: AlternativeReason;
  Answer: ResolverTypeWrapper<DomainAnswer>;
  AnswerMode: AnswerMode;
  AnswerTable: ResolverTypeWrapper<Omit<AnswerTable, 'rows'> & { rows: ReadonlyArray<ResolversTypes['AnswerTableRow']> }>;
  AnswerTableCell: ResolverTypeWrapper<Omit<AnswerTableCell, 'sourceSpan'> & { sourceSpan: ResolversTypes['Span'] }>;
  AnswerTableRow: ResolverTypeWrapper<Omit<AnswerTableRow, 'cells'> & { cells: ReadonlyArray<ResolversTypes['AnswerTableCell']> }>;
  AnswerWording: AnswerWording;
  ApiKey: ResolverTypeWrapper<DomainApiKey>;
  ApiKeyConnection: ResolverTypeWrapper<Connection<DomainApiKey>>;
  ApiKeyPayload: ResolverTypeWrapper<Omit<ApiKeyPayload, 'apiKey' | 'errors'> & { apiKey?: Maybe<ResolversTypes['ApiKey']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  AskEvent: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['AskEvent']>;
  AskFailed: ResolverTypeWrapper<EventOf<'Failed'>>;
  AskFinished: ResolverTypeWrapper<EventOf<'Finished'>>;
  AskInput: AskInput;
  AskPayload: ResolverTypeWrapper<Omit<AskPayload, 'errors' | 'outcome'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, outcome?: Maybe<ResolversTypes['AskResult']> }>;
  AskPhase: AskPhase;
  AskProgress: ResolverTypeWrapper<ProgressEvent>;
  AskResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['AskResult']>;
  AuditAction: AuditAction;
  AuditAnchorInput: AuditAnchorInput;
  AuditConnection: ResolverTypeWrapper<Connection<DomainAuditEntry>>;
  AuditEntry: ResolverTypeWrapper<DomainAuditEntry>;
  AuditFilter: AuditFilter;
  AuditOutcome: AuditOutcome;
  AuditVerification: ResolverTypeWrapper<DomainAuditVerification>;
  BlockKind: BlockKind;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Budget: ResolverTypeWrapper<Budget>;
  BudgetInput: BudgetInput;
  Calibration: ResolverTypeWrapper<DomainCalibration>;
  CalibrationConnection: ResolverTypeWrapper<Connection<DomainCalibration>>;
  CalibrationMethod: CalibrationMethod;
  CalibrationSource: CalibrationSource;
  CalibrationsPayload: ResolverTypeWrapper<Omit<CalibrationsPayload, 'calibrations' | 'errors'> & { calibrations: ReadonlyArray<ResolversTypes['Calibration']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  CancelIngestJobInput: CancelIngestJobInput;
  Caution: Caution;
  CheckGroundingInput: CheckGroundingInput;
  CheckName: CheckName;
  ChooseAnswerInput: ChooseAnswerInput;
  ChosenPassage: ResolverTypeWrapper<DomainChosenPassage>;
  Chunk: ResolverTypeWrapper<StoredChunk>;
  ChunkConnection: ResolverTypeWrapper<Connection<StoredChunk>>;
  ChunkPayload: ResolverTypeWrapper<Omit<ChunkPayload, 'chunk' | 'errors'> & { chunk?: Maybe<ResolversTypes['Chunk']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  Citation: ResolverTypeWrapper<DomainCitation>;
  CitationCheck: ResolverTypeWrapper<DomainCitationCheck>;
  CitationVerification: ResolverTypeWrapper<DomainCitationVerification>;
  CitedDocumentState: CitedDocumentState;
  Claim: ResolverTypeWrapper<AnyClaim>;
  ClaimStatus: ClaimStatus;
  ClaimVerified: ResolverTypeWrapper<EventOf<'ClaimVerified'>>;
  ClaimWording: ClaimWording;
  Clarification: ResolverTypeWrapper<DomainClarification>;
  ClarificationOption: ResolverTypeWrapper<DomainClarificationOption>;
  Confidence: ResolverTypeWrapper<DomainConfidence>;
  ConfidenceSignal: ResolverTypeWrapper<WeighedSignal>;
  ConfirmCuratedAnswerInput: ConfirmCuratedAnswerInput;
  Conflict: ResolverTypeWrapper<DomainConflict>;
  ConflictKind: ConflictKind;
  ConflictPayload: ResolverTypeWrapper<Omit<ConflictPayload, 'conflict' | 'errors'> & { conflict?: Maybe<ResolversTypes['FoundConflict']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  ConflictResolution: ConflictResolution;
  ConflictVerdict: ConflictVerdict;
  ContentFlag: ContentFlag;
  CreateApiKeyInput: CreateApiKeyInput;
  CurateChosenAnswerInput: CurateChosenAnswerInput;
  CuratedAnswer: ResolverTypeWrapper<DomainCuratedAnswer>;
  CuratedAnswerConnection: ResolverTypeWrapper<Connection<DomainCuratedAnswer>>;
  CuratedAnswerEdge: ResolverTypeWrapper<Omit<CuratedAnswerEdge, 'node'> & { node: ResolversTypes['CuratedAnswer'] }>;
  CuratedAnswerFilter: CuratedAnswerFilter;
  CuratedAnswerPayload: ResolverTypeWrapper<Omit<CuratedAnswerPayload, 'curatedAnswer' | 'errors'> & { curatedAnswer?: Maybe<ResolversTypes['CuratedAnswer']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Degradation: ResolverTypeWrapper<DomainDegradation>;
  DegradedPart: DegradedPart;
  DeleteAliasInput: DeleteAliasInput;
  DeleteCuratedAnswerInput: DeleteCuratedAnswerInput;
  DeleteDocumentInput: DeleteDocumentInput;
  DeletePayload: ResolverTypeWrapper<Omit<DeletePayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  Document: ResolverTypeWrapper<DomainDocument>;
  DocumentBy: DocumentBy;
  DocumentConnection: ResolverTypeWrapper<Connection<DomainDocument>>;
  DocumentContentInput: DocumentContentInput;
  DocumentEdge: ResolverTypeWrapper<Omit<DocumentEdge, 'node'> & { node: ResolversTypes['Document'] }>;
  DocumentFilter: DocumentFilter;
  DocumentInput: DocumentInput;
  DocumentOrder: DocumentOrder;
  DocumentPayload: ResolverTypeWrapper<Omit<DocumentPayload, 'document' | 'errors'> & { document?: Maybe<ResolversTypes['Document']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  DocumentState: DocumentState;
  DocumentVersion: ResolverTypeWrapper<DomainDocumentVersion>;
  DocumentVersionConnection: ResolverTypeWrapper<Connection<DomainDocumentVersion>>;
  ErasePersonInput: ErasePersonInput;
  ErasePersonPayload: ResolverTypeWrapper<Omit<ErasePersonPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  EraseWorkspaceInput: EraseWorkspaceInput;
  ErrorCode: ErrorCode;
  Evidence: ResolverTypeWrapper<AnyEvidence>;
  EvidenceGap: EvidenceGap;
  Feedback: ResolverTypeWrapper<DomainFeedback>;
  FeedbackConnection: ResolverTypeWrapper<Connection<DomainFeedback>>;
  FeedbackEdge: ResolverTypeWrapper<Omit<FeedbackEdge, 'node'> & { node: ResolversTypes['Feedback'] }>;
  FeedbackPayload: ResolverTypeWrapper<Omit<FeedbackPayload, 'errors' | 'feedback'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, feedback?: Maybe<ResolversTypes['Feedback']> }>;
  FeedbackVerdict: FeedbackVerdict;
  FitCalibrationInput: FitCalibrationInput;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FoundConflict: ResolverTypeWrapper<DomainFoundConflict>;
  Fusion: Fusion;
  GapCause: ResolverTypeWrapper<GapCause>;
  GapReason: GapReason;
  Gate: ResolverTypeWrapper<Gate>;
  GateInput: GateInput;
  GoverningKind: GoverningKind;
  GoverningLine: ResolverTypeWrapper<DomainGoverningLine>;
  GroundingReport: ResolverTypeWrapper<DomainGroundingReport>;
  Guarantee: ResolverTypeWrapper<StandingGuarantee>;
  GuaranteeStatus: GuaranteeStatus;
  HealthStatus: HealthStatus;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IngestAction: IngestAction;
  IngestDocumentsInput: IngestDocumentsInput;
  IngestItem: ResolverTypeWrapper<DomainJobItem>;
  IngestItemConnection: ResolverTypeWrapper<Connection<DomainJobItem>>;
  IngestItemState: IngestItemState;
  IngestJob: ResolverTypeWrapper<DomainIngestJob>;
  IngestJobConnection: ResolverTypeWrapper<Connection<DomainIngestJob>>;
  IngestJobEdge: ResolverTypeWrapper<Omit<IngestJobEdge, 'node'> & { node: ResolversTypes['IngestJob'] }>;
  IngestJobPayload: ResolverTypeWrapper<Omit<IngestJobPayload, 'errors' | 'job' | 'results'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, job?: Maybe<ResolversTypes['IngestJob']>, results: ReadonlyArray<ResolversTypes['IngestedDocument']> }>;
  IngestJobState: IngestJobState;
  IngestPhase: IngestPhase;
  IngestProgress: ResolverTypeWrapper<IngestProgress>;
  IngestStatus: IngestStatus;
  IngestedDocument: ResolverTypeWrapper<DomainIngestedDocument>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  KeyScope: KeyScope;
  KnowledgeGap: ResolverTypeWrapper<DomainKnowledgeGap>;
  KnowledgeGapConnection: ResolverTypeWrapper<GapConnection>;
  KnowledgeGapEdge: ResolverTypeWrapper<Omit<KnowledgeGapEdge, 'node'> & { node: ResolversTypes['KnowledgeGap'] }>;
  KnowledgeGapOrder: KnowledgeGapOrder;
  MetadataCondition: MetadataCondition;
  MetadataName: ResolverTypeWrapper<MetadataName>;
  MetadataValue: ResolverTypeWrapper<MetadataValue>;
  MissExplanation: ResolverTypeWrapper<DomainMissExplanation>;
  MissReason: MissReason;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NextStep: ResolverTypeWrapper<DomainNextStep>;
  NextStepKind: NextStepKind;
  NoAnswerReason: NoAnswerReason;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Notice: ResolverTypeWrapper<DomainNotice>;
  NoticeKind: NoticeKind;
  Outcome: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Outcome']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PageLayout: PageLayout;
  Passage: ResolverTypeWrapper<DomainPassage>;
  Preset: Preset;
  Provisional: ResolverTypeWrapper<EventOf<'Provisional'>>;
  PublishDocumentInput: PublishDocumentInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Quoted: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Quoted']>;
  QuotedCitationInput: QuotedCitationInput;
  RecordFeedbackInput: RecordFeedbackInput;
  RecordedCitationInput: RecordedCitationInput;
  ReplayOverridesInput: ReplayOverridesInput;
  ReplayRunInput: ReplayRunInput;
  ReplayRunPayload: ResolverTypeWrapper<Omit<ReplayRunPayload, 'errors' | 'run'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, run?: Maybe<ResolversTypes['Run']> }>;
  ReplayVersions: ReplayVersions;
  RerankWhen: RerankWhen;
  ResolveConflictInput: ResolveConflictInput;
  RestoreDocumentInput: RestoreDocumentInput;
  RetrievalInput: RetrievalInput;
  RevisionKind: RevisionKind;
  RevokeApiKeyInput: RevokeApiKeyInput;
  Role: Role;
  RotateApiKeyInput: RotateApiKeyInput;
  Run: ResolverTypeWrapper<RunInList>;
  RunAccess: RunAccess;
  RunConnection: ResolverTypeWrapper<Connection<RunInList>>;
  RunEdge: ResolverTypeWrapper<Omit<RunEdge, 'node'> & { node: ResolversTypes['Run'] }>;
  RunFilter: RunFilter;
  RunOrder: RunOrder;
  RunOutcome: RunOutcome;
  SaveAliasInput: SaveAliasInput;
  SaveCuratedAnswerInput: SaveCuratedAnswerInput;
  SearchFilter: SearchFilter;
  SearchInput: SearchInput;
  SearchResult: ResolverTypeWrapper<DomainSearchResult>;
  SetAllowanceInput: SetAllowanceInput;
  SetChunkOmittedInput: SetChunkOmittedInput;
  SetSuccessorInput: SetSuccessorInput;
  ShortAnswer: ResolverTypeWrapper<DomainShortAnswer>;
  SignalName: ResolverTypeWrapper<DomainSignalName>;
  Source: ResolverTypeWrapper<DomainSource>;
  SourceConnection: ResolverTypeWrapper<Connection<DomainSource>>;
  SourceEntryInput: SourceEntryInput;
  SourceKind: SourceKind;
  SourceLocation: ResolverTypeWrapper<DomainSourceLocation>;
  SourceType: SourceType;
  Span: ResolverTypeWrapper<DomainSpan>;
  SpanInput: SpanInput;
  StaleReason: StaleReason;
  StaleSource: ResolverTypeWrapper<DomainStaleSource>;
  Standing: ResolverTypeWrapper<StandingOfRun>;
  StandingVerdict: StandingVerdict;
  StopReason: StopReason;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SupersessionBasis: SupersessionBasis;
  SyncDocumentsInput: SyncDocumentsInput;
  SyncDocumentsPayload: ResolverTypeWrapper<Omit<SyncDocumentsPayload, 'errors' | 'source'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, source?: Maybe<ResolversTypes['Source']> }>;
  TextBlock: ResolverTypeWrapper<StoredBlock>;
  TextBlockConnection: ResolverTypeWrapper<Connection<StoredBlock>>;
  TextFormat: TextFormat;
  Tier: Tier;
  Trust: Trust;
  TurnInput: TurnInput;
  TurnRole: TurnRole;
  UnpublishDocumentInput: UnpublishDocumentInput;
  UpdateWorkspaceInput: UpdateWorkspaceInput;
  Usage: ResolverTypeWrapper<DomainUsage>;
  UserError: ResolverTypeWrapper<UserFault>;
  UserErrorCode: UserErrorCode;
  VerifyCitationInput: VerifyCitationInput;
  Workspace: ResolverTypeWrapper<DomainWorkspace>;
  WorkspaceBudget: ResolverTypeWrapper<WorkspaceBudget>;
  WorkspaceBudgetInput: WorkspaceBudgetInput;
  WorkspaceHealth: ResolverTypeWrapper<DomainWorkspaceHealth>;
  WorkspaceLimitsInput: WorkspaceLimitsInput;
  WorkspacePayload: ResolverTypeWrapper<Omit<WorkspacePayload, 'errors' | 'workspace'> & { errors: ReadonlyArray<ResolversTypes['UserError']>, workspace?: Maybe<ResolversTypes['Workspace']> }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Abstention: DomainAbstention;
  ActivateCalibrationInput: ActivateCalibrationInput;
  Alias: DomainAlias;
  AliasConnection: Connection<DomainAlias>;
  AliasPayload: Omit<AliasPayload, 'alias' | 'errors'> & { alias?: Maybe<ResolversParentTypes['Alias']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  Allowance: DomainAllowance;
  AllowanceConnection: Connection<DomainAllowance>;
  AllowancePayload: Omit<AllowancePayload, 'allowance' | 'errors'> & { allowance?: Maybe<ResolversParentTypes['Allowance']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  Alternative: DomainAlternative;
  Answer: DomainAnswer;
  AnswerTable: Omit<AnswerTable, 'rows'> & { rows: ReadonlyArray<ResolversParentTypes['AnswerTableRow']> };
  AnswerTableCell: Omit<AnswerTableCell, 'sourceSpan'> & { sourceSpan: ResolversParentTypes['Span'] };
  AnswerTableRow: Omit<AnswerTableRow, 'cells'> & { cells: ReadonlyArray<ResolversParentTypes['AnswerTableCell']> };
  ApiKey: DomainApiKey;
  ApiKeyConnection: Connection<DomainApiKey>;
  ApiKeyPayload: Omit<ApiKeyPayload, 'apiKey' | 'errors'> & { apiKey?: Maybe<ResolversParentTypes['ApiKey']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  AskEvent: ResolversInterfaceTypes<ResolversParentTypes>['AskEvent'];
  AskFailed: EventOf<'Failed'>;
  AskFinished: EventOf<'Finished'>;
  AskInput: AskInput;
  AskPayload: Omit<AskPayload, 'errors' | 'outcome'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, outcome?: Maybe<ResolversParentTypes['AskResult']> };
  AskProgress: ProgressEvent;
  AskResult: ResolversUnionTypes<ResolversParentTypes>['AskResult'];
  AuditAnchorInput: AuditAnchorInput;
  AuditConnection: Connection<DomainAuditEntry>;
  AuditEntry: DomainAuditEntry;
  AuditFilter: AuditFilter;
  AuditVerification: DomainAuditVerification;
  Boolean: Scalars['Boolean']['output'];
  Budget: Budget;
  BudgetInput: BudgetInput;
  Calibration: DomainCalibration;
  CalibrationConnection: Connection<DomainCalibration>;
  CalibrationsPayload: Omit<CalibrationsPayload, 'calibrations' | 'errors'> & { calibrations: ReadonlyArray<ResolversParentTypes['Calibration']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  CancelIngestJobInput: CancelIngestJobInput;
  CheckGroundingInput: CheckGroundingInput;
  ChooseAnswerInput: ChooseAnswerInput;
  ChosenPassage: DomainChosenPassage;
  Chunk: StoredChunk;
  ChunkConnection: Connection<StoredChunk>;
  ChunkPayload: Omit<ChunkPayload, 'chunk' | 'errors'> & { chunk?: Maybe<ResolversParentTypes['Chunk']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  Citation: DomainCitation;
  CitationCheck: DomainCitationCheck;
  CitationVerification: DomainCitationVerification;
  Claim: AnyClaim;
  ClaimVerified: EventOf<'ClaimVerified'>;
  Clarification: DomainClarification;
  ClarificationOption: DomainClarificationOption;
  Confidence: DomainConfidence;
  ConfidenceSignal: WeighedSignal;
  ConfirmCuratedAnswerInput: ConfirmCuratedAnswerInput;
  Conflict: DomainConflict;
  ConflictPayload: Omit<ConflictPayload, 'conflict' | 'errors'> & { conflict?: Maybe<ResolversParentTypes['FoundConflict']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  CreateApiKeyInput: CreateApiKeyInput;
  CurateChosenAnswerInput: CurateChosenAnswerInput;
  CuratedAnswer: DomainCuratedAnswer;
  CuratedAnswerConnection: Connection<DomainCuratedAnswer>;
  CuratedAnswerEdge: Omit<CuratedAnswerEdge, 'node'> & { node: ResolversParentTypes['CuratedAnswer'] };
  CuratedAnswerFilter: CuratedAnswerFilter;
  CuratedAnswerPayload: Omit<CuratedAnswerPayload, 'curatedAnswer' | 'errors'> & { curatedAnswer?: Maybe<ResolversParentTypes['CuratedAnswer']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  DateTime: Scalars['DateTime']['output'];
  Degradation: DomainDegradation;
  DeleteAliasInput: DeleteAliasInput;
  DeleteCuratedAnswerInput: DeleteCuratedAnswerInput;
  DeleteDocumentInput: DeleteDocumentInput;
  DeletePayload: Omit<DeletePayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  Document: DomainDocument;
  DocumentBy: DocumentBy;
  DocumentConnection: Connection<DomainDocument>;
  DocumentContentInput: DocumentContentInput;
  DocumentEdge: Omit<DocumentEdge, 'node'> & { node: ResolversParentTypes['Document'] };
  DocumentFilter: DocumentFilter;
  DocumentInput: DocumentInput;
  DocumentPayload: Omit<DocumentPayload, 'document' | 'errors'> & { document?: Maybe<ResolversParentTypes['Document']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  DocumentVersion: DomainDocumentVersion;
  DocumentVersionConnection: Connection<DomainDocumentVersion>;
  ErasePersonInput: ErasePersonInput;
  ErasePersonPayload: Omit<ErasePersonPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  EraseWorkspaceInput: EraseWorkspaceInput;
  Evidence: AnyEvidence;
  Feedback: DomainFeedback;
  FeedbackConnection: Connection<DomainFeedback>;
  FeedbackEdge: Omit<FeedbackEdge, 'node'> & { node: ResolversParentTypes['Feedback'] };
  FeedbackPayload: Omit<FeedbackPayload, 'errors' | 'feedback'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, feedback?: Maybe<ResolversParentTypes['Feedback']> };
  FitCalibrationInput: FitCalibrationInput;
  Float: Scalars['Float']['output'];
  FoundConflict: DomainFoundConflict;
  GapCause: GapCause;
  Gate: Gate;
  GateInput: GateInput;
  GoverningLine: DomainGoverningLine;
  GroundingReport: DomainGroundingReport;
  Guarantee: StandingGuarantee;
  ID: Scalars['ID']['output'];
  IngestDocumentsInput: IngestDocumentsInput;
  IngestItem: DomainJobItem;
  IngestItemConnection: Connection<DomainJobItem>;
  IngestJob: DomainIngestJob;
  IngestJobConnection: Connection<DomainIngestJob>;
  IngestJobEdge: Omit<IngestJobEdge, 'node'> & { node: ResolversParentTypes['IngestJob'] };
  IngestJobPayload: Omit<IngestJobPayload, 'errors' | 'job' | 'results'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, job?: Maybe<ResolversParentTypes['IngestJob']>, results: ReadonlyArray<ResolversParentTypes['IngestedDocument']> };
  IngestProgress: IngestProgress;
  IngestedDocument: DomainIngestedDocument;
  Int: Scalars['Int']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  KnowledgeGap: DomainKnowledgeGap;
  KnowledgeGapConnection: GapConnection;
  KnowledgeGapEdge: Omit<KnowledgeGapEdge, 'node'> & { node: ResolversParentTypes['KnowledgeGap'] };
  MetadataCondition: MetadataCondition;
  MetadataName: MetadataName;
  MetadataValue: MetadataValue;
  MissExplanation: DomainMissExplanation;
  Mutation: Record<PropertyKey, never>;
  NextStep: DomainNextStep;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Notice: DomainNotice;
  Outcome: ResolversInterfaceTypes<ResolversParentTypes>['Outcome'];
  PageInfo: PageInfo;
  Passage: DomainPassage;
  Provisional: EventOf<'Provisional'>;
  PublishDocumentInput: PublishDocumentInput;
  Query: Record<PropertyKey, never>;
  Quoted: ResolversInterfaceTypes<ResolversParentTypes>['Quoted'];
  QuotedCitationInput: QuotedCitationInput;
  RecordFeedbackInput: RecordFeedbackInput;
  RecordedCitationInput: RecordedCitationInput;
  ReplayOverridesInput: ReplayOverridesInput;
  ReplayRunInput: ReplayRunInput;
  ReplayRunPayload: Omit<ReplayRunPayload, 'errors' | 'run'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, run?: Maybe<ResolversParentTypes['Run']> };
  ResolveConflictInput: ResolveConflictInput;
  RestoreDocumentInput: RestoreDocumentInput;
  RetrievalInput: RetrievalInput;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RotateApiKeyInput: RotateApiKeyInput;
  Run: RunInList;
  RunConnection: Connection<RunInList>;
  RunEdge: Omit<RunEdge, 'node'> & { node: ResolversParentTypes['Run'] };
  RunFilter: RunFilter;
  SaveAliasInput: SaveAliasInput;
  SaveCuratedAnswerInput: SaveCuratedAnswerInput;
  SearchFilter: SearchFilter;
  SearchInput: SearchInput;
  SearchResult: DomainSearchResult;
  SetAllowanceInput: SetAllowanceInput;
  SetChunkOmittedInput: SetChunkOmittedInput;
  SetSuccessorInput: SetSuccessorInput;
  ShortAnswer: DomainShortAnswer;
  Source: DomainSource;
  SourceConnection: Connection<DomainSource>;
  SourceEntryInput: SourceEntryInput;
  SourceLocation: DomainSourceLocation;
  Span: DomainSpan;
  SpanInput: SpanInput;
  StaleSource: DomainStaleSource;
  Standing: StandingOfRun;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  SyncDocumentsInput: SyncDocumentsInput;
  SyncDocumentsPayload: Omit<SyncDocumentsPayload, 'errors' | 'source'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, source?: Maybe<ResolversParentTypes['Source']> };
  TextBlock: StoredBlock;
  TextBlockConnection: Connection<StoredBlock>;
  TurnInput: TurnInput;
  UnpublishDocumentInput: UnpublishDocumentInput;
  UpdateWorkspaceInput: UpdateWorkspaceInput;
  Usage: DomainUsage;
  UserError: UserFault;
  VerifyCitationInput: VerifyCitationInput;
  Workspace: DomainWorkspace;
  WorkspaceBudget: WorkspaceBudget;
  WorkspaceBudgetInput: WorkspaceBudgetInput;
  WorkspaceHealth: DomainWorkspaceHealth;
  WorkspaceLimitsInput: WorkspaceLimitsInput;
  WorkspacePayload: Omit<WorkspacePayload, 'errors' | 'workspace'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']>, workspace?: Maybe<ResolversParentTypes['Workspace']> };
};

export type AbstentionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Abstention'] = ResolversParentTypes['Abstention']> = {
  alternatives?: Resolver<ReadonlyArray<ResolversTypes['Alternative']>, ParentType, ContextType>;
  askedAs?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextSteps?: Resolver<ReadonlyArray<ResolversTypes['NextStep']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['NoAnswerReason'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  suggestion?: Resolver<Maybe<ResolversTypes['Alternative']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AliasResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Alias'] = ResolversParentTypes['Alias']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  synonyms?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  term?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AliasConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AliasConnection'] = ResolversParentTypes['AliasConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Alias']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AliasPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AliasPayload'] = ResolversParentTypes['AliasPayload']> = {
  alias?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AllowanceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Allowance'] = ResolversParentTypes['Allowance']> = {
  holderId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  maxAsks?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maxTokens?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  period?: Resolver<ResolversTypes['AllowancePeriod'], ParentType, ContextType>;
  renewsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  usedAsks?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  usedTokens?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  windowStart?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AllowanceConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AllowanceConnection'] = ResolversParentTypes['AllowanceConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Allowance']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AllowancePayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AllowancePayload'] = ResolversParentTypes['AllowancePayload']> = {
  allowance?: Resolver<Maybe<ResolversTypes['Allowance']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AlternativeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Alternative'] = ResolversParentTypes['Alternative']> = {
  governing?: Resolver<ReadonlyArray<ResolversTypes['GoverningLine']>, ParentType, ContextType>;
  likelihood?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  passage?: Resolver<ResolversTypes['Passage'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['AlternativeReason'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sentence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  spans?: Resolver<ReadonlyArray<ResolversTypes['Span']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnswerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Answer'] = ResolversParentTypes['Answer']> = {
  alternatives?: Resolver<ReadonlyArray<ResolversTypes['Alternative']>, ParentType, ContextType>;
  askedAs?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  conflicts?: Resolver<ReadonlyArray<ResolversTypes['Conflict']>, ParentType, ContextType>;
  curated?: Resolver<Maybe<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  droppedClaims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['AnswerMode'], ParentType, ContextType>;
  notices?: Resolver<ReadonlyArray<ResolversTypes['Notice']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  shortAnswer?: Resolver<Maybe<ResolversTypes['ShortAnswer']>, ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  table?: Resolver<Maybe<ResolversTypes['AnswerTable']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  written?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AnswerTableResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AnswerTable'] = ResolversParentTypes['AnswerTable']> = {
  caption?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  columns?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ResolversTypes['AnswerTableRow']>, ParentType, ContextType>;
};

export type AnswerTableCellResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AnswerTableCell'] = ResolversParentTypes['AnswerTableCell']> = {
  column?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnswerTableRowResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AnswerTableRow'] = ResolversParentTypes['AnswerTableRow']> = {
  cells?: Resolver<ReadonlyArray<ResolversTypes['AnswerTableCell']>, ParentType, ContextType>;
  citationNumber?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  accessGroups?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  origins?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  previousSecretUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  runs?: Resolver<ResolversTypes['RunAccess'], ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['KeyScope']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApiKeyConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApiKeyConnection'] = ResolversParentTypes['ApiKeyConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiKeyPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApiKeyPayload'] = ResolversParentTypes['ApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AskEventResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskEvent'] = ResolversParentTypes['AskEvent']> = {
  __resolveType?: TypeResolveFn<'AskFailed' | 'AskFinished' | 'AskProgress' | 'ClaimVerified' | 'Provisional', ParentType, ContextType>;
};

export type AskFailedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskFailed'] = ResolversParentTypes['AskFailed']> = {
  code?: Resolver<ResolversTypes['ErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AskFinishedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskFinished'] = ResolversParentTypes['AskFinished']> = {
  outcome?: Resolver<ResolversTypes['AskResult'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AskPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskPayload'] = ResolversParentTypes['AskPayload']> = {
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['AskResult']>, ParentType, ContextType>;
};

export type AskProgressResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskProgress'] = ResolversParentTypes['AskProgress']> = {
  confidence?: Resolver<Maybe<ResolversTypes['Confidence']>, ParentType, ContextType>;
  elapsedMillis?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  mode?: Resolver<Maybe<ResolversTypes['AnswerMode']>, ParentType, ContextType>;
  passageCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['AskPhase'], ParentType, ContextType>;
  queries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  round?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  tier?: Resolver<Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AskResultResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AskResult'] = ResolversParentTypes['AskResult']> = {
  __resolveType?: TypeResolveFn<'Abstention' | 'Answer' | 'Clarification', ParentType, ContextType>;
};

export type AuditConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AuditConnection'] = ResolversParentTypes['AuditConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditEntryResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['AuditAction'], ParentType, ContextType>;
  actorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  actorKind?: Resolver<ResolversTypes['ActorKind'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  targets?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  textHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditVerificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AuditVerification'] = ResolversParentTypes['AuditVerification']> = {
  count?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  headHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  headSequence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  holds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BudgetResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Budget'] = ResolversParentTypes['Budget']> = {
  maxMillis?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxRounds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CalibrationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Calibration'] = ResolversParentTypes['Calibration']> = {
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  confidentFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  eceAfter?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  eceBefore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  guarantee?: Resolver<Maybe<ResolversTypes['Guarantee']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['CalibrationMethod'], ParentType, ContextType>;
  report?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  sampleSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['CalibrationSource'], ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  uncertainFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CalibrationConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CalibrationConnection'] = ResolversParentTypes['CalibrationConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Calibration']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CalibrationsPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CalibrationsPayload'] = ResolversParentTypes['CalibrationsPayload']> = {
  calibrations?: Resolver<ReadonlyArray<ResolversTypes['Calibration']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ChosenPassageResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ChosenPassage'] = ResolversParentTypes['ChosenPassage']> = {
  chunk?: Resolver<Maybe<ResolversTypes['Chunk']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  sentence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ChunkResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Chunk'] = ResolversParentTypes['Chunk']> = {
  details?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  duplicates?: Resolver<ReadonlyArray<ResolversTypes['Chunk']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  omitted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ordinal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ChunkConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ChunkConnection'] = ResolversParentTypes['ChunkConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Chunk']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ChunkPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ChunkPayload'] = ResolversParentTypes['ChunkPayload']> = {
  chunk?: Resolver<Maybe<ResolversTypes['Chunk']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CitationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Citation'] = ResolversParentTypes['Citation']> = {
  ageDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  answerSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  governing?: Resolver<ReadonlyArray<ResolversTypes['GoverningLine']>, ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['SourceLocation']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CitationCheckResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CitationCheck'] = ResolversParentTypes['CitationCheck']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['CheckName'], ParentType, ContextType>;
  passed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CitationVerificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CitationVerification'] = ResolversParentTypes['CitationVerification']> = {
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  claim?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  difference?: Resolver<Maybe<ResolversTypes['RevisionKind']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentState?: Resolver<ResolversTypes['CitedDocumentState'], ParentType, ContextType>;
  holdsToday?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quoteMatches?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ClaimStatus']>, ParentType, ContextType>;
  today?: Resolver<Maybe<ResolversTypes['Evidence']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type ClaimResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Claim'] = ResolversParentTypes['Claim']> = {
  answerSpan?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
  citationNumbers?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  evidence?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
  formula?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  support?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wording?: Resolver<ResolversTypes['ClaimWording'], ParentType, ContextType>;
};

export type ClaimVerifiedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ClaimVerified'] = ResolversParentTypes['ClaimVerified']> = {
  claim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClarificationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Clarification'] = ResolversParentTypes['Clarification']> = {
  alternatives?: Resolver<ReadonlyArray<ResolversTypes['Alternative']>, ParentType, ContextType>;
  askedAs?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  options?: Resolver<ReadonlyArray<ResolversTypes['ClarificationOption']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['NoAnswerReason'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  stopReason?: Resolver<ResolversTypes['StopReason'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  why?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClarificationOptionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ClarificationOption'] = ResolversParentTypes['ClarificationOption']> = {
  documentIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  preview?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConfidenceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Confidence'] = ResolversParentTypes['Confidence']> = {
  calibration?: Resolver<Maybe<ResolversTypes['Calibration']>, ParentType, ContextType>;
  display?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  signals?: Resolver<ReadonlyArray<ResolversTypes['ConfidenceSignal']>, ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ConfidenceSignalResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ConfidenceSignal'] = ResolversParentTypes['ConfidenceSignal']> = {
  contribution?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['SignalName'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ConflictResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Conflict'] = ResolversParentTypes['Conflict']> = {
  kind?: Resolver<ResolversTypes['ConflictKind'], ParentType, ContextType>;
  resolution?: Resolver<ResolversTypes['ConflictResolution'], ParentType, ContextType>;
  sides?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
};

export type ConflictPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ConflictPayload'] = ResolversParentTypes['ConflictPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['FoundConflict']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CuratedAnswerConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedAnswerConnection'] = ResolversParentTypes['CuratedAnswerConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['CuratedAnswerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CuratedAnswerEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedAnswerEdge'] = ResolversParentTypes['CuratedAnswerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['CuratedAnswer'], ParentType, ContextType>;
};

export type CuratedAnswerPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CuratedAnswerPayload'] = ResolversParentTypes['CuratedAnswerPayload']> = {
  curatedAnswer?: Resolver<Maybe<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DegradationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Degradation'] = ResolversParentTypes['Degradation']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  part?: Resolver<ResolversTypes['DegradedPart'], ParentType, ContextType>;
};

export type DeletePayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DeletePayload'] = ResolversParentTypes['DeletePayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  source?: Resolver<Maybe<ResolversTypes['Source']>, ParentType, ContextType>;
  sourceType?: Resolver<ResolversTypes['SourceType'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DocumentState'], ParentType, ContextType>;
  supersededBy?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  supersededByKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supersededSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  supersedes?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  supersessionBasis?: Resolver<Maybe<ResolversTypes['SupersessionBasis']>, ParentType, ContextType>;
  tags?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trust?: Resolver<ResolversTypes['Trust'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  versions?: Resolver<ResolversTypes['DocumentVersionConnection'], ParentType, ContextType, RequireFields<DocumentVersionsArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DocumentConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentConnection'] = ResolversParentTypes['DocumentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DocumentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DocumentEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentEdge'] = ResolversParentTypes['DocumentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Document'], ParentType, ContextType>;
};

export type DocumentPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentPayload'] = ResolversParentTypes['DocumentPayload']> = {
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DocumentVersionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentVersion'] = ResolversParentTypes['DocumentVersion']> = {
  blocks?: Resolver<Maybe<ResolversTypes['TextBlockConnection']>, ParentType, ContextType, RequireFields<DocumentVersionBlocksArgs, 'first'>>;
  chunks?: Resolver<ResolversTypes['ChunkConnection'], ParentType, ContextType, RequireFields<DocumentVersionChunksArgs, 'first'>>;
  contentHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  flags?: Resolver<ReadonlyArray<ResolversTypes['ContentFlag']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DocumentVersionConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DocumentVersionConnection'] = ResolversParentTypes['DocumentVersionConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ErasePersonPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ErasePersonPayload'] = ResolversParentTypes['ErasePersonPayload']> = {
  auditCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  documentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  feedbackCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  runCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type EvidenceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Evidence'] = ResolversParentTypes['Evidence']> = {
  checks?: Resolver<ReadonlyArray<ResolversTypes['CitationCheck']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  governing?: Resolver<ReadonlyArray<ResolversTypes['GoverningLine']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['SourceLocation']>, ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ClaimStatus']>, ParentType, ContextType>;
  support?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FeedbackResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Feedback'] = ResolversParentTypes['Feedback']> = {
  answer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chunk?: Resolver<Maybe<ResolversTypes['Chunk']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  documents?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  own?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['FeedbackVerdict'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FeedbackConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FeedbackConnection'] = ResolversParentTypes['FeedbackConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['FeedbackEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FeedbackEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FeedbackEdge'] = ResolversParentTypes['FeedbackEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Feedback'], ParentType, ContextType>;
};

export type FeedbackPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FeedbackPayload'] = ResolversParentTypes['FeedbackPayload']> = {
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  feedback?: Resolver<Maybe<ResolversTypes['Feedback']>, ParentType, ContextType>;
};

export type FoundConflictResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FoundConflict'] = ResolversParentTypes['FoundConflict']> = {
  foundAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ConflictKind'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sides?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['ConflictVerdict']>, ParentType, ContextType>;
};

export type GapCauseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GapCause'] = ResolversParentTypes['GapCause']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['EvidenceGap']>, ParentType, ContextType>;
  missing?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['GapReason']>, ParentType, ContextType>;
};

export type GateResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Gate'] = ResolversParentTypes['Gate']> = {
  caution?: Resolver<Maybe<ResolversTypes['Caution']>, ParentType, ContextType>;
  setTo?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  uncertainFrom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type GoverningLineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GoverningLine'] = ResolversParentTypes['GoverningLine']> = {
  kind?: Resolver<ResolversTypes['GoverningKind'], ParentType, ContextType>;
  quote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
};

export type GroundingReportResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['GroundingReport'] = ResolversParentTypes['GroundingReport']> = {
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type GuaranteeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Guarantee'] = ResolversParentTypes['Guarantee']> = {
  alpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  answered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  delta?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['GuaranteeStatus'], ParentType, ContextType>;
  threshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wrong?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestItemResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestItem'] = ResolversParentTypes['IngestItem']> = {
  action?: Resolver<ResolversTypes['IngestAction'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  results?: Resolver<ReadonlyArray<ResolversTypes['IngestedDocument']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['IngestItemState'], ParentType, ContextType>;
};

export type IngestItemConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestItemConnection'] = ResolversParentTypes['IngestItemConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['IngestItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestJobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJob'] = ResolversParentTypes['IngestJob']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  doneCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['UserError']>, ParentType, ContextType>;
  failedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  items?: Resolver<ResolversTypes['IngestItemConnection'], ParentType, ContextType, RequireFields<IngestJobItemsArgs, 'first'>>;
  progress?: Resolver<Maybe<ResolversTypes['IngestProgress']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['IngestJobState'], ParentType, ContextType>;
  timings?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchangedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type IngestJobConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJobConnection'] = ResolversParentTypes['IngestJobConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['IngestJobEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['IngestJob']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IngestJobEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJobEdge'] = ResolversParentTypes['IngestJobEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['IngestJob'], ParentType, ContextType>;
};

export type IngestJobPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestJobPayload'] = ResolversParentTypes['IngestJobPayload']> = {
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['IngestJob']>, ParentType, ContextType>;
  results?: Resolver<ReadonlyArray<ResolversTypes['IngestedDocument']>, ParentType, ContextType>;
};

export type IngestProgressResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['IngestProgress'] = ResolversParentTypes['IngestProgress']> = {
  current?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  done?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['IngestPhase'], ParentType, ContextType>;
  secondsLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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
  causes?: Resolver<ReadonlyArray<ResolversTypes['GapCause']>, ParentType, ContextType>;
  chosen?: Resolver<ReadonlyArray<ResolversTypes['ChosenPassage']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastAskedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nearestDocuments?: Resolver<ReadonlyArray<ResolversTypes['Document']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
};

export type KnowledgeGapConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['KnowledgeGapConnection'] = ResolversParentTypes['KnowledgeGapConnection']> = {
  degraded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['KnowledgeGapEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['KnowledgeGap']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  runCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unansweredCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type KnowledgeGapEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['KnowledgeGapEdge'] = ResolversParentTypes['KnowledgeGapEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['KnowledgeGap'], ParentType, ContextType>;
};

export type MetadataNameResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetadataName'] = ResolversParentTypes['MetadataName']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<ResolversTypes['MetadataValue']>, ParentType, ContextType>;
};

export type MetadataValueResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetadataValue'] = ResolversParentTypes['MetadataValue']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MissExplanationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MissExplanation'] = ResolversParentTypes['MissExplanation']> = {
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['MissReason'], ParentType, ContextType>;
  standsFor?: Resolver<Maybe<ResolversTypes['Chunk']>, ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  activateCalibration?: Resolver<Maybe<ResolversTypes['CalibrationsPayload']>, ParentType, ContextType, RequireFields<MutationActivateCalibrationArgs, 'input'>>;
  ask?: Resolver<Maybe<ResolversTypes['AskPayload']>, ParentType, ContextType, RequireFields<MutationAskArgs, 'input'>>;
  cancelIngestJob?: Resolver<Maybe<ResolversTypes['IngestJobPayload']>, ParentType, ContextType, RequireFields<MutationCancelIngestJobArgs, 'input'>>;
  chooseAnswer?: Resolver<Maybe<ResolversTypes['FeedbackPayload']>, ParentType, ContextType, RequireFields<MutationChooseAnswerArgs, 'input'>>;
  confirmCuratedAnswer?: Resolver<Maybe<ResolversTypes['CuratedAnswerPayload']>, ParentType, ContextType, RequireFields<MutationConfirmCuratedAnswerArgs, 'input'>>;
  createApiKey?: Resolver<Maybe<ResolversTypes['ApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  curateChosenAnswer?: Resolver<Maybe<ResolversTypes['CuratedAnswerPayload']>, ParentType, ContextType, RequireFields<MutationCurateChosenAnswerArgs, 'input'>>;
  deactivateCalibrations?: Resolver<Maybe<ResolversTypes['CalibrationsPayload']>, ParentType, ContextType>;
  deleteAlias?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteAliasArgs, 'input'>>;
  deleteCuratedAnswer?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteCuratedAnswerArgs, 'input'>>;
  deleteDocument?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteDocumentArgs, 'input'>>;
  erasePerson?: Resolver<Maybe<ResolversTypes['ErasePersonPayload']>, ParentType, ContextType, RequireFields<MutationErasePersonArgs, 'input'>>;
  eraseWorkspace?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationEraseWorkspaceArgs, 'input'>>;
  fitCalibration?: Resolver<Maybe<ResolversTypes['CalibrationsPayload']>, ParentType, ContextType, RequireFields<MutationFitCalibrationArgs, 'input'>>;
  ingestDocuments?: Resolver<Maybe<ResolversTypes['IngestJobPayload']>, ParentType, ContextType, RequireFields<MutationIngestDocumentsArgs, 'input'>>;
  publishDocument?: Resolver<Maybe<ResolversTypes['DocumentPayload']>, ParentType, ContextType, RequireFields<MutationPublishDocumentArgs, 'input'>>;
  recordFeedback?: Resolver<Maybe<ResolversTypes['FeedbackPayload']>, ParentType, ContextType, RequireFields<MutationRecordFeedbackArgs, 'input'>>;
  replayRun?: Resolver<Maybe<ResolversTypes['ReplayRunPayload']>, ParentType, ContextType, RequireFields<MutationReplayRunArgs, 'input'>>;
  resolveConflict?: Resolver<Maybe<ResolversTypes['ConflictPayload']>, ParentType, ContextType, RequireFields<MutationResolveConflictArgs, 'input'>>;
  restoreDocument?: Resolver<Maybe<ResolversTypes['DocumentPayload']>, ParentType, ContextType, RequireFields<MutationRestoreDocumentArgs, 'input'>>;
  revokeApiKey?: Resolver<Maybe<ResolversTypes['ApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  rotateApiKey?: Resolver<Maybe<ResolversTypes['ApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationRotateApiKeyArgs, 'input'>>;
  saveAlias?: Resolver<Maybe<ResolversTypes['AliasPayload']>, ParentType, ContextType, RequireFields<MutationSaveAliasArgs, 'input'>>;
  saveCuratedAnswer?: Resolver<Maybe<ResolversTypes['CuratedAnswerPayload']>, ParentType, ContextType, RequireFields<MutationSaveCuratedAnswerArgs, 'input'>>;
  setAllowance?: Resolver<Maybe<ResolversTypes['AllowancePayload']>, ParentType, ContextType, RequireFields<MutationSetAllowanceArgs, 'input'>>;
  setChunkOmitted?: Resolver<Maybe<ResolversTypes['ChunkPayload']>, ParentType, ContextType, RequireFields<MutationSetChunkOmittedArgs, 'input'>>;
  setSuccessor?: Resolver<Maybe<ResolversTypes['DocumentPayload']>, ParentType, ContextType, RequireFields<MutationSetSuccessorArgs, 'input'>>;
  syncDocuments?: Resolver<Maybe<ResolversTypes['SyncDocumentsPayload']>, ParentType, ContextType, RequireFields<MutationSyncDocumentsArgs, 'input'>>;
  unpublishDocument?: Resolver<Maybe<ResolversTypes['DocumentPayload']>, ParentType, ContextType, RequireFields<MutationUnpublishDocumentArgs, 'input'>>;
  updateWorkspace?: Resolver<Maybe<ResolversTypes['WorkspacePayload']>, ParentType, ContextType, RequireFields<MutationUpdateWorkspaceArgs, 'input'>>;
};

export type NextStepResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['NextStep'] = ResolversParentTypes['NextStep']> = {
  filterField?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NextStepKind'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  suggestions?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType?: TypeResolveFn<'Alias' | 'ApiKey' | 'Calibration' | 'Chunk' | 'CuratedAnswer' | 'Document' | 'DocumentVersion' | 'Feedback' | 'IngestJob' | 'Run' | 'Source' | 'Workspace', ParentType, ContextType>;
};

export type NoticeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Notice'] = ResolversParentTypes['Notice']> = {
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  evidence?: Resolver<Maybe<ResolversTypes['Evidence']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NoticeKind'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OutcomeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Outcome'] = ResolversParentTypes['Outcome']> = {
  __resolveType?: TypeResolveFn<'Abstention' | 'Answer' | 'Clarification', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PassageResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Passage'] = ResolversParentTypes['Passage']> = {
  chunk?: Resolver<Maybe<ResolversTypes['Chunk']>, ParentType, ContextType>;
  chunkId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  duplicates?: Resolver<ReadonlyArray<ResolversTypes['Chunk']>, ParentType, ContextType>;
  layout?: Resolver<ResolversTypes['PageLayout'], ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['SourceLocation']>, ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sectionPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['DocumentVersion']>, ParentType, ContextType>;
};

export type ProvisionalResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Provisional'] = ResolversParentTypes['Provisional']> = {
  citations?: Resolver<ReadonlyArray<ResolversTypes['Citation']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  aliases?: Resolver<Maybe<ResolversTypes['AliasConnection']>, ParentType, ContextType, RequireFields<QueryAliasesArgs, 'first'>>;
  allowance?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Allowance']>>, ParentType, ContextType>;
  allowances?: Resolver<Maybe<ResolversTypes['AllowanceConnection']>, ParentType, ContextType, RequireFields<QueryAllowancesArgs, 'first'>>;
  apiKeys?: Resolver<Maybe<ResolversTypes['ApiKeyConnection']>, ParentType, ContextType, RequireFields<QueryApiKeysArgs, 'first'>>;
  ask?: Resolver<Maybe<ResolversTypes['AskResult']>, ParentType, ContextType, RequireFields<QueryAskArgs, 'input'>>;
  auditEntries?: Resolver<Maybe<ResolversTypes['AuditConnection']>, ParentType, ContextType, RequireFields<QueryAuditEntriesArgs, 'first'>>;
  calibration?: Resolver<Maybe<ResolversTypes['Calibration']>, ParentType, ContextType, Partial<QueryCalibrationArgs>>;
  calibrations?: Resolver<Maybe<ResolversTypes['CalibrationConnection']>, ParentType, ContextType, RequireFields<QueryCalibrationsArgs, 'first'>>;
  checkGrounding?: Resolver<Maybe<ResolversTypes['GroundingReport']>, ParentType, ContextType, RequireFields<QueryCheckGroundingArgs, 'input'>>;
  curatedAnswers?: Resolver<Maybe<ResolversTypes['CuratedAnswerConnection']>, ParentType, ContextType, RequireFields<QueryCuratedAnswersArgs, 'first'>>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType, Partial<QueryDocumentArgs>>;
  documents?: Resolver<Maybe<ResolversTypes['DocumentConnection']>, ParentType, ContextType, RequireFields<QueryDocumentsArgs, 'first' | 'orderBy'>>;
  explainMiss?: Resolver<Maybe<ResolversTypes['MissExplanation']>, ParentType, ContextType, RequireFields<QueryExplainMissArgs, 'documentId' | 'runId'>>;
  feedback?: Resolver<Maybe<ResolversTypes['FeedbackConnection']>, ParentType, ContextType, RequireFields<QueryFeedbackArgs, 'first'>>;
  foundConflicts?: Resolver<Maybe<ReadonlyArray<ResolversTypes['FoundConflict']>>, ParentType, ContextType, RequireFields<QueryFoundConflictsArgs, 'resolved'>>;
  ingestJob?: Resolver<Maybe<ResolversTypes['IngestJob']>, ParentType, ContextType, RequireFields<QueryIngestJobArgs, 'id'>>;
  ingestJobs?: Resolver<Maybe<ResolversTypes['IngestJobConnection']>, ParentType, ContextType, RequireFields<QueryIngestJobsArgs, 'first'>>;
  knowledgeGaps?: Resolver<Maybe<ResolversTypes['KnowledgeGapConnection']>, ParentType, ContextType, RequireFields<QueryKnowledgeGapsArgs, 'first' | 'orderBy'>>;
  labellingQueue?: Resolver<Maybe<ResolversTypes['RunConnection']>, ParentType, ContextType, RequireFields<QueryLabellingQueueArgs, 'first'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  recalls?: Resolver<Maybe<ResolversTypes['RunConnection']>, ParentType, ContextType, RequireFields<QueryRecallsArgs, 'first'>>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType, RequireFields<QueryRunArgs, 'id'>>;
  runs?: Resolver<Maybe<ResolversTypes['RunConnection']>, ParentType, ContextType, RequireFields<QueryRunsArgs, 'first' | 'orderBy'>>;
  search?: Resolver<Maybe<ResolversTypes['SearchResult']>, ParentType, ContextType, RequireFields<QuerySearchArgs, 'input'>>;
  sources?: Resolver<Maybe<ResolversTypes['SourceConnection']>, ParentType, ContextType, RequireFields<QuerySourcesArgs, 'first'>>;
  unconfirmedEditions?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Document']>>, ParentType, ContextType>;
  verifyAudit?: Resolver<Maybe<ResolversTypes['AuditVerification']>, ParentType, ContextType, Partial<QueryVerifyAuditArgs>>;
  verifyCitation?: Resolver<Maybe<ResolversTypes['CitationVerification']>, ParentType, ContextType, RequireFields<QueryVerifyCitationArgs, 'input'>>;
  workspace?: Resolver<Maybe<ResolversTypes['Workspace']>, ParentType, ContextType>;
};

export type QuotedResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Quoted'] = ResolversParentTypes['Quoted']> = {
  __resolveType?: TypeResolveFn<'Citation' | 'Evidence', ParentType, ContextType>;
};

export type ReplayRunPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ReplayRunPayload'] = ResolversParentTypes['ReplayRunPayload']> = {
  changedDocuments?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  changes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['JSONObject']>>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  same?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type RunResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Run'] = ResolversParentTypes['Run']> = {
  confidenceValue?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  conversationId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  feedback?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType>;
  gate?: Resolver<Maybe<ResolversTypes['Gate']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['RunOutcome']>, ParentType, ContextType>;
  passages?: Resolver<ReadonlyArray<ResolversTypes['Passage']>, ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['AskResult']>, ParentType, ContextType>;
  similarCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  standing?: Resolver<Maybe<ResolversTypes['Standing']>, ParentType, ContextType>;
  stopReason?: Resolver<Maybe<ResolversTypes['StopReason']>, ParentType, ContextType>;
  tier?: Resolver<Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RunConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunConnection'] = ResolversParentTypes['RunConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['RunEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Run']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RunEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RunEdge'] = ResolversParentTypes['RunEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  confidence?: Resolver<ResolversTypes['Confidence'], ParentType, ContextType>;
  curated?: Resolver<ReadonlyArray<ResolversTypes['CuratedAnswer']>, ParentType, ContextType>;
  degraded?: Resolver<ReadonlyArray<ResolversTypes['Degradation']>, ParentType, ContextType>;
  passages?: Resolver<ReadonlyArray<ResolversTypes['Passage']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type ShortAnswerResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ShortAnswer'] = ResolversParentTypes['ShortAnswer']> = {
  citationNumber?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  column?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  row?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SignalNameResolvers = EnumResolverSignature<{ DOCUMENT_SHARE?: any, GIVEN?: any, KEYWORD?: any, PASSAGE_RANK?: any, PLACE_ASKED?: any, QUANTITY?: any, READER?: any, READER_BEST?: any, RRF_TOP?: any, SIMILARITY?: any, TOP_SIMILARITY?: any, WRITER_FOUND?: any }, ResolversTypes['SignalName']>;

export type SourceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Source'] = ResolversParentTypes['Source']> = {
  accessGroups?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['SourceKind'], ParentType, ContextType>;
  lastReadAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastResult?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextReadAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  where?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SourceConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SourceConnection'] = ResolversParentTypes['SourceConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Source']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type StaleSourceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['StaleSource'] = ResolversParentTypes['StaleSource']> = {
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['Document']>, ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['StaleReason'], ParentType, ContextType>;
};

export type StandingResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Standing'] = ResolversParentTypes['Standing']> = {
  citation?: Resolver<Maybe<ResolversTypes['Citation']>, ParentType, ContextType>;
  now?: Resolver<Maybe<ResolversTypes['Evidence']>, ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['StandingVerdict'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  answerRecalled?: SubscriptionResolver<ResolversTypes['Run'], "answerRecalled", ParentType, ContextType, Partial<SubscriptionAnswerRecalledArgs>>;
  askEvents?: SubscriptionResolver<ResolversTypes['AskEvent'], "askEvents", ParentType, ContextType, RequireFields<SubscriptionAskEventsArgs, 'input'>>;
  ingestEvents?: SubscriptionResolver<ResolversTypes['IngestJob'], "ingestEvents", ParentType, ContextType, RequireFields<SubscriptionIngestEventsArgs, 'jobId'>>;
};

export type SyncDocumentsPayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SyncDocumentsPayload'] = ResolversParentTypes['SyncDocumentsPayload']> = {
  deleted?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  held?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  moved?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  otherRights?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['Source']>, ParentType, ContextType>;
  wanted?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TextBlockResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TextBlock'] = ResolversParentTypes['TextBlock']> = {
  certainty?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  doubtful?: Resolver<ReadonlyArray<ResolversTypes['Span']>, ParentType, ContextType>;
  headingPath?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['BlockKind'], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  span?: Resolver<ResolversTypes['Span'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TextBlockConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TextBlockConnection'] = ResolversParentTypes['TextBlockConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['TextBlock']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkspaceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Workspace'] = ResolversParentTypes['Workspace']> = {
  auditRetentionDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  budget?: Resolver<ResolversTypes['WorkspaceBudget'], ParentType, ContextType>;
  curatedAnswerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  documentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  documentSite?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  embedder?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gate?: Resolver<ResolversTypes['Gate'], ParentType, ContextType>;
  guarantee?: Resolver<Maybe<ResolversTypes['Guarantee']>, ParentType, ContextType>;
  health?: Resolver<ResolversTypes['WorkspaceHealth'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  metadataNames?: Resolver<ReadonlyArray<ResolversTypes['MetadataName']>, ParentType, ContextType, RequireFields<WorkspaceMetadataNamesArgs, 'values'>>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  runRetentionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  runRetentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wording?: Resolver<ResolversTypes['AnswerWording'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkspaceBudgetResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WorkspaceBudget'] = ResolversParentTypes['WorkspaceBudget']> = {
  ceilings?: Resolver<ResolversTypes['Budget'], ParentType, ContextType>;
  defaults?: Resolver<ResolversTypes['Budget'], ParentType, ContextType>;
};

export type WorkspaceHealthResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WorkspaceHealth'] = ResolversParentTypes['WorkspaceHealth']> = {
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HealthStatus'], ParentType, ContextType>;
};

export type WorkspacePayloadResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WorkspacePayload'] = ResolversParentTypes['WorkspacePayload']> = {
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  workspace?: Resolver<Maybe<ResolversTypes['Workspace']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphQLContext> = {
  Abstention?: AbstentionResolvers<ContextType>;
  Alias?: AliasResolvers<ContextType>;
  AliasConnection?: AliasConnectionResolvers<ContextType>;
  AliasPayload?: AliasPayloadResolvers<ContextType>;
  Allowance?: AllowanceResolvers<ContextType>;
  AllowanceConnection?: AllowanceConnectionResolvers<ContextType>;
  AllowancePayload?: AllowancePayloadResolvers<ContextType>;
  Alternative?: AlternativeResolvers<ContextType>;
  Answer?: AnswerResolvers<ContextType>;
  AnswerTable?: AnswerTableResolvers<ContextType>;
  AnswerTableCell?: AnswerTableCellResolvers<ContextType>;
  AnswerTableRow?: AnswerTableRowResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  ApiKeyConnection?: ApiKeyConnectionResolvers<ContextType>;
  ApiKeyPayload?: ApiKeyPayloadResolvers<ContextType>;
  AskEvent?: AskEventResolvers<ContextType>;
  AskFailed?: AskFailedResolvers<ContextType>;
  AskFinished?: AskFinishedResolvers<ContextType>;
  AskPayload?: AskPayloadResolvers<ContextType>;
  AskProgress?: AskProgressResolvers<ContextType>;
  AskResult?: AskResultResolvers<ContextType>;
  AuditConnection?: AuditConnectionResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditVerification?: AuditVerificationResolvers<ContextType>;
  Budget?: BudgetResolvers<ContextType>;
  Calibration?: CalibrationResolvers<ContextType>;
  CalibrationConnection?: CalibrationConnectionResolvers<ContextType>;
  CalibrationsPayload?: CalibrationsPayloadResolvers<ContextType>;
  ChosenPassage?: ChosenPassageResolvers<ContextType>;
  Chunk?: ChunkResolvers<ContextType>;
  ChunkConnection?: ChunkConnectionResolvers<ContextType>;
  ChunkPayload?: ChunkPayloadResolvers<ContextType>;
  Citation?: CitationResolvers<ContextType>;
  CitationCheck?: CitationCheckResolvers<ContextType>;
  CitationVerification?: CitationVerificationResolvers<ContextType>;
  Claim?: ClaimResolvers<ContextType>;
  ClaimVerified?: ClaimVerifiedResolvers<ContextType>;
  Clarification?: ClarificationResolvers<ContextType>;
  ClarificationOption?: ClarificationOptionResolvers<ContextType>;
  Confidence?: ConfidenceResolvers<ContextType>;
  ConfidenceSignal?: ConfidenceSignalResolvers<ContextType>;
  Conflict?: ConflictResolvers<ContextType>;
  ConflictPayload?: ConflictPayloadResolvers<ContextType>;
  CuratedAnswer?: CuratedAnswerResolvers<ContextType>;
  CuratedAnswerConnection?: CuratedAnswerConnectionResolvers<ContextType>;
  CuratedAnswerEdge?: CuratedAnswerEdgeResolvers<ContextType>;
  CuratedAnswerPayload?: CuratedAnswerPayloadResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Degradation?: DegradationResolvers<ContextType>;
  DeletePayload?: DeletePayloadResolvers<ContextType>;
  Document?: DocumentResolvers<ContextType>;
  DocumentConnection?: DocumentConnectionResolvers<ContextType>;
  DocumentEdge?: DocumentEdgeResolvers<ContextType>;
  DocumentPayload?: DocumentPayloadResolvers<ContextType>;
  DocumentVersion?: DocumentVersionResolvers<ContextType>;
  DocumentVersionConnection?: DocumentVersionConnectionResolvers<ContextType>;
  ErasePersonPayload?: ErasePersonPayloadResolvers<ContextType>;
  Evidence?: EvidenceResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  FeedbackConnection?: FeedbackConnectionResolvers<ContextType>;
  FeedbackEdge?: FeedbackEdgeResolvers<ContextType>;
  FeedbackPayload?: FeedbackPayloadResolvers<ContextType>;
  FoundConflict?: FoundConflictResolvers<ContextType>;
  GapCause?: GapCauseResolvers<ContextType>;
  Gate?: GateResolvers<ContextType>;
  GoverningLine?: GoverningLineResolvers<ContextType>;
  GroundingReport?: GroundingReportResolvers<ContextType>;
  Guarantee?: GuaranteeResolvers<ContextType>;
  IngestItem?: IngestItemResolvers<ContextType>;
  IngestItemConnection?: IngestItemConnectionResolvers<ContextType>;
  IngestJob?: IngestJobResolvers<ContextType>;
  IngestJobConnection?: IngestJobConnectionResolvers<ContextType>;
  IngestJobEdge?: IngestJobEdgeResolvers<ContextType>;
  IngestJobPayload?: IngestJobPayloadResolvers<ContextType>;
  IngestProgress?: IngestProgressResolvers<ContextType>;
  IngestedDocument?: IngestedDocumentResolvers<ContextType>;
  JSONObject?: GraphQLScalarType;
  KnowledgeGap?: KnowledgeGapResolvers<ContextType>;
  KnowledgeGapConnection?: KnowledgeGapConnectionResolvers<ContextType>;
  KnowledgeGapEdge?: KnowledgeGapEdgeResolvers<ContextType>;
  MetadataName?: MetadataNameResolvers<ContextType>;
  MetadataValue?: MetadataValueResolvers<ContextType>;
  MissExplanation?: MissExplanationResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NextStep?: NextStepResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Notice?: NoticeResolvers<ContextType>;
  Outcome?: OutcomeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Passage?: PassageResolvers<ContextType>;
  Provisional?: ProvisionalResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Quoted?: QuotedResolvers<ContextType>;
  ReplayRunPayload?: ReplayRunPayloadResolvers<ContextType>;
  Run?: RunResolvers<ContextType>;
  RunConnection?: RunConnectionResolvers<ContextType>;
  RunEdge?: RunEdgeResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  ShortAnswer?: ShortAnswerResolvers<ContextType>;
  SignalName?: SignalNameResolvers;
  Source?: SourceResolvers<ContextType>;
  SourceConnection?: SourceConnectionResolvers<ContextType>;
  SourceLocation?: SourceLocationResolvers<ContextType>;
  Span?: SpanResolvers<ContextType>;
  StaleSource?: StaleSourceResolvers<ContextType>;
  Standing?: StandingResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SyncDocumentsPayload?: SyncDocumentsPayloadResolvers<ContextType>;
  TextBlock?: TextBlockResolvers<ContextType>;
  TextBlockConnection?: TextBlockConnectionResolvers<ContextType>;
  Usage?: UsageResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Workspace?: WorkspaceResolvers<ContextType>;
  WorkspaceBudget?: WorkspaceBudgetResolvers<ContextType>;
  WorkspaceHealth?: WorkspaceHealthResolvers<ContextType>;
  WorkspacePayload?: WorkspacePayloadResolvers<ContextType>;
};

