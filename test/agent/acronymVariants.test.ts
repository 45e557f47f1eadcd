import { describe, expect, test } from 'vitest';
import { acronymVariants } from '../../src/agent/question/refinements.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const under = (documentTitle: string, ...sectionPath: string[]) => ({ documentTitle, sectionPath });

describe('acronymVariants', () => {
  test.each([
    ['How do I enable 2FA?', under('Two-factor authentication'), 'How do I enable two-factor authentication?'],
    ['does SSO cost extra', under('Sign in', 'Single sign-on for teams'), 'does single sign-on cost extra'],
    ['is our SLA public?', under('Service level agreement'), 'is our service level agreement public?'],
  ])('%s', (question, passage, expected) => {
    expect(acronymVariants(readQuestion(question), [under('Roads'), passage])).toEqual([expected]);
  });

  test.each([
    ['an acronym that no heading spells out', 'How do I enable 2FA?', under('Passwords')],
    ['short words in lower case', 'how can i pay the fee', under('Free express editions')],
    ['two characters', 'Is AI used?', under('Automatic invoices')],
    ['a code with a dash', 'What does the BP-4 cost?', under('Big prices 4')],
  ])('none for %s', (_what, question, passage) => {
    expect(acronymVariants(readQuestion(question), [passage])).toEqual([]);
  });

  test('two at most, each once', () => {
    const passages = [under('Two-factor authentication'), under('Single sign-on'), under('Service level agreement')];
    expect(acronymVariants(readQuestion('2FA, SSO and SLA and 2FA'), passages)).toEqual([
      'two-factor authentication, SSO and SLA and 2FA',
      '2FA, single sign-on and SLA and 2FA',
    ]);
  });
});
