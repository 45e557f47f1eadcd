/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How long a window is, in UTC. */
export type AllowancePeriod =
  /** From midnight to midnight. */
  | 'DAY'
  /** From full minute to full minute. */
  | 'MINUTE'
  /** From the first of a month to the next. */
  | 'MONTH';

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

/** Who worded an answer. */
export type AnswerMode =
  /** Written in advance by a person. */
  | 'CURATED'
  /** Whole sentences from the documents. */
  | 'EXTRACTIVE'
  /** Chosen by the chat model, in its words as far as `wording` allows, and verified. */
  | 'GENERATED';

/** Whose words the text of an answer has. */
export type AnswerWording =
  /** The documents' own. */
  | 'QUOTED'
  /** The chat model's in sentences that are VERBATIM or ENTAILED, and the documents' in place of all others. */
  | 'WRITTEN';

/** A question and how to answer it. */
export type AskInput = {
  /** Answer from the versions valid at this instant. Default: now. */
  readonly asOf?: string | null | undefined;
  /** Limits for this question, each capped at the workspace's maximum. */
  readonly budget?: BudgetInput | null | undefined;
  /** How confident an answer must be. Default: the workspace's setting, or BALANCED. Only the preset CANDOR uses it; the others keep the gate they were published with. */
  readonly caution?: Caution | null | undefined;
  /** The client's own id of the conversation, up to 100 characters. Earlier questions with the same id explain follow-up questions. */
  readonly conversationId?: string | null | undefined;
  /** Read only documents that match. */
  readonly filter?: SearchFilter | null | undefined;
  /** Earlier turns, oldest first, at most 20, for clients that keep the conversation themselves. Default: the turns recorded for `conversationId`. */
  readonly history?: ReadonlyArray<TurnInput> | null | undefined;
  /** BCP 47 tag of the answer's language. Default: the language of the question. */
  readonly language?: string | null | undefined;
  /** A named configuration of retrieval and gate. Default: CANDOR. */
  readonly preset?: Preset | null | undefined;
  /** The question in plain words, 1 to 2,000 characters. */
  readonly question: string;
  /** Retrieval settings that override the preset's. */
  readonly retrieval?: RetrievalInput | null | undefined;
  /** Whose words the answer's text has. Default: the workspace's setting, or QUOTED. */
  readonly wording?: AnswerWording | null | undefined;
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

/** Limits of one question. A spent budget is a typed outcome, never an error. */
export type BudgetInput = {
  /** Milliseconds for the whole question, 50 to 120,000. Default 20,000. */
  readonly maxMillis?: number | null | undefined;
  /** Rounds of retrieval, 1 to 5. Default 2. */
  readonly maxRounds?: number | null | undefined;
  /** Model tokens, in and out together, 0 to 200,000. Default 20,000. 0: no model is called. */
  readonly maxTokens?: number | null | undefined;
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

/** How confident an answer must be: three measured trade-offs between more answers and fewer wrong ones. With an active calibration, each is as far from the calibration's own gate as it is here from BALANCED. */
export type Caution =
  /** The default; with an active calibration, its own gate. */
  | 'BALANCED'
  /** More answers, more of them wrong. A guarantee that was tested at a higher gate does not apply. */
  | 'GENEROUS'
  /** Fewer answers, fewer of them wrong. */
  | 'STRICT';

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
  readonly passageId?: string | number | null | undefined;
  /** The run's id. */
  readonly runId: string | number;
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

/** Results of verifying a claim or citation. */
export type ClaimStatus =
  /** The cited text says otherwise. */
  | 'CONTRADICTED'
  /** Every check passed, or an entailment model says that it follows from the quote. */
  | 'SUPPORTED'
  /** The cited text does not support it. */
  | 'UNSUPPORTED';

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

/** The curated answer to confirm. */
export type ConfirmCuratedAnswerInput = {
  /** The curated answer's id. */
  readonly id: string | number;
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

/** Whether one side of a conflict can be preferred. */
export type ConflictResolution =
  /** A trusted source is right. */
  | 'AUTHORITY'
  /** The newer version is right. */
  | 'NEWER_VERSION'
  /** Neither can be preferred. */
  | 'UNRESOLVED';

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
  readonly accessGroups?: ReadonlyArray<string> | null | undefined;
  /** Questions, searches and checks of texts a minute; left out: 60 for a public key, no limit for others. */
  readonly asksPerMinute?: number | null | undefined;
  /** Lets it read every document, whatever its groups; not together with accessGroups. */
  readonly everyDocument?: boolean;
  /** From when on it is refused; left out: never. */
  readonly expiresAt?: string | null | undefined;
  /** What the key is for, 1 to 100 characters. */
  readonly name: string;
  /** Makes a public key for pages of these origins, such as https://www.example.com: it asks over documents that are published and open to all, and does nothing else. */
  readonly origins?: ReadonlyArray<string> | null | undefined;
  /** The most that the key may do. */
  readonly role?: Role;
  /** Which runs it reads; left out: its own for a READER, all for EDITOR and ADMIN. */
  readonly runs?: RunAccess | null | undefined;
  /** Narrows the key to a part of its role; left out: all of it. */
  readonly scopes?: ReadonlyArray<KeyScope> | null | undefined;
};

/** What to make a curated answer of. */
export type CurateChosenAnswerInput = {
  /** The `chunkId` of the passage of one of its alternatives, or of a cited one. Default: the one that most people chose in this run. */
  readonly passageId?: string | number | null | undefined;
  /** The run's id: its question gets the answer. */
  readonly runId: string | number;
};

/** Conditions on curated answers; all must hold. */
export type CuratedAnswerFilter = {
  /** True: only expired answers; false: only others. */
  readonly expired?: boolean | null | undefined;
  /** True: only stale answers; false: only others. */
  readonly stale?: boolean | null | undefined;
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
  readonly id: string | number;
};

/** The curated answer to delete. */
export type DeleteCuratedAnswerInput = {
  /** The curated answer's id. */
  readonly id: string | number;
};

/** Which document: its id, or the key that it was ingested with. */
export type DocumentBy =
  {   /** The document's id. */
  readonly id: string | number; readonly key?: never; }
  |  { readonly id?: never;   /** The document's key. */
  readonly key: string; };

/** Conditions on documents; all must hold. */
export type DocumentFilter = {
  /** Only documents whose title or key contains this text, ignoring case. */
  readonly contains?: string | null | undefined;
  /** True: list deleted documents that can be restored; needs the role EDITOR. Default: false. */
  readonly deleted?: boolean | null | undefined;
  /** Only documents with one of these keys, at most 1,000. */
  readonly keys?: ReadonlyArray<string> | null | undefined;
  /** Only documents in one of these languages (ISO 639-1). */
  readonly languages?: ReadonlyArray<string> | null | undefined;
  /** Only documents of one of these semantic types, ignoring case. */
  readonly semanticTypes?: ReadonlyArray<string> | null | undefined;
  /** Only documents in one of these formats. */
  readonly sourceTypes?: ReadonlyArray<SourceType> | null | undefined;
  /** Only documents in this state. */
  readonly state?: DocumentState | null | undefined;
  /** Only documents with all of these tags. */
  readonly tags?: ReadonlyArray<string> | null | undefined;
};

/** Whether retrieval may find a document. */
export type DocumentState =
  /** Retrieval does not find it. */
  | 'DRAFT'
  /** Retrieval may find it. */
  | 'PUBLISHED';

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
  readonly activate?: boolean;
  /** Guarantee at most this share of wrong answers among answers, between 0 and 1. Default: no guarantee, and all labels are used to fit. */
  readonly alpha?: number | null | undefined;
  /** Allowed failure probability of the guarantee, between 0 and 1. */
  readonly delta?: number;
  /** Default: chosen by cross-validation. */
  readonly method?: CalibrationMethod | null | undefined;
  /** Seed of the random splits and folds. */
  readonly seed?: number;
};

/** How the two arms become one order. */
export type Fusion =
  /** Weighted cosine similarity plus the weighted keyword score, normalized by the highest score possible for the question. */
  | 'CONVEX'
  /** Weighted cosine similarity plus the weighted raw keyword score. */
  | 'LINEAR'
  /** Reciprocal rank fusion: the sum over the arms of weight / (rrfK + rank). */
  | 'RRF';

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

/** The gate to set. */
export type GateInput =
  {   /** A level of caution; BALANCED is the default. */
  readonly caution: Caution; readonly uncertainFrom?: never; }
  |  { readonly caution?: never;   /** A confidence, 0.05 to 0.95, on the built-in scale. With an active calibration the gate moves as far from the calibration's own gate, in log odds, as this value is from BALANCED. */
  readonly uncertainFrom: number; };

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

/** States of an item. */
export type IngestItemState =
  /** Over. */
  | 'DONE'
  /** Nothing in it could be ingested. */
  | 'FAILED'
  /** Not finished yet. */
  | 'PENDING';

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

/** A condition on one field of the metadata: `in`, or a range by `from`, `to` or both. */
export type MetadataCondition = {
  /** The least number, such as 1.5, or the first day, such as 2026-01-31; inclusive. */
  readonly from?: string | null | undefined;
  /** One of these values, exactly, numbers and Booleans as JSON writes them. Of a list, one element is enough. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** The field's name, exactly; `Workspace.metadataNames` lists them. */
  readonly name: string;
  /** The greatest number or the last day; inclusive. */
  readonly to?: string | null | undefined;
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

/** The document to publish. */
export type PublishDocumentInput = {
  /** The document, by its id or its key. Required unless `id` is given. */
  readonly by?: DocumentBy | null | undefined;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: string | number | null | undefined;
};

/** A quote from a document version. */
export type QuotedCitationInput = {
  /** The claim it should prove, 1 to 20,000 characters. Default: the quote itself. */
  readonly claim?: string | null | undefined;
  /** The quote, 1 to 20,000 characters. */
  readonly quote: string;
  /** Where the quote stands in the version's text. */
  readonly sourceSpan: SpanInput;
  /** The id of the version. */
  readonly versionId: string | number;
};

/** Feedback on a run. */
export type RecordFeedbackInput = {
  /** The right answer, at most 4,000 characters. */
  readonly answer?: string | null | undefined;
  /** A comment, at most 2,000 characters. */
  readonly comment?: string | null | undefined;
  /** Documents that have the right answer, at most 20. */
  readonly documentIds?: ReadonlyArray<string | number> | null | undefined;
  /** The run's id. */
  readonly runId: string | number;
  /** The verdict. */
  readonly verdict: FeedbackVerdict;
};

/** A citation of a recorded answer. */
export type RecordedCitationInput = {
  /** The citation's number in the answer. */
  readonly number: number;
  /** The id of the run that gave the answer. */
  readonly runId: string | number;
};

/** What a replay changes. Fields that are left out stay as the run had them. */
export type ReplayOverridesInput = {
  /** Limits. */
  readonly budget?: BudgetInput | null | undefined;
  /** How confident an answer must be. */
  readonly caution?: Caution | null | undefined;
  /** Conditions that replace the run's. */
  readonly filter?: SearchFilter | null | undefined;
  /** The preset. */
  readonly preset?: Preset | null | undefined;
  /** Retrieval settings. */
  readonly retrieval?: RetrievalInput | null | undefined;
  /** The versions to read. Default: SAME. */
  readonly versions?: ReplayVersions | null | undefined;
};

/** The run to replay and what to change. */
export type ReplayRunInput = {
  /** The run's id. */
  readonly id: string | number;
  /** What to change. Default: the same settings and the same versions. */
  readonly overrides?: ReplayOverridesInput | null | undefined;
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

/** Retrieval settings that override the preset's. */
export type RetrievalInput = {
  /** How the two arms become one order. */
  readonly fusion?: Fusion | null | undefined;
  /** Candidates of the keyword arm, 1 to 200. Default 30. */
  readonly keywordCandidates?: number | null | undefined;
  /** Weight of the keyword arm in a fused score, 0 to 100. */
  readonly keywordWeight?: number | null | undefined;
  /** Maximum cosine distance of vector candidates, 0 to 2. Default 0.85 with the preset `CANDOR`, 0.75 with others. */
  readonly maxDistance?: number | null | undefined;
  /** When a reranker, if one is configured, reads the question together with the passages. */
  readonly rerank?: RerankWhen | null | undefined;
  /** Fused passages that the reranker reads, 1 to 100. Default 30. */
  readonly rerankCandidates?: number | null | undefined;
  /** The constant k of reciprocal rank fusion, 1 to 1,000. Default 60. */
  readonly rrfK?: number | null | undefined;
  /** Passages kept after fusion, 1 to 50. Default 10. */
  readonly topK?: number | null | undefined;
  /** Candidates of the vector arm, 1 to 200. Default 30. */
  readonly vectorCandidates?: number | null | undefined;
  /** Weight of the vector arm in a fused score, 0 to 100. */
  readonly vectorWeight?: number | null | undefined;
};

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's id. */
  readonly id: string | number;
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
  readonly id: string | number;
  /** For how many seconds the old secret keeps working, 0 to 2,592,000 (30 days). */
  readonly overlapSeconds?: number;
};

/** Whose runs a key reads. */
export type RunAccess =
  /** Those of everybody, as far as their documents may be read. */
  | 'ALL'
  /** Those that were asked with the same key or by the same person. */
  | 'OWN';

/** Conditions on runs; all must hold. */
export type RunFilter = {
  /** Only runs whose question contains this text, in any case. */
  readonly contains?: string | null | undefined;
  /** Only runs of this conversation. */
  readonly conversationId?: string | null | undefined;
  /** Only runs with this outcome. */
  readonly outcome?: RunOutcome | null | undefined;
  /** Only runs with this tier. */
  readonly tier?: Tier | null | undefined;
};

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
  readonly synonyms: ReadonlyArray<string>;
  /** The term that people use. */
  readonly term: string;
};

/** A curated answer to save. */
export type SaveCuratedAnswerInput = {
  /** Other wordings of the question, at most 20. */
  readonly alternatives?: ReadonlyArray<string> | null | undefined;
  /** The answer, 1 to 10,000 characters. */
  readonly answer: string;
  /** When it expires; an instant in the future. Default: never. */
  readonly expiresAt?: string | null | undefined;
  /** The id of the answer to replace. Default: create a new answer. */
  readonly id?: string | number | null | undefined;
  /** The question, 1 to 2,000 characters. */
  readonly question: string;
  /** Ids of the documents it is based on. When one of them changes, the answer is UNCERTAIN until a person confirms it. */
  readonly sourceDocumentIds?: ReadonlyArray<string | number> | null | undefined;
};

/** Conditions on documents; all must hold, and lists must not be empty. They apply inside both arms, so they never shorten a result. */
export type SearchFilter = {
  /** Only documents open to everyone or to one of these groups. Never shows more than the caller's key allows. */
  readonly accessGroups?: ReadonlyArray<string> | null | undefined;
  /** Only documents by one of these authors, ignoring case. */
  readonly authors?: ReadonlyArray<string> | null | undefined;
  /** Only these documents. */
  readonly documentIds?: ReadonlyArray<string | number> | null | undefined;
  /** False: leave out documents that are replaced, as one of both or a person says. Default: true. */
  readonly includeSuperseded?: boolean | null | undefined;
  /** Only documents whose key starts with this prefix, such as a folder. */
  readonly keyPrefix?: string | null | undefined;
  /** Only documents in one of these languages, as ISO 639-1 codes. */
  readonly languages?: ReadonlyArray<string> | null | undefined;
  /** Only documents with this metadata; at most 10 conditions, of which all must hold. A name that no readable document has is BAD_INPUT. */
  readonly metadata?: ReadonlyArray<MetadataCondition> | null | undefined;
  /** Only documents of one of these semantic types, ignoring case. */
  readonly semanticTypes?: ReadonlyArray<string> | null | undefined;
  /** Only documents in one of these formats. */
  readonly sourceTypes?: ReadonlyArray<SourceType> | null | undefined;
  /** Only documents with all of these tags. */
  readonly tags?: ReadonlyArray<string> | null | undefined;
  /** Only documents updated at this instant or later. */
  readonly updatedAfter?: string | null | undefined;
  /** Only documents updated before this instant. */
  readonly updatedBefore?: string | null | undefined;
};

/** Limits to set. Without any limit the allowance is removed. */
export type SetAllowanceInput = {
  /** The API key; left out: the whole workspace. */
  readonly apiKeyId?: string | number | null | undefined;
  /** Questions, searches and checks of texts; left out: no limit. */
  readonly maxAsks?: number | null | undefined;
  /** Model tokens, in and out together; left out: no limit. */
  readonly maxTokens?: number | null | undefined;
  /** How long a window is. */
  readonly period: AllowancePeriod;
};

/** Which document replaces another, set by hand: it holds when either is ingested again. */
export type SetSuccessorInput = {
  /** The document that is replaced, by its id or its key. Required unless `documentId` is given. */
  readonly by?: DocumentBy | null | undefined;
  /**
   * The id of the document that is replaced.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly documentId?: string | number | null | undefined;
  /** The document that replaces it, by its id or its key; null: none does, whatever their texts and names tell. */
  readonly successor?: DocumentBy | null | undefined;
  /**
   * The id of the document that replaces it.
   * @deprecated Use `successor: { id }`, which takes the document's key as well.
   */
  readonly successorId?: string | number | null | undefined;
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

/** A document that an integration has. */
export type SourceEntryInput = {
  /** Groups that may read it; empty: everyone in the workspace. Default: those of its front matter, else of the source; of a stored document unchanged. */
  readonly accessGroups?: ReadonlyArray<string> | null | undefined;
  /** Anything that changes with its text, 1 to 200 characters. One of 32 or more hexadecimal digits identifies the text: under another key it has moved. */
  readonly checksum: string;
  /** Its key, unique in the workspace. */
  readonly key: string;
  /** When its content was last updated. */
  readonly updatedAt?: string | null | undefined;
  /** Its address, as of `DocumentInput.url`. Default: unchanged. */
  readonly url?: string | null | undefined;
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
export type SpanInput = {
  /** Offset after the last unit. */
  readonly end: number;
  /** Offset of the first unit. */
  readonly start: number;
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
  readonly accessGroups?: ReadonlyArray<string> | null | undefined;
  /** True: more than a third may be deleted at once. Default: false; they are `held`. */
  readonly allowShrink?: boolean | null | undefined;
  /** True: that is all there is, and what came from the source and is not listed is gone. Default: false. */
  readonly complete?: boolean | null | undefined;
  /** True: only say what would be done. Default: false. */
  readonly dryRun?: boolean | null | undefined;
  /** Its documents, without their texts; at most 20,000. Left out: a drive, a site or addresses, which Candor itself reads again now; the result is in the source's `lastResult`. */
  readonly entries?: ReadonlyArray<SourceEntryInput> | null | undefined;
  /** The name of the source, 1 to 100 characters; with `entries`, a new name is a new source. */
  readonly source: string;
};

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
  readonly text: string;
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
  readonly by?: DocumentBy | null | undefined;
  /**
   * The document's id.
   * @deprecated Use `by: { id }`, which takes the document's key as well.
   */
  readonly id?: string | number | null | undefined;
};

/** The settings to change. Those that are left out stay as they are; null restores the default. */
export type UpdateWorkspaceInput = {
  /** Days for which the audit is kept, 1 to 36,500; older entries are removed at once. Default: for ever. */
  readonly auditRetentionDays?: number | null | undefined;
  /** Default and maximum budgets of questions. */
  readonly budget?: WorkspaceBudgetInput | null | undefined;
  /** Address that relative addresses of documents are resolved against, http or https. Default: none. */
  readonly documentSite?: string | null | undefined;
  /** How confident an answer must be when a question does not say. Default: BALANCED. */
  readonly gate?: GateInput | null | undefined;
  /** Days for which deleted documents can be restored, 0 to 3,650; 0: they cannot. Default: 30. */
  readonly retentionDays?: number | null | undefined;
  /** Number of runs that are kept, 1 to 1,000,000,000; what is beyond is deleted in batches. */
  readonly runRetentionCount?: number | null | undefined;
  /** Days for which a run is kept, 1 to 36,500; what is beyond is deleted in batches. */
  readonly runRetentionDays?: number | null | undefined;
  /** Whose words the text of answers has when a question does not say. Default: QUOTED. */
  readonly wording?: AnswerWording | null | undefined;
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
  {   /** A quote from a document version. */
  readonly quoted: QuotedCitationInput; readonly recorded?: never; }
  |  { readonly quoted?: never;   /** A citation of a recorded answer. */
  readonly recorded: RecordedCitationInput; };

/** The limits to change. Limits that are left out stay as they are; null restores Candor's own. */
export type WorkspaceBudgetInput = {
  /** Maximum limits of any question. */
  readonly ceilings?: WorkspaceLimitsInput | null | undefined;
  /** Limits of a question that sets none; none may exceed its maximum. */
  readonly defaults?: WorkspaceLimitsInput | null | undefined;
};

/** Limits to set. Limits that are left out stay as they are; null restores Candor's own. */
export type WorkspaceLimitsInput = {
  /** Milliseconds for the whole question, 50 to 120,000. */
  readonly maxMillis?: number | null | undefined;
  /** Rounds of retrieval, 1 to 5. */
  readonly maxRounds?: number | null | undefined;
  /** Model tokens, in and out together, 0 to 200,000. 0: no model is called. */
  readonly maxTokens?: number | null | undefined;
};

export type ConsoleAskSubscriptionVariables = Exact<{
  input: AskInput;
}>;


export type ConsoleAskSubscription = { readonly askEvents:
    | { readonly __typename: 'AskFailed', readonly code: ErrorCode, readonly message: string, readonly remedy: string, readonly runId: string }
    | { readonly __typename: 'AskFinished', readonly runId: string, readonly outcome:
        | { readonly __typename: 'Abstention', readonly language: string | null, readonly message: string, readonly reason: NoAnswerReason, readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly suggestion: { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } } | null, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string, readonly suggestions: ReadonlyArray<string>, readonly owner: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null }
        | { readonly __typename: 'Answer', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly text: string, readonly mode: AnswerMode, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null, readonly shortAnswer: { readonly text: string, readonly row: string | null, readonly column: string | null, readonly citationNumber: number, readonly sourceSpan: { readonly start: number, readonly end: number } } | null, readonly table: { readonly caption: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<{ readonly citationNumber: number, readonly cells: ReadonlyArray<{ readonly column: string, readonly text: string, readonly sourceSpan: { readonly start: number, readonly end: number } }> }> } | null, readonly claims: ReadonlyArray<{ readonly text: string, readonly citationNumbers: ReadonlyArray<number>, readonly status: ClaimStatus, readonly wording: ClaimWording, readonly support: number, readonly answerSpan: { readonly start: number, readonly end: number } | null }>, readonly written: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null, readonly citationNumbers: ReadonlyArray<number> }>, readonly droppedClaims: ReadonlyArray<{ readonly text: string, readonly reason: string | null, readonly evidence: ReadonlyArray<{ readonly quote: string | null, readonly title: string | null }> }>, readonly conflicts: ReadonlyArray<{ readonly kind: ConflictKind, readonly resolution: ConflictResolution, readonly sides: ReadonlyArray<{ readonly value: string | null, readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null } | null }> }>, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string }>, readonly curated: { readonly id: string, readonly updatedAt: string, readonly stale: boolean, readonly sources: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null }
        | { readonly __typename: 'Clarification', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly clarifyText: string, readonly options: ReadonlyArray<{ readonly id: string, readonly text: string, readonly question: string, readonly preview: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null }
       }
    | { readonly __typename: 'AskProgress', readonly phase: AskPhase, readonly passageCount: number | null, readonly queries: ReadonlyArray<string> | null, readonly runId: string, readonly confidence: { readonly display: number } | null }
    | { readonly __typename: 'ClaimVerified', readonly runId: string, readonly claim: { readonly text: string, readonly status: ClaimStatus } }
    | { readonly __typename: 'Provisional', readonly text: string, readonly runId: string, readonly claims: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null, readonly answerSpan: { readonly start: number } | null }> }
   };

