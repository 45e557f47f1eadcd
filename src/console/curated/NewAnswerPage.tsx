import { Link, useLocation, useSearch } from 'wouter';
import { useTitle } from '../shell/useTitle.ts';
import { words } from '../words/words.ts';
import { AnswerForm } from './AnswerForm.tsx';

/** Writes an answer, perhaps to a question that a gap or a refusal brought along. */
export function NewAnswerPage() {
  useTitle(words.curated.write);
  const [, go] = useLocation();
  const given = new URLSearchParams(useSearch());
  return (
    <>
      <Link href="/answers" className="back">
        {words.curated.back}
      </Link>
      <div className="page-head">
        <h1>{words.curated.write}</h1>
        <p className="muted">{words.curated.lead}</p>
      </div>
      <AnswerForm question={given.get('q') ?? ''} done={() => go('/answers')} />
    </>
  );
}
