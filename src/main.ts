#!/usr/bin/env node
import { runCli } from './cli/runCli.ts';
import { processTerminal } from './cli/terminal.ts';
import { loadConfig, loadEnvironmentFile } from './config.ts';

/**
 * An orderly end takes 10 s for requests in flight, 8 s for a job and 5 s for the database at most; supervisors kill
 * after 30 s.
 */
const stopMillis = 25_000;
/** A socket whose other end is silent would keep a process that is done. */
const idleMillis = 2_000;
/**
 * The first start of a server takes up to 12 s before it takes the commands of other terminals, and 40 s on a machine
 * that is busy.
 */
const lockWaitMillis = 60_000;
/** 128 + SIGINT, as shells count. */
const interrupted = 130;

const abort = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // The first signal asks for an orderly end, the second one forces it.
  process.on(name, () => {
    if (abort.signal.aborted) process.exit(interrupted);
    abort.abort(new Error(name));
    exitAfter(stopMillis, interrupted);
  });
}
// The reader of a pipe may leave early, as `head` does: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Whoever collects the log may go away too; a server answers all the same, and a fault that cannot be told has its exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: processTerminal(),
  signal: abort.signal,
  lockWaitMillis,
  doors: {
    loadConfig: () => {
      loadEnvironmentFile();
      return loadConfig();
    },
    // Loaded when needed: help and usage errors answer at once.
    openApp: async (config, options) => (await import('./app.ts')).openApp(config, options),
    startServer: async (app, config) => {
      if ((await import('./http/buildPages.ts')).buildPages())
        process.stderr.write('Console and GraphiQL are being built: their pages are there in some seconds.\n');
      return (await import('./http/server.ts')).startServer(app, config);
    },
  },
});
if (abort.signal.aborted) exitAfter(idleMillis, process.exitCode);

/** Keeps nothing alive: it counts only while something else does. */
function exitAfter(millis: number, code: number): void {
  setTimeout(() => process.exit(code), millis).unref();
}
