import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { requestLimits } from '../../src/graphql/limits.ts';
import { overSocket } from '../support/clients.ts';
import { versionOf } from '../support/fake/stored.ts';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

const ask = 'query ($input: AskInput!) { ask(input: $input) { __typename } }';
const tags = (count: number) => ({
  input: { question: 'answer', filter: { tags: Array.from({ length: count }, (_, index) => `t${index}`) } },
});
const events = `subscription { askEvents(input: { question: "answer", filter: { tags: [${Array.from({ length: 1500 }, () => '"t"').join(' ')}] } }) { __typename } }`;

describe('attack 8: what costs before it is refused', () => {
  test.each([
    ['1,000,000 tags', tags(1_000_000)],
    [
      '200,000 ids',
      {
        input: {
          question: 'answer',
          filter: { documentIds: Array.from({ length: 200_000 }, () => '01900000-0000-7000-8000-000000000001') },
        },
      },
    ],
    ['a variable that nothing uses', { ...tags(1), unused: Array.from({ length: 5_000 }, () => 1) }],
  ])('%s are BAD_INPUT with the limit, over HTTP', async (_name, variables) => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const { status, body } = await post(url, ask, { variables });
    expect({ status, extensions: body.errors?.[0]?.extensions }).toMatchObject({
      status: 400,
      extensions: { code: 'BAD_INPUT', details: { maxEntries: 1000 } },
    });
    expect(app.seen.calls).toEqual([]);
  });

  test('1,000 tags pass', async () => {
    const { url } = await serve(createFakeApp());
    expect((await post(url, ask, { variables: tags(1000) })).body.data).toEqual({ ask: { __typename: 'Answer' } });
  });

  test('a list in the request itself is bounded by its tokens, on a socket too', async () => {
    const { url } = await serve(createFakeApp());
    await expect(overSocket({ url }, events.repeat(2)).results).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  });

  test('a READER sends 1 MB at most, an ADMIN 12', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys' }));
    const large = { input: { question: 'answer', language: 'x'.repeat(1_100_000) } };
    const { status, body } = await post(url, ask, {
      variables: large,
      headers: { authorization: `Bearer ${readerKey}` },
    });
    expect({ status, extensions: body.errors?.[0]?.extensions }).toMatchObject({
      status: 413,
      extensions: { code: 'BAD_INPUT', remedy: expect.stringContaining('1 MB') as unknown },
    });
    const local = await serve(createFakeApp());
    expect((await post(local.url, ask, { variables: large })).status).toBe(200);
  });

  test('a message over a socket has 1 MB at most, and leaves nothing on the console', async () => {
    const written = vi.spyOn(console, 'error');
    onTestFinished(() => {
      written.mockRestore();
    });
    const { url } = await serve(createFakeApp());
    await expect(overSocket({ url }, `{ workspace { id } } #${'x'.repeat(1_100_000)}`).results).rejects.toThrow('1009');
    expect(written).not.toHaveBeenCalled();
  });

  test('thirty aliases of one large text are refused, two are not', async () => {
    const fake = createFakeApp();
    const text = 'x'.repeat(requestLimits.textCharacters / 2);
    const app = {
      ...fake,
      knowledge: {
        ...fake.knowledge,
        versionsOf: (...[, ids]: Parameters<typeof fake.knowledge.versionsOf>) =>
          Promise.resolve(ids.map((id) => [{ ...versionOf(`${id}-v1`), text }])),
      },
    };
    const { url } = await serve(app);
    const aliases = (count: number) =>
      `{ document(id: "d1") { versions { nodes { ${Array.from({ length: count }, (_, index) => `t${index}: text`).join(' ')} } } } }`;
    expect((await post(url, aliases(2))).body.errors).toBeUndefined();
    const { body } = await post(url, aliases(30));
    expect(body.errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_INPUT', details: { maxCharacters: requestLimits.textCharacters } },
    });
    expect(JSON.stringify(body).length).toBeLessThan(2 * requestLimits.textCharacters);
  });
});

test('attack 14: aliases of __typename count', async () => {
  const { url } = await serve(createFakeApp());
  const aliased = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;
  expect((await post(url, aliased(30))).status).toBe(200);
  expect((await post(url, aliased(31))).body.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/^Aliases limit of 30/) as unknown,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
  await expect(overSocket({ url }, aliased(101)).results).rejects.toThrow('Aliases limit');
});
