import './styles/frame.css';
import './styles/parts.css';
import './styles/ask.css';
import './styles/source.css';
import './styles/pages.css';
import './styles/settings.css';
import './styles/quality.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './shell/Console.tsx';
import { speak } from './words/words.ts';

const page = document.getElementById('page');
if (!page) throw new Error('The page has no element #page');

// A fault is shown at once, with its remedy: trying again is the person's choice, and a refused key stays refused.
// What a browser calls offline says nothing about a server on this machine: ask it all the same, or the page waits for
// ever.
const networkMode = 'always';
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, networkMode }, mutations: { networkMode } },
});

const root = createRoot(page);
// Not awaited at the top of the module: a language's file leans on this one, which would wait for it for ever.
void speak().then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
