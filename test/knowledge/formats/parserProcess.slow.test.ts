import { spawn, spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { prepareChunks } from '../../../src/knowledge/cut/prepareChunks.ts';
import {
  createParserProcess,
  type ParserProcess,
  type ParserProcessOptions,
} from '../../../src/knowledge/formats/process/parserProcess.ts';
import { parse } from '../../../src/knowledge/formats/parse.ts';
import { drawn } from '../../support/cases.ts';
import { lines, pdfOf, zipBomb } from '../../support/documents.ts';
import { element, taggedPdf } from '../../support/taggedPdf.ts';
import { faultOf } from './expectations.ts';

const open: ParserProcess[] = [];

function processOf(options: ParserProcessOptions = {}): ParserProcess {
  const own = createParserProcess(options);
  open.push(own);
  return own;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((own) => own.close()));
});

/** For tests that leave it as a person would find it, or ended: a start takes a second. */
const shared = createParserProcess();
const withoutPatience = createParserProcess({ tagMillis: 250 });
afterAll(() => Promise.all([shared, withoutPatience].map((own) => own.close())));

const page = (text: string) => ({ name: 'a.html', content: `<p>${text}</p>` });
/** Large enough to keep a process busy for seconds. */
const slowPage = { name: 'slow.html', content: '<div><p>word</p></div>'.repeat(600_000) };

const commandOf = (id: number) =>
  spawnSync('ps', ['-o', 'args=', '-p', String(id)], { encoding: 'utf8' }).stdout.trim();

