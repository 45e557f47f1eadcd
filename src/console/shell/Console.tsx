import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Route, Switch } from 'wouter';
import { Fault } from '../api/fault.ts';
import { apiKey } from '../api/key.ts';
import { useData } from '../api/request.ts';
import { AskPage } from '../ask/AskPage.tsx';
import { AnswersPage } from '../curated/AnswersPage.tsx';
import { NewAnswerPage } from '../curated/NewAnswerPage.tsx';
import { DocumentPage } from '../documents/DocumentPage.tsx';
import { DocumentsPage } from '../documents/DocumentsPage.tsx';
import { GapsPage } from '../gaps/GapsPage.tsx';
import { ConsoleWorkspaceDocument } from '../generated/graphql.ts';
import { JudgePage } from '../quality/JudgePage.tsx';
import { QualityPage } from '../quality/QualityPage.tsx';
import { ComparePage } from '../runs/ComparePage.tsx';
import { RunPage } from '../runs/RunPage.tsx';
import { RunsPage } from '../runs/RunsPage.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { SourceSheet } from '../source/SourceSheet.tsx';
import { words } from '../words/words.ts';
import { KeyForm } from './KeyForm.tsx';
import { Shell } from './Shell.tsx';
import { Loading, Problem } from './state.tsx';
import { WorkspaceDoor } from './workspace.ts';

/** The whole console: a key where the server asks for one, then its pages. */
export function Console() {
  useKeyChanges();
  const { data, error, refetch } = useData(ConsoleWorkspaceDocument, {});
  if (error instanceof Fault && error.code === 'UNAUTHENTICATED') return <KeyForm />;
  if (!data) return <main>{error ? <Problem error={error} retry={() => void refetch()} /> : <Loading />}</main>;
  return (
    <WorkspaceDoor value={data.workspace}>
      <SourceSheet>
        <Shell workspace={data.workspace.name}>
          <Pages />
        </Shell>
      </SourceSheet>
    </WorkspaceDoor>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={AskPage} />
      <Route path="/documents" component={DocumentsPage} />
      <Route path="/documents/:id" component={DocumentPage} />
      <Route path="/runs" component={RunsPage} />
      <Route path="/runs/:id" component={RunPage} />
      <Route path="/runs/:id/with/:other" component={ComparePage} />
      <Route path="/gaps" component={GapsPage} />
      <Route path="/answers" component={AnswersPage} />
      <Route path="/answers/new" component={NewAnswerPage} />
      <Route path="/quality" component={QualityPage} />
      <Route path="/quality/judge" component={JudgePage} />
      <Route path="/settings/:part?" component={SettingsPage} />
      <Route>
        <h1>{words.notFound}</h1>
        <p className="after-title">
          <Link href="/">{words.notFoundHome}</Link>
        </p>
      </Route>
    </Switch>
  );
}

/** With another key everything may look different. */
function useKeyChanges() {
  const client = useQueryClient();
  useEffect(() => apiKey.subscribe(() => void client.resetQueries()), [client]);
}
