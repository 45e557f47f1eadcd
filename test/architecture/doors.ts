import ts from 'typescript';
import { at, descendants, type CodeFile, type ParsedFile, type Rule } from './source.ts';

/** One vendor, one door: these packages are imported only under these paths of src. A trailing `*` stands for any rest. */
interface Door {
  readonly packages: readonly string[];
  readonly paths: readonly string[];
}

const doors: readonly Door[] = [
  { packages: ['pg', 'pg-*', 'pgvector', '@electric-sql/*'], paths: ['src/db/*'] },
  { packages: ['fs-native-extensions'], paths: ['src/db/folderLock.ts'] },
  { packages: ['@langchain/langgraph', '@langchain/langgraph-*'], paths: ['src/agent/*'] },
  { packages: ['@langchain/core'], paths: ['src/models/providers/*', 'src/agent/*'] },
  {
    packages: ['@langchain/openai', '@huggingface/transformers'],
    paths: ['src/models/providers/*'],
  },
  { packages: ['onnxruntime-node'], paths: ['src/models/providers/builtin/session.ts'] },
  { packages: ['@huggingface/tokenizers'], paths: ['src/models/providers/builtin/wordPieces.ts'] },
  // The console is a browser app of its own: it speaks GraphQL with the same client packages.
  {
    packages: ['graphql', 'graphql-*', '@graphql-tools/*', 'dataloader'],
    paths: ['src/graphql/*', 'src/http/*', 'src/console/*'],
  },
  { packages: ['@apollo/*', '@escape.tech/*'], paths: ['src/graphql/*', 'src/http/*'] },
  { packages: ['express', 'ws', '@as-integrations/*'], paths: ['src/http/*'] },
  { packages: ['prom-client'], paths: ['src/telemetry/measures.ts', 'src/http/metrics.ts'] },
  { packages: ['@opentelemetry/*'], paths: ['src/telemetry/*'] },
  { packages: ['jose'], paths: ['src/http/authenticate.ts'] },
  { packages: ['@modelcontextprotocol/*'], paths: ['src/mcp/*'] },
  { packages: ['@bomb.sh/*'], paths: ['src/cli/commands/operation/completion.ts'] },
  // Which addresses are private is decided in one place.
  { packages: ['ipaddr.js'], paths: ['src/knowledge/ingest/httpGet.ts'] },
  { packages: ['unpdf'], paths: ['src/knowledge/formats/pdf/pdf.ts'] },
  { packages: ['mammoth'], paths: ['src/knowledge/formats/office/docx.ts'] },
  { packages: ['yauzl'], paths: ['src/knowledge/formats/office/officeParts.ts'] },
  { packages: ['saxes'], paths: ['src/knowledge/formats/office/xml.ts'] },
  { packages: ['numfmt'], paths: ['src/knowledge/formats/office/xlsxStyles.ts'] },
  { packages: ['entities'], paths: ['src/knowledge/formats/html/htmlTokens.ts'] },
  { packages: ['markdown-it', 'markdown-it-*'], paths: ['src/knowledge/formats/markdown/*'] },
  { packages: ['postal-mime', '@kenjiuno/*'], paths: ['src/knowledge/formats/mail.ts'] },
  { packages: ['rtf-stream-parser'], paths: ['src/knowledge/formats/mailRtf.ts'] },
  { packages: ['csv-parse'], paths: ['src/knowledge/formats/csv.ts'] },
  { packages: ['gpt-tokenizer'], paths: ['src/knowledge/tokens.ts'] },
  // For development only: a baseline to be measured beside.
  { packages: ['minisearch'], paths: ['src/evaluation/arms/measureArms.ts'] },
];

const matches = (text: string, pattern: string) =>
  pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
const isPackage = (specifier: string, name: string) => matches(specifier, name) || specifier.startsWith(`${name}/`);

/** Type-only imports count as well: a vendor's types in a signature bind a caller to the vendor just the same. */
function imports(file: ParsedFile): string[] {
  const used = file.imports.flatMap((imported) =>
    doors
      .filter((door) => door.packages.some((name) => isPackage(imported.specifier, name)))
      .map((door) => ({ imported, door })),
  );
  return used
    .filter(({ door }) => !door.paths.some((path) => matches(file.path, path)))
    .map(
      ({ imported, door }) =>
        `${file.path}:${imported.line} imports ${imported.specifier}, which only ${door.paths.join(', ')} may`,
    );
}

