/** The tables of `npm run bench:tables`: invented content, eight shapes in five formats, each cell with a question in everyday words. */
import { headedTables } from './headedTables.ts';

export const cellShapes = [
  /** One header row, and rows that are named by their first cell. */
  'PLAIN',
  /** Pairs of name and value below each other. */
  'VERTICAL',
  /** Two header rows, the upper one spanning several columns. */
  'GROUPED',
  /** Two columns of one name. */
  'REPEATED',
  /** A column without a name. */
  'UNNAMED',
  /** Names on both sides: features by plan. */
  'MATRIX',
  /** Rows that only two cells together name. */
  'KEYED',
  /** Cells that are sentences. */
  'LONG',
] as const;
export const cellFormats = ['md', 'html', 'docx', 'xlsx', 'csv'] as const;

export type CellFormat = (typeof cellFormats)[number];

export interface CellTable {
  readonly title: string;
  readonly section: string;
  readonly shape: (typeof cellShapes)[number];
  readonly format: CellFormat;
  /** The header rows; `null`: the cell to the left spans this column. Empty for pairs. */
  readonly heads: readonly (readonly (string | null)[])[];
  readonly rows: readonly (readonly string[])[];
  /**
   * By column, ways to ask for its cell in turn, `{0}` for the row's first cell; an empty list for a column that is not
   * asked for. Of pairs, the question of each row.
   */
  readonly asks: readonly (readonly string[])[];
}

