import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSite, readAddress, shownAddress } from '../../src/workspaces/documentAddress.ts';

const site = 'https://wiki.example/docs';

describe('addresses that are kept', () => {
  it.each([
    'https://help.example/a?b=c#d',
    'HTTP://help.example:8443/ä',
    'http://10.0.0.7/handbook',
    'mailto:desk@help.example?subject=Hours',
  ])('and shown as they are: %s', (address) => {
    expect(readAddress(address)).toBe(address);
    expect(shownAddress(address, null)).toBe(address);
    expect(shownAddress(address, site)).toBe(address);
  });

  it.each([
    ['travel.md', 'https://wiki.example/docs/travel.md'],
    ['./a/b.html#top', 'https://wiki.example/docs/a/b.html#top'],
    ['/about', 'https://wiki.example/about'],
    ['../../x', 'https://wiki.example/x'],
    ['?page=2', 'https://wiki.example/docs/?page=2'],
    ['#top', 'https://wiki.example/docs/#top'],
  ])('and shown on the site of the workspace alone: %s', (path, shown) => {
    expect(readAddress(path)).toBe(path);
    expect(shownAddress(path, null)).toBeNull();
    expect(shownAddress(path, site)).toBe(shown);
    expect(shownAddress(path, `${site}/`)).toBe(shown);
  });

  it('lose the white space around them, and what would end a link is encoded', () => {
    expect(readAddress(' https://help.example \n')).toBe('https://help.example');
    expect(shownAddress('https://help.example/a b>"<c', null)).toBe('https://help.example/a%20b%3E%22%3Cc');
  });
});

const unsafe = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://help.example/1',
  'about:blank',
  'ftp://help.example/a',
  'ssh:host',
  '//evil.example/a',
  '///evil.example',
  String.raw`\\evil.example\a`,
  String.raw`/\evil.example`,
  '/\t/evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://',
  'https://bank.example@evil.example/',
  'https://user:word@help.example/',
  'https://help.example/\r\nSet-Cookie: a=b',
  'https://help.example/\u2028a',
  'https://help.example/\u202efdp.exe',
  'mailto:',
  'mailto:a@b.example\nBcc: c@d.example',
  'mailto:a@b.example?body=<script>',
  `https://help.example/${'a'.repeat(2_000)}`,
];

describe('addresses that are not', () => {
  it.each(unsafe)('%j is refused, and null where it is stored', (address) => {
    expect(readAddress(address)).toBeUndefined();
    for (const on of [null, site]) expect(shownAddress(address, on)).toBeNull();
  });

  it('are no site of a workspace either, nor are addresses with more than a path', () => {
    for (const given of [
      ...unsafe,
      'mailto:a@b.example',
      '/docs',
      'https://wiki.example/?a',
      'https://wiki.example/#a',
    ])
      expect(() => checkSite(given), given).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
    expect(checkSite(site)).toBe(site);
  });

  it('do not come through: whatever is shown leads by http, https or mail, and a path to the site', () => {
    const part = fc.constantFrom(
      'java',
      'script:',
      '//',
      '/',
      '\\',
      '\t',
      '\n',
      '@',
      ':',
      'https:',
      'evil.example',
      ' ',
      '.',
      '?',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const shown = shownAddress(given, site);
        if (shown === null) return;
        const { protocol, host } = new URL(shown);
        expect(['http:', 'https:', 'mailto:']).toContain(protocol);
        expect(new URL(shown, 'https://client.example').href).toBe(new URL(shown).href);
        if (!/^[a-z][a-z\d+.-]*:/iu.test(given.trim())) expect(host).toBe('wiki.example');
      }),
      { numRuns: 2_000 },
    );
  });
});
