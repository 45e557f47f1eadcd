import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { readPath, type Source } from '../../src/knowledge/ingest/readPath.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-read-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array): Promise<string> {
  const full = join(folder, path);
  await mkdir(join(full, '..'), { recursive: true });
  await writeFile(full, content);
  return full;
}

async function all(source: Source): Promise<DocumentInput[]> {
  const documents: DocumentInput[] = [];
  for await (const document of source.documents) documents.push(document);
  return documents;
}

describe('a folder', () => {
  it('gives its files sorted, with paths below it as keys', async () => {
    await put('b/two.txt', 'two');
    await put('a.md', '\uFEFF---\ntitle: A\n---\nbody');
    await put('b/deep/three.MDX', 'three');
    await put('.hidden.md', 'no');
    await put('node_modules/x/readme.md', 'no');
    const source = await readPath(folder);
    expect(source.total).toBe(3);
    expect((await all(source)).map(({ key, bytes }) => [key, Buffer.from(bytes!).toString()])).toEqual([
      ['a.md', '\uFEFF---\ntitle: A\n---\nbody'],
      ['b/deep/three.MDX', 'three'],
      ['b/two.txt', 'two'],
    ]);
    expect(source.skipped).toEqual([]);
  });

  it('skips what it cannot read, with the reason', async () => {
    await put('large.md', 'x'.repeat(50 * 1024 * 1024 + 1));
    await put('picture.png', 'x');
    await put('good.md', 'good');
    const source = await readPath(folder);
    expect((await all(source)).map(({ key }) => key)).toEqual(['good.md']);
    expect(Object.fromEntries(source.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'picture.png': 'unknown kind of file (.png)',
      'large.md': 'The file has 50.0 MB; at most 50 MB are taken.',
    });
  });

  it('does not follow links out of the folder, nor links in a circle', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'candor-out-'));
    await writeFile(join(outside, 'secret.md'), 'secret');
    await put('in/a.md', 'a');
    await symlink(outside, join(folder, 'out'));
    await symlink(join(outside, 'secret.md'), join(folder, 'secret.md'));
    await symlink(folder, join(folder, 'in/round'));
    await symlink(join(folder, 'in/a.md'), join(folder, 'alias.md'));
    await symlink(join(folder, 'gone'), join(folder, 'gone.md'));
    const source = await readPath(folder);
    expect((await all(source)).map(({ key }) => key)).toEqual(['alias.md', 'in/a.md']);
    expect(source.skipped.map(({ path }) => path).sort()).toEqual(['gone.md', 'out', 'secret.md']);
    await rm(outside, { recursive: true });
  });
});

describe('a JSON Lines file', () => {
  it('gives one document a line and goes on after bad lines', async () => {
    const path = await put(
      'corpus.jsonl',
      [
        '\uFEFF{"id":"one","title":"One","text":"first","metadata":{"year":2020}}',
        '',
        'not json',
        '{"id":"no-text"}',
        '{"id":7,"title":"","text":"---\\na: 1\\n---\\nx","url":null}',
        '{"id":"last","text":"über","tags":["a"],"updatedAt":"2024-02-03"}',
      ].join('\n'),
    );
    const source = await readPath(path);
    expect(source.total).toBe(5);
    expect(await all(source)).toEqual([
      { key: 'one', title: 'One', text: 'first', metadata: { year: 2020 }, format: 'PLAIN_TEXT' },
      { key: '7', text: '---\na: 1\n---\nx', format: 'MARKDOWN' },
      { key: 'last', text: 'über', tags: ['a'], updatedAt: new Date('2024-02-03'), format: 'PLAIN_TEXT' },
    ]);
    expect(source.skipped.map(({ path: where }) => where)).toEqual(['corpus.jsonl:3', 'corpus.jsonl:4']);
    expect(source.skipped[0]?.reason).toBe('not valid JSON');
  });

  it('reads lines that span many chunks of the stream, with or without a last line break', async () => {
    const long = 'ä'.repeat(200_000);
    const path = await put('long.jsonl', `{"id":"a","text":"${long}"}\r\n{"id":"b","text":"b"}\n`);
    expect((await all(await readPath(path))).map(({ text }) => text!.length)).toEqual([200_000, 1]);
  });
});

describe('a path that cannot be read', () => {
  it('is bad input when it is missing or of an unknown kind', async () => {
    await expect(readPath(join(folder, 'missing'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readPath(await put('a.mov', 'x'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('stops when the signal aborts', async () => {
    await put('a.md', 'a');
    await put('b.md', 'b');
    const abort = new AbortController();
    const source = await readPath(folder, { signal: abort.signal });
    const iterator = source.documents[Symbol.asyncIterator]();
    await iterator.next();
    abort.abort();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
