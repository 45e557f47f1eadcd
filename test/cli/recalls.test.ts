import { describe, expect, it } from 'vitest';
import { createStage } from './run.ts';

const stage = createStage();

describe('candor recalls', () => {
  it('tells each answer that no longer stands, what it said and what stands now', async () => {
    const { code, out } = await stage.run('recalls', '--since', '2026-01-01');
    expect({ code, out }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "out": "How?
        CHANGED since 2026-02-01, asked 2025-06-01, CONFIDENT, run run-1
        now: “Refunds take 14 days.”

      More: --after run-1
      ",
      }
    `);
  });

  it('has the same as JSON', async () => {
    expect((await stage.run('recalls', '--json')).json()).toMatchInlineSnapshot(`
      {
        "nodes": [
          {
            "createdAt": "2025-06-01T00:00:00.000Z",
            "id": "run-1",
            "now": {
              "documentId": "d1",
              "quote": "Refunds take 14 days.",
              "sourceSpan": {
                "end": 22,
                "start": 0,
              },
              "versionId": "v2",
            },
            "question": "How?",
            "said": null,
            "since": "2026-02-01T09:00:00.000Z",
            "tier": "CONFIDENT",
            "verdict": "CHANGED",
          },
        ],
        "pageInfo": {
          "endCursor": "run-1",
          "hasNextPage": true,
        },
      }
    `);
  });

  it('says what is wrong with the words', async () => {
    expect(await stage.run('recalls', '--since', 'yesterday')).toMatchObject({ code: 2 });
    expect(await stage.run('recalls', '--first', '0')).toMatchObject({ code: 2 });
  });
});
