import { expect, test } from 'vitest';
import { authorName } from '../../src/agent/speech/nextSteps.ts';

test('people and teams can be asked', () => {
  for (const name of [
    'Ada Lovelace',
    'José Álvarez',
    'O. Wilde',
    'van der Berg, Anna',
    '山田太郎',
    'HR',
    'People team',
    'Finance Operations',
    'Acme GmbH',
    'Dr. Müller',
    'Legal & Compliance',
    'Paige Writerson',
    'Wordsworth',
    'Systems Engineering',
    'ada',
  ]) {
    expect([name, authorName(name)]).toEqual([name, name]);
  }
  expect(authorName('  Ada\u0000 Lovelace <ada@example.com> ')).toBe('Ada Lovelace');
});

test('programs, accounts and nobody cannot', () => {
  const none = [
    'python-docx',
    'Microsoft Word',
    'Microsoft® Word 2019',
    'LibreOffice 7.4',
    'Writer',
    'pdfTeX-1.40.21',
    'Adobe Acrobat Pro',
    'Pages',
    'Google Docs',
    'Google Docs Renderer',
    'unoconv',
    'pandoc',
    'Canva',
    'wkhtmltopdf 0.12.6',
    'Skia/PDF m115',
    'Apache POI',
    'openpyxl',
    'LaTeX with hyperref',
    'Mac OS X Quartz PDFContext',
    'admin',
    'Administrator',
    'user',
    'User 1',
    'unknown',
    'Unbekannt',
    'anonymous',
    '(anonymous)',
    '(unspecified)',
    'Unspecified',
    'Un-named',
    '[Author]',
    'owner',
    'Windows User',
    'no-reply',
    'noreply@example.com',
    'ada@example.com',
    'docs-bot',
    'GitHub Actions',
    'svc-docs01',
    'DESKTOP-9K2L',
    'jd4711',
    'svc_docs',
    'root',
    'CI',
    'SharePoint App',
    '',
    '   ',
    '-',
    '42',
    'x',
    'https://example.com',
    'C:\\Users\\ada',
    '<b>Ada</b>',
    'name '.repeat(30),
  ];
  for (const name of none) expect([name, authorName(name)]).toEqual([name, null]);
  expect(authorName(null)).toBeNull();
});
