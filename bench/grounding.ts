/**
 * Measures how many false claims with a genuine quote the checks of `verifyClaim` catch, by kind, and how many true
 * ones they refuse. No database, no model.
 *
 *   npm run bench grounding -- [--kind a,b] [--count N] [--show N] [--seed N] [--json FILE] [--sample]
 *   npm run bench grounding -- --citations 100000 [--seed N]
 *
 * False claims are made from the sentences of sample/knowledge and, if available, of the sets in ../shared/eval, 200 of
 * each kind from each of the two. They are also made from the paraphrases in test/golden, so that the wording of the
 * claim is not that of the quote. A shortfall there is shown but does not fail the run: there are few, and the issue
 * names the first two sources.
 * True claims are verbatim sentences, cells of tables, and the paraphrases. --kind leaves the true claims out, unless
 * it is `true`. --show prints examples of errors, --sample leaves the sets out. The exit code is 1 if a target of issue
 * 6 is missed.
 * --citations instead composes that many citations over all texts of the sets, including damaged ones, and checks each
 * against its document.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAlarms, paraphraseFact, readParaphrases, trueClaims, type AlarmResult } from './groundingAlarms.ts';
import { generateCitations, readEverything } from './groundingCitations.ts';
import { openLibrary, questionsOf } from './groundingDraw.ts';
import { kinds, type Kind, type Library } from './groundingMutation.ts';
import { formatRows, isMet, type Row } from './groundingReport.ts';
import { measureKind, rewordedKinds, type KindResult } from './groundingRun.ts';
import {
  evalFolder,
  evalSets,
  findCorpus,
  goldenFolder,
  readDocuments,
  sampleFolder,
  type BenchDocument,
  type Fact,
} from './groundingTexts.ts';

const { values: flags } = parseArgs({
  options: {
    kind: { type: 'string' },
    count: { type: 'string', default: '200' },
    show: { type: 'string', default: '0' },
    seed: { type: 'string', default: '6' },
    json: { type: 'string' },
    sample: { type: 'boolean', default: false },
    citations: { type: 'string' },
  },
});
const seed = Number(flags.seed);
const count = Number(flags.count);
/** Documents of each set: enough to make 200 claims of each kind, few enough to be read in seconds. */
const perSet = 120;
/** Damaged documents of each corpus. */
const perDamaged = 60;
const print = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = (flags.citations === undefined ? await runMutations() : await runCitations(Number(flags.citations)))
  ? 0
  : 1;

async function runMutations(): Promise<boolean> {
  const named = flags.kind?.split(',').filter((name) => name !== 'true');
  const asked = named === undefined ? kinds : named.map((name) => kindOf(name));
  const sample = await openLibrary(await readDocuments('sample', sampleFolder), [questionsOf(goldenFolder)]);
  const evaluation = flags.sample ? undefined : await openSets();
  const paraphrases = await readParaphrases();
  const reworded = paraphrases.flatMap((paraphrase) => paraphraseFact(paraphrase, sample.documents) ?? []);
  const results = asked.flatMap((kind): KindResult[] => [
    measureKind(kind, 'sample', sample, count, seed),
    ...(evaluation ? [measureKind(kind, 'eval', evaluation, count, seed)] : []),
    ...(rewordedKinds.has(kind) ? [forInformation(measureKind(kind, 'reworded', sample, count, seed, reworded))] : []),
  ]);
  if (results.length > 0)
    print(
      formatRows(
        'mutation',
        'caught',
        results.map(({ row }) => row),
      ),
    );
  for (const result of results) showMissed(result);
  const alarms =
    flags.kind !== undefined && !flags.kind.split(',').includes('true')
      ? []
      : [
          ...sentenceAlarms('sample', sample),
          ...(evaluation ? sentenceAlarms('eval', evaluation) : []),
          ...paraphraseAlarms(paraphrases, reworded),
        ];
  if (alarms.length > 0)
    print(
      `\n${formatRows(
        'true claim',
        'refused',
        alarms.map(({ row }) => row),
      )}`,
    );
  for (const result of alarms) showAlarms(result);
  return conclude([...results, ...alarms].map(({ row }) => row));
}