export type ConsoleChooseAnswerMutationVariables = Exact<{
  input: ChooseAnswerInput;
}>;


export type ConsoleChooseAnswerMutation = { readonly chooseAnswer: { readonly feedback: { readonly id: string, readonly verdict: FeedbackVerdict } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleExamplesQueryVariables = Exact<{
  sampleTitle: string;
}>;


export type ConsoleExamplesQuery = { readonly sample: { readonly totalCount: number } | null, readonly newest: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly currentVersion: { readonly id: string, readonly blocks: { readonly nodes: ReadonlyArray<{ readonly kind: BlockKind, readonly text: string }> } | null } | null }> } | null };

export type ConsoleHeadingsQueryVariables = Exact<{
  versionId: string | number;
  after?: string | null | undefined;
}>;


export type ConsoleHeadingsQuery = { readonly node:
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string, readonly blocks: { readonly nodes: ReadonlyArray<{ readonly kind: BlockKind, readonly text: string, readonly headingPath: ReadonlyArray<string>, readonly span: { readonly start: number } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
   | null };

export type ConsoleMetadataQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleMetadataQuery = { readonly workspace: { readonly id: string, readonly metadataNames: ReadonlyArray<{ readonly name: string, readonly values: ReadonlyArray<{ readonly value: string, readonly count: number }> }> } | null };

type OutcomeParts_Abstention_Fragment = { readonly __typename: 'Abstention', readonly language: string | null, readonly message: string, readonly reason: NoAnswerReason, readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly suggestion: { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } } | null, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string, readonly suggestions: ReadonlyArray<string>, readonly owner: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null };

type OutcomeParts_Answer_Fragment = { readonly __typename: 'Answer', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly text: string, readonly mode: AnswerMode, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null, readonly shortAnswer: { readonly text: string, readonly row: string | null, readonly column: string | null, readonly citationNumber: number, readonly sourceSpan: { readonly start: number, readonly end: number } } | null, readonly table: { readonly caption: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<{ readonly citationNumber: number, readonly cells: ReadonlyArray<{ readonly column: string, readonly text: string, readonly sourceSpan: { readonly start: number, readonly end: number } }> }> } | null, readonly claims: ReadonlyArray<{ readonly text: string, readonly citationNumbers: ReadonlyArray<number>, readonly status: ClaimStatus, readonly wording: ClaimWording, readonly support: number, readonly answerSpan: { readonly start: number, readonly end: number } | null }>, readonly written: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null, readonly citationNumbers: ReadonlyArray<number> }>, readonly droppedClaims: ReadonlyArray<{ readonly text: string, readonly reason: string | null, readonly evidence: ReadonlyArray<{ readonly quote: string | null, readonly title: string | null }> }>, readonly conflicts: ReadonlyArray<{ readonly kind: ConflictKind, readonly resolution: ConflictResolution, readonly sides: ReadonlyArray<{ readonly value: string | null, readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null } | null }> }>, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string }>, readonly curated: { readonly id: string, readonly updatedAt: string, readonly stale: boolean, readonly sources: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null };

