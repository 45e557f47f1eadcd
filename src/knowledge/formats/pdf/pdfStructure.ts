/** The part of pdf.js's structure tree of a page that is used; at most 40 levels deep. */
export interface StructureNode {
  readonly role: string;
  readonly children: readonly (StructureNode | { readonly type: string; readonly id: string })[];
}

/** What the tags of a PDF say about text: one object for all text of a heading, a cell or a block. */
export type Tag = HeadingTag | CellTag | PlainTag;

interface HeadingTag {
  readonly kind: 'HEADING';
  /** Its place among the tags of its page. */
  readonly order: number;
  /** 1 to 6. */
  readonly depth: number;
}

interface CellTag {
  readonly kind: 'CELL';
  readonly order: number;
  readonly table: TaggedTable;
  /** From 0, in the whole table, whatever page it begins on. */
  readonly row: number;
  readonly column: number;
}

interface PlainTag {
  /**
   * BLOCK: a paragraph or an item. LOOSE: text in a table whose cells the tags do not define. ARTIFACT: what the file
   * says is not part of its text, mostly running lines.
   */
  readonly kind: 'BLOCK' | 'LOOSE' | 'ARTIFACT';
  readonly order: number;
  /** The same number for all text of one block. */
  readonly block: number;
  /** Whether its element holds blocks and is not one itself. */
  readonly holdsBlocks?: boolean;
}

/** A table whose rows all have the same number of cells. */
export interface TaggedTable {
  readonly rows: number;
  readonly columns: number;
  /** Number of header rows at its top; undefined if no cell is marked as a header. */
  readonly heads: number | undefined;
}

interface PageTags {
  /** By pdf.js's name of a marked content. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Number of nodes in the tree, to limit how many are read. */
  readonly nodes: number;
}

const inline =
  /^(?:Span|Link|Em|Strong|Quote|Code|Reference|BibEntry|Note|FENote|Annot|Ruby|R[BTP]|Warichu|W[TP]|Sub|Lbl|LBody)$/;
const container = /^(?:Root|Document|DocumentFragment|Part|Sect|Art|Aside|Div|BlockQuote|NonStruct|L)$/;
const grouping = /^(?:THead|TBody|TFoot|NonStruct|Div)$/;
/**
 * A normal page has fewer nodes. A table that continues for hundreds of pages has more on each page, and is recognised
 * there by its layout.
 */
export const maxNodes = 20_000;

/**
 * Returns the tags of a page's marked contents. Returns none if two elements claim the same text: a program that makes
 * such a tree does not know what it draws.
 */
export function readTags(root: StructureNode): PageTags {
  const nodes = countNodes(root, 0);
  if (nodes > maxNodes) return { tags: new Map(), nodes };
  const tags = new Map<string, Tag>();
  let [order, claimedTwice] = [0, false];
  const claim = (id: string, tag: Tag) => {
    claimedTwice ||= tags.has(id);
    order += 1;
    tags.set(id, tag.kind === 'HEADING' || tag.kind === 'CELL' ? tag : { ...tag, order });
  };
  const walk = (node: StructureNode, tag: Tag, cells: ReadonlyMap<StructureNode, CellTag>) => {
    for (const child of node.children) {
      if ('type' in child) {
        if (child.type === 'content') claim(child.id, tag);
        continue;
      }
      order += 1;
      const isTable = child.role === 'Table' && tag.kind === 'BLOCK';
      const tagged = isTable ? cellsOf(child, order) : cells;
      walk(child, isTable ? { kind: 'LOOSE', order, block: order } : tagOf(child, tag, order, tagged), tagged);
    }
  };
  walk(root, { kind: 'BLOCK', order, block: order, holdsBlocks: true }, new Map());
  return { tags: claimedTwice ? new Map() : tags, nodes };
}

function countNodes(node: StructureNode, before: number): number {
  let count = before + 1;
  for (const child of node.children) {
    if (count > maxNodes) return count;
    count = 'type' in child ? count + 1 : countNodes(child, count);
  }
  return count;
}

