/**
 * Draws small faults over all of src and tells which tier of .ci/run notices each; what no tier notices is tried with the
 * tests of an earlier commit, which tells what a smaller suite has lost.
 *
 *   npm run bench drawn-mutants -- [--drawn 20] [--seed 1] [--since COMMIT] [--at COMMIT] [--minutes 60]
 *                                  [--list] [--database-url URL]
 *
 * Takes HEAD, in a worktree of its own. --since leaves out the code that did not read the same at that commit, --at names
 * the commit whose tests are asked too, --minutes is when to stop, --list only prints what is drawn. First each fault by
 * itself meets the quick tests whose imports reach it. Then all that are left stand in the code at once, and each is tried
 * by itself with the files that fail: a whole tier runs once for all of them. A file that fails without a fault counts for
 * none. Not drawn: the console, whose tests need a browser, what is generated, and catalogues of words.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom, shuffled } from '../src/stats.ts';
import { mutantsOf, type Mutant } from './codeMutants.ts';

const { values: flags } = parseArgs({
  options: {
    drawn: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    since: { type: 'string' },
    at: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    list: { type: 'boolean', default: false },
    'database-url': { type: 'string', default: '' },
  },
});

/** A run of tests: the settings of its tier, and which of its files. */
interface Stage {
  readonly name: string;
  readonly settings: readonly string[];
}

const server = flags['database-url'];
const stages: readonly Stage[] = [
  { name: 'default', settings: [] },
  ...(server === ''
    ? [{ name: 'slow', settings: ['CANDOR_TEST_TIER=all'] }]
    : [
        { name: 'slow', settings: ['CANDOR_TEST_TIER=slow', 'CANDOR_TEST_AFTER=native'] },
        { name: 'native', settings: ['CANDOR_TEST_TIER=native', `CANDOR_TEST_DATABASE_URL=${server}`] },
      ]),
];
/** What takes longer hangs, which is noticed as well. */
const limits = { related: 300, tier: 900 };
const end = Date.now() + Number(flags.minutes) * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'candor-mutants-'));
const say = (line: string) => process.stdout.write(`${line}\n`);
/** What is left then may not have met every test. */
const outOfTime = () => (Date.now() > end ? ', out of time' : '');
const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const isLeftOut = (file: string) => /^src\/console\/|\/(?:generated|catalogue)\//.test(file);

/** A checkout of a commit in which tests can run, with faults or without. */
function openTree(commit: string) {
  const root = join(folder, commit.replaceAll(/\W/g, ''));
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  for (const place of [root, join(root, 'tools')])
    if (existsSync(join(place, 'package.json')))
      execFileSync('npm', ['ci', '--silent', '--prefix', place], { cwd: root });
  // What an earlier commit's .ci/run sets for all suites changes what they notice.
  const draws = /^export .*(CANDOR_TEST_DRAWS=\w+)/m.exec(readFileSync(join(root, '.ci/run'), 'utf8'))?.slice(1) ?? [];
  const report = `${root}.json`;

  /** @returns the files that fail, the setup's and the run's own failures by a name; null where it hangs */
  async function failing(stage: Stage, words: readonly string[], mutants: readonly Mutant[]): Promise<string[] | null> {
    const limit = words.includes('related') ? limits.related : limits.tier;
    rmSync(report, { force: true });
    git('-C', root, 'checkout', '--quiet', '--', 'src');
    for (const { file, before, after } of mutants) {
      const text = readFileSync(join(root, file), 'utf8');
      writeFileSync(
        join(root, file),
        text.replace(before, () => after),
      );
    }
    const shared = ['CI=true', ...draws, `CANDOR_TEST_MODULES=${root}-modules`, `CANDOR_TEST_REPORT=${report}`];
    const command = [
      '--kill-after=15',
      `${limit}`,
      'env',
      ...shared,
      ...stage.settings,
      'npx',
      '--no-install',
      'vitest',
    ];
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile('timeout', [...command, ...words], { cwd: root, maxBuffer: 2 ** 28 }, (error, out, errors) =>
        resolve({ code: error?.code ?? 0, output: out + errors }),
      ),
    );
    if (code === 124 || code === 137) return null;
    if (code === 0) return [];
    if (!existsSync(report)) return ['a setup that ends'];
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string }[];
    };
    const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
    // A tier over its budget of time fails too, which says nothing.
    const other = /^FAILED: no test of this tier executes|Unhandled Errors?/m.exec(output)?.[0];
    return other === undefined || files.length > 0 ? files : [other];
  }

  return { root, failing };
}

