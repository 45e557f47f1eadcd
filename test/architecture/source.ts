import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** A file as a rule sees it: the path from the repository's root with forward slashes, and the text. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

export interface ParsedFile extends CodeFile {
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** The repository path that a relative specifier points at; undefined for packages and node's own modules. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
}

/** A check over the whole tree, with the proof that it is able to fail. */
export interface Rule {
  readonly name: string;
  /** One line a violation, with path and line number; empty when the rule holds. */
  readonly check: (files: readonly ParsedFile[]) => readonly string[];
  /** Small trees that break the rule, one for each way to break it. */
  readonly broken: readonly (readonly CodeFile[])[];
  /** Small trees that look alike and keep the rule. */
  readonly sound: readonly (readonly CodeFile[])[];
}

/** Every TypeScript file under `folders`, parsed. Nothing is resolved or type-checked, so it is fast. */
export function readCode(root: string, folders: readonly string[]): ParsedFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => parse({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
}

export function parse(file: CodeFile): ParsedFile {
  const kind = file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind);
  return { ...file, tree, imports: importsOf(tree, file.path) };
}

/** Written by a code generator: committed, but held to no rule about names, sizes or text. */
export function isGenerated(file: CodeFile): boolean {
  return file.path.includes('/generated/');
}

/** `path:line message`, which terminals and editors turn into a link. */
export function at(file: ParsedFile, node: ts.Node, message: string): string {
  return `${file.path}:${lineOf(file.tree, node.getStart(file.tree))} ${message}`;
}

export function lineOf(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}

/** The nodes of whole files: each rule asks for them. */
const nodesOf = new WeakMap<ts.Node, readonly ts.Node[]>();

/** Every node below `node`, in the order of the text. */
export function descendants(node: ts.Node): readonly ts.Node[] {
  const known = nodesOf.get(node);
  if (known) return known;
  const found: ts.Node[] = [];
  const walk = (parent: ts.Node): void =>
    ts.forEachChild(parent, (child) => {
      found.push(child);
      walk(child);
    });
  walk(node);
  if (ts.isSourceFile(node)) nodesOf.set(node, found);
  return found;
}

function importsOf(tree: ts.SourceFile, path: string): Import[] {
  const found: Import[] = [];
  for (const node of descendants(tree)) {
    const imported = importedBy(node);
    if (!imported) continue;
    const { specifier, typeOnly } = imported;
    const target = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
      : undefined;
    found.push({ specifier, typeOnly, target, line: lineOf(tree, node.getStart(tree)) });
  }
  return found;
}

/** Static, dynamic, type and re-exporting imports; also `require`, `require.resolve` and `import.meta.resolve`. */
function importedBy(node: ts.Node): { specifier: string; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeOnly(node.importClause));
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, true);
  if (ts.isExternalModuleReference(node)) return named(node.expression, false);
  if (ts.isCallExpression(node) && isLoad(node.expression)) return named(node.arguments[0], false);
  return undefined;
}

function named(
  specifier: ts.Node | undefined,
  typeOnly: boolean,
): { specifier: string; typeOnly: boolean } | undefined {
  return specifier && ts.isStringLiteralLike(specifier) ? { specifier: specifier.text, typeOnly } : undefined;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function isLoad(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    ['require', 'require.resolve', 'import.meta.resolve'].includes(callee.getText())
  );
}
