import ts from 'typescript';
import { at, descendants, isGenerated, type ParsedFile, type Rule } from './source.ts';

/** Words that say nothing about what a thing is, singular or plural. */
const forbidden = /^(util|helper|common|misc|manager|service|handler|processor|base|impl)s?$/;

/** `parseHTTPRequest`, `parse-http-request` and `parse_http_request` are the same three words. `knowledge base` is a term of its own. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll('knowledge base', 'knowledge')
    .trim()
    .split(' ');
}

const forbiddenWord = (name: string) => wordsOf(name).find((word) => forbidden.test(word));

/**
 * The names that this code chose: functions, classes, methods, types, enums, variables, parameters.
 * Properties of object literals and interfaces are left out: vendors and protocols choose many of those.
 */
function declaredName(node: ts.Node): ts.Identifier | undefined {
  if (!declaring.has(node.kind)) return undefined;
  const { name } = node as ts.NamedDeclaration;
  if (!name || !ts.isIdentifier(name)) return undefined;
  return isVendorMethod(node) ? undefined : name;
}

/** Asked of every node of the repository, so it is one look. */
const declaring: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.TypeParameter,
]);

/** A method in an object literal is a property too. */
const isVendorMethod = (node: ts.Node) => ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent);

function badPaths(file: ParsedFile): string[] {
  const word = forbiddenWord(file.path);
  return word ? [`${file.path} is named "${word}"`] : [];
}

function badIdentifiers(file: ParsedFile): string[] {
  return descendants(file.tree).flatMap((node) => {
    const name = declaredName(node);
    const word = name && forbiddenWord(name.text);
    return name && word ? [at(file, name, `${name.text} holds the word "${word}"`)] : [];
  });
}

const inApp = (text: string) => [{ path: 'src/app.ts', text }];

export const namesSayWhatThingsAre: Rule = {
  name: 'no name holds util, helper, common, misc, manager, service, handler, processor, base or impl',
  check: (files) =>
    files.filter((file) => !isGenerated(file)).flatMap((file) => [...badPaths(file), ...badIdentifiers(file)]),
  broken: [
    [{ path: 'src/db/utils.ts', text: '' }],
    [{ path: 'src/common/text.ts', text: '' }],
    [{ path: 'test/support/query-helper.ts', text: '' }],
    inApp('export function toUtil() {}'),
    inApp('class RunManager {}'),
    inApp('interface AskService {}'),
    inApp('type ErrorHandler = () => void;'),
    inApp('const base = 1;'),
    inApp('const baseUrl = 1;'),
    inApp('const BASE_URL = 1;'),
    inApp('function ask(requestProcessor: number) {}'),
    inApp('class A { handlerOf() {} }'),
    inApp('enum Misc { A }'),
    inApp('const { common } = prefix;'),
  ],
  sound: [
    [
      {
        path: 'src/db/database.ts',
        text: 'export const baseline = 1; const implement = 2; const knowledgeBase = 3; const manage = 4; const serviceable = 5;',
      },
    ],
    inApp('const options = { baseUrl: 1, requestHandler: 2, handler() {} };'),
    [{ path: 'src/graphql/generated/types.ts', text: 'type BaseImpl = 1;' }],
  ],
};
