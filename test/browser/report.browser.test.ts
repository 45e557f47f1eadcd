import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluationFigures } from '../../src/evaluation/figures/figures.ts';
import { reportPage } from '../../src/evaluation/report/page.ts';
import { reportSample } from '../evaluation/reportSample.ts';
import { visit } from '../support/browser.ts';

let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-report-'));
  const figures = evaluationFigures(reportSample.facts, reportSample.questions, reportSample.result);
  await writeFile(join(folder, 'report.html'), reportPage(figures));
  url = pathToFileURL(join(folder, 'report.html')).href;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the report of an evaluation', () => {
  it.each(['light', 'dark'] as const)(
    'loads nothing, runs nothing of a document and is not wider than a phone, %s',
    async (scheme) => {
      const { page, problems } = await visit(url, scheme);
      page.on('dialog', () => {
        throw new Error('A text of the set was run.');
      });
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await page.locator('script, img').count()).toBe(0);
      expect(await page.getByRole('img').count()).toBe(5);
      expect(problems).toEqual([]);
    },
  );

  it('has letters on its charts that a phone shows at 11 px or more, and contrast in both schemes', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await visit(url, scheme);
      await page.setViewportSize({ width: 360, height: 740 });
      const shown = await page
        .locator('figure > svg')
        .first()
        .evaluate((svg) => parseFloat(getComputedStyle(svg).fontSize) * (svg.getBoundingClientRect().width / 420));
      expect(shown).toBeGreaterThanOrEqual(11);
      for (const selector of ['body', 'h2 + p .quiet', 'svg text', 'tr.under td'])
        expect(await contrastOf(page, selector), `${scheme} ${selector}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** The contrast of an element's text against the page, as WCAG counts it. */
async function contrastOf(page: Awaited<ReturnType<typeof visit>>['page'], selector: string): Promise<number> {
  const colours = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element);
      return {
        text: element instanceof SVGElement ? style.fill : style.color,
        ground: getComputedStyle(document.body).backgroundColor,
      };
    });
  const [text, ground] = [luminance(colours.text), luminance(colours.ground)];
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((value) => {
    const share = Number(value) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
