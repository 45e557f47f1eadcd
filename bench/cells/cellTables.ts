/** The tables of `npm run bench:tables`: invented content, eight shapes in five formats, each cell with a question in everyday words. */

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
  {
    title: 'Lido in the meadows',
    section: 'When the lido is open',
    shape: 'PLAIN',
    format: 'md',
    heads: [['Day', 'Opens', 'Last entry', 'Closes']],
    rows: [
      ['Monday', '11:00', '17:15', '18:00'],
      ['Wednesday', '07:00', '19:15', '20:00'],
      ['Friday', '07:30', '20:45', '21:30'],
      ['Sunday', '09:00', '16:15', '17:00'],
    ],
    asks: [
      [],
      ['When do you open on {0}?', 'from what time can i swim on {0}'],
      ['What is the latest I can get in on {0}?', 'When is the last entry on {0}?'],
      ['When do you close on {0}?', 'until when are you open on {0}'],
    ],
  },
  {
    title: 'Huts of the Silverhorn',
    section: 'Our huts',
    shape: 'PLAIN',
    format: 'html',
    heads: [['Hut', 'Beds', 'Weekday', 'Sat-Sun', 'Warden']],
    rows: [
      ['Cedar 42', '18', '31 EUR', '44 EUR', 'Milo Tarn'],
      ['Larch 7', '24', '28 EUR', '39 EUR', 'Ines Prad'],
      ['Rowan 15', '12', '35 EUR', '52 EUR', 'Otto Linde'],
    ],
    asks: [
      [],
      ['How many people can sleep in hut {0}?', 'how many beds does {0} have'],
      ['What does hut {0} cost during the week?', 'price of {0} on a weekday'],
      ['What does hut {0} cost at the weekend?', 'how much is {0} at the weekend'],
      ['Who looks after hut {0}?', 'Who is the warden of {0}?'],
    ],
  },
  {
    title: 'Tool library',
    section: 'Tools',
    shape: 'PLAIN',
    format: 'csv',
    heads: [['Tool', 'Deposit', 'Fee per day', 'Longest loan', 'Shelf']],
    rows: [
      ['Hedge trimmer', '60 EUR', '5 EUR', '3 days', 'C4'],
      ['Tile cutter', '90 EUR', '8 EUR', '7 days', 'A1'],
      ['Pressure washer', '120 EUR', '12 EUR', '2 days', 'D9'],
      ['Belt sander', '45 EUR', '4 EUR', '5 days', 'B3'],
    ],
    asks: [
      [],
      ['How much deposit do I leave for the {0}?', 'deposit for a {0}'],
      ['What does the {0} cost a day?', 'What is the daily price of the {0}?'],
      ['How long may I keep the {0}?', 'For how long can I borrow the {0}?'],
      ['On which shelf is the {0}?', 'Where do you keep the {0}, which shelf?'],
    ],
  },
  {
    title: 'Office of the allotment club',
    section: 'Who does what',
    shape: 'PLAIN',
    format: 'docx',
    heads: [['Post', 'Name', 'Elected', 'Phone', 'E-mail']],
    rows: [
      ['Treasurer', 'Greta Holm', '2023', '0311 4410', 'money@plots.example'],
      ['Water steward', 'Pavel Ionescu', '2021', '0311 4477', 'water@plots.example'],
      ['Seed librarian', 'Aiko Brandt', '2024', '0311 4492', 'seeds@plots.example'],
    ],
    asks: [
      [],
      ['Who is the {0}?', 'what is the name of the {0}'],
      ['In which year was the {0} elected?', 'Since when do we have the present {0}?'],
      ['What number do I call to reach the {0}?', 'phone number of the {0}'],
      ['What is the mail address of the {0}?', 'how can i email the {0}'],
    ],
  },
  {
    title: 'Tinsmith Hall',
    section: 'The hall in figures',
    shape: 'VERTICAL',
    format: 'md',
    heads: [],
    rows: [
      ['Seats', '140'],
      ['Evening hire', '260 EUR'],
      ['Cleaning', '45 EUR'],
      ['Caretaker', 'Rosa Quint'],
      ['Stage', '8 by 5 metres'],
      ['Built', '1911'],
    ],
    asks: [
      ['How many people can sit in the hall?'],
      ['What does it cost to hire the hall for an evening?'],
      ['How much do you charge for cleaning the hall?'],
      ['Who is the caretaker of Tinsmith Hall?'],
      ['How big is the stage in the hall?'],
      ['When was Tinsmith Hall built?'],
    ],
  },
  {
    title: 'Ferry Petrel',
    section: 'Data sheet of the ferry',
    shape: 'VERTICAL',
    format: 'docx',
    heads: [],
    rows: [
      ['Length', '31 metres'],
      ['Top speed', '14 knots'],
      ['Passengers', '220'],
      ['Home port', 'Gullhaven'],
      ['Captain', 'Edda Voll'],
      ['Launched', '2009'],
    ],
    asks: [
      ['How long is the ferry Petrel?'],
      ['How fast can the Petrel go?'],
      ['How many passengers does the Petrel take?'],
      ['What is the home port of the Petrel?'],
      ['Who is captain of the Petrel?'],
      ['When was the Petrel launched?'],
    ],
  },
  {
    title: 'Guest network',
    section: 'Settings of the guest network',
    shape: 'VERTICAL',
    format: 'html',
    heads: [],
    rows: [
      ['Network name', 'Otter-Guest'],
      ['Password', 'willow-4471'],
      ['Speed limit', '25 Mbit/s'],
      ['Session length', '8 hours'],
      ['Help desk', 'extension 606'],
    ],
    asks: [
      ['What is the guest network called?'],
      ['What is the password of the guest network?'],
      ['How fast is the guest network?'],
      ['How long does a session on the guest network last?'],
      ['What extension do I call for help with the guest network?'],
    ],
  },
  {
    title: 'Valley bus fares',
    section: 'Fares by zone',
    shape: 'GROUPED',
    format: 'html',
    heads: [
      ['Zone', 'Adults', null, 'Children', null],
      ['', 'Single', 'Day pass', 'Single', 'Day pass'],
    ],
    rows: [
      ['Inner zone', '2.40 EUR', '6.10 EUR', '1.20 EUR', '3.00 EUR'],
      ['Middle zone', '3.60 EUR', '8.90 EUR', '1.80 EUR', '4.40 EUR'],
      ['Outer zone', '5.10 EUR', '12.70 EUR', '2.50 EUR', '6.30 EUR'],
    ],
    asks: [
      [],
      ['What does a single ride cost an adult in the {0}?', 'adult single in the {0}'],
      ['How much is a day pass for adults in the {0}?', 'What is the price of an adult day pass for the {0}?'],
      ['What does a child pay for a single in the {0}?', 'single ticket for children in the {0}'],
      ['How much is a day pass for a child in the {0}?', 'children day pass {0}'],
    ],
  },
  {
    title: 'Museum figures',
    section: 'Visitors and income',
    shape: 'GROUPED',
    format: 'xlsx',
    heads: [
      ['House', '2024', null, '2025', null],
      ['', 'Visitors', 'Income', 'Visitors', 'Income'],
    ],
    rows: [
      ['Clock museum', '18,200', '96,000 EUR', '21,450', '112,300 EUR'],
      ['Glass museum', '9,870', '41,500 EUR', '8,120', '37,900 EUR'],
      ['Salt museum', '30,640', '155,200 EUR', '33,010', '171,800 EUR'],
    ],
    asks: [
      [],
      ['How many people visited the {0} in 2024?', 'visitors of the {0} in 2024'],
      ['What was the income of the {0} in 2024?', 'How much did the {0} earn in 2024?'],
      ['How many visitors had the {0} in 2025?', 'how many people came to the {0} in 2025'],
      ['How much money did the {0} take in 2025?', 'income of the {0} in 2025'],
    ],
  },
  {
    title: 'Climbing centre',
    section: 'Courses and prices',
    shape: 'GROUPED',
    format: 'docx',
    heads: [
      ['Course', 'Members', null, 'Guests', null],
      ['', 'Fee', 'Shoe hire', 'Fee', 'Shoe hire'],
    ],
    rows: [
      ['Taster evening', '15 EUR', 'free', '25 EUR', '4 EUR'],
      ['Top rope course', '70 EUR', '2 EUR', '110 EUR', '5 EUR'],
      ['Lead course', '95 EUR', '3 EUR', '140 EUR', '6 EUR'],
    ],
    asks: [
      [],
      ['What is the fee of the {0} for members?', 'How much do members pay for the {0}?'],
      ['What does a member pay for shoe hire in the {0}?', 'shoe hire for members, {0}'],
      ['How much is the {0} for guests?', 'What fee does a guest pay for the {0}?'],
      ['What do guests pay to hire shoes in the {0}?', 'shoe hire for guests, {0}'],
    ],
  },
  {
    title: 'Workshop budget',
    section: 'Budget',
    shape: 'REPEATED',
    format: 'csv',
    heads: [
      ['', 'Spring', 'Spring', 'Autumn', 'Autumn'],
      ['Workshop', 'Planned', 'Spent', 'Planned', 'Spent'],
    ],
    rows: [
      ['Bookbinding', '1,300 EUR', '1,120 EUR', '1,450 EUR', '1,390 EUR'],
      ['Enamelling', '2,100 EUR', '2,380 EUR', '1,900 EUR', '1,760 EUR'],
      ['Basketry', '640 EUR', '580 EUR', '720 EUR', '810 EUR'],
    ],
    asks: [
      [],
      ['How much was planned for {0} in spring?', 'planned budget of {0}, spring'],
      ['What did {0} spend in spring?', 'How much was spent on {0} in spring?'],
      ['How much was planned for {0} in autumn?', 'planned budget of {0}, autumn'],
      ['What did {0} spend in autumn?', 'How much was spent on {0} in autumn?'],
    ],
  },
  {
    title: 'Crew payments',
    section: 'Payments',
    shape: 'REPEATED',
    format: 'xlsx',
    heads: [['Crew', 'Lead', 'Instalment', 'Instalment', 'Received']],
    rows: [
      ['Kestrels', 'Juna Falk', '410', '265', 'May'],
      ['Harriers', 'Ben Osei', '380', '190', 'July'],
      ['Merlins', 'Tove Lind', '505', '330', 'June'],
    ],
    asks: [
      [],
      ['Who leads the {0}?', 'who is the lead of the {0} crew'],
      ['What is the first instalment of the {0}?', 'How much do the {0} get in their first instalment?'],
      ['What is the second instalment of the {0}?', 'How much do the {0} get in their second instalment?'],
      ['In which month was the money of the {0} received?', 'When were the payments of the {0} received?'],
    ],
  },
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