function tagOf(node: StructureNode, parent: Tag, order: number, cells: ReadonlyMap<StructureNode, CellTag>): Tag {
  const cell = cells.get(node);
  if (cell) return { ...cell, order };
  if (parent.kind !== 'BLOCK' || inline.test(node.role)) return parent;
  // A browser writes NonStruct for a box as well as for a run of letters.
  if (node.role === 'NonStruct' && (!parent.holdsBlocks || elementsOf(node).length === 0)) return parent;
  const depth = /^H([1-6])$/.exec(node.role)?.[1];
  return depth
    ? { kind: 'HEADING', order, depth: Number(depth) }
    : { kind: 'BLOCK', order, block: order, holdsBlocks: container.test(node.role) };
}

const elementsOf = ({ children }: StructureNode): StructureNode[] =>
  children.flatMap((child) => ('type' in child ? [] : [child]));

/**
 * Returns the cells of a table without spans. Returns none if rows have different numbers of cells (browsers leave out
 * empty ones), if text is outside all cells (as upward text is), or if a cell holds a table.
 */
function cellsOf(table: StructureNode, order: number): ReadonlyMap<StructureNode, CellTag> {
  const rows = elementsOf(table).flatMap((child) =>
    grouping.test(child.role)
      ? elementsOf(child).map((row) => ({ row, isHead: child.role === 'THead' }))
      : [{ row: child, isHead: false }],
  );
  const lines = rows
    .filter(({ row }) => row.role === 'TR')
    .map(({ row, isHead }) => ({
      isHead,
      cells: elementsOf(row).filter(({ role }) => role === 'TH' || role === 'TD'),
    }));
  const columns = lines[0]?.cells.length ?? 0;
  const whole = lines.length > 1 && columns > 1 && lines.every(({ cells }) => cells.length === columns);
  const outside = [
    table,
    ...elementsOf(table).filter(({ role }) => grouping.test(role)),
    ...rows.map(({ row }) => row),
  ];
  if (!whole || outside.some(holdsText) || elementsOf(table).some(holdsTable)) return new Map();
  const tagged: TaggedTable = { rows: lines.length, columns, heads: headsOfTags(lines) };
  return new Map(
    lines.flatMap(({ cells }, row) =>
      cells.map((cell, column) => [cell, { kind: 'CELL', order, table: tagged, row, column }] as const),
    ),
  );
}

function headsOfTags(
  lines: readonly { readonly isHead: boolean; readonly cells: readonly StructureNode[] }[],
): number | undefined {
  if (!lines.some(({ cells }) => cells.some(({ role }) => role === 'TH'))) return undefined;
  const heads = lines.findIndex(({ isHead, cells }) => !isHead && cells.some(({ role }) => role !== 'TH'));
  return heads < 0 ? undefined : heads;
}

const holdsText = ({ role, children }: StructureNode): boolean =>
  role !== 'Caption' && children.some((child) => 'type' in child && child.type === 'content');
const holdsTable = (node: StructureNode): boolean => node.role === 'Table' || elementsOf(node).some(holdsTable);

/** What pdf.js returns between runs of characters. */
export interface Mark {
  readonly type: string;
  readonly id?: string | null;
  readonly tag?: string | null;
}

const artifact: Tag = { kind: 'ARTIFACT', order: -1, block: -1 };

/** Returns the tag of each run of characters that has one. */
export function tagItems<Item extends object>(
  all: readonly (Item | Mark)[],
  known: ReadonlyMap<string, Tag>,
): ReadonlyMap<Item, Tag> {
  const tags = new Map<Item, Tag>();
  const open: (Tag | undefined)[] = [];
  for (const item of all) {
    const inside = open.at(-1);
    if (!isMark(item)) {
      if (inside) tags.set(item, inside);
    } else if (item.type === 'endMarkedContent') open.pop();
    else if (item.tag === 'Artifact') open.push(artifact);
    else open.push((item.id ? known.get(item.id) : undefined) ?? inside);
  }
  return tags;
}

const isMark = (item: object): item is Mark => 'type' in item;
