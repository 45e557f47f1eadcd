import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageOfSources } from '../../../src/knowledge/sync/sources.ts';
import { siteReader } from '../../../src/knowledge/sync/site/readSite.ts';
import type { SyncRunOptions } from '../../../src/knowledge/sync/syncSource.ts';
import { type SiteServer, startSite } from './siteServer.ts';
import { openSourceWorld, type SourceWorld, versionCount } from './sourceWorld.ts';

let site: SiteServer;
let world: SourceWorld;
beforeEach(async () => {
  site = await startSite();
  world = await openSourceWorld();
  for (let n = 1; n <= 6; n += 1) put(n, `The lamp number ${n} burns for ${n + 100} hours.`);
  index(1, 2, 3, 4, 5, 6);
});
afterEach(() => site.close());

const put = (n: number, text: string) =>
  site.pages.set(`/guide/p${n}.html`, `<main><h1>Lamp ${n}</h1><p>${text}</p></main>`);
const index = (...pages: readonly number[]) =>
  site.pages.set(
    '/guide/',
    `<main><h1>Guide</h1><p>All lamps of the house.</p></main>${pages.map((n) => `<a class="x" href='p${n}.html#top'>Lamp</a>`).join(' ')} <a href="/private/x.html">no</a> <a href="p1.html?page=2">no</a>`,
  );
const read = (
  options: SyncRunOptions & { perSecond?: number; maxPages?: number; where?: string; timeoutMillis?: number } = {},
) => {
  const { where = '/guide/', perSecond = 100, ...rest } = options;
  return world.sync(
    siteReader(`site:${site.url}${where}`, { allowPrivate: true, perSecond, timeoutMillis: 2_000, ...rest }),
    rest,
  );
};
const page = (n: number) => `${site.url}/guide/p${n}.html`;
const decisions = ({ files }: Awaited<ReturnType<typeof read>>) =>
  files
    .filter(({ decision }) => decision !== 'UNCHANGED')
    .map(({ path, decision }) => [path.replace(site.url, ''), decision]);

it('takes the pages below a page, asks for each again by its ETag, and writes nothing if nothing has changed', async () => {
  expect((await read()).job?.counts).toMatchObject({ created: 7, failed: 0 });
  expect(await world.keys()).toEqual([`${site.url}/guide/`, ...[1, 2, 3, 4, 5, 6].map(page)]);
  expect(await world.document(page(2))).toMatchObject({ url: page(2), title: 'Lamp 2' });
  site.requests.length = 0;
  expect(await read()).toMatchObject({ job: null, rowsWritten: 0 });
  expect(site.requests.filter(({ path }) => path !== '/robots.txt').map(({ status }) => status)).toEqual(
    Array(7).fill(304),
  );

  put(3, 'The lamp number 3 is broken.');
  expect(decisions(await read())).toEqual([['/guide/p3.html', 'CHANGED']]);
  const [source] = (await pageOfSources(world.open.database, world.workspaceId, { first: 1 })).nodes;
  expect(source).toMatchObject({
    kind: 'SITE',
    where: `site:${site.url}/guide/`,
    lastResult: { changed: 1, error: null },
  });
});

it('deletes a page that is gone at the second look, and none for a fault of the server', async () => {
  await read();
  site.pages.delete('/guide/p6.html');
  site.faults
    .set('/guide/p1.html', 503)
    .set('/guide/p2.html', 'CUT_OFF')
    .set('/guide/p3.html', 'HANGS')
    .set('/guide/p4.html', 403);
  index(5);
  expect(decisions(await read())).toEqual([['/guide/', 'CHANGED']]);
  expect(await world.count()).toBe(7);
  expect(decisions(await read())).toEqual([['/guide/p6.html', 'DELETED']]);
  expect(await world.keys()).toEqual([`${site.url}/guide/`, ...[1, 2, 3, 4, 5].map(page)]);

  // Back in between: two looks in a row count.
  site.pages.delete('/guide/p5.html');
  await read();
  put(5, 'The lamp number 5 is back.');
  await read();
  site.pages.delete('/guide/p5.html');
  expect(decisions(await read())).toEqual([]);
});

it('follows a page that has moved, by its redirect or by its bytes', async () => {
  await read();
  const versions = await versionCount(world);
  site.pages.set('/guide/new1.html', site.pages.get('/guide/p1.html')!);
  site.faults.set('/guide/p1.html', { to: '/guide/new1.html' });
  site.pages.set('/guide/new2.html', site.pages.get('/guide/p2.html')!);
  site.pages.delete('/guide/p2.html');
  site.pages.set('/guide/', site.pages.get('/guide/')!.replace('p2.html', 'new2.html'));
  expect(decisions(await read())).toEqual([
    ['/guide/', 'CHANGED'],
    ['/guide/new1.html', 'MOVED'],
    ['/guide/new2.html', 'MOVED'],
  ]);
  expect(await world.document(`${site.url}/guide/new1.html`)).toMatchObject({
    title: 'Lamp 1',
    url: `${site.url}/guide/new1.html`,
  });
  expect(await world.count()).toBe(7);
  expect(await versionCount(world)).toBeLessThanOrEqual(versions + 1);
});

