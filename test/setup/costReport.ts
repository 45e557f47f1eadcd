import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import './provided.ts';

/** Units of CPU time, each a fixed job that was timed in the same run: a slower machine, or one that others use, has longer ones. */
interface Budget {
  /** For all files of the tier together; null: only printed. */
  readonly tier: number | null;
  /** For one file; null: only printed. */
  readonly file: number | null;
}

export interface FileCost {
  readonly path: string;
  readonly units: number;
  /** How many files its worker had run before. */
  readonly order: number;
}

/** Files of `npm test` that may take more units than others, and why: what they share cannot be made once for all of them. */
export const largeFiles: Readonly<Record<string, { readonly units: number; readonly reason: string }>> = {
  'test/architecture.test.ts': { units: 8, reason: 'parses every file of src, test and bench' },
  'test/agent/outcomes.db.test.ts': { units: 4, reason: 'asks for every kind of outcome' },
  'test/db/backup/backup.db.test.ts': { units: 3.5, reason: 'saves and restores whole databases' },
  'test/db/database.db.test.ts': { units: 4, reason: 'opens databases of its own' },
  'test/db/isolation.db.test.ts': { units: 3.5, reason: 'opens a database of its own, and fills every table' },
  'test/db/migrate.db.test.ts': { units: 3, reason: 'opens databases of its own' },
  'test/db/schema.db.test.ts': { units: 3, reason: 'opens a database of its own' },
  'test/formats/formats.test.ts': { units: 3.5, reason: 'reads a file of every format' },
  'test/knowledge/chunk.test.ts': { units: 2.5, reason: 'draws texts, cuts them and puts them together again' },
  'test/knowledge/fetchUrlLimits.test.ts': { units: 2.5, reason: 'packs and sends more bytes than are taken' },
  'test/knowledge/formats/anyText.test.ts': { units: 3.5, reason: 'draws texts for every parser' },
  'test/knowledge/formats/tables.test.ts': { units: 2.5, reason: 'reads a PDF for every layout of a table' },
  'test/models/builtin/builtinEmbedder.test.ts': { units: 3.5, reason: 'loads models of its own' },
};

/** The first files of a worker also pay for what it keeps: a database, an embedder, a reader and the sample's vectors. */
const firstFiles = { count: 10, units: 8 };
/** What the same file was seen to take more beside other programs, in units too. */
const noise = 4 / 3;
/** Of fewer samples the middle one says little, and a part of a tier has no budget. */
const fewestSamples = 12;

/** Prints what the files of a run cost, and fails where one, or all together, took more than may be. */
export class CostReport implements Reporter {
  private readonly budget: Budget;
  private readonly file: string | null;

  constructor(budget: Budget, file: string | null) {
    this.budget = budget;
    this.file = file;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.flatMap((module) => {
      const { cost } = module.meta();
      return cost ? [{ path: relative(process.cwd(), module.moduleId), ...cost }] : [];
    });
    if (this.file !== null)
      for (const { path, own, children, wall } of costs)
        appendFileSync(this.file, `${JSON.stringify({ file: path, own, children, wall })}\n`);
    const samples = costs.flatMap(({ unit }) => unit ?? []).sort((left, right) => left - right);
    const unit = samples[Math.floor(samples.length / 2)];
    if (unit === undefined || samples.length < fewestSamples) return;
    const files = costs.map(({ path, own, children, order }) => ({ path, order, units: (own + children) / unit }));
    const faults = overBudget(files, this.budget);
    process.stdout.write(`\n${describe(files, unit, this.budget)}\n`);
    for (const fault of faults) process.stdout.write(`FAILED: ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

/** One line for each file and for a tier that takes too much. */
export function overBudget(files: readonly FileCost[], budget: Budget): string[] {
  const total = sumOf(files);
  const faults = files.flatMap(({ path, units, order }) => {
    if (budget.file === null) return [];
    const allowed = (largeFiles[path]?.units ?? budget.file) + (order < firstFiles.count ? firstFiles.units : 0);
    return units > allowed * noise ? [`${path} takes ${units.toFixed(1)} units, more than ${allowed}`] : [];
  });
  const isOver = budget.tier !== null && total > budget.tier * noise;
  return isOver ? [...faults, `the tier takes ${total.toFixed(0)} units, more than ${budget.tier}`] : faults;
}

const sumOf = (files: readonly FileCost[]) => files.reduce((sum, { units }) => sum + units, 0);

function describe(files: readonly FileCost[], unit: number, { tier }: Budget): string {
  const most = [...files].sort((left, right) => right.units - left.units).slice(0, 8);
  const budget = tier === null ? '' : ` of at most ${tier}`;
  return [
    `${sumOf(files).toFixed(0)}${budget} units of ${unit.toFixed(2)} CPU seconds; the most:`,
    ...most.map(({ path, units }) => `${units.toFixed(1).padStart(6)} ${path}`),
  ].join('\n');
}