function kindOf(name: string): Kind {
  const kind = kinds.find((known) => known === name);
  if (!kind) throw new Error(`--kind is one or more of true, ${kinds.join(', ')}, not "${name}"`);
  return kind;
}

function forInformation<Result extends { readonly row: Row }>(result: Result): Result {
  return { ...result, row: { ...result.row, counts: false } };
}

function sentenceAlarms(source: string, { facts }: Library): AlarmResult[] {
  const { verbatim, trimmed, cell } = trueClaims(facts, 5 * count, seed);
  return [
    measureAlarms('sentence', source, verbatim, 0.01),
    measureAlarms('sentence without its stop', source, trimmed, 0.01),
    measureAlarms('cell of a table', source, cell, 0.1),
  ];
}

function paraphraseAlarms(
  paraphrases: readonly { readonly claim: string; readonly form: string }[],
  reworded: readonly Fact[],
): AlarmResult[] {
  const shorter = new Set(paraphrases.filter(({ form }) => form === 'SHORTER').map(({ claim }) => claim));
  const claims = reworded.map((fact) => ({ fact, claim: fact.claim, quote: fact.text }));
  return [
    measureAlarms('paraphrase', 'golden', claims, 0.1),
    forInformation(
      measureAlarms(
        '… that leaves a clause out',
        'golden',
        claims.filter(({ claim }) => shorter.has(claim)),
        0.1,
      ),
    ),
  ];
}

function showMissed({ row, missed }: KindResult): void {
  for (const { fact, claim, quote } of missed.slice(0, Number(flags.show))) {
    print(
      `\n${row.name}, ${row.source}: ${fact.document.key}\n  claim: ${claim}\n  quote: ${quote}${quote === fact.text ? '' : `\n  true:  ${fact.text}`}`,
    );
  }
}

function showAlarms({ row, alarms }: AlarmResult): void {
  for (const { claim, quote, reason } of alarms.slice(0, Number(flags.show)))
    print(`\n${row.name}, ${row.source}: ${reason}\n  claim: ${claim}\n  quote: ${quote}`);
}

async function conclude(rows: readonly Row[]): Promise<boolean> {
  if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify({ seed, rows }, null, 2)}\n`);
  const short = rows.filter((row) => row.counts && !isMet(row));
  print(
    short.length === 0
      ? '\nAll targets are met.'
      : `\nShort of the target: ${short.map(({ name, source }) => `${name} (${source})`).join(', ')}`,
  );
  return short.length === 0;
}

async function openSets(): Promise<Library | undefined> {
  const documents: BenchDocument[] = [];
  const questions: string[] = [];
  for (const set of evalSets) {
    const path = await findCorpus(set);
    if (path === undefined) continue;
    documents.push(...(await readDocuments(set, path, perSet)));
    questions.push(questionsOf(join(evalFolder, set)));
  }
  const attacks = await findCorpus('bipia');
  return documents.length === 0
    ? undefined
    : openLibrary(documents, questions, attacks && join(evalFolder, 'bipia', 'attacks.jsonl'));
}

async function runCitations(wanted: number): Promise<boolean> {
  const documents = [...(await readDocuments('sample', sampleFolder)), ...(await readEverything(perDamaged))];
  const counted = generateCitations(documents, wanted, seed);
  print(
    `${counted.citations} citations of ${counted.claims} claims from ${counted.passages} passages of ${documents.length} documents: ${counted.failures.length} failed; ${counted.refused} claims that are their own quote were refused`,
  );
  for (const failure of counted.failures.slice(0, 20)) print(`  ${failure}`);
  for (const refusal of counted.refusals.slice(0, Number(flags.show))) print(`  refused: ${refusal}`);
  return counted.failures.length === 0 && counted.citations >= wanted;
}
