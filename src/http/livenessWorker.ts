import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LivenessReply, LivenessWorkerData } from './liveness.ts';

/** The thread of liveness: it answers whatever the main thread is at, and says whether that still turns. */
const { beat, host, port, stuckMillis } = workerData as LivenessWorkerData;
const stamps = new BigInt64Array(beat);

const silentMillis = () => Number(process.hrtime.bigint() - Atomics.load(stamps, 0)) / 1e6;

const server = createServer({ keepAliveTimeout: 5_000, requestTimeout: 5_000, headersTimeout: 5_000 });
server.on('request', (request, response) => {
  const isAlive = silentMillis() < stuckMillis;
  const [status, body] =
    request.url !== '/healthz'
      ? [404, { status: 'nothing here' }]
      : isAlive
        ? [200, { status: 'ok' }]
        : [503, { status: 'stuck' }];
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
});
const tell = (reply: LivenessReply) => parentPort?.postMessage(reply);
server.once('error', (error: NodeJS.ErrnoException) => tell({ fault: error.code ?? error.message }));
server.listen({ host, port }, () => tell({ port: (server.address() as AddressInfo).port }));
