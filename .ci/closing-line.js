// Prints `N passed, N failed`, and `N skipped` where there are any, over vitest's JSON reports in the folder that is named.
import { readdirSync, readFileSync } from 'node:fs';

const folder = process.argv[2];
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
const total = (key) => reports.reduce((sum, report) => sum + report[key], 0);
const skipped = total('numPendingTests') + total('numTodoTests');

console.log(
  `${total('numPassedTests')} passed, ${total('numFailedTests')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
