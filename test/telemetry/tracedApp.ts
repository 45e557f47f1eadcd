import type { Config } from '../../src/config/config.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import type { OtlpReceiver, ReceivedSpan } from './otlpReceiver.ts';

const question = 'How many days may a zebra label be voided?';
const body = 'A zebra label may be voided within 21 days of purchase. After that it is paid for.';

/** The real app, whose spans go to a receiver. */
export async function openTraced(
  receiver: OtlpReceiver,
  changes: Partial<Config> = {},
  telemetry: Partial<Config['telemetry']> = {},
): Promise<OpenTestApp> {
  return openTestApp({
    ...changes,
    telemetry: {
      endpoint: receiver.url,
      headers: { 'x-collector-key': 'k1' },
      serviceName: 'candor-test',
      sample: 1,
      withText: false,
      ...telemetry,
    },
  });
}

/** Takes a document in and asks about it; the run's id. */
export async function askOnce({ app }: OpenTestApp): Promise<string> {
  const { workspaceId } = app.config;
  const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(workspaceId, 'traced');
  await app.ingest(caller, [{ key: 'labels.md', title: 'Labels', text: body }]);
  let runId = '';
  for await (const event of app.ask(caller, { question })) runId = event.runId;
  return runId;
}

export const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
