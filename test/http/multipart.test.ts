import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, readParts } from '../../src/http/uploads.ts';
import { cases } from '../support/cases.ts';

interface ReadPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
}

/** The body in pieces of these sizes, repeated. */
async function* pieces(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer, void> {
  for (let at = 0, index = 0; at < body.length; index += 1) {
    const size = sizes[index % sizes.length] ?? body.length;
    yield body.subarray(at, at + size);
    at += size;
  }
}

async function parse(
  body: Buffer | string,
  boundary = 'X',
  sizes: readonly number[] = [Infinity],
): Promise<ReadPart[]> {
  const read: ReadPart[] = [];
  for await (const { name, fileName, content } of readParts(pieces(Buffer.from(body), sizes), boundary)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    read.push({ name, fileName, bytes: Buffer.concat(chunks) });
  }
  return read;
}

async function encode(form: FormData): Promise<{ readonly body: Buffer; readonly boundary: string }> {
  const response = new Response(form);
  const boundary = boundaryOf(response.headers.get('content-type') ?? undefined);
  if (boundary === undefined) throw new Error('no boundary');
  return { body: Buffer.from(await response.arrayBuffer()), boundary };
}

test('what FormData writes is read back, however the body is cut', async () => {
  /** Bytes rich in what delimiters are made of. */
  const content = fc
    .array(
      fc.oneof(fc.constantFrom('\r\n', '\r', '\n', '--', '-', '\r\n--', '\r\n--X'), fc.string({ maxLength: 20 })),
      { maxLength: 8 },
    )
    .map((texts) => Buffer.from(texts.join('')));
  const part = fc.record({ name: fc.stringMatching(/^[a-z ]{1,8}$/), file: fc.boolean(), content });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      async (parts, sizes) => {
        const form = new FormData();
        for (const { name, content: bytes, file } of parts)
          form.append(name, new Blob([bytes]), file ? `${name}.md` : 'blob');
        const { body, boundary } = await encode(form);
        const expected = parts.map(({ name, content: bytes, file }) => ({
          name,
          fileName: file ? `${name}.md` : 'blob',
          bytes,
        }));
        expect(await parse(body, boundary, sizes)).toEqual(expected);
      },
    ),
  );
});

test('content that is not read, or read in part, is skipped', async () => {
  const form = new FormData();
  for (const name of ['a', 'b', 'c']) form.append(name, new Blob([name.repeat(1000)]), `${name}.md`);
  const { body, boundary } = await encode(form);
  const seen: string[] = [];
  for await (const { name, content } of readParts(pieces(body, [64]), boundary)) {
    seen.push(name);
    if (name === 'b')
      for await (const chunk of content) {
        expect(chunk.length).toBeLessThan(200);
        break;
      }
  }
  expect(seen).toEqual(['a', 'b', 'c']);
});

const disposition = (parameters: string) => `--X\r\nContent-Disposition: form-data${parameters}\r\n\r\nv\r\n--X--\r\n`;

test.each([
  ['; name="a"', 'a', undefined],
  ['; name=a; filename=b.md', 'a', 'b.md'],
  ['; name="a"; filename="say \\"hi\\".md"', 'a', 'say "hi".md'],
  ['; name="a"; filename="%22.md"', 'a', '%22.md'],
  ['; name="a"; filename=""', 'a', ''],
  ['; name="a"; filename="b; name=c.md"', 'a', 'b; name=c.md'],
  ['; name="a"; filename="_.md"; filename*=UTF-8\'\'caf%C3%A9.md', 'a', 'café.md'],
  ['; name="a"; filename="café.md"', 'a', 'café.md'],
  [';name="a";filename="b\\c.md"', 'a', 'b\\c.md'],
])('form-data%s', async (parameters, name, fileName) => {
  expect(await parse(disposition(parameters))).toEqual([{ name, fileName, bytes: Buffer.from('v') }]);
});

test('a preamble, an epilogue, blanks behind a boundary and other headers are passed over', async () => {
  const body =
    'hello\r\n--X \t\r\nContent-Type: text/plain\r\ncontent-disposition: FORM-DATA; name="a"\r\nconstructor: x\r\n__proto__: y\r\n\r\n1\r\n--X--\r\nbye\r\n--X';
  expect(await parse(body)).toEqual([{ name: 'a', fileName: undefined, bytes: Buffer.from('1') }]);
  expect(await parse('--X--')).toEqual([]);
});

describe('malformed bodies', () => {
  test.each([
    '',
    'no boundary',
    '--X',
    '--X\r\n',
    '--X-',
    '--XY\r\n',
    '--X\r\n\r\n--X--',
    '--X\r\n\r\n\r\n--X--',
    '--X\r\nConstructor: x\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: attachment; name="a"\r\n\r\nv\r\n--X--',
    disposition(''),
    disposition('; filename="a"'),
    "--X\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''%zz\r\n\r\nv\r\n--X--",
    disposition('; name="a"').slice(0, -6),
    disposition('; name="a"').slice(0, -3),
    `--X\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
    '--X\r\nContent-Disposition: form-data; name="a"\r\n',
  ])('number %#', async (body) => {
    for (const sizes of [[Infinity], [1], [7, 3]])
      await expect(parse(body, 'X', sizes)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('headers that are not UTF-8', async () => {
    await expect(parse(Buffer.from(disposition('; name="\xff"'), 'latin1'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  test('any bytes are parts or BAD_INPUT, and never hang', async () => {
    const token = fc.constantFrom(
      '--X',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="a"',
      '; filename="f"',
      ' ',
      'text',
      '\0',
      '"',
      ':',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 20 }), fc.integer({ min: 1, max: 30 }), async (tokens, size) => {
        const result = await parse(tokens.join(''), 'X', [size]).then(
          () => 'BAD_INPUT',
          (error: unknown) => (error as { code?: string }).code,
        );
        expect(result).toBe('BAD_INPUT');
      }),
      { numRuns: cases(1000) },
    );
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; boundary="a b"', 'a b'],
  ['Multipart/Form-Data; charset=utf-8; Boundary=abc; x=y', 'abc'],
  ['multipart/form-data;boundary=----WebKitFormBoundary1', '----WebKitFormBoundary1'],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
  ['multipart/form-data; boundary=a b', undefined],
  [undefined, undefined],
  ['multipart/form-data; boundary=""', undefined],
])('the boundary of a content type, number %#', (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
