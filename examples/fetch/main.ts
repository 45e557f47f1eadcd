const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:4000';
const key = sessionStorage.getItem('candor-key');
const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };

interface Reply {
  readonly data?: {
    readonly ask: {
      readonly outcome: { readonly text?: string; readonly message?: string; readonly tier: string } | null;
      readonly errors: readonly { readonly message: string; readonly remedy: string }[];
    } | null;
  } | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** One question, one answer. */
async function ask(question: string): Promise<Reply> {
  const response = await fetch(`${server}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      query: `mutation ($input: AskInput!) { ask(input: $input) {
        outcome { ... on Outcome { tier } ... on Answer { text } ... on Clarification { text } ... on Abstention { message } }
        errors { message remedy }
      } }`,
      variables: { input: { question } },
    }),
  });
  return (await response.json()) as Reply;
}

interface Step {
  readonly __typename: string;
  readonly phase?: string;
}

/** The same with every step, as server-sent events: an empty line ends an event, `data:` lines hold its JSON. */
async function* askStepByStep(question: string): AsyncGenerator<string> {
  const response = await fetch(`${server}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({
      query:
        'subscription ($input: AskInput!) { askEvents(input: $input) { __typename ... on AskProgress { phase } } }',
      variables: { input: { question } },
    }),
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      const result = data ? (JSON.parse(data) as { data?: { askEvents: Step } }).data : undefined;
      if (result) yield result.askEvents.phase ?? result.askEvents.__typename;
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

button.addEventListener('click', () => {
  void (async () => {
    progress.textContent = '';
    for await (const step of askStepByStep(input.value)) progress.append(`${step} `);
    const { data, errors = [] } = await ask(input.value);
    const { outcome = null, errors: faults = errors } = data?.ask ?? {};
    result.textContent = outcome
      ? `${outcome.tier}: ${outcome.text ?? outcome.message ?? ''}`
      : faults.map(({ message }) => message).join(' ');
  })();
});
