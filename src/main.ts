#!/usr/bin/env node
import { runCli } from './cli/runCli.ts';
import { processTerminal } from './cli/terminal.ts';
import { isOfNpm, loadConfig, loadEnvironmentFile } from './config/config.ts';

/**
 * An orderly shutdown takes at most 10 s for requests in flight, 8 s for a job and 5 s for the database. Supervisors
 * kill the process after 30 s. The configured drain time comes on top of both.
 */
const stopMillis = 25_000;
/** A socket whose other end is silent would keep a finished process alive. */
const idleMillis = 2_000;
/**
 * The first start of a server takes up to 12 s before it accepts commands from other terminals, and 40 s on a busy
 * machine.
 */
const lockWaitMillis = 60_000;
/** 128 + SIGINT, by shell convention. */
const interrupted = 130;

/** How often a process of npm looks whether it was left behind. */
const orphanMillis = 500;

const abort = new AbortController();
let drainMillis = 0;
const stop = (reason: string) => {
  abort.abort(new Error(reason));
  exitAfter(drainMillis + stopMillis, interrupted);
};
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // The first signal requests an orderly shutdown; the second forces an exit.
  process.on(name, () => {
    if (abort.signal.aborted) process.exit(interrupted);
    stop(name);
  });
}
// npm hands a signal on to the shell that it starts a script in. Our scripts replace that shell ("exec"): dash keeps
// SIGINT for itself until its command ends, and SIGTERM ends it alone. And a killed npm leaves this process behind.
if (isOfNpm()) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (!abort.signal.aborted) stop('npm ended');
  }, orphanMillis).unref();
}
// The reader of a pipe may leave early, as `head` does. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// The log collector may go away too. A server keeps answering; a fault that cannot be logged still sets the exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: processTerminal(),
  signal: abort.signal,
  lockWaitMillis,
  doors: {
    loadConfig: () => {
      loadEnvironmentFile();
      const config = loadConfig();
      ({ drainMillis } = config.connections);
      return config;
    },
    // Loaded on demand, so that help and usage errors are immediate.
    openApp: async (config, options) => (await import('./app/app.ts')).openApp(config, options),
    startServer: async (app, config) => {
      if ((await import('./http/buildPages.ts')).buildPages())
        process.stderr.write('Console and GraphiQL are being built: their pages are there in some seconds.\n');
      return (await import('./http/server.ts')).startServer(app, config);
    },
  },
});
if (abort.signal.aborted) exitAfter(idleMillis, process.exitCode);

/** Does not keep the process alive: the timer only matters if something else does. */
function exitAfter(millis: number, code: number): void {
  setTimeout(() => process.exit(code), millis).unref();
}
