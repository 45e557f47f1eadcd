import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import type { Page } from '../../tools/playwright.ts';
import { newPage } from './browser.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Of a desk and of a phone, as far as both were taken. */
type Shots = Map<string, Buffer[]>;

/**
 * Pictures of the documentation, taken by the tests that walk there, the same place on a desk and on a phone side by side.
 * Written only with CANDOR_TEST_PICTURES=1; look at each before you keep it.
 */
export function createPictures() {
  const shots: Shots = new Map();
  afterAll(async () => {
    for (const [name, sides] of shots) await writePicture(name, sides);
  }, 120_000);
  return {
    async take(page: Page, name: string): Promise<void> {
      if (!inject('pictures')) return;
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      shots.set(name, [...(shots.get(name) ?? []), await page.screenshot({ animations: 'disabled', caret: 'hide' })]);
    },
  };
}

async function writePicture(name: string, sides: readonly Buffer[]): Promise<void> {
  const page = await newPage();
  const pictures = sides.map((side) => `<img src="data:image/png;base64,${side.toString('base64')}">`);
  await page.setContent(
    `<style>body{margin:0;display:inline-flex;gap:20px}img{box-shadow:inset 0 0 0 1px #ccc;outline:1px solid #ccc;outline-offset:-1px}</style>${pictures.join('')}`,
  );
  const { width, height } = (await page.locator('body').boundingBox()) ?? { width: 0, height: 0 };
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
  await page.context().close();
}
