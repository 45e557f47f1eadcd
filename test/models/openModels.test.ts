import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelsConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { openModels } from '../../src/models/openModels.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';

const config: ModelsConfig = { embedder: 'builtin', embeddingModel: undefined, chat: 'none', chatModel: undefined, openaiBaseUrl: undefined, openaiApiKey: undefined };

test('opens the built-in embedder and no chat model', async () => {
  const models = await openModels(config, silentLog);
  onTestFinished(() => models.close());
  expect(models.embedder.fingerprint).toBe('builtin:use-lite@1:512');
  expect(models.chat).toBeNull();
});

test('opens both from one server', async () => {
  const server = await startOpenaiServer();
  onTestFinished(() => server.close());
  const models = await openModels({ ...config, embedder: 'openai', embeddingModel: 'words', chat: 'openai', chatModel: 'talk', openaiBaseUrl: server.url }, silentLog);
  expect(models.embedder.fingerprint).toBe('openai:words:64');
  expect(models.chat?.id).toBe('openai:talk');
  expect(await models.chat?.complete({ messages: [{ role: 'user', content: 'Hi' }], maxOutputTokens: 10 })).toMatchObject({ text: 'You said: Hi' });
  await models.close();
});

test('names the key that is missing', async () => {
  await expect(openModels({ ...config, embedder: 'openai' }, silentLog)).rejects.toMatchObject({ code: 'BAD_CONFIG', message: expect.stringContaining('EMBEDDING_MODEL') as string });
});

test('loads no vendor SDK that was not chosen', async () => {
  const program = fileURLToPath(new URL('./loadedModules.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], { timeout: 20_000 });
  expect(JSON.parse(stdout)).toEqual({ onnxruntime: true, langchain: false });
});
