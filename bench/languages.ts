import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { detectLanguage, detectQuestionLanguage } from '../src/knowledge/language/language.ts';

// npm run bench languages -- FOLDER: how often the language of documents, titles and questions is told rightly. The folder
// holds xquad, mtrag, cacm, clapnq and docs-knative.
const [folder = '../shared/eval'] = process.argv.slice(2);
const Line = z.object({
  title: z.string().default(''),
  text: z.string().default(''),
  question: z.string().default(''),
  language: z.string().default('en'),
});

const read = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
const others = ['ar', 'de', 'el', 'es', 'hi', 'ro', 'ru', 'th', 'tr', 'vi', 'zh'];

interface Text {
  readonly text: string;
  readonly language: string;
}

function told(name: string, texts: readonly Text[], detect: (text: string) => string | null): void {
  const start = performance.now();
  const found = texts.map(({ text, language }) => ({ right: language, told: detect(text) }));
  const millis = performance.now() - start;
  const wrong = found.filter(({ right, told }) => told !== null && told !== right);
  const right = found.filter(({ right, told }) => told === right).length;
  const examples = wrong.slice(0, 10).map(({ right, told }) => `${right} as ${told}`);
  process.stdout.write(
    `${name}: ${texts.length}, right ${right}, wrong ${wrong.length}, ${millis.toFixed(0)} ms ${examples.join(', ')}\n`,
  );
}

const documents = others.flatMap((language) =>
  read(`xquad/corpus.${language}.jsonl`).map(({ text }) => ({ text, language })),
);
const pages = ['xquad', 'docs-knative', 'mtrag'].flatMap((set) => read(`${set}/corpus.jsonl`));
/** `detectLanguage` tells nothing of less. */
const enough = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 40;
const titles = new Set(
  ['cacm', 'docs-knative', 'clapnq'].flatMap((set) => read(`${set}/corpus.jsonl`).map(({ title }) => title)),
);
told('documents in 11 languages', documents, detectLanguage);
told('English pages', pages, detectLanguage);
told(
  'English titles',
  [...titles].filter(enough).map((text) => ({ text, language: 'en' })),
  detectLanguage,
);
told(
  'questions in 12 languages',
  read('xquad/questions.jsonl').map(({ question, language }) => ({ text: question, language })),
  detectQuestionLanguage,
);
