// Starts parserWorker.ts from a checkout. The process does not inherit tsx: it is given no flags of its
// parent, and under vitest there is none to inherit. Compiled code starts parserWorker.js and never comes here.
import { register } from 'tsx/esm/api';

register();
await import('./parserWorker.ts');
