/**
 * Runs `candor eval` with the gate of the default preset open and clarifying questions turned off, so that every
 * question gets the best answer available: a label for every question, and the ceiling for the gate.
 *
 *   npm run bench open-gate -- DIR --runs FILE [the flags of candor eval]
 */
import { presets, type Preset } from '../src/retrieval/presets.ts';

const open: Partial<Preset> = { gate: 'ALWAYS', refines: false };
Object.assign(presets.CANDOR, open);
process.argv.splice(2, 0, 'eval');
process.argv.push('--preset', 'candor');
await import('../src/main.ts');
