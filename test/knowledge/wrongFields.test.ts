import { expect, test } from 'vitest';
import { isDataset, readDataset } from '../../src/knowledge/ingest/readJsonl.ts';
import { uploadOptions } from '../../src/knowledge/ingest/upload.ts';

async function* bytesOf(lines: readonly unknown[]): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')));
}
const read = async (...lines: readonly unknown[]) => {
  const found: unknown[] = [];
  for await (const line of readDataset(bytesOf(lines))) found.push('document' in line ? line.document : line.problem);
  return found;
};

test('a line in the words of GraphQL is the same document', async () => {
  const [own, other] = await read(
    { id: 'faq-1', title: 'Badges', text: 'Badges are replaced.', tags: ['office'] },
    { key: 'faq-1', title: 'Badges', content: { text: 'Badges are replaced.' }, tags: ['office'] },
  );
  expect(own).toEqual({
    key: 'faq-1',
    title: 'Badges',
    text: 'Badges are replaced.',
    tags: ['office'],
    format: 'PLAIN_TEXT',
  });
  expect(other).toEqual(own);
  expect(await isDataset(bytesOf([{ key: 'a', content: { text: 'b' } }]))).toBe(true);
  // Each word stands for the other by itself.
  expect(await read({ key: 'a', text: 'b' }, { id: 'a', content: { text: 'b' } })).toEqual(
    await read({ id: 'a', text: 'b' }, { key: 'a', content: { text: 'b' } }),
  );
});

test('rows of data with a key stay rows', async () => {
  expect(await isDataset(bytesOf([{ key: 'a', content: 'b' }]))).toBe(false);
  expect(await isDataset(bytesOf([{ key: 'a', value: 'b' }]))).toBe(false);
});

test('a wrong line names everything that is wrong with it, and the nearest right field', async () => {
  const [problem] = await read({ _id: 'a', txt: 'Words.', tags: 'office', accesGroups: ['hr'], team: 'x' });
  expect(problem).toMatch(
    /^id: .*; text: .*; tags: .*; _id: .* did you mean id\?; txt: .* text\?; accesGroups: .* accessGroups\?$/,
  );
  expect(problem).not.toContain('team');
});

test("a text that stands in content without GraphQL's form is reported with the field that it is for", async () => {
  const [problem] = await read({ key: 'a', content: 'Words.' });
  expect(problem).toMatch(/^text: .*; content: is no field; did you mean text\?$/);
});

test('a wrong form does too', () => {
  const fault = (fields: readonly (readonly [string, string])[]) => () => uploadOptions(fields);
  expect(
    fault([
      ['tag', 'a'],
      ['language', 'english'],
      ['stte', 'DRAFT'],
      ['colour', 'red'],
    ]),
  ).toThrow(
    /language: must be two letters.*colour: is no field; there are tags, .*tag: is no field; did you mean tags\?; stte: .* state\?/,
  );
});
