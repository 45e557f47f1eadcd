import type { z } from 'zod';
import { isOneSlip } from '../../models/wordList.ts';

/** Names that other tools and our own other formats give to a field. */
const otherNames: Readonly<Record<string, string>> = {
  _id: 'id',
  name: 'id',
  docid: 'id',
  documentid: 'id',
  body: 'text',
  content: 'text',
  contents: 'text',
  markdown: 'text',
  heading: 'title',
  link: 'url',
  href: 'url',
  source: 'url',
  labels: 'tags',
  groups: 'accessGroups',
  access: 'accessGroups',
  type: 'semanticType',
  lang: 'language',
  locale: 'language',
  effective: 'effectiveFrom',
  expires: 'effectiveUntil',
  updated: 'updatedAt',
  draft: 'state',
};

/** The field that a name stands for, in all likelihood: another case or mark, one slip, or another tool's word. */
function nearestField(name: string, fields: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  const own = plain(name);
  const meant = otherNames[name.toLowerCase()] ?? otherNames[own];
  return (
    fields.find((field) => plain(field) === own) ??
    fields.find((field) => isOneSlip(plain(field), own)) ??
    (meant !== undefined && fields.includes(meant) ? meant : undefined)
  );
}

/**
 * Says everything that is wrong with an input, a sentence each: its fields as zod found them, and the names that are no
 * fields, with the one that was probably meant.
 * @param fields those that there are; names of `input` beyond them are named only where they stand for one
 */
export function wrongFields(error: z.ZodError, input: unknown, fields: readonly string[]): string[] {
  const names = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : [];
  const unknown = names.flatMap((name) => {
    const meant = fields.includes(name) ? undefined : nearestField(name, fields);
    return meant === undefined ? [] : [`${name}: is no field; did you mean ${meant}?`];
  });
  const known = error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [`${issue.path.join('.') || 'line'}: ${issue.message}`];
    return issue.keys
      .filter((name) => nearestField(name, fields) === undefined)
      .map((name) => `${name}: is no field; there are ${fields.join(', ')}`);
  });
  return [...known, ...unknown];
}
