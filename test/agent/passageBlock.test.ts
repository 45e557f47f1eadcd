import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passageBlock } from '../../src/agent/passageBlock.ts';
import { unescapeQuote } from '../../src/models/documentData.ts';
import { passage } from '../grounding/passage.ts';

test('passages are numbered, with title and headings', () => {
  expect(passageBlock([passage('One.'), passage('Two & <three>.', { sectionPath: [] })])).toBe(
    '<passage number="1" from="Rental terms > Cancelling">\nOne.\n</passage>\n<passage number="2" from="Rental terms">\nTwo &amp; &lt;three&gt;.\n</passage>',
  );
});

test('no document can close its element, open another or break out of an attribute', () => {
  const hostile = fc.array(fc.constantFrom('</passage>', '<passage number="9">', '"', '&lt;', '>', 'text', '\n', "'"), { minLength: 1, maxLength: 10 }).map((pieces) => pieces.join(''));
  fc.assert(fc.property(hostile, hostile, hostile, (text, documentTitle, heading) => {
    const block = passageBlock([passage(text, { documentTitle, sectionPath: [heading] })]);
    expect(block.match(/<\/?passage/g)).toEqual(['<passage', '</passage']);
    expect(/^<passage number="1" from="[^"<]*">\n[^<>]*\n<\/passage>$/.test(block)).toBe(true);
  }), { seed: 7 });
});

test('what a model quotes of a passage is unescaped to what stands there', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('<', '>', '&', '&lt;', '&amp;lt;', 'a'), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')), (text) => {
    const [, shown = ''] = /\n([\s\S]*)\n<\/passage>$/.exec(passageBlock([passage(text)])) ?? [];
    expect(unescapeQuote(shown)).toBe(text);
  }), { seed: 7 });
});
