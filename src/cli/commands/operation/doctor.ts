import type { Check } from '../../../app/app.ts';
import { CandorError, diagnosisOf, isCandorError, messageOf } from '../../../errors.ts';
import { redact, silentLog } from '../../../log.ts';
import type { Command, CommandContext } from '../../command.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Test database, migrations, roles, embedder and chat model; exit code 1 if a check fails.',
  usage: 'doctor [flags]',
  positionals: [0, 0],
  flags: {},
  examples: ['doctor', 'doctor --json'],
  async run(context) {
    const checks = await runChecks(context);
    const passed = checks.every((check) => check.passed);
    context.print({ json: { passed, checks }, text: checklist(checks) });
    return passed ? 0 : 1;
  },
};

/**
 * What keeps the app from opening is the finding that a person looks for, so it becomes a check instead of an error.
 */
async function runChecks({ doors, config, signal }: CommandContext): Promise<readonly Check[]> {
  try {
    const app = await doors.openApp(config, { log: silentLog });
    try {
      return await app.doctor({ signal });
    } finally {
      await app.close();
    }
  } catch (error) {
    const fault = isCandorError(error) ? error : new CandorError('INTERNAL', messageOf(error));
    return [
      { name: 'start', passed: false, detail: redact(`${fault.code}: ${diagnosisOf(fault)}`), remedy: fault.remedy },
    ];
  }
}

function checklist(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, passed, detail, remedy }) => [
    `${passed ? '✓' : '✗'} ${name}: ${detail}`,
    ...(remedy !== null && !passed ? [`  → ${remedy}`] : []),
  ]);
  const failed = checks.filter((check) => !check.passed).length;
  return [
    ...lines,
    '',
    failed === 0 ? `All ${checks.length} checks passed.` : `${failed} of ${checks.length} checks failed.`,
  ].join('\n');
}
