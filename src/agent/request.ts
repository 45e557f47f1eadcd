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
  /**
   * Answers after one round, whatever the confidence, and is not recorded: labelling needs to know what would have been
   * said. No interface for people passes it on.
   */
  readonly dryRun?: boolean | undefined;
  readonly retrieval?:
    | Partial<{ readonly [Key in keyof RetrievalSettings]: RetrievalSettings[Key] | undefined }>
    | undefined;
}
