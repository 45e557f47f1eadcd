import { register } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { silentLog } from '../../src/log.ts';

// Run by openModels.slow.test.ts as a process of its own: prints which vendor packages a start without chat imports.
const reportEveryModule = `
let port;
export function initialize(data) { port = data.port; }
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  port.postMessage(found.url);
  return found;
}`;
const { port1, port2 } = new MessageChannel();
const urls: string[] = [];
port1.on('message', (url: string) => urls.push(url));
port1.unref();
register(`data:text/javascript,${encodeURIComponent(reportEveryModule)}`, {
  data: { port: port2 },
  transferList: [port2],
});

const { openModels } = await import('../../src/models/openModels.ts');
const { loadConfig } = await import('../../src/config/config.ts');
const models = await openModels(loadConfig({}).models, silentLog);
await models.close();
await wait(100);
const loaded = (name: string) => urls.some((url) => url.includes(`/node_modules/${name}/`));
process.stdout.write(
  JSON.stringify({
    onnxruntime: loaded('onnxruntime-node'),
    langchain: loaded('@langchain/openai') || loaded('openai'),
  }),
);