it('obeys robots.txt, the prefix and the guard of addresses, on every hop', async () => {
  site.pages.set(
    '/robots.txt',
    'User-agent: *\nDisallow: /guide/p1\nAllow: /guide/p1.html$\n\nUser-agent: candor\nDisallow: /guide/p2',
  );
  site.pages.set('/private/x.html', '<p>Not below the prefix.</p>');
  site.faults.set('/guide/p3.html', { to: '/private/x.html' }).set('/guide/p4.html', { to: '/guide/p2.html' });
  site.faults.set('/guide/p5.html', { to: 'http://169.254.169.254/latest/' });
  await read();
  expect(await world.keys()).toEqual([`${site.url}/guide/`, page(1), page(6)]);
  expect(site.requests.map(({ path }) => path)).not.toEqual(expect.arrayContaining(['/guide/p2.html']));
  expect(site.requests.map(({ path }) => path)).not.toContain('/private/x.html');

  // However it is written.
  put(7, 'The lamp number 7 is here.');
  site.pages.set('/guide/stra%C3%9Fe.html', '<main><h1>Road</h1><p>The road is closed to lamps.</p></main>');
  site.pages.set('/guide/', `${site.pages.get('/guide/')!}<a href="p7.html">7</a><a href="straße.html">road</a>`);
  for (const written of ['/guide/straße', '/guide/stra%c3%9fe']) {
    site.pages.set('/robots.txt', `User-agent: *\nDisallow: ${written}`);
    await read();
    expect(site.requests.map(({ path }) => path)).not.toContain('/guide/stra%C3%9Fe.html');
  }
  expect(await world.keys()).toContain(page(7));

  const before = await world.count();
  site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /');
  await expect(read()).rejects.toMatchObject({ code: 'URL_REFUSED', message: expect.stringContaining('robots.txt') });
  // What is not known for the time being is not taken for leave.
  site.faults.set('/robots.txt', 500);
  await expect(read()).rejects.toMatchObject({ code: 'URL_FAILED' });
  expect(await world.count()).toBe(before);
  const refused = world.sync(siteReader(`site:${site.url}/guide/`, { allowPrivate: false }));
  await expect(refused).rejects.toMatchObject({ code: 'URL_REFUSED' });
  for (const where of [
    'site:ftp://x.example/',
    'site:https://u:p@x.example/',
    'site:https://x.example/?token=1',
    'site:nothing',
  ])
    expect(() => siteReader(where)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
});

it('reads what a sitemap lists, holds back what shrinks, and deletes nothing for a sitemap that is cut off', async () => {
  const sitemap = (...pages: readonly number[]) =>
    site.pages.set(
      '/guide/sitemap.xml',
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map((n) => `<url><loc> ${page(n)} </loc></url>`).join('')}<url><loc>${site.url}/private/x.html</loc></url></urlset>`,
    );
  sitemap(1, 2, 3, 4, 5, 6);
  const where = '/guide/sitemap.xml';
  expect((await read({ where })).job?.counts).toMatchObject({ created: 6 });
  expect(await read({ where })).toMatchObject({ job: null, rowsWritten: 0 });
  // A page that is there stays, listed or not.
  sitemap(1);
  expect(decisions(await read({ where }))).toEqual([]);
  site.faults.set(where, 'CUT_OFF');
  await expect(read({ where })).rejects.toMatchObject({ code: 'URL_FAILED' });
  site.faults.delete(where);
  for (const n of [1, 2, 3]) site.pages.delete(`/guide/p${n}.html`);
  await read({ where });
  const shrunk = await read({ where });
  expect(shrunk.files.filter(({ decision }) => decision === 'HELD')).toHaveLength(3);
  expect(await world.count()).toBe(6);
  expect(decisions(await read({ where, allowShrink: true, dryRun: true }))).toHaveLength(3);
  expect(await world.count()).toBe(6);
  await read({ where, allowShrink: true });
  expect(await world.count()).toBe(3);
});

it('reads at most so many pages and so many a second, and deletes none that it did not come to', async () => {
  await read();
  const begun = performance.now();
  site.requests.length = 0;
  const some = await read({ maxPages: 3, perSecond: 20 });
  expect(site.requests).toHaveLength(4);
  expect(performance.now() - begun).toBeGreaterThan(150);
  expect(decisions(some)).toEqual([]);
  expect(await world.count()).toBe(7);
});
