import { describe, expect, it } from 'vitest';
import { passageMarkdown } from '../../src/agent/evidence/passageMarkdown.ts';

describe('passageMarkdown', () => {
  it('shows rows of one table under their header, and other rows under theirs', () => {
    expect(passageMarkdown('Plans:\n\nPlan: Pro; Fee: 9\nPlan: Max; Fee: 19\nRole: Owner; May: all\n\nThe end.')).toBe(
      'Plans:\n\n| Plan | Fee |\n| --- | --- |\n| Pro | 9 |\n| Max | 19 |\n\n| Role | May |\n| --- | --- |\n| Owner | all |\n\nThe end.',
    );
  });

  it('keeps headings, lists and code, and takes no character of the document for a mark', () => {
    expect(passageMarkdown('## Undo\n\n- Press *Undo* <b>\n1. Use a|b\n    code *stays*')).toBe(
      '## Undo\n\n- Press \\*Undo\\* \\<b\\>\n1. Use a\\|b\n    code *stays*',
    );
  });
});
