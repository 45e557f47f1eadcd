import type { AskEvent } from '../agent/events.ts';

/** One kind of event of a question. */
export type EventOf<Type extends AskEvent['type']> = Extract<AskEvent, { readonly type: Type }>;