type OutcomeParts_Clarification_Fragment = { readonly __typename: 'Clarification', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly clarifyText: string, readonly options: ReadonlyArray<{ readonly id: string, readonly text: string, readonly question: string, readonly preview: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null };

export type OutcomePartsFragment =
  | OutcomeParts_Abstention_Fragment
  | OutcomeParts_Answer_Fragment
  | OutcomeParts_Clarification_Fragment
;

export type AlternativePartsFragment = { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } };

export type ConfidencePartsFragment = { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> };

export type CitationPartsFragment = { readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null };

export type AnswerPartsFragment = { readonly text: string, readonly mode: AnswerMode, readonly shortAnswer: { readonly text: string, readonly row: string | null, readonly column: string | null, readonly citationNumber: number, readonly sourceSpan: { readonly start: number, readonly end: number } } | null, readonly table: { readonly caption: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<{ readonly citationNumber: number, readonly cells: ReadonlyArray<{ readonly column: string, readonly text: string, readonly sourceSpan: { readonly start: number, readonly end: number } }> }> } | null, readonly claims: ReadonlyArray<{ readonly text: string, readonly citationNumbers: ReadonlyArray<number>, readonly status: ClaimStatus, readonly wording: ClaimWording, readonly support: number, readonly answerSpan: { readonly start: number, readonly end: number } | null }>, readonly written: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null, readonly citationNumbers: ReadonlyArray<number> }>, readonly droppedClaims: ReadonlyArray<{ readonly text: string, readonly reason: string | null, readonly evidence: ReadonlyArray<{ readonly quote: string | null, readonly title: string | null }> }>, readonly conflicts: ReadonlyArray<{ readonly kind: ConflictKind, readonly resolution: ConflictResolution, readonly sides: ReadonlyArray<{ readonly value: string | null, readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null } | null }> }>, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string }>, readonly curated: { readonly id: string, readonly updatedAt: string, readonly stale: boolean, readonly sources: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null };

export type StandingPartsFragment = { readonly verdict: StandingVerdict, readonly since: string, readonly citation: { readonly quote: string | null, readonly title: string } | null, readonly now: { readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string } | null } | null };

export type ConsoleRecalledSubscriptionVariables = Exact<{
  runIds: ReadonlyArray<string | number> | string | number;
}>;


export type ConsoleRecalledSubscription = { readonly answerRecalled: { readonly id: string, readonly standing: { readonly verdict: StandingVerdict, readonly since: string, readonly citation: { readonly quote: string | null, readonly title: string } | null, readonly now: { readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string } | null } | null } | null } };

export type ConsoleRecordFeedbackMutationVariables = Exact<{
  input: RecordFeedbackInput;
}>;


export type ConsoleRecordFeedbackMutation = { readonly recordFeedback: { readonly feedback: { readonly id: string, readonly verdict: FeedbackVerdict } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleSharedAnswerQueryVariables = Exact<{
  id: string | number;
}>;


export type ConsoleSharedAnswerQuery = { readonly run: { readonly id: string, readonly question: string, readonly result:
      | { readonly __typename: 'Abstention', readonly language: string | null, readonly message: string, readonly reason: NoAnswerReason, readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly suggestion: { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } } | null, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string, readonly suggestions: ReadonlyArray<string>, readonly owner: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null }
      | { readonly __typename: 'Answer', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly text: string, readonly mode: AnswerMode, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null, readonly shortAnswer: { readonly text: string, readonly row: string | null, readonly column: string | null, readonly citationNumber: number, readonly sourceSpan: { readonly start: number, readonly end: number } } | null, readonly table: { readonly caption: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<{ readonly citationNumber: number, readonly cells: ReadonlyArray<{ readonly column: string, readonly text: string, readonly sourceSpan: { readonly start: number, readonly end: number } }> }> } | null, readonly claims: ReadonlyArray<{ readonly text: string, readonly citationNumbers: ReadonlyArray<number>, readonly status: ClaimStatus, readonly wording: ClaimWording, readonly support: number, readonly answerSpan: { readonly start: number, readonly end: number } | null }>, readonly written: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null, readonly citationNumbers: ReadonlyArray<number> }>, readonly droppedClaims: ReadonlyArray<{ readonly text: string, readonly reason: string | null, readonly evidence: ReadonlyArray<{ readonly quote: string | null, readonly title: string | null }> }>, readonly conflicts: ReadonlyArray<{ readonly kind: ConflictKind, readonly resolution: ConflictResolution, readonly sides: ReadonlyArray<{ readonly value: string | null, readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null } | null }> }>, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string }>, readonly curated: { readonly id: string, readonly updatedAt: string, readonly stale: boolean, readonly sources: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null }
      | { readonly __typename: 'Clarification', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly stopReason: StopReason, readonly clarifyText: string, readonly options: ReadonlyArray<{ readonly id: string, readonly text: string, readonly question: string, readonly preview: string | null }>, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly reason: AlternativeReason, readonly spans: ReadonlyArray<{ readonly start: number, readonly end: number }>, readonly passage: { readonly chunkId: string, readonly text: string, readonly title: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly version: { readonly id: string } | null } }>, readonly confidence: { readonly value: number, readonly display: number, readonly calibration: { readonly id: string, readonly sampleSize: number, readonly uncertainFrom: number } | null, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly contribution: number }> }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly location: { readonly page: number | null, readonly endPage: number | null, readonly line: number | null, readonly endLine: number | null } | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly document: { readonly id: string } | null, readonly version: { readonly id: string, readonly number: number } | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }>, readonly run: { readonly id: string, readonly conversationId: string | null, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number } } | null }
     | null } | null };

export type BoxAskSubscriptionVariables = Exact<{
  input: AskInput;
}>;


export type BoxAskSubscription = { readonly askEvents:
    | { readonly __typename: 'AskFailed', readonly code: ErrorCode, readonly message: string, readonly remedy: string }
    | { readonly __typename: 'AskFinished', readonly outcome:
        | { readonly __typename: 'Abstention', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly message: string, readonly run: { readonly question: string } | null, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly text: string, readonly passage: { readonly chunkId: string, readonly title: string, readonly url: string | null, readonly document: { readonly title: string, readonly url: string | null } | null } }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly documentKey: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly document: { readonly title: string, readonly url: string | null } | null }>, readonly suggestion: { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly text: string, readonly passage: { readonly chunkId: string, readonly title: string, readonly url: string | null, readonly document: { readonly title: string, readonly url: string | null } | null } } | null, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string, readonly suggestions: ReadonlyArray<string> }> }
        | { readonly __typename: 'Answer', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly text: string, readonly mode: AnswerMode, readonly run: { readonly question: string } | null, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly text: string, readonly passage: { readonly chunkId: string, readonly title: string, readonly url: string | null, readonly document: { readonly title: string, readonly url: string | null } | null } }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly documentKey: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly document: { readonly title: string, readonly url: string | null } | null }>, readonly shortAnswer: { readonly text: string, readonly sourceSpan: { readonly start: number } } | null, readonly table: { readonly caption: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<{ readonly citationNumber: number, readonly cells: ReadonlyArray<{ readonly column: string, readonly text: string, readonly sourceSpan: { readonly start: number } }> }> } | null, readonly claims: ReadonlyArray<{ readonly text: string, readonly citationNumbers: ReadonlyArray<number>, readonly answerSpan: { readonly start: number, readonly end: number } | null }>, readonly written: ReadonlyArray<{ readonly text: string, readonly wording: ClaimWording, readonly formula: string | null }>, readonly conflicts: ReadonlyArray<{ readonly resolution: ConflictResolution, readonly sides: ReadonlyArray<{ readonly value: string | null, readonly title: string | null }> }> }
        | { readonly __typename: 'Clarification', readonly id: string, readonly question: string, readonly askedAs: string | null, readonly tier: Tier, readonly text: string, readonly run: { readonly question: string } | null, readonly alternatives: ReadonlyArray<{ readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly text: string, readonly passage: { readonly chunkId: string, readonly title: string, readonly url: string | null, readonly document: { readonly title: string, readonly url: string | null } | null } }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly url: string | null, readonly quote: string | null, readonly documentKey: string, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly governing: ReadonlyArray<{ readonly kind: GoverningKind, readonly quote: string }>, readonly document: { readonly title: string, readonly url: string | null } | null }>, readonly options: ReadonlyArray<{ readonly text: string, readonly preview: string | null }> }
       }
    | { readonly __typename: 'AskProgress', readonly passageCount: number | null }
    | { readonly __typename: 'ClaimVerified', readonly claim: { readonly text: string } }
    | { readonly __typename: 'Provisional' }
   };

export type BoxPlaceFragment = { readonly sectionPath: ReadonlyArray<string>, readonly sentence: string, readonly text: string, readonly passage: { readonly chunkId: string, readonly title: string, readonly url: string | null, readonly document: { readonly title: string, readonly url: string | null } | null } };

export type BoxChooseMutationVariables = Exact<{
  input: ChooseAnswerInput;
}>;


export type BoxChooseMutation = { readonly chooseAnswer: { readonly feedback: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly message: string }> } | null };

export type BoxRecalledSubscriptionVariables = Exact<{
  runIds: ReadonlyArray<string | number> | string | number;
}>;


export type BoxRecalledSubscription = { readonly answerRecalled: { readonly id: string, readonly standing: { readonly verdict: StandingVerdict, readonly now: { readonly quote: string | null } | null } | null } };

export type BoxWrongMutationVariables = Exact<{
  input: RecordFeedbackInput;
}>;


export type BoxWrongMutation = { readonly recordFeedback: { readonly feedback: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly message: string }> } | null };

export type AskOffTopicMutationVariables = Exact<{
  question: string;
}>;


