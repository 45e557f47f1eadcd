/**
 * Learns which lines void the statements around them ("Plan for 2027 (rejected)", "The motion fell."), from lines that
 * were written for it by several hands, half of the harmless ones near twins, and from the vectors of the built-in embedders.
 *
 *   npm run fit voids -- [--write]
 *
 * Prints, by kind of line, what a model of the other hands' lines finds of each hand's void ones where so many ordinary
 * lines are taken for one: headings, leads and sentences of the sample and of bench/typed, which void next to nothing.
 * `--write` stores the models of all in weights/answers/voids.json. Deterministic; three minutes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatTable, right } from '../../src/cli/output/table.ts';
import { logistic } from '../../src/confidence/score.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type LineKind, lineKinds } from '../../src/grounding/place/voids.ts';
import { parseMarkdown } from '../../src/knowledge/formats/markdown/markdown.ts';
import { sentences } from '../../src/knowledge/language/sentences.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { openModels } from '../../src/models/openModels.ts';
import { auroc } from './fitFigures.ts';
import { fitRidge, vectorScore } from './fitRidge.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const source = 'weights/answers/training/voids.jsonl';
const target = 'weights/answers/voids.json';
const ordinary = ['sample', 'bench/typed'];
const shares = [0.005, 0.01, 0.02, 0.03];
/** Of ordinary lines, so many may be taken for one that voids: a statement has some five around it. */
const falsely: Readonly<Record<LineKind, number>> = { above: 0.01, behind: 0.02 };
const ridge = 0.5;
const digits = 1_000;

const Line = z.object({
  line: z.string(),
  kind: z.enum(lineKinds),
  void: z.boolean(),
  group: z.string(),
  hand: z.string(),
});
type Line = z.infer<typeof Line>;

const written = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Line.parse(JSON.parse(line)));
const hands = [...new Set(written.map(({ hand }) => hand))];
const usual = ordinaryLines();
const stored: Record<string, unknown> = {};
for (const name of ['english', 'multilingual'] as const) {
  const { embedder, close } = await openModels({ ...loadConfig({}).models, embedder: name }, silentLog);
  stored[embedder.fingerprint] = await modelsBy(embedder);
  await close();
}
if (values.write) writeFileSync(target, `${JSON.stringify(stored)}\n`);

async function modelsBy(embedder: Embedder): Promise<Record<string, unknown>> {
  const models: Record<string, unknown> = {};
  const rows: string[][] = [];
  for (const kind of lineKinds) {
    const own = written.filter((line) => line.kind === kind);
    const vectors = await embedder.embedDocuments(own.map(({ line }) => line));
    const all = own.map((line, at) => ({ ...line, y: line.void, vector: vectors[at] ?? new Float32Array() }));
    const ordinaryVectors = await embedder.embedDocuments(usual[kind]);
    const crossed = hands.map((hand) => {
      const model = fitRidge(
        all.filter((line) => line.hand !== hand),
        ridge,
      );
      return {
        told: all
          .filter((line) => line.hand === hand)
          .map(({ vector, y }) => ({ value: vectorScore(model, vector), right: y })),
        falsely: ordinaryVectors.map((vector) => vectorScore(model, vector)),
      };
    });
    const told = crossed.flatMap((each) => each.told);
    const false_ = crossed.flatMap((each) => each.falsely).sort((left, right) => right - left);
    const at = (share: number) => false_[Math.floor(false_.length * share)] ?? 0;
    const found = (share: number, y: boolean) => {
      const members = told.filter((each) => each.right === y);
      return members.filter(({ value }) => value > at(share)).length / members.length;
    };
    rows.push([
      kind,
      String(own.length),
      auroc(told).toFixed(3),
      ...shares.flatMap((share) => [found(share, true).toFixed(2), found(share, false).toFixed(3)]),
    ]);
    const { intercept, weights } = fitRidge(all, ridge);
    const round = (value: number) => Math.round(value * digits) / digits;
    models[kind] = {
      intercept: round(intercept),
      weights: weights.map(round),
      from: round(logistic(at(falsely[kind]))),
    };
  }
  print(embedder, rows);
  return models;
}

function print({ fingerprint }: Embedder, rows: readonly string[][]): void {
  const titles = shares.flatMap((share) => [right(`found at ${share}`), right('twins')]);
  process.stdout.write(
    `${fingerprint}\n${formatTable([{ title: 'kind' }, right('lines'), right('AUROC'), ...titles], rows)}\n\n`,
  );
}

/** Headings and leads, and sentences that are not the first of their paragraph. */
function ordinaryLines(): Record<LineKind, string[]> {
  const found = { above: new Set<string>(), behind: new Set<string>() };
  for (const folder of ordinary)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()) {
      const body = readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const { text, blocks } = parseMarkdown(body);
      for (const { kind, start, end } of blocks) {
        const block = text.slice(start, end);
        if (kind === 'HEADING') found.above.add(block.replace(/^#+ /, ''));
        if (kind !== 'PARAGRAPH') continue;
        if (block.endsWith(':')) found.above.add(block);
        for (const span of sentences(block).slice(1)) found.behind.add(block.slice(span.start, span.end));
      }
    }
  return { above: [...found.above], behind: [...found.behind] };
}
