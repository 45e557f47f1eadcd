import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

await loadModule();

/** A node of Postgres' own parse tree, as JSON. */
type Node = Readonly<Record<string, unknown>>;

/** How a statement names the workspace: the parameter `$1`, or the function's parameter `p_workspace`. */
export type Fence = '$1' | 'p_workspace';

interface Scope {
  readonly fence: Fence;
  /** Names of common table expressions in sight: not tables. */
  readonly ctes: ReadonlySet<string>;
  readonly problems: string[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const childNode = (node: Node | undefined, name: string): Node | undefined =>
  isNode(node?.[name]) ? node[name] : undefined;
const childNodes = (node: Node | undefined, name: string): Node[] =>
  Array.isArray(node?.[name]) ? node[name].filter(isNode) : [];
const textOf = (node: Node | undefined, name: string): string => (typeof node?.[name] === 'string' ? node[name] : '');
/** The texts of a list of names, such as `pg_catalog.now`. */
const namesOf = (nodes: readonly Node[]) => nodes.map((node) => textOf(childNode(node, 'String'), 'sval'));

/** Every table of every query level that is not compared with the workspace there, and what the day-one rules refuse. Empty: all is fenced. */
export function unfenced(sql: string, fence: Fence = '$1'): string[] {
  const problems: string[] = [];
  visit(parseSync(sql), { fence, ctes: new Set(), problems });
  return problems;
}

/** The same for each query inside a plpgsql function, given as its whole `create function`. */
export function unfencedFunction(createFunction: string): string[] {
  const parsed: unknown = parsePlPgSQLSync(createFunction);
  const problems: string[] = [];
  for (const node of everyNode(parsed)) {
    if (isNode(node['PLpgSQL_stmt_dynexecute']) || isNode(node['PLpgSQL_stmt_dynfors']))
      problems.push('builds SQL at run time');
    const expression = childNode(node, 'PLpgSQL_expr');
    const query = textOf(expression, 'query');
    // 0 is a whole statement, 2 an expression, 3 and more an assignment.
    if (expression)
      problems.push(
        ...unfenced(
          expression['parseMode'] === 0 ? query : `select ${query.replace(/^\s*\w+\s*:=/, '')}`,
          'p_workspace',
        ),
      );
  }
  return problems;
}

/** Every object below `value`, itself included. */
export function* everyNode(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* everyNode(item);
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) yield* everyNode(child);
}

function visit(value: unknown, scope: Scope): void {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, scope));
  if (!isNode(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const inner = isNode(child) && 'withClause' in child ? withCtes(child, scope) : scope;
    if (isNode(child)) checkNode(key, child, inner);
    visit(child, inner);
  }
}

function withCtes(query: Node, scope: Scope): Scope {
  const names = childNodes(childNode(query, 'withClause'), 'ctes').map((cte) =>
    textOf(childNode(cte, 'CommonTableExpr'), 'ctename'),
  );
  return { ...scope, ctes: new Set([...scope.ctes, ...names]) };
}

function checkNode(key: string, node: Node, scope: Scope): void {
  switch (key) {
    case 'SelectStmt':
    case 'larg':
    case 'rarg':
      return checkLevel(node, childNodes(node, 'fromClause'), scope);
    case 'UpdateStmt':
      return checkUpdate(node, scope);
    case 'DeleteStmt':
      return checkLevel(node, [{ RangeVar: node['relation'] }, ...childNodes(node, 'usingClause')], scope);
    case 'InsertStmt':
      return checkInsert(node, scope);
    case 'MergeStmt':
    case 'TruncateStmt':
    case 'CopyStmt':
      return void scope.problems.push(`${key} cannot be fenced`);
    case 'FuncCall':
      return checkCall(node, scope);
    case 'SQLValueFunction':
      return void scope.problems.push('takes the time or the user from the database');
    default:
      return;
  }
}

/** One query level: its tables against the conditions that hold for their rows. */
function checkLevel(query: Node, from: readonly Node[], scope: Scope): void {
  const tables = from.flatMap((item) => tablesOf(item, scope));
  const fenced = new Set([
    ...fencedBy(childNode(query, 'whereClause'), tables, scope),
    ...from.flatMap((item) => fencedByJoins(item, tables, scope)),
  ]);
  for (const table of tables)
    if (!fenced.has(table.alias)) scope.problems.push(`${table.name} is not compared with ${scope.fence}`);
}

interface Table {
  readonly name: string;
  /** What columns are qualified by. */
  readonly alias: string;
}

function tablesOf(item: Node, scope: Scope): Table[] {
  const join = childNode(item, 'JoinExpr');
  if (join)
    return [childNode(join, 'larg'), childNode(join, 'rarg')].flatMap((side) => (side ? tablesOf(side, scope) : []));
  const table = childNode(item, 'RangeVar');
  const name = textOf(table, 'relname');
  if (!table || (scope.ctes.has(name) && !table['schemaname'])) return [];
  return [{ name, alias: textOf(childNode(table, 'alias'), 'aliasname') || name }];
}

/** A condition of an outer join thins out only the side that may be missing. */
function fencedByJoins(item: Node, tables: readonly Table[], scope: Scope): string[] {
  const join = childNode(item, 'JoinExpr');
  if (!join) return [];
  const [left, right] = [childNode(join, 'larg') ?? {}, childNode(join, 'rarg') ?? {}];
  const reach = { JOIN_INNER: [left, right], JOIN_LEFT: [right], JOIN_RIGHT: [left] }[textOf(join, 'jointype')] ?? [];
  const reached = new Set(reach.flatMap((side) => tablesOf(side, scope)).map((table) => table.alias));
  const own = fencedBy(childNode(join, 'quals'), tables, scope).filter((alias) => reached.has(alias));
  return [...own, ...fencedByJoins(left, tables, scope), ...fencedByJoins(right, tables, scope)];
}

