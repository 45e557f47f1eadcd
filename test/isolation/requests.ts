/** What the model sends: each asks for as much as the limits allow, since what is not asked for cannot leak. */
const document = 'id key title tags author metadata accessGroups state supersededByKey';
const chunk = 'id text sectionPath document { key } version { id }';
const passage = `chunkId text sectionPath document { ${document} } version { id text } chunk { ${chunk} } duplicates { ${chunk} } trace`;
const citation = `number quote sectionPath document { ${document} } version { id text }`;
const outcome = `__typename ... on Outcome { id degraded { __typename } citations { ${citation} } alternatives { sentence text sectionPath passage { ${passage} } } }
  ... on Answer { text claims { text } droppedClaims { text evidence { quote } } conflicts { __typename } notices { message evidence { quote document { key } version { text } } } curated { id answer } }
  ... on Clarification { text why options { text question preview } }
  ... on Abstention { message nextSteps { text suggestions owner } }`;
const standing = `standing { verdict since citation { quote } now { quote title sectionPath document { key } version { text } } }`;
const run = `id question outcome ${standing} trace passages { ${passage} } feedback { comment answer documents { key } }`;
const curated = 'id question alternatives answer sources { id key } staleSources { __typename }';
const errors = 'errors { code message remedy field }';
const whole = `${document} currentVersion { id text chunks(first: 5) { nodes { ${chunk} duplicates { ${chunk} } } } } versions(first: 10) { nodes { id text } }`;

export const requests = {
  ask: `query ($input: AskInput!) { ask(input: $input) { ${outcome} } }`,
  search: `query ($input: SearchInput!) { search(input: $input) { tier passages { ${passage} } curated { ${curated} } } }`,
  document: `query ($by: DocumentBy!) { document(by: $by) { ${whole} } }`,
  documents: `query ($after: String, $filter: DocumentFilter) { documents(first: 100, after: $after, filter: $filter) { totalCount nodes { ${document} } pageInfo { endCursor } } }`,
  node: `query ($id: ID!) { node(id: $id) { __typename id ... on Document { ${whole} } ... on DocumentVersion { text } ... on Run { ${run} } ... on IngestJob { state items { nodes { name reason } } } ... on Chunk { ${chunk} duplicates { ${chunk} } } ... on CuratedAnswer { ${curated} } ... on Alias { term synonyms } ... on Feedback { question comment answer } ... on ApiKey { name } ... on Workspace { name } } }`,
  run: `query ($id: ID!) { run(id: $id) { ${run} } }`,
  runs: `query ($after: String, $filter: RunFilter) { runs(first: 5, after: $after, filter: $filter) { totalCount nodes { id question passages { text } } pageInfo { endCursor } } }`,
  recalls: `query ($after: String) { recalls(first: 5, after: $after) { totalCount nodes { id question ${standing} } pageInfo { endCursor } } }`,
  conflicts: `query { foundConflicts(resolved: null) { id sides { quote value title document { key } version { text } } } }`,
  curated: `query { curatedAnswers(first: 50) { totalCount nodes { ${curated} } pageInfo { endCursor } } }`,
  aliases:
    'query ($after: String) { aliases(first: 50, after: $after) { nodes { id term synonyms } pageInfo { endCursor } } }',
  gaps: `query { knowledgeGaps(first: 20) { nodes { run { id question } question causes { missing } nearestDocuments { key title } chosen { chunk { ${chunk} } sentence run { id question } document { key title } } } } }`,
  feedback:
    'query { feedback(first: 20) { nodes { id run { id question } question comment answer documents { key } chunk { id text } } } labellingQueue(first: 10) { nodes { id question } } }',
  jobs: 'query ($id: ID!) { ingestJob(id: $id) { id state } ingestJobs(first: 10) { nodes { id state items(first: 5) { nodes { name reason results { key } } } } } }',
  workspace:
    'query { workspace { id name documentCount curatedAnswerCount health { message } metadataNames { name values { value count } } } }',
  missed: `query ($runId: ID!, $documentId: ID!) { explainMiss(runId: $runId, documentId: $documentId) { message document { ${document} } standsFor { ${chunk} } trace } }`,
  verified: `query ($input: VerifyCitationInput!) { verifyCitation(input: $input) { quote claim document { ${document} } version { text } today { quote version { text } } } }`,
  checked: `query ($input: CheckGroundingInput!) { checkGrounding(input: $input) { claims { text reason evidence { quote sectionPath document { key } version { text } } } } }`,
  replay: `mutation ($input: ReplayRunInput!) { replayRun(input: $input) { run { ${run} } changes changedDocuments ${errors} } }`,
  judge: `mutation ($input: RecordFeedbackInput!) { recordFeedback(input: $input) { feedback { id question comment documents { key } } ${errors} } }`,
  choose: `mutation ($input: ChooseAnswerInput!) { chooseAnswer(input: $input) { feedback { id question run { id } chunk { id text } documents { key } } ${errors} } }`,
  curateChosen: `mutation ($input: CurateChosenAnswerInput!) { curateChosenAnswer(input: $input) { curatedAnswer { ${curated} } ${errors} } }`,
  ingest: `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { results { key status document { id } error { code message } } ${errors} } }`,
  publish: `mutation ($id: ID!) { publishDocument(input: { id: $id }) { document { ${document} } ${errors} } }`,
  unpublish: `mutation ($id: ID!) { unpublishDocument(input: { id: $id }) { document { ${document} } ${errors} } }`,
  remove: `mutation ($id: ID!, $purge: Boolean!) { deleteDocument(input: { id: $id, purge: $purge }) { deletedId ${errors} } }`,
  restore: `mutation ($id: ID!) { restoreDocument(input: { id: $id }) { document { ${document} } ${errors} } }`,
  omit: `mutation ($id: ID!, $omitted: Boolean) { setChunkOmitted(input: { id: $id, omitted: $omitted }) { chunk { id text } ${errors} } }`,
  saveCurated: `mutation ($input: SaveCuratedAnswerInput!) { saveCuratedAnswer(input: $input) { curatedAnswer { ${curated} } ${errors} } }`,
  confirmCurated: `mutation ($id: ID!) { confirmCuratedAnswer(input: { id: $id }) { curatedAnswer { ${curated} } ${errors} } }`,
  deleteCurated: `mutation ($id: ID!) { deleteCuratedAnswer(input: { id: $id }) { ${errors} } }`,
  saveAlias: `mutation ($input: SaveAliasInput!) { saveAlias(input: $input) { alias { id term synonyms } ${errors} } }`,
  deleteAlias: `mutation ($id: ID!) { deleteAlias(input: { id: $id }) { __typename ${errors} } }`,
} as const;

export type RequestName = keyof typeof requests;

/** What tells of recorded runs, and may hold what their askers could read then. */
export const tellsRuns: ReadonlySet<RequestName> = new Set<RequestName>([
  'ask',
  'node',
  'run',
  'runs',
  'recalls',
  'gaps',
  'feedback',
  'missed',
  'verified',
  'replay',
  'judge',
  'choose',
  'curateChosen',
]);
