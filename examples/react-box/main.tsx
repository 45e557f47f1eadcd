import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { CandorAsk, CandorOutcome } from 'candor-box/react';
import { CandorBox } from './CandorBox.tsx';

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:4000';

function Page() {
  const box = useRef<CandorAsk>(null);
  const [outcomes, setOutcomes] = useState<readonly CandorOutcome[]>([]);
  return (
    <>
      <h1>Ask with the answer box</h1>
      <CandorBox
        ref={box}
        server={server}
        heading="Ask our help centre"
        onOutcome={(outcome) => setOutcomes((before) => [...before, outcome])}
      />
      <ol>
        {outcomes.map(({ id, question, tier }) => (
          <li key={id}>
            <button onClick={() => void box.current?.ask(question)}>{question}</button> {tier}
          </li>
        ))}
      </ol>
    </>
  );
}

const page = document.getElementById('page');
if (page) createRoot(page).render(<Page />);
