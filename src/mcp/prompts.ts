import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const said = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

/** Registers what a person can pick from a menu of their client. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'answer_from_documents',
    {
      title: 'Answer from our documents',
      description: 'Answers a question from the documents alone, with citations, or says that they hold no answer.',
      argsSchema: z.object({ question: z.string().describe('The question') }),
    },
    ({ question }) =>
      said(
        `Answer this question with the tool "ask" of Candor: ${question}\n\nGive its answer with the citation numbers and quote the sources below it. If the outcome is a Clarification, put its question and options to me. If it is an Abstention, tell me that the documents do not say, and its next steps; do not answer from your own knowledge. Tell me when the tier is not CONFIDENT, and about conflicts and notices.`,
      ),
  );
  server.registerPrompt(
    'check_text',
    {
      title: 'Check a text against our documents',
      description: 'Finds the documents that a text is about, and checks it claim by claim.',
      argsSchema: z.object({ text: z.string().describe('The text to check') }),
    },
    ({ text }) =>
      said(
        `Find the documents that this text is about with Candor's tool "search", then check the text against them with "verify". List each claim with its status; for those that are not supported or contradicted, quote what the documents say instead.\n\nThe text:\n${text}`,
      ),
  );
  server.registerPrompt(
    'fill_gaps',
    {
      title: 'What should we write next?',
      description: 'Drafts what is missing in the documents, most asked first.',
      argsSchema: z.object({ days: z.string().optional().describe('Only questions of the last so many days') }),
    },
    ({ days }) =>
      said(
        `List the knowledge gaps with Candor's tool "gaps"${days === undefined ? '' : ` for the last ${days} days`}. For the three most asked ones read the nearest documents, and draft what should be added to which document. Mark every fact that no document proves as a question to its owner.`,
      ),
  );
}
