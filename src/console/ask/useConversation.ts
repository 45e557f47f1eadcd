import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { Fault } from '../fault.ts';
import { subscribe } from '../request.ts';
import { type AnswerWording, type AskInput, ConsoleAskDocument } from '../generated/graphql.ts';
import { keepConversation, type PastConversation } from './history.ts';
import { type ChosenMetadata, conditionsOf } from './MetadataFilter.tsx';
import type { AskEvent, Outcome } from './outcome.ts';

/** One question and what is known of its answer so far. */
export interface Turn {
  readonly key: number;
  readonly question: string;
  readonly events: readonly AskEvent[];
  readonly outcome?: Outcome;
  readonly fault?: Fault;
  readonly stopped?: true;
}

interface State {
  readonly id: string;
  readonly turns: readonly Turn[];
}

type Change =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'reopened'; readonly conversation: PastConversation }
  | { readonly kind: 'asked'; readonly question: string }
  | { readonly kind: 'event'; readonly event: AskEvent }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'stopped' };

const newState = (): State => ({ id: randomId(), turns: [] });

/** crypto.randomUUID() exists only in secure contexts, and a team may serve Candor over plain HTTP. */
const randomId = () => [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('');

function reduce(state: State, change: Change): State {
  if (change.kind === 'fresh') return newState();
  if (change.kind === 'reopened') {
    const { id, turns } = change.conversation;
    return { id, turns: turns.map((turn, key) => ({ ...turn, key, events: [] })) };
  }
  if (change.kind === 'asked')
    return {
      ...state,
      turns: [...state.turns, { key: state.turns.length, question: change.question, events: [] }],
    };
  const turn = state.turns.at(-1);
  return turn ? { ...state, turns: [...state.turns.slice(0, -1), changed(turn, change)] } : state;
}

function changed(turn: Turn, change: Exclude<Change, { kind: 'fresh' | 'reopened' | 'asked' }>): Turn {
  if (change.kind === 'stopped') return { ...turn, stopped: true };
  if (change.kind === 'fault') return { ...turn, fault: change.fault };
  const { event } = change;
  if (event.__typename === 'AskFinished') return { ...turn, outcome: event.outcome };
  if (event.__typename === 'AskFailed') return { ...turn, fault: new Fault(event.code, event.message, event.remedy) };
  return { ...turn, events: [...turn.events, event] };
}

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly asking: boolean;
  readonly ask: (question: string) => void;
  readonly stop: () => void;
  readonly fresh: () => void;
  /** Shows a conversation again, without asking. */
  readonly reopen: (conversation: PastConversation) => void;
  /** What the questions that follow are narrowed to. */
  readonly chosen: ChosenMetadata;
  readonly choose: (chosen: ChosenMetadata) => void;
  /** Whose words the answers that follow have; null: as the workspace has it. */
  readonly wording: AnswerWording | null;
  readonly word: (wording: AnswerWording) => void;
}

/** The questions of one conversation, each answered event by event. */
export function useConversation(): Conversation {
  const [state, change] = useReducer(reduce, undefined, newState);
  const [chosen, choose] = useState<ChosenMetadata>({});
  const [wording, word] = useState<AnswerWording | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const ask = useCallback(
    (question: string) => {
      running.current?.abort();
      const stop = (running.current = new AbortController());
      change({ kind: 'asked', question });
      const metadata = conditionsOf(chosen);
      const filter = metadata.length > 0 ? { metadata } : null;
      void follow({ question, conversationId: state.id, filter, wording }, stop.signal, change, () => {
        // The stream now ends on its own; the next question must not cut it off.
        if (running.current === stop) running.current = undefined;
      });
    },
    [state.id, chosen, wording],
  );
  const stop = useCallback(() => {
    running.current?.abort();
    change({ kind: 'stopped' });
  }, []);
  const fresh = useCallback(() => {
    running.current?.abort();
    change({ kind: 'fresh' });
  }, []);
  const reopen = useCallback((conversation: PastConversation) => change({ kind: 'reopened', conversation }), []);
  useEffect(() => keep(state), [state]);
  const last = state.turns.at(-1);
  const asking = last !== undefined && !isOver(last);
  return { turns: state.turns, asking, ask, stop, fresh, reopen, chosen, choose, wording, word };
}

/** Keeps what has an outcome, once its last question is over. */
function keep({ id, turns }: State): void {
  const last = turns.at(-1);
  if (!last || !isOver(last)) return;
  const answered = turns.flatMap(({ question, outcome }) => (outcome ? [{ question, outcome }] : []));
  if (answered.length > 0) keepConversation({ id, askedAt: new Date().toISOString(), turns: answered });
}

export const isOver = ({ outcome, fault, stopped }: Turn): boolean =>
  outcome !== undefined || fault !== undefined || stopped === true;

async function follow(
  input: AskInput,
  signal: AbortSignal,
  tell: (change: Change) => void,
  over: () => void,
): Promise<void> {
  try {
    for await (const { askEvents } of subscribe(ConsoleAskDocument, { input }, signal)) {
      if (signal.aborted) return;
      tell({ kind: 'event', event: askEvents });
      if (askEvents.__typename === 'AskFinished') over();
    }
  } catch (error) {
    if (!signal.aborted) tell({ kind: 'fault', fault: error as Fault });
  }
}
