import { describe, expect, it } from 'vitest';
import { createStage } from './run.ts';

const stage = createStage();

describe('candor audit conflicts', () => {
  it('compares documents, and shows both sides of what contradicts', async () => {
    const { code, out } = await stage.run('audit', 'conflicts');
    expect(code).toBe(0);
    expect(out).toMatch(
      /NUMERIC conflict-1, found \d{4}-\d\d-\d\d\n {2}1\. “.+” \(d1\.md, since .+\)\n {2}2\. “.+” \(d2\.md/u,
    );
    expect(out).toContain('2 documents compared, 1 new conflicts.');
    expect((await stage.run('audit', 'conflicts', '--json')).json()).toMatchObject({
      comparedCount: 2,
      foundCount: 1,
      conflicts: [{ id: 'conflict-1', verdict: null }],
    });
  });

  it('writes down what a person says, and takes it back', async () => {
    const said = await stage.run('audit', 'conflicts', '--resolve', 'conflict-1', '--verdict', 'both-hold', '--json');
    expect(said.json()).toMatchObject({ conflict: { id: 'conflict-1', verdict: 'BOTH_HOLD' } });
    const back = await stage.run('audit', 'conflicts', '--resolve', 'conflict-1', '--verdict', 'none', '--json');
    expect(back.json()).toMatchObject({ conflict: { verdict: null } });
  });

  it('says what is wrong with the words', async () => {
    expect(await stage.run('audit', 'conflicts', '--resolve', 'conflict-1')).toMatchObject({ code: 2 });
    expect(await stage.run('audit', 'conflicts', '--resolve', 'conflict-1', '--verdict', 'maybe')).toMatchObject({
      code: 2,
      err: expect.stringContaining('first-holds, second-holds, both-hold, no-conflict or none') as string,
    });
  });
});
