// Prints each failed test again, since a log may be cut above its end, then `N passed, N failed`, and `N skipped` where there
// are any, over vitest's JSON reports in the folder that is named.
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const folder = process.argv[2];
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));

for (const file of reports.flatMap((report) => report.testResults)) {
  const name = relative(process.cwd(), file.name);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && file.status === 'failed') console.log(`\nFAILED ${name}\n${begin(file.message)}`);
  for (const { fullName, failureMessages } of failed)
    console.log(`\nFAILED ${name} > ${fullName}\n${begin(failureMessages[0])}`);
}

const total = (key) => reports.reduce((sum, report) => sum + report[key], 0);
const skipped = total('numPendingTests') + total('numTodoTests');
console.log(
  `${total('numPassedTests')} passed, ${total('numFailedTests')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);

/** What went wrong and where, without the whole stack. */
function begin(message = '') {
  return message.split('\n').slice(0, 12).join('\n').slice(0, 1_500);
}
