import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanShell } from '../support/cleanShell.ts';
import { linkPackage } from '../support/followPage.ts';

const home = mkdtempSync(join(tmpdir(), 'candor-box-'));
/** A project that has installed the package and nothing else. */
const project = join(home, 'project');
let files: readonly string[];

beforeAll(async () => {
  const built = join(home, 'box');
  await cleanShell('.', `node node_modules/vite/bin/vite.js build --mode box --outDir ${built} --logLevel error`);
  const stdout = await cleanShell(built, `npm pack --json --pack-destination ${home}`);
  const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);
  const [{ filename, files: listed }] = packed.parse(JSON.parse(stdout));
  files = listed.map(({ path }) => path).toSorted();
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  await cleanShell(project, `npm install --offline ${join(home, filename)}`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const installed = (file: string) => readFileSync(join(project, 'node_modules/candor-box', file), 'utf8');

it('holds the box, its types and its papers, and depends on nothing', () => {
  expect(files).toEqual(
    ['LICENSE', 'NOTICE', 'README.md', 'candor-ask.d.ts', 'candor-ask.js', 'package.json', 'react.d.ts'].toSorted(),
  );
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(installed('package.json')));
  const own = z.object({ version: z.string(), license: z.string() });
  expect(manifest).toMatchObject(own.parse(JSON.parse(readFileSync('package.json', 'utf8'))));
  for (const key of ['dependencies', 'peerDependencies', 'scripts', 'private'])
    expect(manifest).not.toHaveProperty(key);
  const named = [...new Set(JSON.stringify(manifest['exports']).match(/(?<="\.\/)[\w.-]+(?=")/g))];
  expect(named.filter((file) => file !== 'react' && !files.includes(file))).toEqual([]);
  // What is inside of others comes with its licence.
  expect(installed('NOTICE')).toMatch(/^graphql-sse\n\nMIT License/);
});

/** As a page would use it; each mistake must be one for TypeScript. */
const page = `import { CandorAsk, type CandorOutcome } from 'candor-box';

const box = document.createElement('candor-ask');
box.setAttribute('server', 'https://candor.example.com');
box.addEventListener('candor-outcome', ({ detail }) => console.log(read(detail)));
document.addEventListener('candor-outcome', (event) => console.log(event.detail.run?.question));
const asked: Promise<void> = box.ask('How?');
const same: CandorAsk | null = document.querySelector('candor-ask');

function read(outcome: CandorOutcome): string {
  // @ts-expect-error a refusal has no text
  console.log(outcome.text);
  switch (outcome.__typename) {
    case 'Answer':
      return outcome.text + outcome.citations.map(({ number, document }) => number + (document?.title ?? '')).join();
    case 'Clarification':
      return outcome.options.map(({ text }) => text).join();
    case 'Abstention':
      return outcome.message + outcome.nextSteps.map(({ text }) => text).join();
  }
}
// @ts-expect-error a question is text
void box.ask(1);
export { asked, same };
`;
const component = `import { CandorBox } from './CandorBox.js';

export const right = <CandorBox server="https://candor.example.com" language="de" onOutcome={({ tier }) => console.log(tier)} />;
// @ts-expect-error it needs a server
export const wrong = <CandorBox />;
// @ts-expect-error no attribute of this name
export const misspelt = <candor-ask servre="https://candor.example.com" />;
`;

it('compiles in a strict project, the wrapper of the examples too', async () => {
  for (const name of ['typescript@5', '@types/react', 'react']) linkPackage(project, name);
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/page.ts'), page);
  writeFileSync(join(project, 'src/component.tsx'), component);
  copyFileSync('examples/react-box/CandorBox.tsx', join(project, 'src/CandorBox.tsx'));
  const strict = '--strict --exactOptionalPropertyTypes --verbatimModuleSyntax --noEmit';
  const target = '--module NodeNext --target ES2022 --jsx react-jsx';
  expect(await cleanShell(project, `npx tsc ${strict} ${target} src/page.ts src/component.tsx`)).toBe('');
});

it('loads where there is no browser, as when a server renders a page', async () => {
  const script = `import { CandorAsk } from 'candor-box';
const again = await import('candor-box/react');
console.log(CandorAsk === again.CandorAsk);`;
  writeFileSync(join(project, 'load.js'), script);
  expect(await cleanShell(project, 'node load.js')).toBe('true\n');
});
