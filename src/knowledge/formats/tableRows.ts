const year = /^(19|20)\d\d$/;
const valueLike = /^[-+(]?[\p{Sc}]?\s?\d[\d\s.,:/%-]*\)?\s?[\p{Sc}%]?$|^\d{4}-\d\d-\d\d|^https?:|^\S+@\S+\.\S+$/u;
const maxName = 100;
const maxWords = 8;
/** A longer header is not the name of a column, and would be repeated in each row. */
const maxHeader = 200;
/** A longer cell is not the name of a value. */
const maxPairName = 60;
/**
 * Characters that the headers of one table may add to its rows: 1 kB of headers over 250,000 short rows would make 250
 * MB.
 */
const maxLabels = 10_000_000;

/** Characters that the cells over several columns may repeat in one table. */
const maxRepeated = 1_000_000;

/**
 * Returns the rows of a table as canonical text, one line each: `Header: cell; Header: cell`. A cell without a name
 * appears alone; an empty cell is left out. Of a table without a header that pairs names with values, `Name: value`.
 */
export function rowTexts(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const names = distinctNames(header);
  const named = names.reduce((sum, name) => sum + name.length, 0) * rows.length <= maxLabels;
  const label = (column: number) =>
    named && (names[column]?.length ?? 0) <= maxHeader ? names[column]?.replace(/:$/, '') : undefined;
  if (!names.some(Boolean) && arePairs(rows)) return rows.map(pairText);
  return rows.map((row) => rowText(row, label));
}

/**
 * The names of columns, each once: `Amount 1` and `Amount 2` for two called `Amount`, and `Column 3` for one without a
 * name beside others that have one. The first column may do without: what names the rows needs no name itself.
 */
