const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:4000';
const key = sessionStorage.getItem('candor-key');
const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };

interface Outcome {
  readonly tier: string;
  readonly text?: string;
  readonly message?: string;
}

/** What a question's events hold, each its own part. */
interface AskEvent {
  readonly __typename: string;
  readonly phase?: string;
  /** Of Provisional. */
  readonly text?: string;
  /** Of ClaimVerified. */
  readonly claim?: { readonly text: string };
  /** Of AskFinished. */
  readonly outcome?: Outcome;
  /** Of AskFailed. */
  readonly message?: string;
}

interface Reply {
  readonly data?: { readonly askEvents: AskEvent };
  readonly errors?: readonly { readonly message: string }[];
}

const query = `subscription ($input: AskInput!) { askEvents(input: $input) {
  __typename
  ... on AskProgress { phase }
  ... on Provisional { text }
  ... on ClaimVerified { claim { text } }
  ... on AskFinished { outcome {
    ... on Outcome { tier } ... on Answer { text } ... on Clarification { text } ... on Abstention { message }
  } }
  ... on AskFailed { message }
} }`;

/** One question, as server-sent events: an empty line ends an event, `data:` lines hold its JSON. The last has the outcome. */
async function* ask(question: string): AsyncGenerator<AskEvent> {
  const response = await fetch(`${server}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { input: { question } } }),
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      const { data: result, errors } = (data ? JSON.parse(data) : {}) as Reply;
      if (errors?.[0]) throw new Error(errors[0].message);
      if (result) yield result.askEvents;
    }
  }
}

function add(tag: string, id: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.id = id;
  element.textContent = text;
  document.getElementById('page')?.append(element);
  return element;
}

add('h1', 'title', 'Ask with fetch');
const input = add('input', 'question', '') as HTMLInputElement;
input.setAttribute('aria-label', 'Question');
const button = add('button', 'ask', 'Ask');
const progress = add('p', 'progress', '');
const result = add('p', 'result', '');

/** What may be shown so far: a provisional answer until the first verified claim, then these, then the outcome. */
async function show(question: string): Promise<void> {
  progress.textContent = '';
  result.textContent = '';
  const claims: string[] = [];
  for await (const { __typename: kind, phase, text, claim, outcome, message } of ask(question)) {
    progress.append(`${phase ?? kind} `);
    if (claim) claims.push(claim.text);
    if (outcome) result.textContent = `${outcome.tier}: ${outcome.text ?? outcome.message ?? ''}`;
    else if (claims.length > 0) result.textContent = claims.join(' ');
    else result.textContent = text ?? message ?? result.textContent;
  }
}

button.addEventListener('click', () => {
  show(input.value).catch((error: unknown) => {
    result.textContent = String(error);
  });
});
