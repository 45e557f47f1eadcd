import type { ClarificationOption } from './outcome.ts';
import type { ConfidenceScale } from '../../confidence/scale.ts';
import type { PresetName, RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { AnswerWording, Budget, Caution, GateSetting } from '../../workspaces/settings.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** One earlier question of a conversation, with its outcome. */
export interface Turn {
  readonly question: string;
  /** The question as it was understood: made standalone. */
  readonly standalone: string;
  /** The reply: the answer's text, the clarifying question, or the refusal. Empty: not known. */
  readonly reply: string;
  readonly outcome: 'ANSWER' | 'CLARIFICATION' | 'ABSTENTION' | null;
  /** The options that a clarification offered. */
  readonly options: readonly ClarificationOption[];
  /** Titles of the documents that the reply cites. */
  readonly citedTitles: readonly string[];
}

/** Limits of one question. Undefined: the default. */
export interface BudgetInput {
  readonly maxMillis?: number | undefined;
  readonly maxRounds?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** A turn that the caller remembers and Candor has not recorded. */
export interface TurnInput {
  readonly role: 'USER' | 'ASSISTANT';
  readonly text: string;
}

/** One question as any interface receives it, before it is checked. */
export interface AskRequest {
  readonly question: string;
  readonly conversationId?: string | undefined;
  /** Earlier turns, oldest first, in place of those recorded for `conversationId`. */
  readonly history?: readonly TurnInput[] | undefined;
  readonly filter?: SearchFilter | undefined;
  readonly asOf?: Date | undefined;
  readonly language?: string | undefined;
  readonly preset?: PresetName | undefined;
  readonly budget?: BudgetInput | undefined;
  /** How sure an answer must be. Undefined: the workspace's setting. */
  readonly caution?: Caution | undefined;
  /** Whose words `text` has. Undefined: the workspace's setting. */
  readonly wording?: AnswerWording | undefined;
  /**
   * Answers after one round, whatever the confidence, and is not recorded: labelling needs to know what would have been
   * said. No interface for people passes it on.
   */
  readonly dryRun?: boolean | undefined;
  readonly retrieval?:
    | Partial<{ readonly [Key in keyof RetrievalSettings]: RetrievalSettings[Key] | undefined }>
    | undefined;
}

/** What was asked, valid, with every default that needs no workspace. */
export interface CheckedRequest {
  readonly runId: string;
  readonly workspaceId: string;
  /** Which restricted documents the asker may read; null: all. */
  readonly accessGroups: readonly string[] | null;
  /** What is searched and judged: the question as it was asked, or as the plan made it standalone. */
  readonly question: Question;
  readonly conversationId: string | null;
  /** The owner of the conversation: the API key, or null for the keyless local mode and the command line. */
  readonly askedBy: string | null;
  /** The run that this one repeats; null: none. */
  readonly replayOf: string | null;
  /** Asked only to learn what would be said; nothing is recorded. */
  readonly dryRun: boolean;
  /** Turns that the caller provided; null: the recorded turns are used. */
  readonly history: readonly Turn[] | null;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** When it was asked; `asOf` is the same instant unless the request gave another. */
  readonly askedAt: Date;
  /** BCP 47; null: that of the question's words. */
  readonly language: string | null;
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** The limits and the gate that the request itself sets. */
  readonly set: {
    readonly budget: BudgetInput;
    /** Limits that hold whatever the workspace allows: those of a run that is repeated. */
    readonly unbound: readonly (keyof Budget)[];
    /** Null: the workspace decides. */
    readonly gate: GateSetting | null;
    /** Null: the workspace decides. */
    readonly wording: AnswerWording | null;
  };
}

/** A checked request with the settings of its workspace, made once, before the graph starts. */
export interface ResolvedRequest extends CheckedRequest {
  readonly budget: Budget;
  /** How sure an answer must be. */
  readonly gate: GateSetting;
  readonly wording: AnswerWording;
  /** The scale on which the confidence is read, with that gate. */
  readonly scale: ConfidenceScale;
}
