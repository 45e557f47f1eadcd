import type { RequestHandler } from 'express';
import { Gauge, Registry } from 'prom-client';
import type { App } from '../app.ts';
import type { HealthStatus, WorkspaceHealth } from '../learning/health/health.ts';
import { callerOf } from './caller.ts';

const levels: Readonly<Record<HealthStatus, number>> = { OK: 0, WATCH: 1, ALARM: 2 };

/**
 * The health of the caller's workspace in the text format of Prometheus, made anew for each scrape. Goes behind `demandCaller`: a scraper brings the key of one
 * workspace, and sees that one alone.
 */
export function serveMetrics(app: Pick<App, 'health'>): RequestHandler {
  return async (_request, response) => {
    const registry = metricsOf(await app.health(callerOf(response)));
    response.set('Cache-Control', 'no-store').type(registry.contentType).send(await registry.metrics());
  };
}

function metricsOf(health: WorkspaceHealth): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  const ofCalibration = ['calibration', 'language'] as const;
  gauge('candor_health', 'Whether the calibrations in use still fit: 0 they do, 1 something has moved, 2 alarm. The worst of them; 0 without any.', []).set(levels[health.status]);
  const status = gauge('candor_calibration_health', 'Of one calibration: 0 it fits, 1 something has moved or it is stale, 2 alarm.', ofCalibration);
  const stale = gauge('candor_calibration_stale', '1: fitted with another embedder or another cutting of documents, and not used.', ofCalibration);
  const runs = gauge('candor_calibration_recent_runs', 'Newest runs whose signals are compared with those of the calibration.', ofCalibration);
  const shift = gauge('candor_signal_stability_index', 'Population stability index of a signal since its calibration; above 0.25 it has moved.', [...ofCalibration, 'signal']);
  const moved = gauge('candor_signal_alarm', '1: the signal has moved, and not by chance.', [...ofCalibration, 'signal']);
  const judged = gauge('candor_promise_judged_answers', 'Answers that feedback has judged since the promise was activated.', ofCalibration);
  const wrong = gauge('candor_promise_wrong_answers', 'Those of them that were wrong.', ofCalibration);
  const alpha = gauge('candor_promise_alpha', 'The share of wrong answers that was promised at most.', ofCalibration);
  const broken = gauge('candor_promise_alarm', '1: more answers were wrong than the promise allows for, and it is withdrawn.', ofCalibration);
  for (const { calibrationId, language, status: level, stale: isStale, recentRuns, signals, errors } of health.calibrations) {
    const labels = { calibration: calibrationId, language };
    status.set(labels, levels[level]);
    stale.set(labels, Number(isStale));
    runs.set(labels, recentRuns);
    for (const { signal, stabilityIndex, alarm } of signals) {
      shift.set({ ...labels, signal }, stabilityIndex);
      moved.set({ ...labels, signal }, Number(alarm));
    }
    if (!errors) continue;
    judged.set(labels, errors.answered);
    wrong.set(labels, errors.wrong);
    alpha.set(labels, errors.alpha);
    broken.set(labels, Number(errors.alarmed));
  }
  return registry;
}
