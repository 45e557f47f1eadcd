import { ConsoleAskDocument } from '../generated/graphql.ts';
import { apiKey } from '../request.ts';
import type { Outcome } from './outcome.ts';

/** A conversation that this browser had, as it was shown. */
export interface PastConversation {
  readonly id: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly turns: readonly {
    readonly question: string;
    readonly outcome: Outcome;
  }[];
}

interface Stored {
  /** What the outcomes were asked for with: those of another version of the console could lack what this one shows. */
  readonly operation: string;
  readonly conversations: readonly PastConversation[];
}

const name = 'candor.history';
const mostConversations = 20;

/** Answers that were read with a key are kept as long as the key: until the tab is closed. */
const storage = (): Storage => (apiKey.read() === null ? window.localStorage : window.sessionStorage);

/** The conversations of this browser, the newest first. They are nowhere else, and the server does not know of them. */
export function pastConversations(): readonly PastConversation[] {
  try {
    const stored = JSON.parse(storage().getItem(name) ?? 'null') as Stored | null;
    return stored?.operation === ConsoleAskDocument.toString() ? stored.conversations : [];
  } catch {
    return [];
  }
}

/** Keeps a conversation, in place of what was kept of it before. Where the browser has no room, the oldest go. */
export function keepConversation(conversation: PastConversation): void {
  const known = pastConversations();
  // One that was only opened again stays as it was.
  if (known.some(({ id, turns }) => id === conversation.id && turns.length === conversation.turns.length)) return;
  const others = known.filter(({ id }) => id !== conversation.id);
  for (let most = mostConversations; most > 0; most = Math.floor(most / 2)) {
    const conversations = [conversation, ...others].slice(0, most);
    try {
      storage().setItem(
        name,
        JSON.stringify({ operation: ConsoleAskDocument.toString(), conversations } satisfies Stored),
      );
      return;
    } catch {
      // Full, or the browser keeps nothing.
    }
  }
}

const copied = 'candor.copied';
const mostCopied = 100;

/** The runs whose answers were copied in this browser, the newest first: somebody may have acted on them. */
export function copiedRuns(): readonly string[] {
  return (storage().getItem(copied) ?? '').split(' ').filter(Boolean);
}

export function noteCopied(runId: string): void {
  const ids = [runId, ...copiedRuns().filter((id) => id !== runId)].slice(0, mostCopied);
  try {
    storage().setItem(copied, ids.join(' '));
  } catch {
    // As above.
  }
}

export function clearHistory(): void {
  for (const each of [name, copied]) {
    window.localStorage.removeItem(each);
    window.sessionStorage.removeItem(each);
  }
}
