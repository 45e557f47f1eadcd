import { performance } from 'node:perf_hooks';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Registry } from 'prom-client';
import type { App } from '../app/app.ts';
import type { AdmissionConfig } from '../config/limits.ts';
import type { HealthStatus, WorkspaceHealth } from '../learning/health.ts';
import { type Caller, demandScope } from '../workspaces/caller.ts';
import type { Admission, AdmissionLevels } from './guards/admission.ts';
import type { Authenticate, Credentials } from './authenticate.ts';

const levels: Readonly<Record<HealthStatus, number>> = { OK: 0, WATCH: 1, ALARM: 2 };

/** What a scrape covers: one workspace, or all that this process does. */
interface Scope {
  readonly caller: Caller;
  readonly wholeProcess: boolean;
}

interface Metered {
  readonly app: Pick<App, 'health' | 'measures' | 'jobs' | 'config' | 'databaseNodes'>;
  readonly admission: Pick<Admission, 'levels'>;
  readonly authenticate: Authenticate;
}

/**
 * Figures in the text format of Prometheus. With a workspace key that may read, a scraper sees only that workspace.
 * CANDOR_METRICS_KEY and local mode show the figures of the whole process, with the health of the configured workspace.
 * Figures from the database are read afresh for each scrape; counters count from the start of the process.
 */
export function serveMetrics(metered: Metered): RequestHandler {
  return async (request, response) => {
    const scope = await scopeOf(metered, request.headers);
    const { measures } = metered.app;
    const counted = scope.wholeProcess ? measures.ofProcess() : measures.ofWorkspace(scope.caller.workspaceId);
    const read = await readMetrics(metered, scope);
    response
      .set('Cache-Control', 'no-store')
      .type(read.contentType)
      .send(`${await read.metrics()}${await counted.registry.metrics()}`);
  };
}