/** The tables whose workspace_id a condition compares with the workspace. Only what is joined by AND counts. */
function fencedBy(condition: Node | undefined, tables: readonly Table[], scope: Scope): string[] {
  const all = childNode(condition, 'BoolExpr');
  if (all?.['boolop'] === 'AND_EXPR') return childNodes(all, 'args').flatMap((part) => fencedBy(part, tables, scope));
  const comparison = childNode(condition, 'A_Expr');
  if (!comparison || comparison['kind'] !== 'AEXPR_OP' || namesOf(childNodes(comparison, 'name')).join('.') !== '=')
    return [];
  const sides = [childNode(comparison, 'lexpr'), childNode(comparison, 'rexpr')];
  if (!sides.some((side) => isWorkspace(side, scope.fence))) return [];
  return sides.flatMap((side) => {
    const path = namesOf(childNodes(childNode(side, 'ColumnRef'), 'fields'));
    if (path.at(-1) !== 'workspace_id') return [];
    if (path.length > 1) return path.slice(-2, -1);
    return tables.length === 1 ? tables.map((table) => table.alias) : [];
  });
}

function isWorkspace(value: Node | undefined, fence: Fence): boolean {
  const cast = childNode(childNode(value, 'TypeCast'), 'arg');
  if (cast) return isWorkspace(cast, fence);
  if (fence === '$1') return childNode(value, 'ParamRef')?.['number'] === 1;
  return namesOf(childNodes(childNode(value, 'ColumnRef'), 'fields')).join('.') === fence;
}

function checkUpdate(query: Node, scope: Scope): void {
  checkLevel(query, [{ RangeVar: query['relation'] }, ...childNodes(query, 'fromClause')], scope);
  if (targets(query, 'targetList').includes('workspace_id')) scope.problems.push('a row never changes its workspace');
}

const targets = (query: Node, list: string) =>
  childNodes(query, list).map((target) => textOf(childNode(target, 'ResTarget'), 'name'));

function checkInsert(query: Node, scope: Scope): void {
  const name = textOf(childNode(query, 'relation'), 'relname');
  const position = targets(query, 'cols').indexOf('workspace_id');
  const source = childNode(childNode(query, 'selectStmt'), 'SelectStmt');
  const lists = childNodes(source, 'valuesLists').map((list) => childNodes(childNode(list, 'List'), 'items'));
  if (lists.length > 0) {
    if (position === -1 || !lists.every((row) => isWorkspace(row[position], scope.fence)))
      scope.problems.push(`${name} is inserted into without ${scope.fence} as workspace_id`);
  } else if (position === -1 || !isFencedColumn(targetValues(source)[position], source, scope))
    scope.problems.push(`${name} is inserted into without the workspace_id of a table that it is selected from`);
  const conflict = childNode(query, 'onConflictClause');
  const keys = childNodes(childNode(conflict, 'infer'), 'indexElems').map((element) =>
    textOf(childNode(element, 'IndexElem'), 'name'),
  );
  if (conflict && !keys.includes('workspace_id')) scope.problems.push(`${name} settles a conflict across workspaces`);
  if (conflict && targets(conflict, 'targetList').includes('workspace_id'))
    scope.problems.push('a row never changes its workspace');
}

const targetValues = (query: Node | undefined): Node[] =>
  childNodes(query, 'targetList').map((target) => childNode(childNode(target, 'ResTarget'), 'val') ?? {});

/**
 * Whether a value is the workspace_id of a table of the query, or of a sub-query that takes it from its own: checkLevel sees to it that the table is fenced. A parameter would say the same,
 * but Citus sends an insert ... select to the shard only where a column says it, and copies the rows else, which row level security refuses.
 */
function isFencedColumn(value: Node | undefined, query: Node | undefined, scope: Scope): boolean {
  const [alias, column] = namesOf(childNodes(childNode(value, 'ColumnRef'), 'fields'));
  if (column !== 'workspace_id') return false;
  const from = childNodes(query, 'fromClause');
  if (from.flatMap((item) => tablesOf(item, scope)).some((table) => table.alias === alias)) return true;
  const inner = from
    .flatMap((item) => subqueriesOf(item))
    .find((sub) => textOf(childNode(sub, 'alias'), 'aliasname') === alias);
  const select = childNode(childNode(inner, 'subquery'), 'SelectStmt');
  return targetValues(select).some((target) => isFencedColumn(target, select, scope));
}

function subqueriesOf(item: Node): Node[] {
  const join = childNode(item, 'JoinExpr');
  if (join)
    return [childNode(join, 'larg'), childNode(join, 'rarg')].flatMap((side) => (side ? subqueriesOf(side) : []));
  const sub = childNode(item, 'RangeSubselect');
  return sub ? [sub] : [];
}

/** Rows get ids and times from the application: a distributed engine refuses the database's own, and set_config never reaches its workers. */
const refusedCalls =
  /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|gen_random_uuid|uuidv7|uuidv4|random|nextval|set_config|current_setting)$/;

function checkCall(call: Node, scope: Scope): void {
  const name = namesOf(childNodes(call, 'funcname')).at(-1) ?? '';
  if (/^candor_/.test(name) && !isWorkspace(childNodes(call, 'args')[0], scope.fence))
    scope.problems.push(`${name} is not called with ${scope.fence}`);
  if (refusedCalls.test(name)) scope.problems.push(`calls ${name}()`);
}
