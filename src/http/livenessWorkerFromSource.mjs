// Starts livenessWorker.ts from a checkout. A worker does not inherit tsx (see knowledge/formats/process/parserWorkerFromSource.mjs).
// Compiled code starts livenessWorker.js and never comes here.
import { register } from 'tsx/esm/api';

register();
await import('./livenessWorker.ts');
