/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** Who worded an answer. */
export type AnswerMode =
  /** Written by a person for this question. */
  | 'CURATED'
  /** Whole sentences from the documents. */
  | 'EXTRACTIVE'
  /** Written by the chat model, then verified. */
  | 'GENERATED';

/** What verification says of a claim or citation. */
export type ClaimStatus =
  /** The cited text says otherwise. */
  | 'CONTRADICTED'
  /** Every check passed; or an entailment model settled what the checks leave open. */
  | 'SUPPORTED'
  /** The cited text does not carry it. */
  | 'UNSUPPORTED';

/** The parts that can fail while a question is answered. */
export type DegradedPart =
  /** The chat model: the deterministic path was taken. */
  | 'CHAT_MODEL'
  /** The earlier turns of the conversation: the question was taken as it stands. */
  | 'CONVERSATION'
  /** The entailment model: the verdict of the checks stands. */
  | 'ENTAILMENT'
  /** The chat model's writing: there was no time, or there were no tokens; the answer is whole sentences of the sources, or what was proven of the first draft. */
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

/** Whether retrieval may find a document. */
export type DocumentState =
  /** It may not. */
  | 'DRAFT'
  /** It may. */
  | 'PUBLISHED';

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

/** How the two arms become one order. */
export type Fusion =
  /** Weighted cosine similarity plus the weighted keyword score over the most that it could be for the question. */
  | 'CONVEX'
  /** Weighted cosine similarity plus the weighted keyword score as it is. */
  | 'LINEAR'
  /** Reciprocal rank fusion: the sum over the arms of weight / (rrfK + rank). */
  | 'RRF';

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

/** What a key allows. */
export type Role =
  /** Also manage keys, retention, budget and gate. */
  | 'ADMIN'
  /** Also change knowledge. */
  | 'EDITOR'
  /** Ask, search and read. */
  | 'READER';

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

export type AskOffTopicQueryVariables = Exact<{
  question: string;
}>;


export type AskOffTopicQuery = { readonly ask:
    | { readonly __typename: 'Abstention', readonly message: string, readonly reason: AbstentionReason, readonly tier: Tier, readonly stopReason: StopReason, readonly nextSteps: ReadonlyArray<{ readonly kind: NextStepKind, readonly text: string }>, readonly nearest: ReadonlyArray<{ readonly rank: number, readonly score: number, readonly text: string, readonly document: { readonly title: string } }>, readonly confidence: { readonly display: number, readonly signals: { readonly keywordNormalized: number, readonly idfCoverage: number, readonly vectorDistance: number | null } } }
    | { readonly __typename: 'Answer', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly confidence: { readonly display: number, readonly signals: { readonly keywordNormalized: number, readonly idfCoverage: number, readonly vectorDistance: number | null } } }
    | { readonly __typename: 'Clarification', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly confidence: { readonly display: number, readonly signals: { readonly keywordNormalized: number, readonly idfCoverage: number, readonly vectorDistance: number | null } } }
   };

export type AskWithCitationsQueryVariables = Exact<{
  question: string;
}>;


export type AskWithCitationsQuery = { readonly ask:
    | { readonly __typename: 'Abstention', readonly message: string, readonly reason: AbstentionReason, readonly tier: Tier, readonly stopReason: StopReason, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly document: { readonly title: string, readonly key: string } }> }
    | { readonly __typename: 'Answer', readonly text: string, readonly mode: AnswerMode, readonly tier: Tier, readonly stopReason: StopReason, readonly verification: { readonly complete: boolean, readonly claimCount: number, readonly supportedCount: number }, readonly notices: ReadonlyArray<{ readonly kind: NoticeKind, readonly message: string, readonly document: { readonly key: string } | null }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly document: { readonly title: string, readonly key: string } }> }
    | { readonly __typename: 'Clarification', readonly text: string, readonly tier: Tier, readonly stopReason: StopReason, readonly options: ReadonlyArray<{ readonly text: string }>, readonly confidence: { readonly display: number }, readonly citations: ReadonlyArray<{ readonly number: number, readonly quote: string, readonly status: ClaimStatus, readonly sectionPath: ReadonlyArray<string>, readonly ageDays: number, readonly isCurrent: boolean, readonly document: { readonly title: string, readonly key: string } }> }
   };