export function distinctNames(names: readonly string[]): string[] {
  const numbered = names.filter(Boolean).length > 1;
  const seen = new Map<string, number>();
  return names.map((name, column) => {
    if (!name) return numbered && column > 0 ? `Column ${column + 1}` : '';
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${count}`;
  });
}

/** Whether the rows are pairs of a name and its value, each name once. */
export function arePairs(rows: readonly (readonly string[])[]): boolean {
  const names = rows.map(([name = '']) => name);
  return (
    rows.length > 1 &&
    rows.every((row) => row.filter(Boolean).length === 2 && row[0] && row[1]) &&
    names.every((name) => name.length <= maxPairName && !isValue(name) && !/[.;?!]$|[;:] /.test(name)) &&
    new Set(names).size === names.length
  );
}

/** A pair as canonical text. */
export const pairText = ([name = '', value = '']: readonly string[]): string => `${name.replace(/:$/, '')}: ${value}`;

/** Returns one row, as in `rowTexts`. */
export function rowText(cells: readonly string[], nameOf: (column: number) => string | undefined): string {
  return cells
    .map((cell, column) => (cell && nameOf(column) ? `${nameOf(column)}: ${cell}` : cell))
    .filter(Boolean)
    .join('; ');
}

/**
 * Returns the name of each column below one or more header rows: `Group Column`. If a header cell is undefined, the
 * cell to its left spans it.
 */
export function columnNames(heads: readonly (readonly (string | undefined)[])[]): string[] {
  const columns = heads.reduce((most, row) => Math.max(most, row.length), 0);
  const spread = heads.map((row) => {
    let last = '';
    return row.map((cell) => (last = cell ?? last));
  });
  return Array.from({ length: columns }, (_, column) =>
    [...new Set(spread.map((row) => row[column] ?? '').filter(Boolean))].join(' '),
  );
}

/** A cell of a row, from the column where it begins. */
interface WideCell {
  readonly column: number;
  readonly text: string;
  /** Number of columns that it covers; usually 1. */
  readonly across: number;
}

/**
 * Returns the cells of rows below a header by column: one over several columns is in each that has a name of its own,
 * so that its value is found under every one of them. What begins in the first column names the row and stays there
 * alone, and what covers all columns is a line between rows and stands behind the last one, without a name; unless the
 * first column holds what the others hold.
 * @param names of the columns, before `distinctNames`
 */
export function spreadCells(
  rows: readonly (readonly WideCell[])[],
  names: ReadonlyMap<number, string>,
): ReadonlyMap<number, string>[] {
  const columns = [...names.keys()].sort((one, other) => one - other);
  const [first, behind] = [columns[0] ?? 0, (columns.at(-1) ?? 0) + 1];
  const all = namedColumns({ column: first, across: behind - first }, names).length;
  const isWide = all > 1 && rows.some((row) => row.some(({ across }) => across > 1));
  const isValue = isWide ? valuesOf(rows, first) : () => false;
  let repeated = 0;
  const columnsFor = (cell: WideCell): readonly number[] => {
    const across = Math.min(cell.across, behind - cell.column);
    const covered = isWide && across > 1 ? namedColumns({ ...cell, across }, names) : [];
    if (covered.length < 2) return [cell.column];
    const isWhole = cell.column === first && covered.length >= all;
    const holdsForAll = cell.column > first || isValue(cell) || (isWhole && rows.length === 1);
    if (!holdsForAll) return [isWhole ? behind : cell.column];
    repeated += cell.text.length * (covered.length - 1);
    return repeated > maxRepeated ? [cell.column] : covered;
  };
  return rows.map((row) => new Map(row.flatMap((cell) => columnsFor(cell).map((column) => [column, cell.text]))));
}

/** The same for rows by column, in which undefined is a column that the cell to the left spans. */
export function spreadSpanned(
  rows: readonly (readonly (string | undefined)[])[],
  names: readonly string[],
): readonly (readonly string[])[] {
  if (rows.every((row) => !row.includes(undefined))) return rows.map((row) => row.map((text) => text ?? ''));
  const cells = rows.map((row) =>
    row.flatMap((text, column) => {
      const next = row.findIndex((other, index) => index > column && other !== undefined);
      return text ? [{ column, text, across: (next < 0 ? row.length : next) - column }] : [];
    }),
  );
  return spreadCells(cells, new Map(names.entries())).map((words) => {
    const columns = [...words.keys()].reduce((most, column) => Math.max(most, column + 1), 0);
    return Array.from({ length: columns }, (_, column) => words.get(column) ?? '');
  });
}

/** The columns that a cell covers, one of each name. */
function namedColumns({ column, across }: Omit<WideCell, 'text'>, names: ReadonlyMap<number, string>): number[] {
  const seen = new Set<string>();
  return Array.from({ length: across }, (_, index) => column + index).filter((covered) => {
    const name = names.get(covered) ?? '';
    if (covered > column && (name === '' || seen.has(name))) return false;
    seen.add(name);
    return true;
  });
}

/**
 * Returns whether a cell that begins in the first column is a value as the other columns have them, and no row's name:
 * one of its shape stands elsewhere, or the most of the first column has shapes that do.
 */
function valuesOf(rows: readonly (readonly WideCell[])[], first: number): (cell: WideCell) => boolean {
  const shapes = (isFirst: boolean) =>
    rows.flatMap((row) => row.filter(({ column }) => (column === first) === isFirst).map(({ text }) => shapeOf(text)));
  const elsewhere = new Set(shapes(false).filter((shape) => /[\p{L}\d]/u.test(shape)));
  const own = shapes(true);
  // Bare numbers count the rows as well.
  const alike = own.filter((shape) => shape !== '9' && elsewhere.has(shape)).length;
  return ({ text }) => elsewhere.has(shapeOf(text)) || alike > own.length / 2;
}

/** Whether a cell is a value and not a name: a number, date, address or percentage. */
const isValue = (cell: string): boolean => valueLike.test(cell);

/**
 * Whether the cells are names, not values. A header has no number, date or address, except years after a first name
 * (`Region, 2023, 2024`).
 */
export function areNames(cells: readonly string[]): boolean {
  const names = cells.filter(Boolean);
  const [first = ''] = names;
  return (
    names.length > 0 &&
    !isValue(first) &&
    names.every((name) => name.length <= maxName && (year.test(name) || !isValue(name)))
  );
}

const hasDigits = (cell: string): boolean => /\d/.test(cell) && !year.test(cell);
/** `4.50` and `48.00` have the same shape, and so do `5 % of the fee` and `15 % of the fee`. */
const shapeOf = (cell: string): string => cell.replaceAll(/\d+/g, '9').toLowerCase();

/**
 * Whether a first row that nothing marks as a header is one: short, distinct names above values, with no value in the
 * row itself. Words above words prove nothing: such a table needs three columns or more and `flagged`, its author's own
 * statement that the first row is special, which word processors give to every table. Two columns need stronger
 * evidence, because pairs of name and value look the same (`Name; Ann` above `Seats; 5`), or two names that only columns have.
 */
export function looksLikeHeader(rows: readonly (readonly string[])[], { flagged = false } = {}): boolean {
  const [first = [], ...rest] = rows;
  const [corner = '', ...others] = first;
  const isDistinct = others.every(Boolean) && new Set(first).size === first.length;
  // Some names are repeated, or are missing: what stands below must then be values.
  const named = others.length > 0 && (isDistinct || others.filter(Boolean).length > 1);
  if (
    !named ||
    rest.length === 0 ||
    !areNames(first) ||
    first.some((cell) => cell.split(' ').length > maxWords || /[.!?;:]$/.test(cell) || hasDigits(cell))
  )
    return false;
  if (first.some((name, column) => name && rest.some((row) => row[column] === name))) return false;
  const below = first.map((_, column) => rest.map((row) => row[column] ?? '').filter(Boolean));
  if (first.length === 2)
    return first.every(namesColumn) || (rest.length > 1 && tellsPairs(below[0] ?? [], below[1] ?? []));
  const typed = first.some(
    (name, column) =>
      !year.test(name) &&
      (below[column] ?? []).filter(hasDigits).length >= Math.max((below[column]?.length ?? 0) * 0.6, 1),
  );
  return typed || (flagged && isDistinct && corner !== '' && rest.length > 1);
}

/**
 * What columns are called, in the console's languages of the alphabet. One such word names a value as well (`Status` beside
 * `Open`); two beside each other head columns (`Role` beside `Duties`).
 */
const columnNouns = new Set(
  (
    'role roles duty duties task tasks responsibility responsibilities responsible person people name names description definition meaning term terms word explanation item items thing article product service value ' +
    'contact phone telephone email address room place location department team owner status state type kind category date day time hours deadline when who what where why how note notes remark remarks comment comments ' +
    'action remedy solution cause reason problem error fault symptom question answer example step purpose use usage function feature key code number price cost fee amount rate unit result effect rule topic subject document language country city region ' +
    'rolle aufgabe aufgaben pflichten zuständig zuständigkeit verantwortlich ansprechpartner person name bezeichnung beschreibung bedeutung begriff erklärung posten artikel leistung wert kontakt telefon adresse raum ort abteilung status art typ kategorie datum tag zeit uhrzeit frist bemerkung bemerkungen hinweis maßnahme lösung ursache grund problem fehler störung frage antwort beispiel schritt zweck funktion preis kosten gebühr betrag thema ' +
    'rôle tâche tâches nom description définition terme valeur contact téléphone adresse lieu service statut date heure remarque remarques action solution cause problème erreur question réponse exemple étape prix montant sujet ' +
    'rol tarea tareas nombre descripción definición término valor contacto teléfono dirección lugar departamento estado tipo fecha hora nota notas acción solución causa problema error pregunta respuesta ejemplo paso precio importe tema ' +
    'ruolo compito compiti nome descrizione definizione termine valore contatto telefono indirizzo luogo reparto stato tipo data ora nota note azione soluzione causa problema errore domanda risposta esempio prezzo importo ' +
    'taak taken naam omschrijving beschrijving betekenis begrip waarde contact telefoon adres plaats afdeling soort datum tijd opmerking opmerkingen actie oplossing oorzaak probleem fout vraag antwoord voorbeeld prijs bedrag ' +
    'rola zadanie zadania imię nazwa opis znaczenie pojęcie wartość kontakt telefon adres miejsce dział status typ data godzina uwagi działanie rozwiązanie przyczyna problem błąd pytanie odpowiedź przykład cena kwota ' +
    'função tarefa tarefas nome descrição definição termo valor contato contacto telefone endereço lugar local departamento estado tipo data hora nota notas ação solução causa problema erro pergunta resposta exemplo preço'
  ).split(' '),
);

/** Whether a name is a common one of a column: its last word, or its first as in `Date of issue`, is one. */
function namesColumn(name: string): boolean {
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const [first = ''] = words;
  return words.length <= 4 && (columnNouns.has(words.at(-1) ?? '') || columnNouns.has(first));
}

/** How much of what stands below a second row of names must be values. */
const mostlyValues = 0.6;

/**
 * Whether the first row below a header goes on with it: the names above are repeated, or left out behind the first as
 * those of a group are, and names stand in the row where values stand below it.
 */
export function goesOnBelow(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const [second = [], ...rest] = rows;
  const [, ...groups] = header;
  const filled = groups.filter(Boolean);
  const isGrouped = filled.length > 0 && (filled.length < groups.length || new Set(filled).size < filled.length);
  const [, ...names] = second;
  if (!isGrouped || rest.length === 0 || names.length < 2 || !names.every(Boolean)) return false;
  if (!areNames(names) || names.some((name) => hasDigits(name) || name.split(' ').length > maxWords)) return false;
  const below = rest.flatMap((row) => row.slice(1).filter(Boolean));
  return below.length > 0 && below.filter(hasDigits).length >= below.length * mostlyValues;
}

/** The names of columns below two header rows as a text table has them: an empty cell of the upper belongs to the name to its left. */
export function joinedNames(header: readonly string[], second: readonly string[]): string[] {
  return columnNames([header.map((name, column) => (name || column === 0 ? name : undefined)), second]);
}

/**
 * Whether the values show a header above two columns: numbers in both columns, or right-hand values of one shape that
 * is more than a bare number.
 */
function tellsPairs(left: readonly string[], right: readonly string[]): boolean {
  if (!right.every(hasDigits)) return false;
  const [shape = ''] = right.map(shapeOf);
  return left.every(hasDigits) || (shape !== '9' && right.every((cell) => shapeOf(cell) === shape));
}

/** A line within a cell. */
export interface CellLine {
  readonly text: string;
  /** Whether it is a paragraph or an item of its own; otherwise it may only wrap the line before it. */
  readonly isOwn: boolean;
}

/** A number is part of what a cell says: "1. May". */
const itemMark = /^[-*•‣▪·–]\s+(?=\S)/;
const endsClause = /[.,;:!?–—/-]$/;
const beginsAnew = /^[\p{Lu}\p{Lo}\d]/u;

/** A cell on one line: its paragraphs, items and lines by commas, a line that goes on by a blank. */
export function cellText(lines: readonly CellLine[]): string {
  let text = '';
  const filled = lines.filter((line) => line.text.trim() !== '');
  for (const line of filled) {
    const words = line.text.replaceAll(/\s+/g, ' ').trim();
    const item = filled.length > 1 ? words.replace(itemMark, '') : words;
    const isOwn = line.isOwn || item !== words || beginsAnew.test(item);
    text += text === '' ? item : `${endsClause.test(text) || !isOwn ? ' ' : ', '}${item}`;
  }
  return text;
}

/** The same for a cell whose lines are parted by line ends. */
export const wrappedCellText = (text: string): string =>
  cellText(text.split(/\r\n?|\n/).map((line) => ({ text: line, isOwn: false })));
