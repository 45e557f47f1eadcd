import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import './provided.ts';
import { contractSuite } from './contractSuite.ts';

/** After a whole contract suite: fails where a statement of src, as test/db/sql.test.ts finds them, was executed by no file of this run over the embedded database. */
export class StatementReport implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed = modules.filter((module) => module.ok());
    const paths = new Set(passed.map(({ moduleId }) => relative(process.cwd(), moduleId)));
    const declared = passed.flatMap((module) => module.meta().declared ?? []);
    const isWhole = declared.length > 0 && contractSuite.every((path) => paths.has(path));
    if (!isWhole || this.vitest?.config.testNamePattern !== undefined) return;
    const ran = new Set(passed.flatMap((module) => module.meta().statements ?? []));
    const missed = declared.filter((name) => !ran.has(name));
    process.stdout.write(
      `\n${declared.length - missed.length} of ${declared.length} statements were executed over PGlite\n`,
    );
    for (const name of missed) process.stdout.write(`FAILED: no test of this tier executes ${name} over PGlite\n`);
    if (missed.length > 0) process.exitCode = 1;
  }
}
