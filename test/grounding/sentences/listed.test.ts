import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../src/grounding/sentences/candidates.ts';
import { listsAsked } from '../../../src/grounding/sentences/listed.ts';
import { passage } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

/** The sentences of a page that are of the list which the question asks for. */
const listed = (question: string, text: string, title = 'Handbook') =>
  candidatesOf(passage(text, { documentTitle: title }))
    .filter(listsAsked(readQuestion(question)))
    .map((candidate) => candidate.text);

const roles = ['Role: Owner; Orders: edit', 'Role: Admin; Orders: edit', 'Role: Support; Orders: view'];
const staff = `# Staff\n\nEverybody has one of these.\n\n${roles.join('\n')}\n\nThe Owner pays.`;
const cover = '# Cover\n\n## Covered\n\n- theft\n- fire\n\n## Not covered\n\n- war\n- rust';

describe('the list that a question asks for', () => {
  it.each([
    'which roles are there',
    'what are the roles?',
    'What roles do you have',
    'which roles',
    'list of all roles',
    'which kinds of staff roles are there',
  ])('is a table whose first column is what is asked: %s', (question) => {
    expect(listed(question, staff)).toEqual(roles);
  });

  it('is what is listed under a heading of that name, also in a column that names nothing', () => {
    expect(listed('what treatments do you offer', '# Spa\n\n## Treatments\n\n- massage\n- facial')).toEqual([
      'massage',
      'facial',
    ]);
    const tokens = ['Kind: Personal; Prefix: p', 'Kind: Repository; Prefix: r'];
    expect(listed('which tokens are there', `# API\n\n## Tokens\n\n${tokens.join('\n')}`)).toEqual(tokens);
  });

  it.each([
    ['what is covered', ['theft', 'fire']],
    ['whats not covered', ['war', 'rust']],
    ["what isn't covered", ['war', 'rust']],
  ])('is not the list of what is denied: %s', (question, items) => {
    expect(listed(question, cover)).toEqual(items);
  });

  it.each([
    ['one thing is asked for', 'which role pays'],
    ['a value is asked for', 'how many roles are there'],
    ['other things are asked for', 'which plans are there'],
    ['more is asked than the list tells', 'which roles may approve a holiday'],
    ['the column names more than was asked', 'which orders are there'],
  ])('is none where %s', (_what, question) => {
    expect(listed(question, staff)).toEqual([]);
  });

  it('may be told by the title in part', () => {
    const rows = 'Code: E1; Meaning: expired\nCode: E2; Meaning: revoked';
    expect(listed('which error codes are there', rows, 'Error reference')).toHaveLength(2);
    expect(listed('which discount codes are there', rows, 'Error reference')).toEqual([]);
  });

  it.each([
    ['the column lists something else under that title', 'Permission: refund; Given to: Admin', '# Roles'],
    ['the column names more than what is asked', 'Role change: Owner to Admin; Takes: a day', '# Roles'],
    ['neither column nor heading names anything', 'Kind: Owner; Orders: edit', '# Roles\n\n## Overview'],
  ])('is none where %s', (_what, row, headings) => {
    expect(listed('which roles are there', `${headings}\n\n${row}\n${row}`)).toEqual([]);
  });

  it('is never prose', () => {
    expect(listed('which roles are there', '# Roles\n\nRoles: some may edit. Others may not.')).toEqual([]);
  });
});
