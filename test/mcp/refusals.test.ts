import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serveStdio } from '../../src/mcp/createMcpServer.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { createFakeApp, readerKey, workspaceId } from '../support/fakeApp.ts';
import { serve, until } from '../support/testServer.ts';

/** In the form of our keys; nothing that a caller sends may come back with it. */
const secret = `ck_${'Q7'.repeat(43)}w`;
const said: unknown = expect.stringMatching(/^[^\n]*\w/);

/** What every refusal has, whoever found the fault. */
const refusal = (number: number, code: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: number, message: said, data: { code, message: said, remedy: said, details: expect.any(Object) } },
});

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const initialize = {
  ...listTools,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly method?: string;
  readonly auth?: 'keys';
}

async function send({ headers = {}, auth, ...init }: Sent) {
  const { url } = await serve(createFakeApp(auth ? { auth } : {}));
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...usual, ...headers }, ...init });
  return { status: response.status, text: await response.text() };
}

describe('over HTTP what the library, the parser or the door refuses has our code and remedy, and repeats no key', () => {
  it.each<[string, Sent, number, number, string?]>([
    ['text', { headers: { 'content-type': 'text/plain' }, body: secret }, 415, -32_000],
    ['an unknown encoding', { headers: { 'content-encoding': secret }, body: '{}' }, 415, -32_600],
    ['no stream accepted', { headers: { accept: 'application/json' }, body: JSON.stringify(listTools) }, 406, -32_000],
    ['a revision', { headers: { 'mcp-protocol-version': secret }, body: JSON.stringify(listTools) }, 400, -32_000],
    ['no body', {}, 400, -32_700],
    ['no JSON', { body: secret }, 400, -32_700],
    ['half of JSON', { body: `{"jsonrpc":"2.0","id":1,"method":"${secret}` }, 400, -32_700],
    ['no message', { body: JSON.stringify({ hello: secret }) }, 400, -32_700],
    ['initialize among others', { body: JSON.stringify([initialize, listTools]) }, 400, -32_600],
    ['a long batch', { body: JSON.stringify(Array.from({ length: 50 }, () => listTools)) }, 400, -32_600],
    [
      'a long body',
      { auth: 'keys', headers: { authorization: `Bearer ${readerKey}` }, body: `"${'x'.repeat(1_100_000)}"` },
      413,
      -32_600,
    ],
    ['GET', { method: 'GET' }, 405, -32_600],
    ['a page of another site', { headers: { origin: 'https://evil.example' }, body: '{}' }, 403, -32_000, 'FORBIDDEN'],
    ['DELETE of a session', { method: 'DELETE', headers: { 'mcp-session-id': secret } }, 405, -32_600],
    [
      'a wrong key',
      { auth: 'keys', headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify(listTools) },
      401,
      -32_000,
      'UNAUTHENTICATED',
    ],
  ])('%s', async (_name, sent, status, number, code = 'BAD_INPUT') => {
    const reply = await send(sent);
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([status, refusal(number, code)]);
    expect(reply.text).not.toContain(secret.slice(20));
    expect(reply.text.length).toBeLessThan(1_500);
  });

  it('there are no sessions: an id that nobody gave is no fault', async () => {
    const { status, text } = await send({ headers: { 'mcp-session-id': secret }, body: JSON.stringify(listTools) });
    expect(status).toBe(200);
    expect(text).toContain('"read_document"');
  });
});

describe("the SDK's own client is told the code and the remedy", () => {
  async function connect() {
    const { url } = await serve(createFakeApp());
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return { client, transport };
  }

  it.each([
    ['an argument of a wrong type', { name: 'ask', arguments: { question: 7 } }],
    ['a missing argument', { name: 'search', arguments: { [secret]: secret } }],
  ])('%s', async (_name, call) => {
    const { client } = await connect();
    const result = await client.callTool(call);
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: said }],
      _meta: {
        'candor/error': { code: expect.stringMatching(/^(?:BAD_INPUT|NOT_FOUND)$/), message: said, remedy: said },
      },
    });
    expect(JSON.stringify(result)).not.toContain(secret.slice(20));
  });

  it('an unknown method, tool, prompt and resource', async () => {
    const { client } = await connect();
    const data = { data: { code: 'BAD_INPUT', remedy: said } };
    await expect(client.request({ method: 'tools/none' }, z.object({}))).rejects.toMatchObject(data);
    // An unknown tool is an error of the protocol, by its specification, and no result of a tool.
    await expect(client.callTool({ name: secret })).rejects.toMatchObject({ code: -32_602, ...data });
    await expect(client.getPrompt({ name: secret })).rejects.toMatchObject(data);
    const fault = await client.readResource({ uri: `file:///${secret}` }).catch((error: unknown) => error);
    expect(fault).toMatchObject(data);
    expect(String(fault)).not.toContain(secret.slice(20));
  });

  it('a request that does not fit its schema: the first fault, in words', async () => {
    const { client } = await connect();
    const faulty = [
      ['tools/call', { name: 7 }, 'params.name'],
      ['prompts/get', { name: 'check_text', arguments: { text: 7 } }, 'params.arguments.text'],
      ['resources/read', { uri: 7 }, 'params.uri'],
    ] as const;
    for (const [method, params, at] of faulty)
      await expect(client.request({ method, params }, z.object({}))).rejects.toMatchObject({
        code: -32_602,
        data: { code: 'BAD_INPUT', message: `${at}: Invalid input: expected string, received number.` },
      });
  });

  it('a revision that there is not', async () => {
    const { client, transport } = await connect();
    transport.setProtocolVersion('1999-01-01');
    await expect(client.listTools()).rejects.toThrow(/BAD_INPUT.*Send the revision that initialize agreed on/);
  });
});

describe('over standard input', () => {
  function session() {
    const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
    const input = new PassThrough();
    const lines: string[] = [];
    const over = serveStdio(
      { app: createFakeApp(), caller, signal: new AbortController().signal },
      { input, out: (text) => lines.push(text) },
    );
    onTestFinished(async () => {
      input.end();
      await over;
    });
    return { input, lines, over };
  }

  it('a line that is no message is answered, and the session goes on', async () => {
    const { input, lines } = session();
    input.write(`${secret}\n{"hello":"${secret}"}\n`);
    await until(() => lines.length === 2);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject(refusal(-32_700, 'BAD_INPUT'));
      expect(line).not.toContain(secret.slice(20));
    }
    input.write(`${JSON.stringify(initialize)}\n`);
    await until(() => lines.length === 3);
    expect(JSON.parse(lines[2]!)).toMatchObject({ id: 1, result: { serverInfo: { name: 'candor' } } });
  });

  it('a line without an end is refused before it fills the memory, and the session ends', async () => {
    const { input, lines, over } = session();
    const part = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent < 11; sent += 1) input.write(part);
    await until(() => lines.length === 1);
    expect(JSON.parse(lines[0]!)).toMatchObject(refusal(-32_600, 'BAD_INPUT'));
    await over;
  });
});