export type AskOffTopicMutation = { readonly ask: { readonly outcome:
      | { readonly __typename: 'Abstention', readonly message: string, readonly reason: NoAnswerReason, readonly tier: Tier, readonly stopReason: StopReason, readonly suggestion: { readonly sentence: string } | null, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string }>, readonly alternatives: ReadonlyArray<{ readonly sentence: string, readonly likelihood: number, readonly reason: AlternativeReason, readonly passage: { readonly title: string } }>, readonly confidence: { readonly display: number, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly value: number, readonly contribution: number }> } }
      | { readonly __typename: 'Answer', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly alternatives: ReadonlyArray<{ readonly sentence: string, readonly likelihood: number, readonly reason: AlternativeReason, readonly passage: { readonly title: string } }>, readonly confidence: { readonly display: number, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly value: number, readonly contribution: number }> } }
      | { readonly __typename: 'Clarification', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly alternatives: ReadonlyArray<{ readonly sentence: string, readonly likelihood: number, readonly reason: AlternativeReason, readonly passage: { readonly title: string } }>, readonly confidence: { readonly display: number, readonly signals: ReadonlyArray<{ readonly name: SignalName, readonly value: number, readonly contribution: number }> } }
     | null, readonly errors: ReadonlyArray<{ readonly message: string, readonly remedy: string }> } | null };

export type AskWithCitationsMutationVariables = Exact<{
  question: string;
}>;


export type AskWithCitationsMutation = { readonly ask: { readonly outcome:
      | { readonly __typename: 'Abstention', readonly message: string, readonly reason: NoAnswerReason, readonly tier: Tier, readonly stopReason: StopReason, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly title: string, readonly documentKey: string }> }
      | { readonly __typename: 'Answer', readonly text: string, readonly mode: AnswerMode, readonly tier: Tier, readonly stopReason: StopReason, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string, readonly document: { readonly key: string } | null }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly title: string, readonly documentKey: string }> }
      | { readonly __typename: 'Clarification', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly options: ReadonlyArray<{ readonly text: string }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string | null, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly title: string, readonly documentKey: string }> }
     | null, readonly errors: ReadonlyArray<{ readonly message: string, readonly remedy: string }> } | null };

export type AskNonsenseMutationVariables = Exact<{
  question: string;
}>;


export type AskNonsenseMutation = { readonly ask: { readonly outcome:
      | { readonly __typename: 'Abstention', readonly tier: Tier, readonly stopReason: StopReason, readonly message: string, readonly reason: NoAnswerReason }
      | { readonly __typename: 'Answer', readonly tier: Tier, readonly stopReason: StopReason, readonly text: string }
      | { readonly __typename: 'Clarification', readonly tier: Tier, readonly stopReason: StopReason, readonly text: string, readonly reason: NoAnswerReason, readonly options: ReadonlyArray<{ readonly id: string, readonly text: string }> }
     | null, readonly errors: ReadonlyArray<{ readonly message: string, readonly remedy: string }> } | null };

