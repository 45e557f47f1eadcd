import { createClient } from 'graphql-sse';
import { faultIn } from '../api/fault.ts';
import type { BoxAskSubscription, BoxAskSubscriptionVariables } from '../generated/graphql.ts';
import query from './box.graphql?raw';

export type BoxEvent = BoxAskSubscription['askEvents'];
export type BoxOutcome = Extract<BoxEvent, { __typename: 'Finished' }>['outcome'];

export interface Server {
  /** Where Candor is, without a slash at the end. */
  readonly url: string;
  readonly key: string | null;
}

/** The events of one question, the last of which is Finished or Failed. @throws whatever kept it from being asked */
export async function* ask(
  { url, key }: Server,
  input: BoxAskSubscriptionVariables['input'],
): AsyncGenerator<BoxEvent> {
  const client = createClient({
    url: `${url}/graphql/stream`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    // A question that is asked again is recorded again.
    retryAttempts: 0,
  });
  for await (const event of client.iterate<BoxAskSubscription>({ query, variables: { input } })) {
    const fault = faultIn(event);
    if (fault) throw fault;
    if (event.data) yield event.data.askEvents;
  }
}
