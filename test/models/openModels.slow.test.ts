import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { ModelsConfig } from '../../src/config/models.ts';
import { silentLog } from '../../src/log.ts';
import { openModels } from '../../src/models/openModels.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { openTestReader } from '../support/testReader.ts';

const config: ModelsConfig = loadConfig({}).models;

test('opens the built-in embedder and reader, and no chat model', async () => {
  const models = await openModels(config, silentLog);
  onTestFinished(() => models.close());
  expect(models.embedder.fingerprint).toBe('builtin:minilm-l6@2:384');
  expect(models.reader?.id).toBe('builtin:readers@8');
  expect(models.chat).toBeNull();
});

test('opens both from one server', async () => {
  const server = await startOpenaiServer();
  onTestFinished(() => server.close());
  const models = await openModels(
    {
      ...config,
      embedder: 'openai',
      embedderModel: 'words',
      embedderUrl: server.url,
      chat: 'openai',
      chatModel: 'talk',
      chatUrl: server.url,
    },
    silentLog,
  );
  expect(models.embedder.fingerprint).toBe('openai:words:64');
  expect(models.chat?.id).toBe('openai:talk');
  expect(
    await models.chat?.complete({ messages: [{ role: 'user', content: 'Hi' }], maxOutputTokens: 10 }),
  ).toMatchObject({ text: 'You said: Hi' });
  await models.close();
});

test('opens each reranker that is configured, and calls none that costs', async () => {
  const server = await startOpenaiServer();
  onTestFinished(() => server.close());
  // The others are opened once: each takes half a second.
  const given = { embedder: await openTestEmbedder(), reader: await openTestReader() };
  const kinds = async (changes: Partial<ModelsConfig>) => {
    const models = await openModels({ ...config, ...changes }, silentLog, given);
    await models.close();
    return models.reranker?.id ?? null;
  };
  const { reranker } = config;
  expect(await kinds({})).toBeNull();
  expect(await kinds({ reranker: { ...reranker, kind: 'http', url: `${server.url}/rerank`, model: 'r' } })).toBe(
    'cohere:r',
  );
  const chat = { chat: 'openai', chatModel: 'talk', chatUrl: server.url } as const;
  expect(await kinds({ ...chat, reranker: { ...reranker, kind: 'chat' } })).toBe('chat:openai:talk');
  expect(await kinds({ reranker: { ...reranker, kind: 'chat' } })).toBeNull();
  expect(server.requests).toEqual([]);
  await expect(
    kinds({ reranker: { ...reranker, kind: 'transformers', model: './no-such-folder' } }),
  ).rejects.toMatchObject({ code: 'MODEL_WEIGHTS' });
  await expect(kinds({ reranker: { ...reranker, kind: 'http' } })).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('RERANKER_URL') as string,
  });
});

test('opens the reader and the entailment model that are configured, and calls none', async () => {
  const server = await startOpenaiServer();
  onTestFinished(() => server.close());
  const given = { embedder: await openTestEmbedder() };
  const kinds = async (changes: Partial<ModelsConfig>) => {
    const models = await openModels({ ...config, ...changes }, silentLog, given);
    await models.close();
    return [models.reader?.id ?? null, models.entailment?.id ?? null];
  };
  const { reader, entailment } = config;
  const chat = { chat: 'openai', chatModel: 'talk', chatUrl: server.url } as const;
  expect(await kinds({})).toEqual(['builtin:readers@8', null]);
  expect(await kinds(chat)).toEqual(['builtin:readers@8', null]);
  expect(await kinds({ ...chat, reader: { ...reader, kind: 'chat' } })).toEqual(['chat:openai:talk', null]);
  expect(await kinds({ reader: { ...reader, kind: 'chat' } })).toEqual([null, null]);
  expect(await kinds({ ...chat, reader: { ...reader, kind: 'none' } })).toEqual([null, null]);
  expect(
    await kinds({
      reader: { ...reader, kind: 'http', url: 'http://qa.example/' },
      entailment: { ...entailment, kind: 'http', url: 'http://nli.example/predict' },
    }),
  ).toEqual(['qa:qa.example', 'tei:nli.example']);
  expect(server.requests).toEqual([]);
  await expect(
    kinds({ entailment: { ...entailment, kind: 'transformers', model: './no-such-folder' } }),
  ).rejects.toMatchObject({ code: 'MODEL_WEIGHTS' });
  await expect(kinds({ reader: { ...reader, kind: 'http' } })).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('READER_URL') as string,
  });
});

test('names the key that is missing', async () => {
  await expect(openModels({ ...config, embedder: 'openai' }, silentLog)).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('EMBEDDER_MODEL') as string,
  });
});

test('loads no vendor SDK that was not chosen', async () => {
  const program = fileURLToPath(new URL('./loadedModules.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], { timeout: 20_000 });
  expect(JSON.parse(stdout)).toEqual({ onnxruntime: true, langchain: false });
});