export type ListDocumentsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ListDocumentsQuery = { readonly documents: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly title: string, readonly state: DocumentState, readonly tags: ReadonlyArray<string>, readonly updatedAt: string, readonly currentVersion: { readonly number: number, readonly effectiveFrom: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AskStepByStepSubscriptionVariables = Exact<{
  question: string;
}>;


export type AskStepByStepSubscription = { readonly askEvents:
    | { readonly __typename: 'AskFailed', readonly code: ErrorCode, readonly message: string, readonly remedy: string }
    | { readonly __typename: 'AskFinished', readonly outcome:
        | { readonly __typename: 'Abstention', readonly message: string }
        | { readonly __typename: 'Answer', readonly text: string }
        | { readonly __typename: 'Clarification', readonly text: string }
       }
    | { readonly __typename: 'AskProgress', readonly elapsedMillis: number, readonly phase: AskPhase, readonly round: number | null, readonly passageCount: number | null, readonly queries: ReadonlyArray<string> | null, readonly tier: Tier | null, readonly mode: AnswerMode | null, readonly confidence: { readonly display: number } | null }
    | { readonly __typename: 'ClaimVerified', readonly claim: { readonly text: string, readonly status: ClaimStatus } }
    | { readonly __typename: 'Provisional', readonly text: string }
   };

export type ExplainMissQueryVariables = Exact<{
  runId: string | number;
  documentId: string | number;
}>;


export type ExplainMissQuery = { readonly explainMiss: { readonly reason: MissReason, readonly message: string, readonly trace: Record<string, unknown>, readonly standsFor: { readonly document: { readonly key: string } | null } | null } | null };

export type SearchWithTraceQueryVariables = Exact<{
  query: string;
}>;


export type SearchWithTraceQuery = { readonly search: { readonly tier: Tier, readonly trace: Record<string, unknown>, readonly confidence: { readonly display: number }, readonly curated: ReadonlyArray<{ readonly question: string }>, readonly passages: ReadonlyArray<{ readonly rank: number, readonly score: number, readonly title: string, readonly sectionPath: ReadonlyArray<string>, readonly text: string, readonly trace: Record<string, unknown> }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }> } | null };

export type ListStaleAnswersQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ListStaleAnswersQuery = { readonly curatedAnswers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly answer: string, readonly updatedAt: string, readonly staleSources: ReadonlyArray<{ readonly reason: StaleReason, readonly changedAt: string | null, readonly document: { readonly key: string, readonly title: string } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ShowWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type ShowWorkspaceQuery = { readonly workspace: { readonly id: string, readonly name: string, readonly role: Role, readonly documentCount: number, readonly curatedAnswerCount: number, readonly embedder: string | null } | null };

export type ConsoleAliasesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ConsoleAliasesQuery = { readonly aliases: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly term: string, readonly synonyms: ReadonlyArray<string>, readonly updatedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleSaveAliasMutationVariables = Exact<{
  input: SaveAliasInput;
}>;


export type ConsoleSaveAliasMutation = { readonly saveAlias: { readonly alias: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleDeleteAliasMutationVariables = Exact<{
  input: DeleteAliasInput;
}>;


export type ConsoleDeleteAliasMutation = { readonly deleteAlias: { readonly deletedId: string | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleSaveAnswerMutationVariables = Exact<{
  input: SaveCuratedAnswerInput;
}>;


export type ConsoleSaveAnswerMutation = { readonly saveCuratedAnswer: { readonly curatedAnswer: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleConfirmAnswerMutationVariables = Exact<{
  input: ConfirmCuratedAnswerInput;
}>;


export type ConsoleConfirmAnswerMutation = { readonly confirmCuratedAnswer: { readonly curatedAnswer: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleDeleteAnswerMutationVariables = Exact<{
  input: DeleteCuratedAnswerInput;
}>;


export type ConsoleDeleteAnswerMutation = { readonly deleteCuratedAnswer: { readonly deletedId: string | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleOtherRunsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleOtherRunsQuery = { readonly runs: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly createdAt: string, readonly outcome: RunOutcome | null }> } | null };

export type ConsoleReplayMutationVariables = Exact<{
  input: ReplayRunInput;
}>;


export type ConsoleReplayMutation = { readonly replayRun: { readonly run: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleCurateChosenMutationVariables = Exact<{
  input: CurateChosenAnswerInput;
}>;


export type ConsoleCurateChosenMutation = { readonly curateChosenAnswer: { readonly curatedAnswer: { readonly id: string, readonly answer: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleAnswersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: CuratedAnswerFilter | null | undefined;
}>;


export type ConsoleAnswersQuery = { readonly curatedAnswers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly alternatives: ReadonlyArray<string>, readonly answer: string, readonly expiresAt: string | null, readonly stale: boolean, readonly updatedAt: string, readonly sources: ReadonlyArray<{ readonly id: string, readonly title: string }>, readonly staleSources: ReadonlyArray<{ readonly documentId: string, readonly reason: StaleReason, readonly document: { readonly id: string, readonly title: string } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleSourcesQueryVariables = Exact<{
  contains: string;
}>;


export type ConsoleSourcesQuery = { readonly documents: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null };

export type ConsoleDocumentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: DocumentFilter | null | undefined;
}>;


export type ConsoleDocumentsQuery = { readonly documents: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly title: string, readonly state: DocumentState, readonly tags: ReadonlyArray<string>, readonly sourceType: SourceType, readonly accessGroups: ReadonlyArray<string>, readonly trust: Trust, readonly updatedAt: string, readonly currentVersion: { readonly id: string, readonly number: number } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleEditionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleEditionsQuery = { readonly unconfirmedEditions: ReadonlyArray<{ readonly id: string, readonly title: string, readonly key: string, readonly supersededBy: { readonly id: string, readonly title: string, readonly key: string } | null }> | null };

export type ConsoleDocumentQueryVariables = Exact<{
  id: string | number;
}>;


export type ConsoleDocumentQuery = { readonly document: { readonly id: string, readonly key: string, readonly title: string, readonly url: string | null, readonly state: DocumentState, readonly tags: ReadonlyArray<string>, readonly sourceType: SourceType, readonly semanticType: string | null, readonly author: string | null, readonly language: string | null, readonly accessGroups: ReadonlyArray<string>, readonly supersededByKey: string | null, readonly supersessionBasis: SupersessionBasis | null, readonly trust: Trust, readonly createdAt: string, readonly updatedAt: string, readonly supersededBy: { readonly id: string } | null, readonly supersedes: ReadonlyArray<{ readonly key: string }>, readonly currentVersion: { readonly id: string } | null, readonly versions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null, readonly flags: ReadonlyArray<ContentFlag> }> } } | null };

export type ConsoleBlocksQueryVariables = Exact<{
  versionId: string | number;
}>;


export type ConsoleBlocksQuery = { readonly node:
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string, readonly blocks: { readonly nodes: ReadonlyArray<{ readonly kind: BlockKind, readonly text: string, readonly level: number | null, readonly span: { readonly start: number, readonly end: number } }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
   | null };

export type ConsoleIngestSubscriptionVariables = Exact<{
  jobId: string | number;
}>;


export type ConsoleIngestSubscription = { readonly ingestEvents: { readonly id: string, readonly state: IngestJobState, readonly total: number, readonly doneCount: number, readonly createdCount: number, readonly updatedCount: number, readonly unchangedCount: number, readonly failedCount: number, readonly progress: { readonly phase: IngestPhase, readonly current: string, readonly done: number | null, readonly total: number | null, readonly secondsLeft: number | null } | null, readonly error: { readonly code: UserErrorCode, readonly message: string, readonly remedy: string } | null, readonly items: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly state: IngestItemState, readonly results: ReadonlyArray<{ readonly key: string, readonly status: IngestStatus, readonly document: { readonly id: string, readonly title: string } | null, readonly error: { readonly code: UserErrorCode, readonly message: string, readonly remedy: string } | null }> }> } } };

export type ConsoleCancelIngestMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleCancelIngestMutation = { readonly cancelIngestJob: { readonly job: { readonly id: string, readonly state: IngestJobState } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleGapsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  chosen?: boolean | null | undefined;
}>;


export type ConsoleGapsQuery = { readonly knowledgeGaps: { readonly totalCount: number, readonly runCount: number, readonly unansweredCount: number, readonly nodes: ReadonlyArray<{ readonly question: string, readonly count: number, readonly lastAskedAt: string, readonly run: { readonly id: string } | null, readonly causes: ReadonlyArray<{ readonly reason: GapReason | null, readonly missing: string | null }>, readonly nearestDocuments: ReadonlyArray<{ readonly id: string, readonly title: string }>, readonly chosen: ReadonlyArray<{ readonly sentence: string, readonly chunk: { readonly id: string } | null, readonly run: { readonly id: string } | null, readonly document: { readonly id: string, readonly title: string } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleSetGateMutationVariables = Exact<{
  gate: GateInput;
}>;


export type ConsoleSetGateMutation = { readonly updateWorkspace: { readonly workspace: { readonly id: string, readonly gate: { readonly caution: Caution | null, readonly setTo: number | null, readonly uncertainFrom: number } } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleSetWordingMutationVariables = Exact<{
  wording: AnswerWording;
}>;


export type ConsoleSetWordingMutation = { readonly updateWorkspace: { readonly workspace: { readonly id: string, readonly wording: AnswerWording } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleQueueQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleQueueQuery = { readonly labellingQueue: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly outcome: RunOutcome | null, readonly tier: Tier | null, readonly confidenceValue: number | null, readonly similarCount: number | null, readonly createdAt: string }> } | null };

export type ConsoleFitMutationVariables = Exact<{
  input: FitCalibrationInput;
}>;


export type ConsoleFitMutation = { readonly fitCalibration: { readonly calibrations: ReadonlyArray<{ readonly id: string }>, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ConsoleKeysQuery = { readonly apiKeys: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly role: Role, readonly scopes: ReadonlyArray<KeyScope>, readonly accessGroups: ReadonlyArray<string> | null, readonly origins: ReadonlyArray<string> | null, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousSecretUntil: string | null, readonly revokedAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type KeyFactsFragment = { readonly id: string, readonly name: string, readonly role: Role, readonly scopes: ReadonlyArray<KeyScope>, readonly accessGroups: ReadonlyArray<string> | null, readonly origins: ReadonlyArray<string> | null, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousSecretUntil: string | null, readonly revokedAt: string | null };

export type ConsoleMakeKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type ConsoleMakeKeyMutation = { readonly createApiKey: { readonly secret: string | null, readonly apiKey: { readonly id: string, readonly name: string, readonly role: Role, readonly scopes: ReadonlyArray<KeyScope>, readonly accessGroups: ReadonlyArray<string> | null, readonly origins: ReadonlyArray<string> | null, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousSecretUntil: string | null, readonly revokedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleRotateKeyMutationVariables = Exact<{
  input: RotateApiKeyInput;
}>;


export type ConsoleRotateKeyMutation = { readonly rotateApiKey: { readonly secret: string | null, readonly apiKey: { readonly id: string, readonly name: string, readonly role: Role, readonly scopes: ReadonlyArray<KeyScope>, readonly accessGroups: ReadonlyArray<string> | null, readonly origins: ReadonlyArray<string> | null, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousSecretUntil: string | null, readonly revokedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleRevokeKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type ConsoleRevokeKeyMutation = { readonly revokeApiKey: { readonly apiKey: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleLimitsQuery = { readonly workspace: { readonly id: string, readonly retentionDays: number, readonly budget: { readonly defaults: { readonly maxMillis: number, readonly maxRounds: number, readonly maxTokens: number }, readonly ceilings: { readonly maxMillis: number, readonly maxRounds: number, readonly maxTokens: number } } } | null };

export type ConsoleAllowancesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ConsoleAllowancesQuery = { readonly allowances: { readonly nodes: ReadonlyArray<{ readonly holderId: string | null, readonly period: AllowancePeriod, readonly maxAsks: number | null, readonly maxTokens: number | null, readonly windowStart: string, readonly usedAsks: number, readonly usedTokens: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleSetLimitsMutationVariables = Exact<{
  input: UpdateWorkspaceInput;
}>;


export type ConsoleSetLimitsMutation = { readonly updateWorkspace: { readonly workspace: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleSetAllowanceMutationVariables = Exact<{
  input: SetAllowanceInput;
}>;


export type ConsoleSetAllowanceMutation = { readonly setAllowance: { readonly allowance: { readonly period: AllowancePeriod } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsolePublishMutationVariables = Exact<{
  input: PublishDocumentInput;
}>;


export type ConsolePublishMutation = { readonly publishDocument: { readonly document: { readonly id: string, readonly state: DocumentState } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleSetSuccessorMutationVariables = Exact<{
  input: SetSuccessorInput;
}>;


export type ConsoleSetSuccessorMutation = { readonly setSuccessor: { readonly document: { readonly id: string, readonly supersededByKey: string | null, readonly supersessionBasis: SupersessionBasis | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleUnpublishMutationVariables = Exact<{
  input: UnpublishDocumentInput;
}>;


export type ConsoleUnpublishMutation = { readonly unpublishDocument: { readonly document: { readonly id: string, readonly state: DocumentState } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type ConsoleQualityQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleQualityQuery = { readonly workspace: { readonly id: string, readonly gate: { readonly caution: Caution | null, readonly setTo: number | null, readonly uncertainFrom: number }, readonly guarantee: { readonly alpha: number, readonly delta: number, readonly threshold: number, readonly answered: number, readonly wrong: number, readonly coverage: number, readonly status: GuaranteeStatus, readonly reason: string | null } | null, readonly health: { readonly status: HealthStatus, readonly message: string, readonly checkedAt: string } } | null, readonly calibration: { readonly id: string, readonly createdAt: string, readonly sampleSize: number, readonly method: CalibrationMethod, readonly eceBefore: number, readonly eceAfter: number, readonly uncertainFrom: number, readonly confidentFrom: number, readonly active: boolean, readonly stale: boolean, readonly report: Record<string, unknown> } | null };

export type PromiseFragment = { readonly alpha: number, readonly delta: number, readonly threshold: number, readonly answered: number, readonly wrong: number, readonly coverage: number, readonly status: GuaranteeStatus, readonly reason: string | null };

export type ConsoleRecallsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  tier?: Tier | null | undefined;
  runIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type ConsoleRecallsQuery = { readonly recalls: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly createdAt: string, readonly standing: { readonly verdict: StandingVerdict, readonly since: string, readonly citation: { readonly quote: string | null, readonly title: string } | null, readonly now: { readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string } | null } | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleRecallCountQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleRecallCountQuery = { readonly recalls: { readonly totalCount: number } | null };

export type ConsoleRunsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: RunFilter | null | undefined;
}>;


export type ConsoleRunsQuery = { readonly runs: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly createdAt: string, readonly outcome: RunOutcome | null, readonly tier: Tier | null, readonly confidenceValue: number | null, readonly stopReason: StopReason | null, readonly usage: { readonly millis: number } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ConsoleRunQueryVariables = Exact<{
  id: string | number;
}>;


export type ConsoleRunQuery = { readonly run: { readonly id: string, readonly question: string, readonly createdAt: string, readonly conversationId: string | null, readonly outcome: RunOutcome | null, readonly tier: Tier | null, readonly confidenceValue: number | null, readonly stopReason: StopReason | null, readonly trace: Record<string, unknown>, readonly gate: { readonly uncertainFrom: number } | null, readonly usage: { readonly millis: number, readonly rounds: number, readonly modelCalls: number, readonly inputTokens: number, readonly outputTokens: number }, readonly passages: ReadonlyArray<{ readonly chunkId: string, readonly rank: number, readonly score: number, readonly text: string, readonly sectionPath: ReadonlyArray<string>, readonly title: string, readonly documentKey: string, readonly trace: Record<string, unknown>, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string } | null }>, readonly result:
      | { readonly __typename: 'Abstention', readonly message: string, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly quote: string | null, readonly sectionPath: ReadonlyArray<string>, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly document: { readonly id: string } | null, readonly version: { readonly id: string } | null }> }
      | { readonly __typename: 'Answer', readonly text: string, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly quote: string | null, readonly sectionPath: ReadonlyArray<string>, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly document: { readonly id: string } | null, readonly version: { readonly id: string } | null }> }
      | { readonly __typename: 'Clarification', readonly text: string, readonly citations: ReadonlyArray<{ readonly number: number, readonly title: string, readonly quote: string | null, readonly sectionPath: ReadonlyArray<string>, readonly location: { readonly page: number | null, readonly line: number | null } | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly document: { readonly id: string } | null, readonly version: { readonly id: string } | null }> }
     | null, readonly standing: { readonly verdict: StandingVerdict, readonly since: string, readonly citation: { readonly quote: string | null, readonly title: string } | null, readonly now: { readonly quote: string | null, readonly title: string | null, readonly sourceSpan: { readonly start: number, readonly end: number }, readonly version: { readonly id: string } | null } | null } | null, readonly feedback: ReadonlyArray<{ readonly id: string, readonly verdict: FeedbackVerdict, readonly comment: string | null, readonly createdAt: string }> } | null };

export type ConsoleDocumentSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleDocumentSourcesQuery = { readonly sources: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly kind: SourceKind, readonly where: string, readonly lastReadAt: string | null, readonly nextReadAt: string | null, readonly lastResult: Record<string, unknown> | null }> } | null };

export type ConsoleReadSourceMutationVariables = Exact<{
  input: SyncDocumentsInput;
}>;


export type ConsoleReadSourceMutation = { readonly syncDocuments: { readonly source: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly remedy: string }> } | null };

export type RefusalFragment = { readonly code: UserErrorCode, readonly message: string, readonly remedy: string };

export type ConsoleSourceQueryVariables = Exact<{
  input: VerifyCitationInput;
}>;


export type ConsoleSourceQuery = { readonly verifyCitation: { readonly quoteMatches: boolean | null, readonly isCurrent: boolean, readonly documentState: CitedDocumentState, readonly holdsToday: boolean | null, readonly status: ClaimStatus | null, readonly checks: ReadonlyArray<{ readonly name: CheckName, readonly passed: boolean, readonly detail: string | null }>, readonly today: { readonly quote: string | null } | null, readonly document: { readonly id: string, readonly title: string, readonly key: string, readonly url: string | null, readonly author: string | null, readonly updatedAt: string } | null, readonly version: { readonly id: string, readonly number: number, readonly effectiveFrom: string, readonly effectiveUntil: string | null, readonly blocks: { readonly nodes: ReadonlyArray<{ readonly kind: BlockKind, readonly text: string, readonly level: number | null, readonly headingPath: ReadonlyArray<string>, readonly span: { readonly start: number, readonly end: number } }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null } | null } | null };

export type ConsoleSourceTextQueryVariables = Exact<{
  input: VerifyCitationInput;
}>;


export type ConsoleSourceTextQuery = { readonly verifyCitation: { readonly version: { readonly id: string, readonly text: string } | null } | null };

export type ConsoleWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleWorkspaceQuery = { readonly workspace: { readonly id: string, readonly name: string, readonly role: Role, readonly documentCount: number, readonly curatedAnswerCount: number, readonly wording: AnswerWording } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AlternativePartsFragmentDoc = new TypedDocumentString(`
    fragment AlternativeParts on Alternative {
  sectionPath
  sentence
  spans {
    start
    end
  }
  reason
  passage {
    chunkId
    text
    title
    sourceSpan {
      start
      end
    }
    location {
      page
      line
    }
    version {
      id
    }
  }
}
    `, {"fragmentName":"AlternativeParts"}) as unknown as TypedDocumentString<AlternativePartsFragment, unknown>;
export const ConfidencePartsFragmentDoc = new TypedDocumentString(`
    fragment ConfidenceParts on Confidence {
  value
  display
  calibration {
    id
    sampleSize
    uncertainFrom
  }
  signals {
    name
    contribution
  }
}
    `, {"fragmentName":"ConfidenceParts"}) as unknown as TypedDocumentString<ConfidencePartsFragment, unknown>;
export const CitationPartsFragmentDoc = new TypedDocumentString(`
    fragment CitationParts on Citation {
  number
  title
  url
  quote
  status
  sectionPath
  governing {
    kind
    quote
  }
  ageDays
  isCurrent
  sourceSpan {
    start
    end
  }
  location {
    page
    endPage
    line
    endLine
  }
  checks {
    name
    passed
    detail
  }
  document {
    id
  }
  version {
    id
    number
  }
}
    `, {"fragmentName":"CitationParts"}) as unknown as TypedDocumentString<CitationPartsFragment, unknown>;
export const AnswerPartsFragmentDoc = new TypedDocumentString(`
    fragment AnswerParts on Answer {
  text
  mode
  shortAnswer {
    text
    row
    column
    citationNumber
    sourceSpan {
      start
      end
    }
  }
  table {
    caption
    columns
    rows {
      citationNumber
      cells {
        column
        text
        sourceSpan {
          start
          end
        }
      }
    }
  }
  claims {
    text
    citationNumbers
    status
    wording
    support
    answerSpan {
      start
      end
    }
  }
  written {
    text
    wording
    formula
    citationNumbers
  }
  droppedClaims {
    text
    reason
    evidence {
      quote
      title
    }
  }
  conflicts {
    kind
    resolution
    sides {
      value
      quote
      title
      sourceSpan {
        start
        end
      }
      version {
        id
        number
        effectiveFrom
        effectiveUntil
      }
    }
  }
  notices {
    kind
    message
  }
  curated {
    id
    updatedAt
    stale
    sources {
      id
      title
    }
  }
}
    `, {"fragmentName":"AnswerParts"}) as unknown as TypedDocumentString<AnswerPartsFragment, unknown>;
export const OutcomePartsFragmentDoc = new TypedDocumentString(`
    fragment OutcomeParts on Outcome {
  __typename
  id
  question
  askedAs
  alternatives {
    ...AlternativeParts
  }
  tier
  stopReason
  confidence {
    ...ConfidenceParts
  }
  citations {
    ...CitationParts
  }
  degraded {
    part
    message
  }
  run {
    id
    conversationId
    gate {
      uncertainFrom
    }
    usage {
      millis
    }
  }
  ... on Answer {
    ...AnswerParts
  }
  ... on Clarification {
    clarifyText: text
    options {
      id
      text
      question
      preview
    }
  }
  ... on Abstention {
    language
    message
    suggestion {
      ...AlternativeParts
    }
    reason
    nextSteps {
      kind
      text
      suggestions
      owner
    }
  }
}
    fragment AlternativeParts on Alternative {
  sectionPath
  sentence
  spans {
    start
    end
  }
  reason
  passage {
    chunkId
    text
    title
    sourceSpan {
      start
      end
    }
    location {
      page
      line
    }
    version {
      id
    }
  }
}
fragment ConfidenceParts on Confidence {
  value
  display
  calibration {
    id
    sampleSize
    uncertainFrom
  }
  signals {
    name
    contribution
  }
}
fragment CitationParts on Citation {
  number
  title
  url
  quote
  status
  sectionPath
  governing {
    kind
    quote
  }
  ageDays
  isCurrent
  sourceSpan {
    start
    end
  }
  location {
    page
    endPage
    line
    endLine
  }
  checks {
    name
    passed
    detail
  }
  document {
    id
  }
  version {
    id
    number
  }
}
fragment AnswerParts on Answer {
  text
  mode
  shortAnswer {
    text
    row
    column
    citationNumber
    sourceSpan {
      start
      end
    }
  }
  table {
    caption
    columns
    rows {
      citationNumber
      cells {
        column
        text
        sourceSpan {
          start
          end
        }
      }
    }
  }
  claims {
    text
    citationNumbers
    status
    wording
    support
    answerSpan {
      start
      end
    }
  }
  written {
    text
    wording
    formula
    citationNumbers
  }
  droppedClaims {
    text
    reason
    evidence {
      quote
      title
    }
  }
  conflicts {
    kind
    resolution
    sides {
      value
      quote
      title
      sourceSpan {
        start
        end
      }
      version {
        id
        number
        effectiveFrom
        effectiveUntil
      }
    }
  }
  notices {
    kind
    message
  }
  curated {
    id
    updatedAt
    stale
    sources {
      id
      title
    }
  }
}`, {"fragmentName":"OutcomeParts"}) as unknown as TypedDocumentString<OutcomePartsFragment, unknown>;
export const StandingPartsFragmentDoc = new TypedDocumentString(`
    fragment StandingParts on Standing {
  verdict
  since
  citation {
    quote
    title
  }
  now {
    quote
    title
    sourceSpan {
      start
      end
    }
    version {
      id
    }
  }
}
    `, {"fragmentName":"StandingParts"}) as unknown as TypedDocumentString<StandingPartsFragment, unknown>;
export const BoxPlaceFragmentDoc = new TypedDocumentString(`
    fragment BoxPlace on Alternative {
  sectionPath
  sentence
  text
  passage {
    chunkId
    title
    url
    document {
      title
      url
    }
  }
}
    `, {"fragmentName":"BoxPlace"}) as unknown as TypedDocumentString<BoxPlaceFragment, unknown>;
export const KeyFactsFragmentDoc = new TypedDocumentString(`
    fragment KeyFacts on ApiKey {
  id
  name
  role
  scopes
  accessGroups
  origins
  createdAt
  expiresAt
  lastUsedAt
  previousSecretUntil
  revokedAt
}
    `, {"fragmentName":"KeyFacts"}) as unknown as TypedDocumentString<KeyFactsFragment, unknown>;
export const PromiseFragmentDoc = new TypedDocumentString(`
    fragment Promise on Guarantee {
  alpha
  delta
  threshold
  answered
  wrong
  coverage
  status
  reason
}
    `, {"fragmentName":"Promise"}) as unknown as TypedDocumentString<PromiseFragment, unknown>;
export const RefusalFragmentDoc = new TypedDocumentString(`
    fragment Refusal on UserError {
  code
  message
  remedy
}
    `, {"fragmentName":"Refusal"}) as unknown as TypedDocumentString<RefusalFragment, unknown>;
export const ConsoleAskDocument = new TypedDocumentString(`
    subscription ConsoleAsk($input: AskInput!) {
  askEvents(input: $input) {
    __typename
    runId
    ... on AskProgress {
      phase
      passageCount
      queries
      confidence {
        display
      }
    }
    ... on Provisional {
      text
      claims {
        text
        wording
        formula
        answerSpan {
          start
        }
      }
    }
    ... on ClaimVerified {
      claim {
        text
        status
      }
    }
    ... on AskFinished {
      outcome {
        ...OutcomeParts
      }
    }
    ... on AskFailed {
      code
      message
      remedy
    }
  }
}
    fragment OutcomeParts on Outcome {
  __typename
  id
  question
  askedAs
  alternatives {
    ...AlternativeParts
  }
  tier
  stopReason
  confidence {
    ...ConfidenceParts
  }
  citations {
    ...CitationParts
  }
  degraded {
    part
    message
  }
  run {
    id
    conversationId
    gate {
      uncertainFrom
    }
    usage {
      millis
    }
  }
  ... on Answer {
    ...AnswerParts
  }
  ... on Clarification {
    clarifyText: text
    options {
      id
      text
      question
      preview
    }
  }
  ... on Abstention {
    language
    message
    suggestion {
      ...AlternativeParts
    }
    reason
    nextSteps {
      kind
      text
      suggestions
      owner
    }
  }
}
fragment AlternativeParts on Alternative {
  sectionPath
  sentence
  spans {
    start
    end
  }
  reason
  passage {
    chunkId
    text
    title
    sourceSpan {
      start
      end
    }
    location {
      page
      line
    }
    version {
      id
    }
  }
}
fragment ConfidenceParts on Confidence {
  value
  display
  calibration {
    id
    sampleSize
    uncertainFrom
  }
  signals {
    name
    contribution
  }
}
fragment CitationParts on Citation {
  number
  title
  url
  quote
  status
  sectionPath
  governing {
    kind
    quote
  }
  ageDays
  isCurrent
  sourceSpan {
    start
    end
  }
  location {
    page
    endPage
    line
    endLine
  }
  checks {
    name
    passed
    detail
  }
  document {
    id
  }
  version {
    id
    number
  }
}
fragment AnswerParts on Answer {
  text
  mode
  shortAnswer {
    text
    row
    column
    citationNumber
    sourceSpan {
      start
      end
    }
  }
  table {
    caption
    columns
    rows {
      citationNumber
      cells {
        column
        text
        sourceSpan {
          start
          end
        }
      }
    }
  }
  claims {
    text
    citationNumbers
    status
    wording
    support
    answerSpan {
      start
      end
    }
  }
  written {
    text
    wording
    formula
    citationNumbers
  }
  droppedClaims {
    text
    reason
    evidence {
      quote
      title
    }
  }
  conflicts {
    kind
    resolution
    sides {
      value
      quote
      title
      sourceSpan {
        start
        end
      }
      version {
        id
        number
        effectiveFrom
        effectiveUntil
      }
    }
  }
  notices {
    kind
    message
  }
  curated {
    id
    updatedAt
    stale
    sources {
      id
      title
    }
  }
}`) as unknown as TypedDocumentString<ConsoleAskSubscription, ConsoleAskSubscriptionVariables>;
export const ConsoleChooseAnswerDocument = new TypedDocumentString(`
    mutation ConsoleChooseAnswer($input: ChooseAnswerInput!) {
  chooseAnswer(input: $input) {
    feedback {
      id
      verdict
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleChooseAnswerMutation, ConsoleChooseAnswerMutationVariables>;
export const ConsoleExamplesDocument = new TypedDocumentString(`
    query ConsoleExamples($sampleTitle: String!) {
  sample: documents(first: 1, filter: {contains: $sampleTitle, state: PUBLISHED}) {
    totalCount
  }
  newest: documents(first: 6, filter: {state: PUBLISHED}) {
    totalCount
    nodes {
      id
      title
      currentVersion {
        id
        blocks(first: 60) {
          nodes {
            kind
            text
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleExamplesQuery, ConsoleExamplesQueryVariables>;
export const ConsoleHeadingsDocument = new TypedDocumentString(`
    query ConsoleHeadings($versionId: ID!, $after: String) {
  node(id: $versionId) {
    id
    ... on DocumentVersion {
      blocks(first: 100, after: $after) {
        nodes {
          kind
          text
          headingPath
          span {
            start
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleHeadingsQuery, ConsoleHeadingsQueryVariables>;
export const ConsoleMetadataDocument = new TypedDocumentString(`
    query ConsoleMetadata {
  workspace {
    id
    metadataNames(values: 50) {
      name
      values {
        value
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleMetadataQuery, ConsoleMetadataQueryVariables>;
export const ConsoleRecalledDocument = new TypedDocumentString(`
    subscription ConsoleRecalled($runIds: [ID!]!) {
  answerRecalled(runIds: $runIds) {
    id
    standing {
      ...StandingParts
    }
  }
}
    fragment StandingParts on Standing {
  verdict
  since
  citation {
    quote
    title
  }
  now {
    quote
    title
    sourceSpan {
      start
      end
    }
    version {
      id
    }
  }
}`) as unknown as TypedDocumentString<ConsoleRecalledSubscription, ConsoleRecalledSubscriptionVariables>;
export const ConsoleRecordFeedbackDocument = new TypedDocumentString(`
    mutation ConsoleRecordFeedback($input: RecordFeedbackInput!) {
  recordFeedback(input: $input) {
    feedback {
      id
      verdict
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleRecordFeedbackMutation, ConsoleRecordFeedbackMutationVariables>;
export const ConsoleSharedAnswerDocument = new TypedDocumentString(`
    query ConsoleSharedAnswer($id: ID!) {
  run(id: $id) {
    id
    question
    result {
      ...OutcomeParts
    }
  }
}
    fragment OutcomeParts on Outcome {
  __typename
  id
  question
  askedAs
  alternatives {
    ...AlternativeParts
  }
  tier
  stopReason
  confidence {
    ...ConfidenceParts
  }
  citations {
    ...CitationParts
  }
  degraded {
    part
    message
  }
  run {
    id
    conversationId
    gate {
      uncertainFrom
    }
    usage {
      millis
    }
  }
  ... on Answer {
    ...AnswerParts
  }
  ... on Clarification {
    clarifyText: text
    options {
      id
      text
      question
      preview
    }
  }
  ... on Abstention {
    language
    message
    suggestion {
      ...AlternativeParts
    }
    reason
    nextSteps {
      kind
      text
      suggestions
      owner
    }
  }
}
fragment AlternativeParts on Alternative {
  sectionPath
  sentence
  spans {
    start
    end
  }
  reason
  passage {
    chunkId
    text
    title
    sourceSpan {
      start
      end
    }
    location {
      page
      line
    }
    version {
      id
    }
  }
}
fragment ConfidenceParts on Confidence {
  value
  display
  calibration {
    id
    sampleSize
    uncertainFrom
  }
  signals {
    name
    contribution
  }
}
fragment CitationParts on Citation {
  number
  title
  url
  quote
  status
  sectionPath
  governing {
    kind
    quote
  }
  ageDays
  isCurrent
  sourceSpan {
    start
    end
  }
  location {
    page
    endPage
    line
    endLine
  }
  checks {
    name
    passed
    detail
  }
  document {
    id
  }
  version {
    id
    number
  }
}
fragment AnswerParts on Answer {
  text
  mode
  shortAnswer {
    text
    row
    column
    citationNumber
    sourceSpan {
      start
      end
    }
  }
  table {
    caption
    columns
    rows {
      citationNumber
      cells {
        column
        text
        sourceSpan {
          start
          end
        }
      }
    }
  }
  claims {
    text
    citationNumbers
    status
    wording
    support
    answerSpan {
      start
      end
    }
  }
  written {
    text
    wording
    formula
    citationNumbers
  }
  droppedClaims {
    text
    reason
    evidence {
      quote
      title
    }
  }
  conflicts {
    kind
    resolution
    sides {
      value
      quote
      title
      sourceSpan {
        start
        end
      }
      version {
        id
        number
        effectiveFrom
        effectiveUntil
      }
    }
  }
  notices {
    kind
    message
  }
  curated {
    id
    updatedAt
    stale
    sources {
      id
      title
    }
  }
}`) as unknown as TypedDocumentString<ConsoleSharedAnswerQuery, ConsoleSharedAnswerQueryVariables>;
export const BoxAskDocument = new TypedDocumentString(`
    subscription BoxAsk($input: AskInput!) {
  askEvents(input: $input) {
    __typename
    ... on AskProgress {
      passageCount
    }
    ... on ClaimVerified {
      claim {
        text
      }
    }
    ... on AskFailed {
      code
      message
      remedy
    }
    ... on AskFinished {
      outcome {
        __typename
        ... on Outcome {
          id
          question
          askedAs
          tier
          run {
            question
          }
          alternatives {
            ...BoxPlace
          }
          confidence {
            display
          }
          citations {
            number
            title
            url
            quote
            documentKey
            sourceSpan {
              start
              end
            }
            governing {
              kind
              quote
            }
            document {
              title
              url
            }
          }
        }
        ... on Answer {
          text
          mode
          shortAnswer {
            text
            sourceSpan {
              start
            }
          }
          table {
            caption
            columns
            rows {
              citationNumber
              cells {
                column
                text
                sourceSpan {
                  start
                }
              }
            }
          }
          claims {
            text
            citationNumbers
            answerSpan {
              start
              end
            }
          }
          written {
            text
            wording
            formula
          }
          conflicts {
            resolution
            sides {
              value
              title
            }
          }
        }
        ... on Clarification {
          text
          options {
            text
            preview
          }
        }
        ... on Abstention {
          message
          suggestion {
            ...BoxPlace
          }
          nextSteps {
            kind
            text
            suggestions
          }
        }
      }
    }
  }
}
    fragment BoxPlace on Alternative {
  sectionPath
  sentence
  text
  passage {
    chunkId
    title
    url
    document {
      title
      url
    }
  }
}`) as unknown as TypedDocumentString<BoxAskSubscription, BoxAskSubscriptionVariables>;
export const BoxChooseDocument = new TypedDocumentString(`
    mutation BoxChoose($input: ChooseAnswerInput!) {
  chooseAnswer(input: $input) {
    feedback {
      id
    }
    errors {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<BoxChooseMutation, BoxChooseMutationVariables>;
export const BoxRecalledDocument = new TypedDocumentString(`
    subscription BoxRecalled($runIds: [ID!]!) {
  answerRecalled(runIds: $runIds) {
    id
    standing {
      verdict
      now {
        quote
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BoxRecalledSubscription, BoxRecalledSubscriptionVariables>;
export const BoxWrongDocument = new TypedDocumentString(`
    mutation BoxWrong($input: RecordFeedbackInput!) {
  recordFeedback(input: $input) {
    feedback {
      id
    }
    errors {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<BoxWrongMutation, BoxWrongMutationVariables>;
export const AskOffTopicDocument = new TypedDocumentString(`
    mutation AskOffTopic($question: String!) {
  ask(input: {question: $question}) {
    outcome {
      __typename
      ... on Abstention {
        message
        suggestion {
          sentence
        }
        reason
        nextSteps {
          kind
          text
        }
      }
      ... on Answer {
        text
      }
      ... on Clarification {
        text
      }
      ... on Outcome {
        alternatives {
          passage {
            title
          }
          sentence
          likelihood
          reason
        }
        tier
        confidence {
          display
          signals {
            name
            value
            contribution
          }
        }
        stopReason
      }
    }
    errors {
      message
      remedy
    }
  }
}
    `) as unknown as TypedDocumentString<AskOffTopicMutation, AskOffTopicMutationVariables>;
export const AskWithCitationsDocument = new TypedDocumentString(`
    mutation AskWithCitations($question: String!) {
  ask(input: {question: $question}) {
    outcome {
      __typename
      ... on Answer {
        text
        mode
        notices {
          kind
          message
          document {
            key
          }
        }
      }
      ... on Clarification {
        text
        options {
          text
        }
      }
      ... on Abstention {
        message
        reason
      }
      ... on Outcome {
        tier
        confidence {
          display
        }
        stopReason
        citations {
          number
          quote
          status
          sectionPath
          ageDays
          isCurrent
          title
          documentKey
        }
      }
    }
    errors {
      message
      remedy
    }
  }
}
    `) as unknown as TypedDocumentString<AskWithCitationsMutation, AskWithCitationsMutationVariables>;
export const AskNonsenseDocument = new TypedDocumentString(`
    mutation AskNonsense($question: String!) {
  ask(input: {question: $question}) {
    outcome {
      __typename
      ... on Outcome {
        tier
        stopReason
      }
      ... on Clarification {
        text
        reason
        options {
          id
          text
        }
      }
      ... on Abstention {
        message
        reason
      }
      ... on Answer {
        text
      }
    }
    errors {
      message
      remedy
    }
  }
}
    `) as unknown as TypedDocumentString<AskNonsenseMutation, AskNonsenseMutationVariables>;
export const ListDocumentsDocument = new TypedDocumentString(`
    query ListDocuments($first: Int! = 20, $after: String) {
  documents(first: $first, after: $after) {
    totalCount
    nodes {
      id
      key
      title
      state
      tags
      updatedAt
      currentVersion {
        number
        effectiveFrom
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListDocumentsQuery, ListDocumentsQueryVariables>;
export const AskStepByStepDocument = new TypedDocumentString(`
    subscription AskStepByStep($question: String!) {
  askEvents(input: {question: $question}) {
    __typename
    ... on AskProgress {
      elapsedMillis
      phase
      round
      passageCount
      queries
      tier
      confidence {
        display
      }
      mode
    }
    ... on Provisional {
      text
    }
    ... on ClaimVerified {
      claim {
        text
        status
      }
    }
    ... on AskFinished {
      outcome {
        __typename
        ... on Answer {
          text
        }
        ... on Clarification {
          text
        }
        ... on Abstention {
          message
        }
      }
    }
    ... on AskFailed {
      code
      message
      remedy
    }
  }
}
    `) as unknown as TypedDocumentString<AskStepByStepSubscription, AskStepByStepSubscriptionVariables>;
export const ExplainMissDocument = new TypedDocumentString(`
    query ExplainMiss($runId: ID!, $documentId: ID!) {
  explainMiss(runId: $runId, documentId: $documentId) {
    reason
    message
    standsFor {
      document {
        key
      }
    }
    trace
  }
}
    `) as unknown as TypedDocumentString<ExplainMissQuery, ExplainMissQueryVariables>;
export const SearchWithTraceDocument = new TypedDocumentString(`
    query SearchWithTrace($query: String!) {
  search(input: {query: $query, retrieval: {topK: 5}}) {
    tier
    confidence {
      display
    }
    curated {
      question
    }
    passages {
      rank
      score
      title
      sectionPath
      text
      trace
    }
    trace
    degraded {
      part
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SearchWithTraceQuery, SearchWithTraceQueryVariables>;
export const ListStaleAnswersDocument = new TypedDocumentString(`
    query ListStaleAnswers($first: Int! = 20, $after: String) {
  curatedAnswers(first: $first, after: $after, filter: {stale: true}) {
    nodes {
      id
      question
      answer
      updatedAt
      staleSources {
        reason
        changedAt
        document {
          key
          title
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListStaleAnswersQuery, ListStaleAnswersQueryVariables>;
export const ShowWorkspaceDocument = new TypedDocumentString(`
    query ShowWorkspace {
  workspace {
    id
    name
    role
    documentCount
    curatedAnswerCount
    embedder
  }
}
    `) as unknown as TypedDocumentString<ShowWorkspaceQuery, ShowWorkspaceQueryVariables>;
export const ConsoleAliasesDocument = new TypedDocumentString(`
    query ConsoleAliases($first: Int!, $after: String) {
  aliases(first: $first, after: $after) {
    nodes {
      id
      term
      synonyms
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleAliasesQuery, ConsoleAliasesQueryVariables>;
export const ConsoleSaveAliasDocument = new TypedDocumentString(`
    mutation ConsoleSaveAlias($input: SaveAliasInput!) {
  saveAlias(input: $input) {
    alias {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSaveAliasMutation, ConsoleSaveAliasMutationVariables>;
export const ConsoleDeleteAliasDocument = new TypedDocumentString(`
    mutation ConsoleDeleteAlias($input: DeleteAliasInput!) {
  deleteAlias(input: $input) {
    deletedId
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleDeleteAliasMutation, ConsoleDeleteAliasMutationVariables>;
export const ConsoleSaveAnswerDocument = new TypedDocumentString(`
    mutation ConsoleSaveAnswer($input: SaveCuratedAnswerInput!) {
  saveCuratedAnswer(input: $input) {
    curatedAnswer {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSaveAnswerMutation, ConsoleSaveAnswerMutationVariables>;
export const ConsoleConfirmAnswerDocument = new TypedDocumentString(`
    mutation ConsoleConfirmAnswer($input: ConfirmCuratedAnswerInput!) {
  confirmCuratedAnswer(input: $input) {
    curatedAnswer {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleConfirmAnswerMutation, ConsoleConfirmAnswerMutationVariables>;
export const ConsoleDeleteAnswerDocument = new TypedDocumentString(`
    mutation ConsoleDeleteAnswer($input: DeleteCuratedAnswerInput!) {
  deleteCuratedAnswer(input: $input) {
    deletedId
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleDeleteAnswerMutation, ConsoleDeleteAnswerMutationVariables>;
export const ConsoleOtherRunsDocument = new TypedDocumentString(`
    query ConsoleOtherRuns {
  runs(first: 50) {
    nodes {
      id
      question
      createdAt
      outcome
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleOtherRunsQuery, ConsoleOtherRunsQueryVariables>;
export const ConsoleReplayDocument = new TypedDocumentString(`
    mutation ConsoleReplay($input: ReplayRunInput!) {
  replayRun(input: $input) {
    run {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleReplayMutation, ConsoleReplayMutationVariables>;
export const ConsoleCurateChosenDocument = new TypedDocumentString(`
    mutation ConsoleCurateChosen($input: CurateChosenAnswerInput!) {
  curateChosenAnswer(input: $input) {
    curatedAnswer {
      id
      answer
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleCurateChosenMutation, ConsoleCurateChosenMutationVariables>;
export const ConsoleAnswersDocument = new TypedDocumentString(`
    query ConsoleAnswers($first: Int!, $after: String, $filter: CuratedAnswerFilter) {
  curatedAnswers(first: $first, after: $after, filter: $filter) {
    nodes {
      id
      question
      alternatives
      answer
      expiresAt
      stale
      updatedAt
      sources {
        id
        title
      }
      staleSources {
        documentId
        reason
        document {
          id
          title
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleAnswersQuery, ConsoleAnswersQueryVariables>;
export const ConsoleSourcesDocument = new TypedDocumentString(`
    query ConsoleSources($contains: String!) {
  documents(first: 8, filter: {contains: $contains}) {
    nodes {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleSourcesQuery, ConsoleSourcesQueryVariables>;
export const ConsoleDocumentsDocument = new TypedDocumentString(`
    query ConsoleDocuments($first: Int!, $after: String, $filter: DocumentFilter) {
  documents(first: $first, after: $after, filter: $filter) {
    totalCount
    nodes {
      id
      key
      title
      state
      tags
      sourceType
      accessGroups
      trust
      updatedAt
      currentVersion {
        id
        number
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleDocumentsQuery, ConsoleDocumentsQueryVariables>;
export const ConsoleEditionsDocument = new TypedDocumentString(`
    query ConsoleEditions {
  unconfirmedEditions {
    id
    title
    key
    supersededBy {
      id
      title
      key
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleEditionsQuery, ConsoleEditionsQueryVariables>;
export const ConsoleDocumentDocument = new TypedDocumentString(`
    query ConsoleDocument($id: ID!) {
  document(id: $id) {
    id
    key
    title
    url
    state
    tags
    sourceType
    semanticType
    author
    language
    accessGroups
    supersededByKey
    supersededBy {
      id
    }
    supersessionBasis
    supersedes {
      key
    }
    trust
    createdAt
    updatedAt
    currentVersion {
      id
    }
    versions(first: 100) {
      nodes {
        id
        number
        effectiveFrom
        effectiveUntil
        flags
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleDocumentQuery, ConsoleDocumentQueryVariables>;
export const ConsoleBlocksDocument = new TypedDocumentString(`
    query ConsoleBlocks($versionId: ID!) {
  node(id: $versionId) {
    id
    ... on DocumentVersion {
      blocks(first: 100) {
        nodes {
          kind
          text
          level
          span {
            start
            end
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleBlocksQuery, ConsoleBlocksQueryVariables>;
export const ConsoleIngestDocument = new TypedDocumentString(`
    subscription ConsoleIngest($jobId: ID!) {
  ingestEvents(jobId: $jobId) {
    id
    state
    progress {
      phase
      current
      done
      total
      secondsLeft
    }
    total
    doneCount
    createdCount
    updatedCount
    unchangedCount
    failedCount
    error {
      ...Refusal
    }
    items(first: 50) {
      nodes {
        name
        state
        results {
          key
          status
          document {
            id
            title
          }
          error {
            ...Refusal
          }
        }
      }
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleIngestSubscription, ConsoleIngestSubscriptionVariables>;
export const ConsoleCancelIngestDocument = new TypedDocumentString(`
    mutation ConsoleCancelIngest($id: ID!) {
  cancelIngestJob(input: {id: $id}) {
    job {
      id
      state
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleCancelIngestMutation, ConsoleCancelIngestMutationVariables>;
export const ConsoleGapsDocument = new TypedDocumentString(`
    query ConsoleGaps($first: Int!, $after: String, $chosen: Boolean) {
  knowledgeGaps(first: $first, after: $after, chosen: $chosen) {
    totalCount
    runCount
    unansweredCount
    nodes {
      run {
        id
      }
      question
      count
      lastAskedAt
      causes {
        reason
        missing
      }
      nearestDocuments {
        id
        title
      }
      chosen {
        chunk {
          id
        }
        run {
          id
        }
        sentence
        document {
          id
          title
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleGapsQuery, ConsoleGapsQueryVariables>;
export const ConsoleSetGateDocument = new TypedDocumentString(`
    mutation ConsoleSetGate($gate: GateInput!) {
  updateWorkspace(input: {gate: $gate}) {
    workspace {
      id
      gate {
        caution
        setTo
        uncertainFrom
      }
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSetGateMutation, ConsoleSetGateMutationVariables>;
export const ConsoleSetWordingDocument = new TypedDocumentString(`
    mutation ConsoleSetWording($wording: AnswerWording!) {
  updateWorkspace(input: {wording: $wording}) {
    workspace {
      id
      wording
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSetWordingMutation, ConsoleSetWordingMutationVariables>;
export const ConsoleQueueDocument = new TypedDocumentString(`
    query ConsoleQueue {
  labellingQueue(first: 20) {
    totalCount
    nodes {
      id
      question
      outcome
      tier
      confidenceValue
      similarCount
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleQueueQuery, ConsoleQueueQueryVariables>;
export const ConsoleFitDocument = new TypedDocumentString(`
    mutation ConsoleFit($input: FitCalibrationInput!) {
  fitCalibration(input: $input) {
    calibrations {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleFitMutation, ConsoleFitMutationVariables>;
export const ConsoleKeysDocument = new TypedDocumentString(`
    query ConsoleKeys($first: Int!, $after: String) {
  apiKeys(first: $first, after: $after) {
    nodes {
      ...KeyFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment KeyFacts on ApiKey {
  id
  name
  role
  scopes
  accessGroups
  origins
  createdAt
  expiresAt
  lastUsedAt
  previousSecretUntil
  revokedAt
}`) as unknown as TypedDocumentString<ConsoleKeysQuery, ConsoleKeysQueryVariables>;
export const ConsoleMakeKeyDocument = new TypedDocumentString(`
    mutation ConsoleMakeKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey {
      ...KeyFacts
    }
    secret
    errors {
      ...Refusal
    }
  }
}
    fragment KeyFacts on ApiKey {
  id
  name
  role
  scopes
  accessGroups
  origins
  createdAt
  expiresAt
  lastUsedAt
  previousSecretUntil
  revokedAt
}
fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleMakeKeyMutation, ConsoleMakeKeyMutationVariables>;
export const ConsoleRotateKeyDocument = new TypedDocumentString(`
    mutation ConsoleRotateKey($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) {
    apiKey {
      ...KeyFacts
    }
    secret
    errors {
      ...Refusal
    }
  }
}
    fragment KeyFacts on ApiKey {
  id
  name
  role
  scopes
  accessGroups
  origins
  createdAt
  expiresAt
  lastUsedAt
  previousSecretUntil
  revokedAt
}
fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleRotateKeyMutation, ConsoleRotateKeyMutationVariables>;
export const ConsoleRevokeKeyDocument = new TypedDocumentString(`
    mutation ConsoleRevokeKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    apiKey {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleRevokeKeyMutation, ConsoleRevokeKeyMutationVariables>;
export const ConsoleLimitsDocument = new TypedDocumentString(`
    query ConsoleLimits {
  workspace {
    id
    retentionDays
    budget {
      defaults {
        maxMillis
        maxRounds
        maxTokens
      }
      ceilings {
        maxMillis
        maxRounds
        maxTokens
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleLimitsQuery, ConsoleLimitsQueryVariables>;
export const ConsoleAllowancesDocument = new TypedDocumentString(`
    query ConsoleAllowances($first: Int!, $after: String) {
  allowances(first: $first, after: $after) {
    nodes {
      holderId
      period
      maxAsks
      maxTokens
      windowStart
      usedAsks
      usedTokens
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleAllowancesQuery, ConsoleAllowancesQueryVariables>;
export const ConsoleSetLimitsDocument = new TypedDocumentString(`
    mutation ConsoleSetLimits($input: UpdateWorkspaceInput!) {
  updateWorkspace(input: $input) {
    workspace {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSetLimitsMutation, ConsoleSetLimitsMutationVariables>;
export const ConsoleSetAllowanceDocument = new TypedDocumentString(`
    mutation ConsoleSetAllowance($input: SetAllowanceInput!) {
  setAllowance(input: $input) {
    allowance {
      period
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSetAllowanceMutation, ConsoleSetAllowanceMutationVariables>;
export const ConsolePublishDocument = new TypedDocumentString(`
    mutation ConsolePublish($input: PublishDocumentInput!) {
  publishDocument(input: $input) {
    document {
      id
      state
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsolePublishMutation, ConsolePublishMutationVariables>;
export const ConsoleSetSuccessorDocument = new TypedDocumentString(`
    mutation ConsoleSetSuccessor($input: SetSuccessorInput!) {
  setSuccessor(input: $input) {
    document {
      id
      supersededByKey
      supersessionBasis
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleSetSuccessorMutation, ConsoleSetSuccessorMutationVariables>;
export const ConsoleUnpublishDocument = new TypedDocumentString(`
    mutation ConsoleUnpublish($input: UnpublishDocumentInput!) {
  unpublishDocument(input: $input) {
    document {
      id
      state
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleUnpublishMutation, ConsoleUnpublishMutationVariables>;
export const ConsoleQualityDocument = new TypedDocumentString(`
    query ConsoleQuality {
  workspace {
    id
    gate {
      caution
      setTo
      uncertainFrom
    }
    guarantee {
      ...Promise
    }
    health {
      status
      message
      checkedAt
    }
  }
  calibration {
    id
    createdAt
    sampleSize
    method
    eceBefore
    eceAfter
    uncertainFrom
    confidentFrom
    active
    stale
    report
  }
}
    fragment Promise on Guarantee {
  alpha
  delta
  threshold
  answered
  wrong
  coverage
  status
  reason
}`) as unknown as TypedDocumentString<ConsoleQualityQuery, ConsoleQualityQueryVariables>;
export const ConsoleRecallsDocument = new TypedDocumentString(`
    query ConsoleRecalls($first: Int!, $after: String, $tier: Tier, $runIds: [ID!]) {
  recalls(first: $first, after: $after, tier: $tier, runIds: $runIds) {
    nodes {
      id
      question
      createdAt
      standing {
        ...StandingParts
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment StandingParts on Standing {
  verdict
  since
  citation {
    quote
    title
  }
  now {
    quote
    title
    sourceSpan {
      start
      end
    }
    version {
      id
    }
  }
}`) as unknown as TypedDocumentString<ConsoleRecallsQuery, ConsoleRecallsQueryVariables>;
export const ConsoleRecallCountDocument = new TypedDocumentString(`
    query ConsoleRecallCount {
  recalls(first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<ConsoleRecallCountQuery, ConsoleRecallCountQueryVariables>;
export const ConsoleRunsDocument = new TypedDocumentString(`
    query ConsoleRuns($first: Int!, $after: String, $filter: RunFilter) {
  runs(first: $first, after: $after, filter: $filter) {
    nodes {
      id
      question
      createdAt
      outcome
      tier
      confidenceValue
      stopReason
      usage {
        millis
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleRunsQuery, ConsoleRunsQueryVariables>;
export const ConsoleRunDocument = new TypedDocumentString(`
    query ConsoleRun($id: ID!) {
  run(id: $id) {
    id
    question
    createdAt
    conversationId
    outcome
    tier
    confidenceValue
    stopReason
    gate {
      uncertainFrom
    }
    usage {
      millis
      rounds
      modelCalls
      inputTokens
      outputTokens
    }
    trace
    passages {
      chunkId
      rank
      score
      text
      sectionPath
      location {
        page
        line
      }
      sourceSpan {
        start
        end
      }
      title
      documentKey
      version {
        id
      }
      trace
    }
    result {
      __typename
      ... on Outcome {
        citations {
          number
          title
          quote
          sectionPath
          location {
            page
            line
          }
          sourceSpan {
            start
            end
          }
          document {
            id
          }
          version {
            id
          }
        }
      }
      ... on Answer {
        text
      }
      ... on Clarification {
        text
      }
      ... on Abstention {
        message
      }
    }
    standing {
      ...StandingParts
    }
    feedback {
      id
      verdict
      comment
      createdAt
    }
  }
}
    fragment StandingParts on Standing {
  verdict
  since
  citation {
    quote
    title
  }
  now {
    quote
    title
    sourceSpan {
      start
      end
    }
    version {
      id
    }
  }
}`) as unknown as TypedDocumentString<ConsoleRunQuery, ConsoleRunQueryVariables>;
export const ConsoleDocumentSourcesDocument = new TypedDocumentString(`
    query ConsoleDocumentSources {
  sources(first: 100) {
    totalCount
    nodes {
      id
      name
      kind
      where
      lastReadAt
      nextReadAt
      lastResult
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleDocumentSourcesQuery, ConsoleDocumentSourcesQueryVariables>;
export const ConsoleReadSourceDocument = new TypedDocumentString(`
    mutation ConsoleReadSource($input: SyncDocumentsInput!) {
  syncDocuments(input: $input) {
    source {
      id
    }
    errors {
      ...Refusal
    }
  }
}
    fragment Refusal on UserError {
  code
  message
  remedy
}`) as unknown as TypedDocumentString<ConsoleReadSourceMutation, ConsoleReadSourceMutationVariables>;
export const ConsoleSourceDocument = new TypedDocumentString(`
    query ConsoleSource($input: VerifyCitationInput!) {
  verifyCitation(input: $input) {
    quoteMatches
    isCurrent
    documentState
    holdsToday
    status
    checks {
      name
      passed
      detail
    }
    today {
      quote
    }
    document {
      id
      title
      key
      url
      author
      updatedAt
    }
    version {
      id
      number
      effectiveFrom
      effectiveUntil
      blocks(first: 100) {
        nodes {
          kind
          text
          level
          headingPath
          span {
            start
            end
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleSourceQuery, ConsoleSourceQueryVariables>;
export const ConsoleSourceTextDocument = new TypedDocumentString(`
    query ConsoleSourceText($input: VerifyCitationInput!) {
  verifyCitation(input: $input) {
    version {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<ConsoleSourceTextQuery, ConsoleSourceTextQueryVariables>;
export const ConsoleWorkspaceDocument = new TypedDocumentString(`
    query ConsoleWorkspace {
  workspace {
    id
    name
    role
    documentCount
    curatedAnswerCount
    wording
  }
}
    `) as unknown as TypedDocumentString<ConsoleWorkspaceQuery, ConsoleWorkspaceQueryVariables>;