export const cellTables: readonly CellTable[] = [
  ...headedTables,
  {
    title: 'Choir memberships',
    section: 'What each membership brings',
    shape: 'UNNAMED',
    format: 'md',
    heads: [['', 'Bronze', 'Silver', 'Gold']],
    rows: [
      ['Yearly fee', '40 EUR', '75 EUR', '130 EUR'],
      ['Free concerts', '1', '4', '9'],
      ['Guest tickets', 'none', '2', '6'],
      ['Notice period', '1 month', '2 months', '3 months'],
    ],
    asks: [
      [],
      ['What is the {0} of the Bronze membership?', '{0} with bronze'],
      ['What is the {0} of a Silver membership?', '{0} for silver members'],
      ['What is the {0} of the Gold membership?', '{0} with gold'],
    ],
  },
  {
    title: 'Rangers on duty',
    section: 'Rangers',
    shape: 'UNNAMED',
    format: 'xlsx',
    heads: [['Ranger', 'District', '', 'Radio', 'Vehicle']],
    rows: [
      ['Solveig Marr', 'North ridge', 'days', 'channel 4', 'Quad'],
      ['Dario Penn', 'Marsh', 'nights', 'channel 9', 'Boat'],
      ['Ama Kofi', 'Old quarry', 'days', 'channel 2', 'Pickup'],
    ],
    asks: [
      [],
      ['Which district does {0} look after?', 'in which district is {0}'],
      [],
      ['On which radio channel do I reach {0}?', 'radio channel of {0}'],
      ['What vehicle does {0} drive?', 'which vehicle has {0}'],
    ],
  },
  {
    title: 'Ledger plans',
    section: 'Compare the plans',
    shape: 'MATRIX',
    format: 'html',
    heads: [['Feature', 'Solo', 'Studio', 'Agency']],
    rows: [
      ['Invoices per month', '30', '400', 'unlimited'],
      ['Bank feeds', 'no', 'one account', 'ten accounts'],
      ['Receipt scanning', 'add-on', 'yes', 'yes, in bulk'],
      ['Audit trail', 'no', '90 days', '7 years'],
    ],
    asks: [
      [],
      ['What does the Solo plan have for {0}?', '{0} on Solo'],
      ['What about {0} in the Studio plan?', '{0} in Studio'],
      ['What does Agency offer for {0}?', '{0} with the Agency plan'],
    ],
  },
  {
    title: 'Canteen allergens',
    section: 'What is in our soups',
    shape: 'MATRIX',
    format: 'xlsx',
    heads: [['Soup', 'Gluten', 'Milk', 'Celery', 'Salt']],
    rows: [
      ['Leek soup', 'traces', 'cream', 'none', '0.9 g'],
      ['Barley broth', 'yes', 'none', 'yes', '1.4 g'],
      ['Pumpkin soup', 'none', 'butter', 'traces', '0.7 g'],
    ],
    asks: [
      [],
      ['Is there gluten in the {0}?', 'gluten in {0}'],
      ['Is there milk in the {0}?', 'what milk product is in the {0}'],
      ['Does the {0} have celery?', 'celery in {0}'],
      ['How much salt is in the {0}?', 'salt in {0}'],
    ],
  },
  {
    title: 'Night coach timetable',
    section: 'Connections',
    shape: 'KEYED',
    format: 'csv',
    heads: [['From', 'To', 'Departs', 'Travel time', 'Fare']],
    rows: [
      ['Arkwell', 'Bristow', '21:40', '5 hours', '34 EUR'],
      ['Arkwell', 'Corran', '22:15', '7 hours', '41 EUR'],
      ['Bristow', 'Corran', '23:05', '3 hours', '19 EUR'],
      ['Bristow', 'Arkwell', '20:50', '6 hours', '36 EUR'],
    ],
    asks: [
      [],
      [],
      ['When does the coach from {0} to {1} leave?', 'departure from {0} to {1}'],
      ['How long does it take from {0} to {1}?', 'How many hours is the ride from {0} to {1}?'],
      ['How much is a ticket from {0} to {1}?', 'What does it cost to go from {0} to {1}?'],
    ],
  },
  {
    title: 'Evening classes',
    section: 'Classes this term',
    shape: 'KEYED',
    format: 'docx',
    heads: [['Class', 'Level', 'Teacher', 'Room', 'Starts', 'Price']],
    rows: [
      ['Portuguese', 'beginners', 'Lia Mendes', 'R12', '8 September', '120 EUR'],
      ['Portuguese', 'advanced', 'Caio Reis', 'R14', '10 September', '150 EUR'],
      ['Pottery', 'beginners', 'Una Dahl', 'Kiln room', '3 October', '180 EUR'],
      ['Pottery', 'advanced', 'Sten Ruud', 'Studio 2', '6 October', '210 EUR'],
    ],
    asks: [
      [],
      [],
      ['Who teaches {0} for {1}?', 'teacher of {0} {1}'],
      ['In which room is {0} for {1}?', 'Where does {0} for {1} take place?'],
      ['When does {0} for {1} begin?', 'start of {0} {1}'],
      ['What does {0} for {1} cost?', 'How much is {0} for {1}?'],
    ],
  },
  {
    title: 'Loom troubles',
    section: 'What to do when the loom stops',
    shape: 'LONG',
    format: 'md',
    heads: [['Signal', 'What is wrong', 'What to do']],
    rows: [
      ['Red lamp', 'The warp thread has torn.', 'Tie the ends together, then press the green button twice.'],
      ['Amber lamp', 'The shuttle is out of yarn.', 'Put in a full bobbin and close the flap.'],
      ['Long beep', 'The belt runs hot.', 'Switch off the loom and wait a quarter of an hour.'],
    ],
    asks: [
      [],
      ['What does it mean when the loom shows a {0}?', 'What is wrong with the loom at a {0}?'],
      ['What should I do when there is a {0}?', 'what to do about the {0}'],
    ],
  },
  {
    title: 'Waste guide',
    section: 'Where things go',
    shape: 'LONG',
    format: 'html',
    heads: [['Waste', 'Where it goes', 'Mind this', 'Collected']],
    rows: [
      ['Batteries', 'The red box beside the porter', 'Tape over the poles of lithium cells.', 'every Friday'],
      ['Cooking oil', 'The sealed drum behind the kitchen', 'Never pour it in while it is hot.', 'once a month'],
      ['Plaster rubble', 'The skip at gate 3', 'No more than ten buckets at a time.', 'on demand'],
    ],
    asks: [
      [],
      ['Where do I put {0}?', 'where does {0} go'],
      ['What do I have to mind with {0}?', 'What should I watch out for with {0}?'],
      ['When is {0} collected?', 'How often do you collect {0}?'],
    ],
  },
];
