/**
 * Measures the resident memory of `candor ingest` over 400 MB of input from outside: the peak seen by the kernel
 * (VmHWM) for the process, including its embedding and parsing threads and the embedded database. Linux only.
 *
 *   npm run bench memory -- [--megabytes 400] [--minutes 3]
 *   npm run bench memory -- --pages 1000,10000
 *
 * With `--pages`: the memory for only reading a PDF with that many pages; each file has the same 4 million characters.
 *
 * There are two folders. `heavy`: web pages, PDFs and Word files that are large because of their pictures and scripts
 * and contain little text; ingested to the end. `text`: plain prose, the same number of megabytes. It takes hours to
 * embed, so it is stopped after `--minutes`, and the memory halfway and at the end shows whether it grows.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createParserProcess } from '../src/knowledge/formats/process/parserProcess.ts';
import { createRandom } from '../src/stats.ts';
import { docxParts, rawPdf, wordParagraph, zipOf } from '../test/support/documents.ts';

const { values: flags } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '400' },
    minutes: { type: 'string', default: '3' },
    pages: { type: 'string' },
    read: { type: 'string' },
  },
});
if (flags.read !== undefined) await readPages(Number(flags.read));
if (flags.pages !== undefined) {
  for (const count of flags.pages.split(','))
    await new Promise<void>((resolve) => {
      const own = fileURLToPath(import.meta.url);
      const child = spawn(process.execPath, ['--import', 'tsx', own, '--read', count], { stdio: 'inherit' });
      child.once('exit', () => {
        resolve();
      });
    });
  process.exit();
}

/** Reads a generated PDF as the product does, prints the peak and ends the process. */
async function readPages(count: number): Promise<never> {
  // The same number of lines in total, whatever the number of pages.
  const perPage = Math.round(60_000 / count);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, page) => `${4 + 2 * page} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 0; page < count; page += 1) {
    const drawn = Array.from(
      { length: perPage },
      (_, line) =>
        `1 0 0 1 60 ${800 - line * 12} Tm (Page ${page}: the ferry of pier ${line} leaves at ${page % 24} sharp, every day.) Tj`,
    ).join('\n');
    const content = `BT /F1 11 Tf ${drawn} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  const content = rawPdf(objects);
  const { text } = await createParserProcess().parse({ name: 'pages.pdf', content });
  process.stdout.write(
    `${count} pages, ${text.length} characters: peak ${await megabytesOf(process.pid, 'VmHWM')} MB resident\n`,
  );
  process.exit();
}

const megabytes = Number(flags.megabytes);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const home = await mkdtemp(join(tmpdir(), 'candor-memory-'));
const random = createRandom(7);
const megabyte = 1024 * 1024;
const vocabulary = Array.from({ length: 8_000 }, () =>
  Array.from(
    { length: 2 + Math.floor(random() * 3) },
    () => ['ba', 'ri', 'ton', 'le', 'sum', 'de', 'ka', 'vi', 'po', 'ner'][Math.floor(random() * 10)],
  ).join(''),
);
const sentence = () =>
  `${Array.from({ length: 14 }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(' ')}.`;
const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');

async function writeHeavy(folder: string): Promise<void> {
  await mkdir(folder);
  const count = Math.round(megabytes / 8);
  const picture = randomBytes(3 * megabyte);
  for (let index = 0; index < count; index += 1) {
    await writeFile(
      join(folder, `page-${index}.html`),
      `<html><head><title>Page ${index}</title><script>${'x();'.repeat(200_000)}</script></head><body><main><h1>Page ${index}</h1><p>${paragraph(6)}</p><img src="data:image/png;base64,${picture.toString('base64').slice(0, 2 * megabyte)}"></main></body></html>`,
    );
    await writeFile(
      join(folder, `letter-${index}.docx`),
      zipOf({ ...docxParts(wordParagraph(paragraph(6))), 'word/media/picture.png': picture }),
    );
    const page = `BT /F1 12 Tf 60 700 Td (${sentence()}) Tj ET`;
    await writeFile(
      join(folder, `paper-${index}.pdf`),
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        `<< /Length ${2 * megabyte} >>\nstream\n${'A'.repeat(2 * megabyte)}\nendstream`,
      ]),
    );
  }
}

async function writeText(folder: string): Promise<void> {
  await mkdir(folder);
  const file = createWriteStream(join(folder, 'corpus.jsonl'));
  for (let size = 0, line = 0; size < (megabytes / 2) * megabyte; line += 1) {
    const text = `${JSON.stringify({ id: `line-${line}`, title: `Line ${line}`, text: paragraph(60) })}\n`;
    size += text.length;
    if (!file.write(text))
      await new Promise<void>((resolve) => {
        file.once('drain', () => {
          resolve();
        });
      });
  }
  await new Promise<void>((resolve) => {
    file.end(() => {
      resolve();
    });
  });
  for (let index = 0; index < megabytes / 2 / 2; index += 1)
    await writeFile(
      join(folder, `book-${index}.md`),
      `# Book ${index}\n\n${Array.from({ length: 2_200 }, () => paragraph(10))
        .join('\n\n')
        .slice(0, 2 * megabyte)}`,
    );
}

interface Watched {
  readonly peak: number;
  readonly half: number;
  readonly end: number;
  readonly seconds: number;
  readonly report: string;
}

async function megabytesOf(processId: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/**
 * The first start of the embedded database takes about 1 GB for some seconds, whatever follows, so a separate process
 * creates it beforehand.
 */
async function makeDatabase(folder: string): Promise<void> {
  const child = spawn(
    'env',
    [`CANDOR_DATA=${folder}-data`, process.execPath, '--import', 'tsx', main, 'migrate', '--quiet'],
    { stdio: 'ignore' },
  );
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
}

async function watch(folder: string, maxSeconds: number): Promise<Watched> {
  await makeDatabase(folder);
  const child = spawn(
    'env',
    [`CANDOR_DATA=${folder}-data`, process.execPath, '--import', 'tsx', main, 'ingest', folder, '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let report = '';
  child.stdout.on('data', (piece: Buffer) => {
    report += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => process.stderr.write(piece));
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const ended = { yet: false };
  void exit.then(() => {
    ended.yet = true;
  });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  let [peak, half, end] = [0, 0, 0];
  while (!ended.yet) {
    await wait(500);
    const now = await megabytesOf(child.pid ?? 0, 'VmRSS');
    peak = Math.max(peak, await megabytesOf(child.pid ?? 0, 'VmHWM'));
    if (now > 0) end = now;
    if (seconds() < maxSeconds / 2) half = end;
    if (seconds() > maxSeconds) child.kill('SIGINT');
  }
  await exit;
  return { peak, half, end, seconds: Math.round(seconds()), report };
}

await writeHeavy(join(home, 'heavy'));
const heavy = await watch(join(home, 'heavy'), 3_600);
const { createdCount, failedCount } = JSON.parse(heavy.report) as { createdCount: number; failedCount: number };
process.stdout.write(
  `heavy: ${createdCount} documents taken in, ${failedCount} failed, of ${megabytes} MB in ${heavy.seconds} s: peak ${heavy.peak} MB resident\n`,
);
await rm(join(home, 'heavy'), { recursive: true });
await writeText(join(home, 'text'));
const text = await watch(join(home, 'text'), Number(flags.minutes) * 60);
process.stdout.write(
  `text: stopped after ${text.seconds} s of ${megabytes} MB: peak ${text.peak} MB resident, ${text.half} MB at half of the time and ${text.end} MB at its end\n`,
);
process.stdout.write(
  `machine: ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
);
await rm(home, { recursive: true, force: true });
