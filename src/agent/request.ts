import type { PresetName, RetrievalSettings, SearchFilter } from '../retrieval/passage.ts';
import type { Caution } from '../workspaces/settings.ts';

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

/** One question as it comes through any door, before it is checked. */
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
  /** How sure an answer must be. Undefined: what the workspace has set. */
  readonly caution?: Caution | undefined;
  /**
   * Answers whatever the confidence, after one round, and is not recorded: a label needs to know what would have been
   * said. No door to a person passes it on.
   */
  readonly dryRun?: boolean | undefined;
  readonly retrieval?:
    Partial<{ readonly [Key in keyof RetrievalSettings]: RetrievalSettings[Key] | undefined }> | undefined;
}
