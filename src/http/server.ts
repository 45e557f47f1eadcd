import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { App } from '../app/app.ts';
import type { Config } from '../config/config.ts';
import { CandorError, messageOf } from '../errors.ts';
import { checkVariables } from '../graphql/limits.ts';
import { createExecution } from '../graphql/execute.ts';
import { buildSchema } from '../graphql/schema.ts';
import { type Admission, admittedApp, createAdmission } from './guards/admission.ts';
import { openApollo, schemaFiles, type ApolloEntry } from './apollo.ts';
import { auditedApp } from './guards/auditedApp.ts';
import { callerOf, createAuthenticate, demandCaller, demandThisMachine } from './authenticate.ts';
import { type ConnectionPatience, type Connections, tooMany, trackConnections, usualPatience } from './connections.ts';
import { rememberResponse } from './currentRequest.ts';
import { openDoor } from './guards/door.ts';
import { allowOrigins, isLoopbackName } from './origins.ts';
import { bodyLimitBytes, type EntryPoint, securityHeaders, smallBodyLimitBytes, traceRequests } from './entryPoint.ts';
import { openEventStream, wantsEventStream } from './streams.ts';
import { answerFailures, refusedRequest, RequestFault } from './failure.ts';
import { healthRoutes } from './health.ts';
import { startLiveness } from './liveness.ts';
import { serveMetrics } from './metrics.ts';
import { pageRoutes } from './pages.ts';
import { spendingApp } from './guards/spendingApp.ts';
import { openTrustedDocuments, readDocumentId } from './guards/trustedDocuments.ts';
import { surviveUncaught } from './uncaught.ts';
import { receiveUploads, refuseFiles } from './uploads.ts';
import { openWebSocket } from './webSocket.ts';

/** How long requests in flight may continue once no others are taken. */
const cutMillis = 10_000;
/** More than any budget allows for a question. */
const holdMillis = 130_000;

export interface RunningServer {
  /** For a client on this machine, without a trailing slash. */
  readonly url: string;
  /**
   * Reports not ready and goes on answering for the configured drain time. Then stops accepting, ends subscriptions, and
   * waits up to 10 s for requests in flight. Never throws; a second call waits for the first.
   */
  close(): Promise<void>;
}

/**
 * Serves GraphQL over HTTP, graphql-ws and graphql-sse, and the pages.
 * @throws BAD_CONFIG for a port or host that cannot be used.
 */
export async function startServer(
  app: App,
  config: Config,
  patience: ConnectionPatience = usualPatience,
): Promise<RunningServer> {
  if (config.auth === 'local' && !isLoopbackName(config.host)) {
    throw new CandorError(
      'BAD_CONFIG',
      `HOST: ${config.host} is not a loopback address, and CANDOR_AUTH=local asks for no key.`,
    );
  }
  const [retiring, stop] = [new AbortController(), new AbortController()];
  // Each request of an assistant listens to the signal until it is answered: more than ten listeners are not a leak.
  setMaxListeners(0, stop.signal);
  const { introspection, admission } = config;
  const admitted = createAdmission({ ...admission, holdMillis });
  const schema = buildSchema();
  const entry: EntryPoint = {
    app: openToNetwork(app, admitted),
    schema,
    trusted: config.trustedDocuments === null ? null : openTrustedDocuments(config.trustedDocuments, schema),
    execution: createExecution(app.log, { introspection }),
    introspection,
    perSocket: admission.perSocket,
    idleMillis: config.connections.idleMillis,
    authenticate: createAuthenticate(app, config),
    local: config.auth === 'local',
    stopping: stop.signal,
  };
  const apollo = await openApollo(entry);
  const server = createPatientServer(patience);
  const connections = trackConnections(server, config.connections, patience, app.log);
  const metrics = serveMetrics({ app, admission: admitted, authenticate: entry.authenticate });
  const site = routes(app, { entry, apollo, metrics, connections, retiring: retiring.signal });
  server.on('request', openDoor(site, admitted, app.log));
  const closeSockets = openWebSocket(server, '/graphql', entry, connections);
  await listen(server, config);
  const liveness = await startLiveness(config).catch(async (error: unknown) => {
    server.close();
    await apollo.stop();
    throw error;
  });
  // A connection that cannot be accepted, for example because too many files are open, must not end the others.
  server.on('error', (error) => app.log.warn('A connection could not be taken', { error: messageOf(error) }));
  const dieOfUncaught = surviveUncaught(app.log);
  const close = async () => {
    retiring.abort();
    connections.letGo();
    const { drainMillis } = config.connections;
    if (drainMillis > 0) await wait(drainMillis);
    await drain(server, connections, stop, closeSockets);
    await apollo.stop();
    await liveness?.close();
    dieOfUncaught();
  };
  let closing: Promise<void> | undefined;
  return { url: urlOf(server, config.host), close: () => (closing ??= close()) };
}

/** `trackConnections` limits the time for a body, because it knows how much of it has arrived. */
function createPatientServer(patience: ConnectionPatience): Server {
  return createServer({
    headersTimeout: patience.headers,
    requestTimeout: 0,
    keepAliveTimeout: patience.keepAlive,
    connectionsCheckingInterval: patience.check,
  });
}

