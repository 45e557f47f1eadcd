import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
const pages = [
  'README.md',
  'CHANGELOG.md',
  'examples/README.md',
  ...below('docs'),
  ...below('src'),
  ...below('weights'),
];

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```$/gm, '');

/** The anchors of a page, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The links of a page that lead nowhere. */
function brokenLinks(page: string): string[] {
  const links = [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : normalize(join(dirname(page), file));
    if (!existsSync(target)) return true;
    return anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).has(anchor);
  });
}

it.each(pages)('%s links to files and headings that are there', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

describe('docs/decisions', () => {
  const folder = 'docs/decisions';
  const files = readdirSync(folder).filter((name) => name !== 'README.md');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const indexed = [...index.matchAll(/^- \[.+\]\(([\w-]+\.md)\)$/gm)].map(([, name = '']) => name);

  it('has an index with each decision, once', () => {
    expect(indexed.toSorted()).toEqual(files.toSorted());
  });

  it.each(files)('%s has the form of a decision', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(/^# .+\n\nStatus: (?:accepted|superseded) · \d{4}-\d{2}-\d{2} · [a-z]+\n/);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Choice',
      'Rejected',
      'Measurement',
    ]);
  });
});