const loads = (path: string, specifier: string): CodeFile[] => [{ path, text: `import vendor from '${specifier}';` }];

export const vendorsHaveOneDoor: Rule = {
  name: 'each vendor is imported behind its one door',
  check: (files) => files.filter(({ path }) => path.startsWith('src/')).flatMap(imports),
  broken: [
    loads('src/knowledge/store.ts', 'pg'),
    loads('src/http/health.ts', 'pg-pool'),
    loads('src/app.ts', '@electric-sql/pglite/node-postgres'),
    loads('src/db/openDatabase.ts', 'fs-native-extensions'),
    loads('src/app.ts', '@langchain/langgraph'),
    loads('src/app.ts', '@langchain/langgraph/prebuilt'),
    loads('src/grounding/entail.ts', '@langchain/core/messages'),
    loads('src/agent/ask.ts', '@langchain/openai'),
    loads('src/models/embedder.ts', 'onnxruntime-node'),
    loads('src/models/providers/builtin/readerModel.ts', 'onnxruntime-node'),
    loads('src/models/providers/builtin/readerModel.ts', '@huggingface/tokenizers'),
    loads('src/models/embedder.ts', '@huggingface/transformers'),
    loads('src/app.ts', 'graphql'),
    loads('src/agent/ask.ts', 'graphql-scalars'),
    loads('src/cli/serve.ts', '@apollo/server'),
    loads('src/console/main.tsx', '@apollo/server'),
    loads('src/knowledge/load.ts', 'dataloader'),
    loads('src/cli/commands/mcp.ts', '@modelcontextprotocol/server/stdio'),
    loads('src/cli/runCli.ts', '@bomb.sh/tab'),
    loads('src/graphql/schema.ts', 'express'),
    loads('src/graphql/schema.ts', 'ws'),
    loads('src/knowledge/ingest/fetchUrl.ts', 'ipaddr.js'),
    loads('src/knowledge/formats/parse.ts', 'unpdf'),
    loads('src/knowledge/formats/parse.ts', 'mammoth'),
    loads('src/knowledge/formats/office/docx.ts', 'yauzl'),
    loads('src/knowledge/readPath.ts', 'csv-parse/sync'),
    loads('src/knowledge/formats/office/pptx.ts', 'saxes'),
    loads('src/knowledge/formats/ods.ts', 'numfmt'),
    loads('src/knowledge/formats/parse.ts', 'postal-mime'),
    loads('src/knowledge/formats/rtf.ts', '@kenjiuno/msgreader'),
    loads('src/knowledge/ingest/readPath.ts', 'csv-parse/sync'),
    loads('src/agent/parts/budget.ts', 'gpt-tokenizer/encoding/o200k_base'),
    loads('src/retrieval/retrieve.ts', 'minisearch'),
    [{ path: 'src/app.ts', text: `const lite = await import('@electric-sql/pglite');` }],
    [{ path: 'src/app.ts', text: `import type { Pool } from 'pg';` }],
  ],
  sound: [
    loads('src/db/pool.ts', 'pg'),
    loads('src/agent/ask.ts', '@langchain/langgraph'),
    loads('src/models/providers/openai.ts', '@langchain/openai'),
    loads('src/models/providers/builtin/session.ts', 'onnxruntime-node'),
    loads('src/http/subscriptions.ts', 'graphql-ws/use/ws'),
    loads('src/console/main.tsx', 'graphql-ws'),
    loads('src/mcp/serveStdio.ts', '@modelcontextprotocol/server/stdio'),
    loads('src/knowledge/formats/csv.ts', 'csv-parse/sync'),
    loads('src/knowledge/ingest/httpGet.ts', 'ipaddr.js'),
    loads('src/knowledge/tokens.ts', 'gpt-tokenizer/encoding/o200k_base'),
    loads('src/evaluation/arms/measureArms.ts', 'minisearch'),
    loads('src/app.ts', 'wsl'),
    loads('src/app.ts', 'zod'),
  ],
};

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.expression.getText() === 'process' && node.name.text === 'env';
  if (ts.isElementAccessExpression(node))
    return node.expression.getText() === 'process' && /^.env.$/.test(node.argumentExpression.getText());
  if (ts.isVariableDeclaration(node))
    return node.initializer?.getText() === 'process' && /\benv\b/.test(node.name.getText());
  return (
    ts.isImportDeclaration(node) &&
    /^.(node:)?process.$/.test(node.moduleSpecifier.getText()) &&
    /\benv\b/.test(node.importClause?.getText() ?? '')
  );
}

