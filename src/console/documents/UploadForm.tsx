import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useId, useState } from 'react';
import type { Fault } from '../api/fault.ts';
import { refresh } from '../api/request.ts';
import { Problem } from '../shell/state.tsx';
import { words } from '../words/words.ts';
import { type Job, upload } from './upload.ts';
import { UploadProgress } from './UploadProgress.tsx';

type State = { readonly job?: Job; readonly fault?: Fault; readonly sending?: true };

/** Files dropped or chosen, sent, and followed until they can be asked about. */
export function UploadForm() {
  const client = useQueryClient();
  const [state, setState] = useState<State>({});
  const [over, setOver] = useState(false);
  const [groups, setGroups] = useState('');
  const [draft, setDraft] = useState(false);
  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setState({ sending: true });
    try {
      for await (const job of upload(files, { groups, draft })) setState({ job });
    } catch (error) {
      setState({ fault: error as Fault });
    }
    await refresh(client);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    <section
      className={over ? 'upload over' : 'upload'}
      aria-label={words.upload.title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Choose send={(files) => void send(files)} />
      <Options groups={groups} setGroups={setGroups} draft={draft} setDraft={setDraft} />
      <div aria-live="polite">
        {state.sending && <p className="muted small">{words.upload.sending}</p>}
        {state.job && <UploadProgress job={state.job} />}
      </div>
      {state.fault && <Problem error={state.fault} />}
    </section>
  );
}

function Choose({ send }: { readonly send: (files: readonly File[]) => void }) {
  const id = useId();
  return (
    <p>
      {words.upload.drop}{' '}
      <label htmlFor={id} className="button">
        {words.upload.choose}
      </label>
      <input
        id={id}
        className="unseen"
        type="file"
        multiple
        onChange={(event) => {
          send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="muted small upload-formats">{words.upload.formats}</span>
    </p>
  );
}

function Options(given: {
  readonly groups: string;
  readonly setGroups: (groups: string) => void;
  readonly draft: boolean;
  readonly setDraft: (draft: boolean) => void;
}) {
  const id = useId();
  return (
    <details className="small">
      <summary className="muted">{words.upload.options}</summary>
      <div className="stack upload-options">
        <label htmlFor={id}>{words.upload.groups}</label>
        <input id={id} type="text" value={given.groups} onChange={(event) => given.setGroups(event.target.value)} />
        <label className="choice">
          <input type="checkbox" checked={given.draft} onChange={(event) => given.setDraft(event.target.checked)} />
          {words.upload.draft}
        </label>
      </div>
    </details>
  );
}
