import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, parseJson, parseJsonLines, readJsonTree } from '../../../src/knowledge/formats/json.ts';
import { blockTexts, expectSound, faultOf, positionOf } from './expectations.ts';
import { cases } from '../../support/cases.ts';
import { cpuNow } from '../../support/clocks.ts';

describe('parseJson', () => {
  it('gives a record for each object of an array, with paths, digits as written and lines', () => {
    const parsed = parseJson(
      '[\n  { "sku": "K1", "price": 12.50, "size": { "w": 3, "h": null }, "tags": ["hot", "new"] },\n  { "sku": "K2", "parts": [{ "n": "lid" }] }\n]',
    );
    expectSound(parsed);
    expect(parsed.text).toBe('sku: K1; price: 12.50; size.w: 3; tags: hot, new\nsku: K2; parts.1.n: lid');
    expect(parsed.blocks.map(({ kind }) => kind)).toEqual(['RECORD', 'RECORD']);
    expect(positionOf(parsed, 'sku: K2')).toBe(3);
  });

  it('finds the one array of objects inside an object; the rest stands before it', () => {
    const parsed = parseJson(
      '{"title": "Price list", "valid": {"from": "2024-01-01"}, "items": [{"a": 1}, {"a": 2}], "currency": "CHF"}',
    );
    expect(parsed.title).toBe('Price list');
    expect(parsed.blocks.map(({ kind }) => kind)).toEqual(['PARAGRAPH', 'PARAGRAPH', 'RECORD', 'RECORD']);
    expect(blockTexts(parsed)).toEqual(['title: Price list; currency: CHF', 'valid.from: 2024-01-01', 'a: 1', 'a: 2']);
  });

  it('gives any other JSON as one paragraph for each object', () => {
    const parsed = parseJson('{\n"server": {"port": 80,\n"tls": {"on": true}},\n"name": "edge"\n}');
    expect(blockTexts(parsed, 'PARAGRAPH')).toEqual(['name: edge', 'server.port: 80', 'server.tls.on: true']);
    expect(positionOf(parsed, 'server.tls.on')).toBe(3);
    expect(blockTexts(parseJson('["One sentence.", "Another one."]'))).toEqual(['One sentence.', 'Another one.']);
    expect(parseJson('"just words"').text).toBe('just words');
  });

  it('keeps the lines of a string of several lines', () => {
    expect(parseJson('[{"id": 1, "text": "First sentence.\\n\\nSecond one.", "end": "x"}]').text).toBe(
      'id: 1\ntext: First sentence.\nSecond one.\nend: x',
    );
  });

  it.each([
    ['[1,\n  2,,]', 2, 5],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a": tru}', 1, 7],
    ['{"a": "open\n}', 1, 12],
    ['{"a": 01}', 1, 8],
    ['[1, 2', 1, 6],
    ['', 1, 1],
    ['{} {}', 1, 4],
    ['"\\x"', 1, 1],
  ])('names the place of a fault: %j', async (text, line, column) => {
    const fault = await faultOf(() => parseJson(text), 'DOCUMENT_CORRUPT');
    expect(fault.details).toEqual({ line, column });
    expect(fault.message).toContain(`line ${line}, column ${column}`);
  });

  it('refuses deep nesting before the stack hurts', async () => {
    const start = cpuNow();
    await faultOf(() => parseJson('['.repeat(1_000_000)), 'DOCUMENT_INVALID');
    await faultOf(() => parseJson('{"a":'.repeat(1_000_000)), 'DOCUMENT_INVALID');
    expect(cpuNow() - start).toBeLessThan(2_000);
    expect(parseJson(`${'['.repeat(90)}1${']'.repeat(90)}`).text).toMatch(/^(1\.)+1: 1$/);
  });

  it('refuses more than 20,000 records', async () => {
    await faultOf(() => parseJson(`[${'{"a":1},'.repeat(20_000)}{"a":1}]`), 'DOCUMENT_TOO_LARGE');
  });

  it('leaves out what lone surrogates and zero-width characters hide', () => {
    const parsed = parseJson('{"a": "x\\ud800y\\u200bz"}');
    expectSound(parsed);
    expect(parsed.text).toBe('a: x\uFFFDyz');
  });
});

describe('readJsonTree', () => {
  const valueOf = (node: JsonNode): unknown => {
    if (node.kind === 'ARRAY') return node.items.map(valueOf);
    if (node.kind === 'OBJECT') return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
    return node.quoted ? node.text : (JSON.parse(node.text) as unknown);
  };

  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(valueOf(readJsonTree(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 2 }),
        fc.nat(),
        fc.constantFrom('', '"', ',', '}', '[', '\\', '0', '-', '\n'),
        (json, place, mark) => {
          const at = place % (json.length + 1);
          const text = json.slice(0, at) + mark + json.slice(at + 1);
          const accepts = (read: () => unknown): boolean => {
            try {
              read();
              return true;
            } catch {
              return false;
            }
          };
          expect({ text, accepted: accepts(() => readJsonTree(text)) }).toEqual({
            text,
            accepted: accepts(() => JSON.parse(text)),
          });
        },
      ),
      { numRuns: cases(1_000) },
    );
  });
});

describe('parseJsonLines', () => {
  it('gives a record a line', () => {
    const parsed = parseJsonLines('{"q": "How?", "a": "So."}\r\n\n{"q": "Why?"}\n"bare words"\n');
    expectSound(parsed);
    expect(blockTexts(parsed, 'RECORD')).toEqual(['q: How?; a: So.', 'q: Why?', 'bare words']);
    expect(positionOf(parsed, 'q: Why?')).toBe(3);
  });

  it('names the first bad line', async () => {
    const fault = await faultOf(() => parseJsonLines('{"a": 1}\n{"a": }\n{"a": 3}'), 'DOCUMENT_CORRUPT');
    expect(fault.details).toEqual({ line: 2, column: 7 });
  });

  it('refuses more than 20,000 lines without reading them all', async () => {
    await faultOf(() => parseJsonLines(`${'{"a":1}\n'.repeat(20_001)}broken`), 'DOCUMENT_TOO_LARGE');
  });
});
