import type { AskEvent } from '../../../agent/events.ts';
import { forwardEvents } from '../../askEvents.ts';
import type { SubscriptionResolvers } from '../../generated/types.ts';
import { toAskRequest } from '../../inputs.ts';

export const askEvents: NonNullable<SubscriptionResolvers['askEvents']> = {
  subscribe: (_root, { input }, { app, caller, signal }) =>
    forwardEvents((stop) => app.ask(caller, toAskRequest(input), { signal: stop }), signal, app.log),
  resolve: (event: AskEvent) => event,
};
