// Starts modelWorker.ts from a checkout. A worker does not inherit tsx: its loader (--import tsx) registers itself in the main
// thread only (tsx 4.23), and under vitest there is none to inherit. Compiled code starts modelWorker.js and never comes here.
import { register } from 'tsx/esm/api';

register();
await import('./modelWorker.ts');