async function scopeOf({ app: { config }, authenticate }: Metered, credentials: Credentials): Promise<Scope> {
  const given = /^Bearer +(\S+)$/i.exec(credentials.authorization ?? '')?.[1];
  if (config.metricsKey !== undefined && given !== undefined && isSame(given, config.metricsKey))
    return {
      caller: { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null },
      wholeProcess: true,
    };
  // A key that may only ask, which may be embedded in a web page, must not see what everybody asked.
  return { caller: demandScope(await authenticate(credentials), 'READ'), wholeProcess: config.auth === 'local' };
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/**
 * If the database is unavailable, only its own figures are missing: that is when the counters of the process matter
 * most.
 */
async function readMetrics({ app, admission }: Metered, { caller, wholeProcess }: Scope): Promise<Registry> {
  const registry = new Registry();
  const [health, jobs] = await Promise.allSettled([app.health(caller), app.jobs.open(caller)]);
  const gauge = gaugesOf(registry);
  gauge('candor_database_read', '1: the figures that are kept in the database could be read.', []).set(
    Number(health.status === 'fulfilled' && jobs.status === 'fulfilled'),
  );
  if (health.status === 'fulfilled') addHealth(gauge, health.value);
  if (jobs.status === 'fulfilled') {
    const open = gauge('candor_ingest_jobs', 'Ingestions that are not over, by their state.', ['state']);
    for (const [state, count] of Object.entries(jobs.value)) open.set({ state }, count);
  }
  const counter: Counters = (name, help, value) => new Counter({ name, help, registers: [registry] }).inc(value);
  addAdmission(
    gauge,
    counter,
    admission.levels(wholeProcess ? undefined : caller.workspaceId),
    app.config.admission,
    wholeProcess,
  );
  if (wholeProcess) addProcess(gauge, counter);
  if (wholeProcess) await addNodes(gauge, app);
  return registry;
}

type Gauges = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => Gauge<Label>;

/** Reports a figure that something else has counted since the process began. */
type Counters = (name: string, help: string, value: number) => void;

function gaugesOf(registry: Registry): Gauges {
  return (name, help, labelNames) => new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
}

function addAdmission(
  gauge: Gauges,
  counter: Counters,
  { atWork, waiting, refused }: AdmissionLevels,
  { atOnce, perWorkspace, queued }: AdmissionConfig,
  wholeProcess: boolean,
): void {
  gauge('candor_admission_at_work', 'Questions at work.', []).set(atWork);
  gauge('candor_admission_limit', 'How many may be at work at once.', []).set(wholeProcess ? atOnce : perWorkspace);
  gauge('candor_admission_waiting', 'Questions that wait for their turn.', []).set(waiting);
  gauge('candor_admission_queue_limit', 'How many of one workspace may wait.', []).set(queued);
  counter('candor_admission_refused_total', 'Questions that were refused as too many.', refused);
}

function addProcess(gauge: Gauges, counter: Counters): void {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  gauge('process_resident_memory_bytes', 'Memory of the process.', []).set(rss);
  gauge('nodejs_heap_used_bytes', 'Of it, objects of JavaScript.', []).set(heapUsed);
  counter('process_cpu_seconds_total', 'Time that the cores worked for it.', (user + system) / 1e6);
  gauge('process_uptime_seconds', 'Since the process began.', []).set(process.uptime());
  counter(
    'nodejs_eventloop_active_seconds_total',
    'Time in which the event loop was at work; its rate is its utilization, and 1 is all that it can.',
    performance.eventLoopUtilization().active / 1_000,
  );
}

/** What a lost node takes along is no fault of this process, whose readiness does not tell of it. */
async function addNodes(gauge: Gauges, app: Pick<App, 'databaseNodes'>): Promise<void> {
  const nodes = await app.databaseNodes().catch(() => []);
  if (nodes.length === 0) return;
  const answers = gauge(
    'candor_database_node',
    '1: the coordinator reaches this node of Citus; 0: its workspaces fail.',
    ['node'],
  );
  for (const node of nodes) answers.set({ node: node.name }, Number(node.answers));
}

function addHealth(gauge: Gauges, health: WorkspaceHealth): void {
  gauge(
    'candor_health',
    'Whether the calibrations in use still fit: 0 they do, 1 something has moved, 2 alarm. The worst of them; 0 without any.',
    [],
  ).set(levels[health.status]);
  const of = calibrationGauges(gauge);
  for (const {
    calibrationId,
    language,
    status: level,
    activatedAt,
    stale: isStale,
    recentRuns,
    signals,
    errors,
  } of health.calibrations) {
    const labels = { calibration: calibrationId, language };
    of.status.set(labels, levels[level]);
    of.age.set(labels, Math.max(0, (Date.now() - activatedAt.getTime()) / 1_000));
    of.stale.set(labels, Number(isStale));
    of.runs.set(labels, recentRuns);
    for (const { signal, stabilityIndex, alarm } of signals) {
      of.shift.set({ ...labels, signal }, stabilityIndex);
      of.moved.set({ ...labels, signal }, Number(alarm));
    }
    if (!errors) continue;
    of.judged.set(labels, errors.answered);
    of.wrong.set(labels, errors.wrong);
    of.alpha.set(labels, errors.alpha);
    of.broken.set(labels, Number(errors.alarmed));
  }
}

const ofCalibration = ['calibration', 'language'] as const;

/** What is reported about each calibration in use. */
function calibrationGauges(gauge: Gauges) {
  const status = gauge(
    'candor_calibration_health',
    'Of one calibration: 0 it fits, 1 something has moved or it is stale, 2 alarm.',
    ofCalibration,
  );
  const stale = gauge(
    'candor_calibration_stale',
    '1: fitted with another embedder or another cutting of documents, and not used.',
    ofCalibration,
  );
  const age = gauge('candor_calibration_age_seconds', 'Since the calibration was activated.', ofCalibration);
  const runs = gauge(
    'candor_calibration_recent_runs',
    'Newest runs whose signals are compared with those of the calibration.',
    ofCalibration,
  );
  const shift = gauge(
    'candor_signal_stability_index',
    'Population stability index of a signal since its calibration; above 0.25 it has moved.',
    [...ofCalibration, 'signal'],
  );
  const moved = gauge('candor_signal_alarm', '1: the signal has moved, and not by chance.', [
    ...ofCalibration,
    'signal',
  ]);
  const judged = gauge(
    'candor_guarantee_judged_answers',
    'Answers that feedback has judged since the guarantee was activated.',
    ofCalibration,
  );
  const wrong = gauge('candor_guarantee_wrong_answers', 'Those of them that were wrong.', ofCalibration);
  const alpha = gauge('candor_guarantee_alpha', 'The guaranteed highest share of wrong answers.', ofCalibration);
  const broken = gauge(
    'candor_guarantee_alarm',
    '1: more answers were wrong than the guarantee allows, and it is withdrawn.',
    ofCalibration,
  );
  return { status, stale, age, runs, shift, moved, judged, wrong, alpha, broken };
}