/** The app for callers over the network: queued, within their allowances, and audited if the audit is on. */
function openToNetwork(app: App, admission: Admission): App {
  const bounded = admittedApp(spendingApp(app), admission);
  return app.config.audit.isOn ? auditedApp(bounded) : bounded;
}

interface RouteParts {
  readonly entry: EntryPoint;
  readonly apollo: ApolloEntry;
  readonly metrics: RequestHandler;
  readonly connections: Pick<Connections, 'isRefused'>;
  /** Aborted once the server is to get no new work. */
  readonly retiring: AbortSignal;
}

function routes(app: App, { entry, apollo, metrics, connections, retiring }: RouteParts): Express {
  const { log, config } = app;
  const site = express().disable('x-powered-by').set('query parser', 'simple');
  site.use(rememberResponse, traceRequests(log), securityHeaders);
  // Before the refusal: a probe that is answered with "too many" would end a healthy process.
  site.use(healthRoutes(app, retiring), refuseTooMany(connections));
  if (entry.local) site.use(demandThisMachine);
  const schemaPaths = ['/schema.graphql', '/possibleTypes.json'];
  site.use(['/graphql', '/uploads', '/mcp', ...schemaPaths], allowOrigins(config.corsOrigins));
  site.use('/graphql', demandCaller(entry.authenticate), refuseFiles, readBody, (request, _response, next) => {
    checkVariables((request.body as { readonly variables?: unknown } | undefined)?.variables);
    next();
  });
  site.use('/graphql', readDocumentId(entry.trusted));
  const events = openEventStream(entry);
  site.all('/graphql/stream', events);
  site.all('/graphql', (request, response, next) =>
    wantsEventStream(request) ? events(request, response, next) : next(),
  );
  site.all('/graphql', apollo.middleware);
  site.get(schemaPaths, demandCaller(entry.authenticate), schemaFiles(entry.schema, entry.introspection));
  if (config.mcp) site.use('/mcp', mcpRoutes(entry));
  site.get('/metrics', metrics);
  site.post('/uploads', demandCaller(entry.authenticate), receiveUploads(entry.app.jobs));
  site.use(pageRoutes({ graphiql: config.graphiql, chat: config.models.chat !== 'none' }));
  site.use((request) => {
    throw new CandorError('NOT_FOUND', `There is nothing at ${request.path}.`, {
      remedy: config.graphiql ? 'GraphQL is at /graphql, GraphiQL at /graphiql.' : 'GraphQL is at /graphql.',
    });
  });
  return site.use('/mcp', answerFailures(log, refusedRequest)).use(answerFailures(log));
}

function refuseTooMany({ isRefused }: Pick<Connections, 'isRefused'>): RequestHandler {
  return (request, response, next) => {
    if (!isRefused(request.socket)) return next();
    response.set({ Connection: 'close', 'Retry-After': '1' });
    throw tooMany();
  };
}

/** Answers and progress use POST only: nothing is pushed between requests, and there is no session to end. */
function mcpRoutes({ app, authenticate, perSocket, stopping }: EntryPoint): Router {
  const routes = express.Router();
  routes.post('/', demandCaller(authenticate), readBody, async (request, response) => {
    // The messages of a batch run concurrently, like the operations of a socket.
    if (Array.isArray(request.body) && request.body.length > perSocket)
      throw new CandorError('BAD_INPUT', `The batch has more than ${perSocket} messages.`, {
        remedy: 'Send fewer at once; operationsPerSocket of CANDOR_LIMITS is the limit.',
        details: { maxMessages: perSocket },
      });
    // Loaded by the first request: the protocol's library takes as long as the rest of the start.
    return (await import('../mcp/createMcpServer.ts')).answerHttp(
      { app, caller: callerOf(response), signal: stopping },
      request,
      response,
      request.body,
    );
  });
  routes.all('/', (_request, response) => {
    response.set('Allow', 'POST');
    throw new RequestFault(405, 'Assistants are answered over POST alone.', 'POST each message to /mcp.');
  });
  return routes;
}

const [largeBody, smallBody] = [bodyLimitBytes, smallBodyLimitBytes].map((limit) => express.json({ limit }));

const readBody: RequestHandler = (request, response, next) =>
  (callerOf(response).role === 'READER' ? smallBody : largeBody)?.(request, response, next);

async function listen(server: Server, { host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFault(error, host, port)));
    server.listen({ host, port }, resolve);
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): CandorError {
  const problem =
    error.code === 'EADDRINUSE'
      ? `PORT: ${port} is in use on ${host}`
      : `HOST and PORT: cannot listen on ${host}:${port} (${error.code ?? error.message})`;
  return new CandorError('BAD_CONFIG', `${problem}.`, {
    cause: error,
    remedy: 'Stop the other program, or set PORT to a free port (0 picks one).',
  });
}

async function drain(
  server: Server,
  connections: Connections,
  stop: AbortController,
  closeSockets: () => Promise<void>,
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  stop.abort(new CandorError('CANCELLED', 'The server is stopping.'));
  const cut = setTimeout(() => server.closeAllConnections(), cutMillis);
  connections.endIdle();
  await closeSockets();
  await closed;
  clearTimeout(cut);
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