export type AskNonsenseQueryVariables = Exact<{
  question: string;
}>;


export type AskNonsenseQuery = { readonly ask:
    | { readonly __typename: 'Abstention', readonly tier: Tier, readonly stopReason: StopReason, readonly message: string, readonly reason: AbstentionReason }
    | { readonly __typename: 'Answer', readonly tier: Tier, readonly stopReason: StopReason, readonly text: string }
    | { readonly __typename: 'Clarification', readonly tier: Tier, readonly stopReason: StopReason, readonly text: string, readonly why: string, readonly options: ReadonlyArray<{ readonly id: string, readonly text: string }> }
   };

export type ListDocumentsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ListDocumentsQuery = { readonly documents: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly title: string, readonly state: DocumentState, readonly tags: ReadonlyArray<string>, readonly updatedAt: string, readonly currentVersion: { readonly number: number, readonly chunkCount: number, readonly effectiveFrom: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AskStepByStepSubscriptionVariables = Exact<{
  question: string;
}>;


export type AskStepByStepSubscription = { readonly askEvents:
    | { readonly __typename: 'ClaimVerified', readonly sequence: number, readonly elapsedMillis: number, readonly claim: { readonly text: string, readonly status: ClaimStatus } }
    | { readonly __typename: 'Failed', readonly code: string, readonly message: string, readonly remedy: string, readonly sequence: number, readonly elapsedMillis: number }
    | { readonly __typename: 'Finished', readonly sequence: number, readonly elapsedMillis: number, readonly outcome:
        | { readonly __typename: 'Abstention', readonly message: string }
        | { readonly __typename: 'Answer', readonly text: string }
        | { readonly __typename: 'Clarification', readonly text: string }
       }
    | { readonly __typename: 'Planned', readonly sequence: number, readonly elapsedMillis: number, readonly plan: { readonly kind: QuestionKind, readonly strategy: Strategy, readonly queries: ReadonlyArray<string> } }
    | { readonly __typename: 'Refined', readonly queries: ReadonlyArray<string>, readonly sequence: number, readonly elapsedMillis: number }
    | { readonly __typename: 'Reflected', readonly tier: Tier, readonly sequence: number, readonly elapsedMillis: number, readonly confidence: { readonly display: number } }
    | { readonly __typename: 'Retrieved', readonly round: number, readonly passageCount: number, readonly sequence: number, readonly elapsedMillis: number }
    | { readonly __typename: 'Writing', readonly mode: AnswerMode, readonly sequence: number, readonly elapsedMillis: number }
   };

export type ExplainMissQueryVariables = Exact<{
  runId: string | number;
  documentId: string | number;
}>;


export type ExplainMissQuery = { readonly explainMiss: { readonly reason: MissReason, readonly message: string, readonly rank: number | null, readonly kept: number | null, readonly cited: boolean, readonly distance: number | null, readonly omitReasons: ReadonlyArray<string>, readonly vector: { readonly rank: number | null, readonly rawScore: number | null, readonly candidates: number } | null, readonly keyword: { readonly rank: number | null, readonly rawScore: number | null, readonly candidates: number } | null, readonly unmet: ReadonlyArray<{ readonly condition: FilterCondition, readonly values: ReadonlyArray<string>, readonly instant: string | null }>, readonly standsFor: { readonly documentKey: string } | null } | null };

export type SearchWithTraceQueryVariables = Exact<{
  query: string;
}>;


export type SearchWithTraceQuery = { readonly search: { readonly tier: Tier, readonly millis: number, readonly confidence: { readonly display: number }, readonly curated: ReadonlyArray<{ readonly score: number, readonly answer: { readonly question: string } }>, readonly passages: ReadonlyArray<{ readonly rank: number, readonly score: number, readonly sectionPath: ReadonlyArray<string>, readonly text: string, readonly document: { readonly title: string }, readonly trace: { readonly distance: number | null, readonly vector: { readonly rank: number | null, readonly rawScore: number | null, readonly contribution: number }, readonly keyword: { readonly rank: number | null, readonly rawScore: number | null, readonly contribution: number }, readonly adjustments: ReadonlyArray<{ readonly kind: AdjustmentKind, readonly contribution: number }>, readonly rerank: { readonly rankBefore: number, readonly score: number } | null } }>, readonly settings: { readonly fusion: Fusion, readonly vectorWeight: number, readonly keywordWeight: number }, readonly appliedFilters: ReadonlyArray<{ readonly condition: FilterCondition, readonly values: ReadonlyArray<string>, readonly instant: string | null }>, readonly degraded: ReadonlyArray<{ readonly part: DegradedPart, readonly message: string }> } };

export type ListStaleAnswersQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ListStaleAnswersQuery = { readonly curatedAnswers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly question: string, readonly answer: string, readonly updatedAt: string, readonly staleSources: ReadonlyArray<{ readonly reason: StaleReason, readonly changedAt: string | null, readonly document: { readonly key: string, readonly title: string } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ShowWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type ShowWorkspaceQuery = { readonly workspace: { readonly id: string, readonly name: string, readonly role: Role, readonly documentCount: number, readonly chunkCount: number, readonly curatedAnswerCount: number, readonly embedder: string | null } };

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

export const AskOffTopicDocument = new TypedDocumentString(`
    query AskOffTopic($question: String!) {
  ask(input: {question: $question}) {
    __typename
    ... on Abstention {
      message
      reason
      nextSteps {
        kind
        text
      }
      nearest {
        rank
        score
        document {
          title
        }
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
      tier
      confidence {
        display
        signals {
          keywordNormalized
          idfCoverage
          vectorDistance
        }
      }
      stopReason
    }
  }
}
    `) as unknown as TypedDocumentString<AskOffTopicQuery, AskOffTopicQueryVariables>;
export const AskWithCitationsDocument = new TypedDocumentString(`
    query AskWithCitations($question: String!) {
  ask(input: {question: $question}) {
    __typename
    ... on Answer {
      text
      mode
      verification {
        complete
        claimCount
        supportedCount
      }
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
        document {
          title
          key
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AskWithCitationsQuery, AskWithCitationsQueryVariables>;
export const AskNonsenseDocument = new TypedDocumentString(`
    query AskNonsense($question: String!) {
  ask(input: {question: $question}) {
    __typename
    ... on Outcome {
      tier
      stopReason
    }
    ... on Clarification {
      text
      why: reason
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
}
    `) as unknown as TypedDocumentString<AskNonsenseQuery, AskNonsenseQueryVariables>;
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
        chunkCount
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
    sequence
    elapsedMillis
    ... on Planned {
      plan {
        kind
        strategy
        queries
      }
    }
    ... on Retrieved {
      round
      passageCount
    }
    ... on Reflected {
      tier
      confidence {
        display
      }
    }
    ... on Refined {
      queries
    }
    ... on Writing {
      mode
    }
    ... on ClaimVerified {
      claim {
        text
        status
      }
    }
    ... on Finished {
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
    ... on Failed {
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
    rank
    kept
    cited
    distance
    vector {
      rank
      rawScore
      candidates
    }
    keyword {
      rank
      rawScore
      candidates
    }
    unmet {
      condition
      values
      instant
    }
    omitReasons
    standsFor {
      documentKey
    }
  }
}
    `) as unknown as TypedDocumentString<ExplainMissQuery, ExplainMissQueryVariables>;
export const SearchWithTraceDocument = new TypedDocumentString(`
    query SearchWithTrace($query: String!) {
  search(input: {query: $query, retrieval: {topK: 5}}) {
    tier
    millis
    confidence {
      display
    }
    curated {
      score
      answer {
        question
      }
    }
    passages {
      rank
      score
      document {
        title
      }
      sectionPath
      text
      trace {
        distance
        vector {
          rank
          rawScore
          contribution
        }
        keyword {
          rank
          rawScore
          contribution
        }
        adjustments {
          kind
          contribution
        }
        rerank {
          rankBefore
          score
        }
      }
    }
    settings {
      fusion
      vectorWeight
      keywordWeight
    }
    appliedFilters {
      condition
      values
      instant
    }
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
    chunkCount
    curatedAnswerCount
    embedder
  }
}
    `) as unknown as TypedDocumentString<ShowWorkspaceQuery, ShowWorkspaceQueryVariables>;