import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

let open: OpenTestApp;
let admin: Caller;
let member: Caller;

beforeAll(async () => {
  open = await openTestApp({}, await openTestDatabase());
});
afterAll(() => open.close());
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  member = { ...admin, role: 'READER', accessGroups: ['club'], keyId: newId() };
  await open.app.workspaces.ensure(admin.workspaceId, 'test');
  await take(rink('6 euros'));
  await open.app.ingest(admin, [{ key: 'pool.md', text: '# Swimming pool\n\nA locker at the pool costs 2 francs.\n' }]);
});

const rink = (price: string) =>
  `# Ice rink\n\nA pair of skates costs ${price} an hour at the rink. Helmets are lent out free of charge.\n`;
const take = (text: string, accessGroups: readonly string[] = []) =>
  open.app.ingest(admin, [{ key: 'rink.md', text, accessGroups }]);
const skates = 'What does a pair of skates cost an hour?';
const locker = 'What does a locker at the pool cost?';

interface Told {
  readonly kind: string;
  readonly message: string;
  readonly evidence: { readonly quote: string; readonly document: { readonly key: string } } | null;
}

/** What the answer says of answers before it. */
async function told(question: string, { caller = admin, conversation = 'c1' } = {}): Promise<Told[]> {
  const { data, errors } = await runQuery(
    `{ ask(input: { question: "${question}", conversationId: "${conversation}" }) { ... on Answer { notices { kind message evidence { quote document { key } } } } } }`,
    { app: open.app, caller },
  );
  expect(errors).toBeUndefined();
  const { notices } = (data as unknown as { ask: { notices?: Told[] } }).ask;
  expect(notices).toBeDefined();
  return (notices ?? []).filter(({ kind }) => kind === 'EARLIER_ANSWER_RECALLED');
}

it('the next answer of the conversation says that an earlier one was called back, and what stands now; the one after does not', async () => {
  expect(await told(skates)).toEqual([]);
  await take(rink('7 euros'));
  await open.app.runs.lookAgain(admin);
  expect(await told(locker, { conversation: 'c2' })).toEqual([]);
  const quote = 'A pair of skates costs 7 euros an hour at the rink.';
  expect(await told(locker)).toEqual([
    {
      kind: 'EARLIER_ANSWER_RECALLED',
      message: `The answer to your earlier question “${skates}” no longer holds: its source now says “${quote}”`,
      evidence: { quote, document: { key: 'rink.md' } },
    },
  ]);
  expect(await told(locker)).toEqual([]);
  await take(rink('8 euros').replace(/A pair.*rink\. /, ''));
  await open.app.runs.lookAgain(admin);
  expect(await told(locker)).toEqual([
    {
      kind: 'EARLIER_ANSWER_RECALLED',
      message: `The answer to your earlier question “${skates}” no longer holds: its source no longer says it, or can no longer be read.`,
      evidence: null,
    },
  ]);
});

it('who may no longer read the source is told nothing of what it says', async () => {
  await take(rink('6 euros'), ['club']);
  expect(await told(skates, { caller: member })).toEqual([]);
  await take(rink('7 euros'), ['board']);
  await open.app.runs.lookAgain(admin);
  const [only, ...others] = await told(locker, { caller: member });
  expect(others).toEqual([]);
  expect(only).toMatchObject({ message: expect.stringMatching(/can no longer be read\.$/) as string, evidence: null });
});

it('what is no answer says nothing, and leaves it to the next one', async () => {
  expect(await told(skates)).toEqual([]);
  await take(rink('7 euros'));
  await open.app.runs.lookAgain(admin);
  const { data } = await runQuery(
    '{ ask(input: { question: "Who won the football world cup in 1998?", conversationId: "c1" }) { __typename } }',
    { app: open.app, caller: admin },
  );
  expect(data).toEqual({ ask: { __typename: expect.not.stringMatching(/^Answer$/) as string } });
  expect(await told(locker)).toHaveLength(1);
});
