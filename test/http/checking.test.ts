import type { App } from '../../src/app/app.ts';
import { onTestFinished, expect, test } from 'vitest';
import { openTestApp } from '../support/database.ts';
import { post, serve } from '../support/testServer.ts';

test('a text is checked and a citation replayed over HTTP', async () => {
  const { app, close } = await openTestApp();
  onTestFinished(() => close());
  const { url } = await serve(app);
  const { documentId, versionId } = await ingestKiln(app);
  const check = await post(
    url,
    'query ($input: CheckGroundingInput!) { checkGrounding(input: $input) { complete claims { status evidence { quote sourceSpan { start end } version { id text } } } } }',
    {
      variables: {
        input: {
          text: 'The kiln of the pottery reaches 1,250 degrees [1]. The kiln of the pottery reaches 1,300 degrees.',
          documentIds: [documentId],
        },
      },
    },
  );
  const report = check.body.data?.['checkGrounding'] as {
    complete: boolean;
    claims: {
      status: string;
      evidence: { quote: string; sourceSpan: { start: number; end: number }; version: { id: string; text: string } }[];
    }[];
  };
  expect(report.complete).toBe(true);
  expect(report.claims.map(({ status }) => status === 'SUPPORTED')).toEqual([true, false]);
  const [proof] = report.claims[0]?.evidence ?? [];
  expect(proof?.version.text.slice(proof.sourceSpan.start, proof.sourceSpan.end)).toBe(proof?.quote);
  const verify =
    'query ($input: VerifyCitationInput!) { verifyCitation(input: $input) { quoteMatches status documentState holdsToday difference today { version { id } sectionPath } } }';
  const replayed = await post(url, verify, {
    variables: { input: { quoted: { versionId, sourceSpan: proof?.sourceSpan, quote: proof?.quote } } },
  });
  expect(replayed.body.data).toEqual({
    verifyCitation: {
      quoteMatches: true,
      status: 'SUPPORTED',
      documentState: 'PUBLISHED',
      holdsToday: true,
      difference: 'SAME',
      today: { version: { id: versionId }, sectionPath: [] },
    },
  });
  const unknown = await post(
    url,
    'query ($ids: [ID!]!) { checkGrounding(input: { text: "The kiln cools.", documentIds: $ids }) { complete } }',
    { variables: { ids: [versionId] } },
  );
  expect(unknown.body.errors?.[0]?.extensions).toMatchObject({
    code: 'NOT_FOUND',
    details: { documentIds: [versionId] },
  });
});

async function ingestKiln(app: App) {
  await app.workspaces.ensure(app.config.workspaceId, 'Default');
  const { results } = await app.ingest(
    { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null },
    [
      {
        key: 'kiln.txt',
        text: 'The kiln of the pottery reaches 1,250 degrees. It cools for twelve hours.',
        format: 'PLAIN_TEXT',
      },
    ],
  );
  return { documentId: results[0]?.documentId, versionId: results[0]?.versionId };
}
