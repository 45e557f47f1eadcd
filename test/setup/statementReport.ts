import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import './provided.ts';
import { contractSuite } from './contractSuite.ts';

/** After a whole contract suite: fails where a statement of src, as test/db/sql.test.ts finds them, was neither executed nor planned by a file of this run over the embedded database. */
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
    const planned = new Set(passed.flatMap((module) => module.meta().planned ?? []));
    const notRun = declared.filter((name) => !ran.has(name));
    const missed = notRun.filter((name) => !planned.has(name));
    process.stdout.write(
      `\nof ${declared.length} statements ${declared.length - notRun.length} were executed over PGlite, and ${notRun.length - missed.length} planned\n`,
    );
    for (const name of missed) process.stdout.write(`FAILED: no test of this tier plans ${name} over PGlite\n`);
    if (missed.length > 0) process.exitCode = 1;
  }
}
