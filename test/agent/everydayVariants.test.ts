import { describe, expect, test } from 'vitest';
import { everydayVariants } from '../../src/agent/question/everydayVariants.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const page = (documentTitle: string, section: string, text = '') => ({ documentTitle, sectionPath: [section], text });

describe('everydayVariants', () => {
  test.each([
    [
      'a verb and a noun',
      'how do i add a team member',
      page('Staff', 'Invite a colleague'),
      'how do i invite a colleague',
    ],
    [
      'a verb beside a word that the heading has',
      'delete my account',
      page('Billing', 'Close an account'),
      'close my account',
    ],
    ['a verb of two words', 'get rid of a label', page('Labels', 'Delete a label'), 'delete a label'],
    [
      'a noun of several words',
      'lost my two-step login',
      page('Security', 'Lose the second factor'),
      'lost my second factor',
    ],
    ['in the past', 'I removed a file', page('Files', 'Delete a file'), 'I deleted a file'],
    [
      'in the past, irregular',
      'I transmitted it, bought a seat',
      page('Seats', 'Purchase a seat'),
      'I transmitted it, purchased a seat',
    ],
    ['going on', 'stopping my contract', page('Plans', 'Cancel a contract'), 'cancelling my contract'],
    ['several of it', 'delete my pictures', page('Media', 'Delete photos'), 'delete my photos'],
    [
      'a verb with its object within it',
      'how do i give a new colleague access',
      page('Staff', 'Invite a colleague'),
      'how do i invite a new colleague',
    ],
    [
      'a verb whose particle stands behind its object',
      'turn the order mails off',
      page('Order mails', 'Disable them'),
      'disable the order mails',
    ],
    ['a verb that is denied', 'cant remember my password', page('Sign in', 'Reset your password'), 'reset my password'],
    ['beside a word that is in no group', 'undo a shipwreck', page('Sea', 'Revert a shipwreck'), 'revert a shipwreck'],
  ])('%s', (_what, question, passage, expected) => {
    expect(everydayVariants(readQuestion(question), [passage])).toContain(expected);
  });

  test('a heading within a passage counts as one above it', () => {
    const passage = page('Staff', 'Roles', 'A shop has one owner.\n\n## Invite a colleague\n\nPress Invite.');
    expect(everydayVariants(readQuestion('how do i add a team member'), [passage])).toEqual([
      'how do i invite a colleague',
    ]);
  });

  test.each([
    [
      'what the heading says itself is left alone',
      'invite a colleague',
      page('Staff', 'Invite or add a colleague or user'),
    ],
    [
      'a verb ends where a phrase ends, and holds four words at most',
      'turn left at the bank account, then on',
      page('Bank accounts', 'Enable it'),
    ],
    [
      'far from its verb a word is another',
      'turn the old red and white station clock of the shop on',
      page('Clocks', 'Enable'),
    ],
    ['one word alone stands in a heading by the way', 'how big are your boxes', page('Limits', 'Parcels')],
    ['words of the text are no heading', 'add a team member', page('Staff', 'Roles', 'Invite a colleague.')],
    ['no word of the question is listed', 'who painted it', page('Staff', 'Invite a colleague')],
    ['nothing was found', 'add a team member', page('', '')],
  ])('%s', (_what, question, passage) => {
    expect(everydayVariants(readQuestion(question), [passage])).toEqual([]);
  });

  test('two readings at most, those first of which most stands in a heading; further down than ten passages none', () => {
    const passages = [
      page('Staff', 'Remove an account'),
      page('Staff', 'Invite a user'),
      page('Staff accounts', 'Invite a colleague'),
      page('Workers', 'Create an employee'),
    ];
    const variants = everydayVariants(readQuestion('add a team member to staff accounts'), passages);
    expect(variants).toHaveLength(2);
    expect(variants[0]).toBe('invite a colleague to staff accounts');
    const far = [...Array.from({ length: 10 }, () => page('Sea', 'Waves')), page('Staff', 'Invite a colleague')];
    expect(everydayVariants(readQuestion('add a team member'), far)).toEqual([]);
  });

  test('a question that repeats a word has two readings at most', () => {
    const hostile = 'add '.repeat(500);
    expect(everydayVariants(readQuestion(hostile), [page('Staff', 'Invite a colleague')]).length).toBeLessThanOrEqual(
      2,
    );
  });
});
