interface Described {
  /** What it measures. */
  readonly about: string;
  /** How long it takes on two cores, roughly. */
  readonly takes: string;
  /** Whether it can use the Postgres server of the tests. */
  readonly server?: boolean;
}

/** A module that runs when it is loaded, or a command. */
export type Bench = Described &
  ({ readonly start: () => Promise<unknown> } | { readonly command: string; readonly words: readonly string[] });

export const benches: Readonly<Record<string, Bench>> = {
  answerability: {
    about: 'how well questions without an answer in the documents are recognised, by set and veto',
    takes: 'an hour',
    start: () => import('./answerability.ts'),
  },
  ask: {
    about: 'how long a whole question takes over 10,000 chunks, part by part',
    takes: '5 minutes, the first time 30',
    start: () => import('./ask.ts'),
  },
  'attack-flags': {
    about: 'how many passages of honest documents are mistaken for prompt injection',
    takes: 'a minute',
    start: () => import('./attackFlags.ts'),
  },
  attacks: {
    about: 'what hostile text in documents does to answers (bipia, poisonedrag)',
    takes: '20 minutes',
    start: () => import('./attacks.ts'),
  },
  calibration: {
    about: 'how good the confidence is: cross-validated, and with fits on other sets',
    takes: 'an hour, with --cache a minute',
    start: () => import('./calibration.ts'),
  },
  chat: {
    about: 'what a chat model adds or loses, with a real model, an oracle or scripted faults',
    takes: '10 minutes and the time of the model',
    start: () => import('./chat.ts'),
  },
  claims: {
    about: 'what happens to 14 kinds of false and 8 kinds of true claims of a model; fails if a false one is CONFIDENT',
    takes: '2 minutes',
    start: () => import('./claims.ts'),
  },
  conflicts: {
    about: 'how often contradicting documents are told of, and how often wrongly: 300 cases of 19 kinds',
    takes: '4 minutes',
    start: () => import('./conflicts.ts'),
  },
  console: {
    about: 'requests, bytes and times of a first visit to the console; with --load, its queries over 100,000 runs',
    takes: 'a minute, with --load 20 minutes',
    start: () => import('./console.ts'),
  },
  crash: {
    about: 'whether an ingestion loses or duplicates anything when it is killed at random moments',
    takes: '30 minutes',
    start: () => import('./crash.ts'),
  },
  'drawn-mutants': {
    about: 'which tests notice small faults drawn over all of src, and whether those of an earlier commit did',
    takes: 'an hour',
    server: true,
    start: () => import('./drawnMutants.ts'),
  },
  editions: {
    about: 'whether the edition that holds answers; fails if an old value is untold, or a look-alike silenced',
    takes: '2 minutes',
    start: () => import('./editions.ts'),
  },
  faults: {
    about: 'every kind of network fault before every server that Candor calls',
    takes: '15 minutes',
    server: true,
    start: () => import('./faults.ts'),
  },
  footprint: {
    about: 'how many source files and SQL statements one answered question takes',
    takes: '20 seconds',
    start: () => import('./footprint.ts'),
  },
  grounding: {
    about: 'how many false claims with genuine quotes the checks catch, by kind, and how many true ones they refuse',
    takes: '5 minutes',
    start: () => import('./grounding.ts'),
  },
  guarantee: {
    about: 'how often a certified gate breaks its guarantee on redrawn labels',
    takes: 'a minute',
    start: () => import('./guarantee.ts'),
  },
  hostile: {
    about: 'memory and time of small files that are made to use up both; fails over a limit',
    takes: '5 minutes',
    start: () => import('./hostile.ts'),
  },
  ingestion: {
    about: 'how long a large Markdown file and 1,000 passages take with the built-in embedder, by stage',
    takes: '3 minutes',
    start: () => import('./ingestion.ts'),
  },
  interference: {
    about: 'whether documents that a caller may not read change its answers: pairs of answers with and without them',
    takes: '2 hours for 100,000 pairs',
    server: true,
    start: () => import('./interference.ts'),
  },
  isolation: {
    about: 'whether any answer reveals what its caller may not read, in random histories of many workspaces',
    takes: '15 minutes for 100,000 operations',
    server: true,
    start: () => import('./isolation.ts'),
  },
  languages: {
    about: 'how often the language of documents, titles and questions is recognised',
    takes: 'a minute',
    start: () => import('./languages.ts'),
  },
  large: {
    about: 'both search arms in workspaces of up to a million chunks, for callers who may read all or little',
    takes: '30 minutes',
    server: true,
    start: () => import('./largeWorkspace.ts'),
  },
  lists: {
    about: 'answers to questions for a list ("which roles are there")',
    takes: '5 minutes',
    start: () => import('./lists.ts'),
  },
  liveness: {
    about: 'how long a liveness probe waits while the server is flooded',
    takes: '2 minutes',
    start: () => import('./liveness.ts'),
  },
  loading: {
    about: 'the processor time of ingestion, by stage and statement',
    takes: '10 minutes',
    server: true,
    start: () => import('./loading.ts'),
  },
  memory: {
    about: 'the peak memory of ingesting 400 MB, or of reading PDFs with many pages (--pages)',
    takes: '10 minutes',
    start: () => import('./memory.ts'),
  },
  mutants: {
    about: 'how many deliberate faults in grounding and confidence the tests notice (Stryker)',
    takes: '2 hours, later only what changed',
    command: 'node',
    words: ['tools/run.js', 'stryker', 'run'],
  },
  'open-gate': {
    about: '`candor eval` with the gate open: a label for every question',
    takes: 'as long as eval',
    start: () => import('./openGate.ts'),
  },
  overload: {
    about: 'what happens at five times the capacity, and how soon the server recovers',
    takes: '5 minutes',
    start: () => import('./overload.ts'),
  },
  peers: {
    about: 'retrieval of Candor, LangChain.js and Orama over the same windows and vectors',
    takes: '20 minutes',
    server: true,
    start: () => import('./peers.ts'),
  },
  pictures: {
    about: 'takes the picture of the quality page, with the golden questions judged',
    takes: '5 minutes',
    start: () => import('./consolePictures.ts'),
  },
  kinds: {
    about: 'questions of thirteen kinds with harmless twins: what is right, refused, wrong, and near misses answered',
    takes: '3 minutes',
    start: () => import('./kinds.ts'),
  },
  place: {
    about: 'whether words are quoted with the line that governs them; fails if a false one is CONFIDENT',
    takes: '2 minutes',
    start: () => import('./place.ts'),
  },
  quality: {
    about: 'the figures of docs/quality.md: every set and every preset',
    takes: 'hours',
    start: () => import('./quality.ts'),
  },
  'ramdocs-conflicts': {
    about: 'how often contradicting documents are noticed, and how often wrongly, over a set (ramdocs)',
    takes: '15 minutes',
    start: () => import('./conflictsOfSet.ts'),
  },
  retrieval: {
    about: 'how long one retrieval takes, embedded and on a server, and how much of it is SQL',
    takes: '10 minutes, the first time 40',
    server: true,
    start: () => import('./retrieval.ts'),
  },
  screen: {
    about: 'where the first screen loses the answer: not retrieved, not read, or kept off by a limit',
    takes: '15 minutes',
    start: () => import('./screen.ts'),
  },
  sets: {
    about: 'retrieval alone over the public sets: nDCG@10 of each arm, the fusions and the default preset',
    takes: '2 hours',
    start: () => import('./retrievalSets.ts'),
  },
  soak: {
    about: 'whether memory, descriptors or sockets grow under a steady load',
    takes: '30 minutes',
    start: () => import('./soak.ts'),
  },
  tables: {
    about: 'answers for every cell of 20 tables in five formats',
    takes: '5 minutes',
    start: () => import('./tables.ts'),
  },
  timing: {
    about: 'whether the time of a question reveals words of hidden documents',
    takes: '20 minutes',
    server: true,
    start: () => import('./timing.ts'),
  },
  tracing: {
    about: 'the cost of tracing, in processor time',
    takes: '10 minutes',
    start: () => import('./tracing.ts'),
  },
  units: {
    about: 'how much of a source an answer should quote: share of right answers against length',
    takes: '20 minutes',
    start: () => import('./units.ts'),
  },
};