export const environmentHasOneReader: Rule = {
  name: 'only src/config/config.ts reads process.env (and vitest.config.ts, for the tests)',
  check: (files) =>
    files
      .filter(({ path }) => path !== 'src/config/config.ts')
      .flatMap((file) =>
        descendants(file.tree)
          .filter(readsEnvironment)
          .map((node) => at(file, node, 'reads process.env')),
      ),
  broken: [
    [{ path: 'src/app.ts', text: 'const port = process.env.PORT;' }],
    [{ path: 'src/app.ts', text: `const port = process['env'].PORT;` }],
    [{ path: 'src/app.ts', text: 'const { env } = process;' }],
    [{ path: 'src/app.ts', text: `import { env } from 'node:process';` }],
    [{ path: 'test/app.test.ts', text: 'const port = process.env.PORT;' }],
  ],
  sound: [
    [{ path: 'src/config/config.ts', text: 'const port = process.env.PORT;' }],
    [{ path: 'src/app.ts', text: '// process.env is read in config.ts\nprocess.exitCode = 1;' }],
  ],
};

/** A statement's beginning, after comments. Prose such as "Create an API key" or "Select a workspace" is none. */
const statement = new RegExp(
  String.raw`^\s*((/\*[\s\S]*?\*/|--[^\n]*\n)\s*)*(` +
    [
      String.raw`select\s[\s\S]*(\sfrom\s|\()`,
      String.raw`select\s+[\d$]`,
      String.raw`insert\s+into\s`,
      String.raw`update\s+\S+(\s+(as\s+)?\w+)?\s+set\s`,
      String.raw`delete\s+from\s`,
      String.raw`with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s+((not\s+)?materialized\s+)?\(`,
      String.raw`(create|alter|drop)\s+(or\s+replace\s+)?(unique\s+|unlogged\s+|temp(orary)?\s+|materialized\s+)?(table|index|view|extension|schema|role|user|function|procedure|policy|type|database|sequence|trigger|text\s+search)\s`,
      String.raw`set\s+(local|role|session)\s`,
      String.raw`truncate\s+table\s`,
      String.raw`copy\s+[\w".]+\s*(\([^)]*\)\s*)?(from|to)\s`,
      String.raw`(grant|revoke)\s[\s\S]+\son\s`,
    ].join('|') +
    ')',
  'i',
);

function sqlText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `$1${span.literal.text}`).join('');
}

const maySpeakSql = (path: string) => path.startsWith('src/db/') || path.endsWith('.sql.ts');

export const sqlHasItsFolders: Rule = {
  name: 'SQL stands only in src/db and in the <owner>.sql.ts beside its owner',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/') && !maySpeakSql(path))
      .flatMap((file) =>
        descendants(file.tree)
          .filter((node) => statement.test(sqlText(node) ?? ''))
          .map((node) => at(file, node, `holds SQL: ${(sqlText(node) ?? '').trim().slice(0, 50)}`)),
      ),
  broken: [
    'select id from document',
    '/* knowledge.find */ select id\nfrom document',
    'insert into document values ($1)',
    'update document set title = $1',
    'delete from document where id = $1',
    'with top as (select 1) table top',
    'with recursive walk(id) as (select 1) table walk',
    'create table document ()',
    'create extension if not exists vector',
    'alter table document add column x int',
    'drop index document_title',
    'set local role candor',
    "copy document from '/dev/blob'",
    'select set_config($1, $2, true)',
    '-- why\nselect 1',
    'truncate table document',
    'grant select on document to candor',
  ]
    .map((sql) => [{ path: 'src/knowledge/store.ts', text: `const text = ${JSON.stringify(sql)};` }])
    .concat([
      [{ path: 'src/knowledge/store.ts', text: 'const text = `select ${columns} from document`;' }],
      [{ path: 'src/knowledge/store.ts', text: 'const text = sql`update ${table} set title = ${title}`;' }],
    ]),
  sound: [
    [{ path: 'src/db/migrate.ts', text: `const text = 'select id from document';` }],
    [{ path: 'src/knowledge/store/documents.sql.ts', text: `const text = 'select id from document';` }],
    [
      {
        path: 'src/cli/keys.ts',
        text: `const texts = ['Create an API key.', 'Update the sample', 'Select a workspace', 'drop it', 'With care', 'Copy the key', 'set'];`,
      },
    ],
  ],
};
