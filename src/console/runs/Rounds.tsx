import { percentOf, words } from '../words/words.ts';
import type { FullRun } from './run.ts';

type Reflection = FullRun['reflections'][number];
type Search = FullRun['searches'][number];

/** What each round looked for, what it found and what was made of it. */
export function Rounds({ run: { reflections, searches } }: { readonly run: FullRun }) {
  const rounds = [...new Set([...searches, ...reflections].map(({ round }) => round))].sort((a, b) => a - b);
  return rounds.map((round) => (
    <section key={round} className="section" aria-labelledby={`round-${round}`}>
      <h2 id={`round-${round}`}>{words.runs.round(round)}</h2>
      {reflections
        .filter((reflection) => reflection.round === round)
        .map((reflection, at) => (
          <Judgement key={at} reflection={reflection} />
        ))}
      {searches
        .filter((search) => search.round === round)
        .map((search, at) => (
          <Found key={at} search={search} />
        ))}
    </section>
  ));
}

function Judgement({ reflection }: { readonly reflection: Reflection }) {
  const missing = reflection.requirements.filter(({ coveredBy }) => coveredBy.length === 0);
  return (
    <p className="judgement">
      <strong>{words.verdicts[reflection.verdict]}</strong> {words.trust.of(percentOf(reflection.confidence))}.{' '}
      {reflection.gap !== 'NONE' && `${words.gapKinds[reflection.gap]}. `}
      {missing.length > 0 && words.runs.missing(missing.map(({ text }) => `“${text}”`).join(', '))}
    </p>
  );
}

function Found({ search: { query, candidates, millis } }: { readonly search: Search }) {
  return (
    <details className="search">
      <summary>
        {words.runs.searched(query)}{' '}
        <span className="muted small">
          {words.counts.passages(candidates.length)} · {words.runs.millis(Math.round(millis))}
        </span>
      </summary>
      <div className="block-table" tabIndex={0} role="region" aria-label={query}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.runs.columns.rank}</th>
              <th scope="col">{words.runs.columns.document}</th>
              <th scope="col">{words.runs.columns.meaning}</th>
              <th scope="col">{words.runs.columns.keywords}</th>
              <th scope="col">{words.runs.columns.score}</th>
            </tr>
          </thead>
          <tbody>
            {candidates.slice(0, 12).map((candidate) => (
              <tr key={candidate.chunkId}>
                <td>{candidate.rank}</td>
                <td>{candidate.documentKey}</td>
                <td>{candidate.vectorRank ?? '–'}</td>
                <td>{candidate.keywordRank ?? '–'}</td>
                <td>{candidate.score.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
