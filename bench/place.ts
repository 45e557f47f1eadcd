/**
 * Asks questions whose tempting answer is a document's own words, and false without the line, heading, column, label or
 * neighbour that governs them (place/README.md), and as many harmless twins. Each half is one workspace.
 *
 *   npm run bench place -- [--half own|apart] [--only denied|voided|twin|short] [--gate N] [--list] [--json]
 *
 * Without `--half`, both. Prints by kind and format what was right, false and refused, then the goals. `--gate` answers
 * from another confidence than the product's, 0 to 1. `--list` prints what was not right, `--json` everything instead.
 * Fails if an answer is false and CONFIDENT.
 */
import { parseArgs } from 'node:util';
import { openApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/log.ts';
import { type AskedPlace, askPlace } from './place/askPlace.ts';
import { type PlaceHalf, placeHalves, type PlaceKind, placeKinds } from './place/placeQuestions.ts';
import { isFalseAndSure, placeFailures, placeGoals, placeTable } from './place/placeReport.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string' },
    gate: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const half = oneOf<PlaceHalf>('half', placeHalves, values.half);
const only = oneOf<PlaceKind>('only', placeKinds, values.only);
const asked: AskedPlace[] = [];

const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  for (const each of half ? [half] : placeHalves) {
    const answered = await askPlace(app, each, {
      only,
      gate: values.gate === undefined ? undefined : Number(values.gate),
    });
    asked.push(...answered);
    if (!values.json) print(each, answered);
  }
} finally {
  await app.close();
}
if (values.json) process.stdout.write(`${JSON.stringify(asked, null, 2)}\n`);
if (asked.some(isFalseAndSure)) process.exitCode = 1;

function oneOf<Name extends string>(flag: string, names: readonly Name[], given?: string): Name | undefined {
  const found = names.find((name) => name === given);
  if (given !== undefined && found === undefined) throw new Error(`--${flag} is one of ${names.join(', ')}.`);
  return found;
}

function print(name: PlaceHalf, answered: readonly AskedPlace[]): void {
  process.stdout.write(`${name}\n${placeTable(answered)}\n\n${placeGoals(answered)}\n\n`);
  if (values.list) process.stdout.write(`${placeFailures(answered)}\n\n`);
}