type Tree = ReturnType<typeof openTree>;
const isFile = (name: string) => name.endsWith('.ts');

/** What notices a mutant by itself: a file that passes without it; null where nothing does. */
async function noticedBy(tree: Tree, stage: Stage, words: readonly string[], mutant: Mutant): Promise<string | null> {
  for (const bail of ['1', '0']) {
    const found = await tree.failing(stage, [...words, `--bail=${bail}`], [mutant]);
    if (found?.length === 0) return null;
    const files = (found ?? []).filter(isFile);
    const clean = await tree.failing(stage, files.length > 0 ? ['run', ...files] : words, []);
    const sound = found === null ? ['hangs'] : found.filter((name) => clean?.includes(name) === false);
    if (clean !== null && sound[0] !== undefined) return sound[0];
  }
  return null;
}

/** Runs a whole tier over all mutants at once until what fails is no one's. @returns those that are left */
async function survivorsOf(tree: Tree, stage: Stage, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  let left = mutants;
  while (left.length > 0 && Date.now() < end) {
    const found = await tree.failing(stage, ['run'], left);
    if (found?.length === 0) break;
    const files = (found ?? []).filter(isFile);
    const noticed = new Set<Mutant>();
    for (const mutant of left) {
      const by = await noticedBy(tree, stage, ['run', ...files], mutant);
      if (by === null) continue;
      noticed.add(mutant);
      say(`  ${placeOf(mutant)}: ${by} (${stage.name})`);
    }
    if (noticed.size === 0) break;
    left = left.filter((mutant) => !noticed.has(mutant));
  }
  return left;
}

const placeOf = ({ file, line, change }: Mutant) => `${file}:${line} ${change.replaceAll(/\s+/g, ' ').slice(0, 100)}`;

async function survivorsAt(commit: string, mutants: readonly Mutant[], isQuick: boolean): Promise<readonly Mutant[]> {
  say(`\nNoticed by the tests of ${commit}:`);
  const tree = openTree(commit);
  try {
    const [quick] = stages as [Stage];
    // What all runs keep for one another, such as an empty database, is made by code without a fault.
    const first = await tree.failing(quick, ['run', 'test/log.test.ts'], []);
    if (first?.length !== 0) throw new Error('The tests do not run without a fault either.');
    let left: Mutant[] = isQuick ? [] : [...mutants];
    for (const mutant of isQuick ? mutants : []) {
      const isLate = Date.now() > end;
      const by = isLate ? null : await noticedBy(tree, quick, ['related', mutant.file, '--run'], mutant);
      if (by === null) left.push(mutant);
      else say(`  ${placeOf(mutant)}: ${by} (default)`);
    }
    for (const stage of stages) {
      left = [...(await survivorsOf(tree, stage, left))];
      say(`  left after ${stage.name}: ${left.length}${outOfTime()}`);
    }
    return left;
  } finally {
    git('worktree', 'remove', '--force', tree.root);
  }
}

/** The text of a file at a commit; empty where it was not there. */
function textAt(commit: string, file: string): string {
  return git('ls-tree', commit, '--', file) === '' ? '' : git('show', `${commit}:${file}`);
}

const stands = ({ file, before }: Mutant) =>
  [flags.since, flags.at].every((commit) => commit === undefined || textAt(commit, file).split(before).length === 2);

try {
  const files = git('ls-tree', '-r', '--name-only', 'HEAD', 'src').split('\n');
  const all = files
    .filter((file) => file.endsWith('.ts') && !isLeftOut(file))
    .flatMap((file) => mutantsOf(file, textAt('HEAD', file)));
  const drawn: Mutant[] = [];
  for (const mutant of shuffled(all, createRandom(Number(flags.seed))))
    // Two faults in one statement could not stand there at once.
    if (drawn.length < Number(flags.drawn) && drawn.every(({ before }) => before !== mutant.before) && stands(mutant))
      drawn.push(mutant);
  say(
    `${drawn.length} of ${all.length}, by seed ${flags.seed}:\n${drawn.map((mutant) => `  ${placeOf(mutant)}`).join('\n')}`,
  );
  if (!flags.list) {
    const left = await survivorsAt('HEAD', drawn, true);
    say(`\n${drawn.length - left.length} of ${drawn.length} are noticed${outOfTime()}. Left:`);
    for (const mutant of left) say(`  ${placeOf(mutant)}`);
    if (flags.at !== undefined && left.length > 0) {
      const never = await survivorsAt(flags.at, left, false);
      say(`\n${left.length - never.length} of these ${left.length} were noticed at ${flags.at}${outOfTime()}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
