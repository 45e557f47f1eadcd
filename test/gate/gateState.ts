import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What decides on an answer, and what is asked of what: where none of it changed, no figure of the gate can have. */
const decisive = [
  'weights',
  'sample',
  'src/retrieval',
  'src/grounding',
  'src/confidence',
  'src/agent',
  'test/golden/questions.jsonl',
  'test/golden/people/questions.jsonl',
];
/** For people: how the weights came to be, and where to begin to read. */
const isRead = (path: string) => !/^weights\/[^/]+\/training\/|^weights\/.*\.md$|^src\/.*\.md$/.test(path);

const below = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .sort()
        .flatMap((name) => below(join(path, name)));

/** A hash of all files that decide on the figures, by path and content. */
export function gateState(): string {
  return hashOf(decisive.flatMap(below).filter(isRead));
}

/** A hash of all code: by it the questions are drawn, so that one state always has the same and the next one others. */
export function codeState(): string {
  return hashOf(['src', 'migrations'].flatMap(below));
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  return hash.digest('hex').slice(0, 16);
}