describe('createParserProcess', () => {
  it('reads documents one after the other, and small texts at once', async () => {
    const [html, pdf, text] = await Promise.all([
      shared.parse(page('Tea is hot.')),
      shared.parse({ name: 'a.pdf', content: await pdfOf([lines(['Milk is cold.'])]) }),
      shared.parse({ name: 'a.txt', content: 'Water.' }),
    ]);
    expect([html.text, pdf.text, text.text]).toEqual(['Tea is hot.', 'Milk is cold.', 'Water.']);
    expect(pdf).toMatchObject({ sourceType: 'PDF', sourceMap: { unit: 'PAGE', offsets: [0], positions: [1] } });
  });

  it('reads what is read here, block by block', async () => {
    const source = {
      name: 'a.html',
      content: '<h1>Tea</h1><p>Hot.</p><h3>Milk</h3><ul><li>Cold.</li></ul><p>End.</p>',
    };
    expect(await shared.parse(source)).toEqual(await parse(source));
  });

  it('sends large texts to the process, with their first line', async () => {
    const parsed = await shared.parse(
      { name: 'a.md', content: `${'Some words. '.repeat(30)}\n\n`.repeat(1_000) },
      { firstLine: 4 },
    );
    expect(parsed.sourceMap?.positions[0]).toBe(4);
    expect(parsed.blocks).toHaveLength(1_000);
  });

  it('brings a fault across with its message, remedy and details', async () => {
    const fault = await faultOf(
      async () => shared.parse({ name: 'a.docx', content: zipBomb(320) }),
      'DOCUMENT_TOO_LARGE',
    );
    expect(fault.message).toContain('200 MB');
    expect(fault.remedy).toContain('Save the document again');
  });

  const tags: readonly (readonly [string, readonly string[]])[] = [
    // pdf.js compares each row with every other one, and there is no limit that it could be given.
    ['a table of 60,000 rows in one element', [element('Table', 6, ['<< /S /TR /P 7 0 R >> '.repeat(60_000), 0])]],
    [
      'elements that are each other’s child twice',
      Array.from({ length: 32 }, (_, index) =>
        element('Sect', index + 6, index === 31 ? [0] : [`${index + 8} 0 R`, `${index + 8} 0 R`]),
      ),
    ],
    ['a million elements', [`<< /S /Table /P 6 0 R /Pg 3 0 R /K [${'<< /S /TD /P 7 0 R >> '.repeat(1_000_000)} 0] >>`]],
  ];
  it.each(drawn(tags.slice(0, 1), tags))(
    'reads a PDF without its tags where those take too long: %s',
    async (_, elements) => {
      const words = { text: 'The tank holds two litres.', x: 60, y: 700 };
      const content = taggedPdf([words], elements, [elements.length + 6]);
      expect((await withoutPatience.parse({ name: 'a.pdf', content })).text).toBe(words.text);
    },
  );

  it('refuses a wrong kind without starting a process', async () => {
    await faultOf(
      async () =>
        processOf({ timeoutMillis: 0 }).parse({ name: 'a.html', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }),
      'DOCUMENT_UNSUPPORTED',
    );
  });

  it('ends a parser that takes too long, and goes on with the next document', async () => {
    const own = processOf({ timeoutMillis: 1_000 });
    const slow = own.parse(slowPage);
    const after = own.parse(page('Still here.'));
    expect((await faultOf(() => slow, 'DOCUMENT_TOO_LARGE')).message).toBe(
      'The document took longer than 1 s to read.',
    );
    expect((await after).text).toBe('Still here.');
  });

  it('gives up a document that needs more memory than there is, and goes on with the next', async () => {
    const own = processOf({ maxMegabytes: 64 });
    const fault = await faultOf(async () => own.parse(slowPage), 'DOCUMENT_TOO_LARGE');
    expect(fault.message).toBe('The document needs more than 64 MB of memory to be read.');
    expect((await own.parse(page('Still here.'))).text).toBe('Still here.');
  });

  it('cuts a long text as it would be cut here, without holding this thread', async () => {
    // One word: 4 s for each of these in this thread.
    const text = { text: 'a'.repeat(400_000), title: 'A word', key: 'word.txt', blocks: [] };
    let [last, held] = [performance.now(), 0];
    const tick = setInterval(() => ([last, held] = [performance.now(), Math.max(held, performance.now() - last)]), 5);
    const chunks = await shared.cut(text, 160);
    clearInterval(tick);
    expect(held).toBeLessThan(1_000);
    expect(chunks).toEqual(prepareChunks(text, 160));
    const hasty = processOf({ timeoutMillis: 200 });
    await faultOf(() => hasty.cut({ ...text, text: text.text.repeat(10) }, 160), 'DOCUMENT_TOO_LARGE');
    await faultOf(() => shared.cut(text, 160, AbortSignal.abort()), 'CANCELLED');
  });

  describe.skipIf(process.platform !== 'linux')('on Linux', () => {
    const parsersOf = () =>
      spawnSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
        .stdout.split(/\s+/)
        .filter(Boolean)
        .map(Number)
        .filter((id) => commandOf(id).includes('parserWorker'));
    /** A parser that is there and idle, with its process. */
    async function openParser(options: ParserProcessOptions) {
      const before = parsersOf();
      const own = processOf(options);
      await own.parse(page('Ready.'));
      const [id = 0] = parsersOf().filter((each) => !before.includes(each));
      return { own, id };
    }

    it('counts processor time: a process that has to wait refuses nothing', async () => {
      const { own, id } = await openParser({ timeoutMillis: 1_000 });
      process.kill(id, 'SIGSTOP');
      const waiting = own.parse(page('Late.'));
      await setTimeout(2_000);
      process.kill(id, 'SIGCONT');
      expect((await waiting).text).toBe('Late.');
    });

    it('ends one that waits for ever', async () => {
      const { own, id } = await openParser({ timeoutMillis: 500 });
      process.kill(id, 'SIGSTOP');
      await faultOf(async () => own.parse(page('never')), 'DOCUMENT_TOO_LARGE');
      await expect.poll(() => commandOf(id)).toBe('');
    });

    it('gives its process no environment and no open file, and lets it go first where memory runs out', async () => {
      const secret = join(mkdtempSync(join(tmpdir(), 'candor-parser-')), 'lock');
      const file = openSync(secret, 'a+');
      vi.stubEnv('CANDOR_TEST_SECRET', 'secret');
      const { id } = await openParser({});
      vi.unstubAllEnvs();
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(environment.map((entry) => entry.split('=')[0])).toEqual([
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
      ]);
      const open = readdirSync(`/proc/${id}/fd`).map((fd) => {
        try {
          return readlinkSync(`/proc/${id}/fd/${fd}`);
        } catch {
          return '';
        }
      });
      closeSync(file);
      expect(open).not.toContain(secret);
      expect(readFileSync(`/proc/${id}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    });

    it('goes on when a terminal or a supervisor signals the whole group', async () => {
      const { own, id } = await openParser({});
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(id, signal);
      await setTimeout(200);
      expect((await own.parse(page('Still here.'))).text).toBe('Still here.');
      expect(parsersOf()).toContain(id);
    });

    it('says what it was when the system kills it, and starts another', async () => {
      const { own, id } = await openParser({});
      const reading = own.parse(slowPage);
      process.kill(id, 'SIGKILL');
      await faultOf(async () => reading, 'DOCUMENT_TOO_LARGE');
      expect((await own.parse(page('Still here.'))).text).toBe('Still here.');
    });
  });

  it('ends with the process that asked, even while it is busy', async () => {
    const source = new URL('../../../src/knowledge/formats/process/parserProcess.ts', import.meta.url).href;
    const asks = `const { createParserProcess } = await import(${JSON.stringify(source)});
      void createParserProcess().parse({ name: 'a.html', content: '<div><p>word</p></div>'.repeat(600_000) });`;
    const asker = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', asks], { stdio: 'inherit' });
    const children = () => spawnSync('ps', ['-o', 'pid=', '--ppid', String(asker.pid)], { encoding: 'utf8' }).stdout;
    const parsers = () =>
      children()
        .split(/\s+/)
        .filter(Boolean)
        .map(Number)
        .filter((id) => commandOf(id).includes('parserWorker'));
    await expect.poll(parsers).toHaveLength(1);
    const [parser = 0] = parsers();
    // Busy by now, in one stretch of many seconds.
    await setTimeout(2_000);
    asker.kill('SIGKILL');
    await expect.poll(() => commandOf(parser)).toBe('');
  });

  it('cancels a document that is being read, one that waits, and one that comes too late', async () => {
    const [reading, waiting] = [new AbortController(), new AbortController()];
    const first = shared.parse(slowPage, { signal: reading.signal });
    const second = shared.parse(page('never'), { signal: waiting.signal });
    const third = shared.parse(page('Still here.'));
    waiting.abort();
    await faultOf(() => second, 'CANCELLED');
    reading.abort();
    await faultOf(() => first, 'CANCELLED');
    expect((await third).text).toBe('Still here.');
    await faultOf(async () => shared.parse(page('never'), { signal: AbortSignal.abort() }), 'CANCELLED');
  });

  it('leaves nothing behind on a signal that goes with many documents', async () => {
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map((number) => shared.parse(page(`Page ${number}.`), { signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('cancels all that is open when it is closed, and can be used again', async () => {
    const calls = [slowPage, page('never')].map((source) => shared.parse(source));
    const faults = calls.map((call) => faultOf(() => call, 'CANCELLED'));
    await shared.close();
    await Promise.all(faults);
    expect((await shared.parse(page('Back.'))).text).toBe('Back.');
  });
});
