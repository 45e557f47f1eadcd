/**
 * Writes the table of docs/quality.md: every set of a folder, every preset, a sample of the questions, worst type
 * first.
 *
 *   npm run bench quality -- SETS_FOLDER [--sets a,b] [--limit 100] [--seed 1] [--out FILE]
 *
 * Runs `candor eval SET --preset all --limit N` for each set in a separate process, and writes the results as Markdown.
 * A set that fails is named, not left out.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { EvaluationFigures } from '../src/evaluation/figures/figures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string' },
    limit: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const [root] = positionals;
if (!root) throw new Error('Give the folder that holds the sets, as in: npm run bench quality -- ../shared/eval');
const sets =
  values.sets?.split(',') ??
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
const run = promisify(execFile);
const blocks: string[] = [];

for (const set of sets) {
  process.stderr.write(`${set}\n`);
  const file = join(tmpdir(), `candor-quality-${set}.json`);
  try {
    await run(
      process.execPath,
      [
        '--import',
        'tsx',
        'src/main.ts',
        'eval',
        join(root, set),
        '--preset',
        'all',
        '--limit',
        values.limit,
        '--seed',
        values.seed,
        '--json',
        file,
        '--quiet',
      ],
      { maxBuffer: 64e6 },
    )
      // With faults or unreadable documents it ends with 1 but still returns figures.
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 1) throw error;
      });
    blocks.push(blockOf(JSON.parse(readFileSync(file, 'utf8')) as EvaluationFigures));
  } catch (error) {
    blocks.push(`### ${set}\n\nCould not be measured: ${String(error).split('\n')[0]}`);
  }
  const text = `${heading()}\n\n${blocks.join('\n\n')}\n`;
  if (values.out) writeFileSync(values.out, text);
  else if (set === sets.at(-1)) process.stdout.write(text);
}

function heading(): string {
  return `\`npm run bench quality -- SETS_FOLDER --limit ${values.limit} --seed ${values.seed}\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, built-in embedder, no chat model. Shares are of the judged questions, with 95 % intervals; utility = right - 2 x wrong; always refusing has 0.`;
}

function blockOf(figures: EvaluationFigures): string {
  const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`);
  const interval = (range: readonly [number, number] | null) =>
    range ? ` (${(100 * range[0]).toFixed(0)}–${(100 * range[1]).toFixed(0)})` : '';
  const number = (value: number | null) => (value === null ? '–' : value.toFixed(2));
  const rows = figures.presets.map((preset) => [
    preset.preset,
    `${percent(preset.rightAnswers, preset.judged)}${interval(preset.rightInterval)}`,
    `${percent(preset.wrongAnswers, preset.judged)}${interval(preset.wrongInterval)}`,
    percent(preset.rightRefusals + preset.okRefusals, preset.judged),
    percent(preset.overRefusals, preset.judged),
    number(preset.utility),
    number(preset.confidence.aurocRight),
    number(preset.confidence.calibrationError),
    number(preset.retrieval.recallAt10),
    number(preset.retrieval.ndcgAt10),
    number(preset.latency.p50 === null ? null : preset.latency.p50 / 1000),
    String(preset.faults),
  ]);
  const candor = figures.presets.find(({ preset }) => preset === 'candor');
  const worst = (candor?.byType ?? [])
    .filter(({ judged }) => judged > 0)
    .slice(0, 3)
    .map(
      (type) =>
        `${type.type} (${type.judged}): ${percent(type.rightAnswers, type.judged)} right, ${percent(type.wrongAnswers, type.judged)} wrong`,
    );
  return [
    `### ${figures.set}`,
    '',
    `${figures.questions} questions over ${figures.documents} documents.${worst.length > 0 ? ` Worst types of candor: ${worst.join('; ')}.` : ''}`,
    '',
    '| preset | right | wrong | refused rightly | over-refused | utility | AUROC right | ECE | recall@10 | nDCG@10 | p50 s | faults |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}
