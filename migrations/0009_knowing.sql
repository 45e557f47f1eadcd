-- What people said of runs, and what the confidence was fitted on it.

-- One judgement of a person about a run; saying it again replaces what the same person said before.
create table feedback (
  workspace_id uuid not null,
  feedback_id uuid not null,
  run_id uuid not null,
  verdict text not null check (verdict in ('CORRECT', 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_ANSWERED', 'SHOULD_HAVE_REFUSED')),
  -- The documents that hold the right answer, where the person named some. Ids, and not foreign keys: a judgement outlives a document.
  document_ids uuid[] not null,
  -- The right answer in the person's words; null: not said.
  answer text,
  comment text,
  -- The API key that said it; null: the keyless local mode and the command line.
  given_by uuid,
  -- What that person could see, as with a run: the answer may tell of documents that a reader of the run may not. Null: every document.
  access_groups text[],
  created_at timestamptz not null,
  primary key (workspace_id, feedback_id),
  foreign key (workspace_id, run_id) references run on delete cascade
);
create unique index feedback_of_run on feedback (workspace_id, run_id, given_by) nulls not distinct;
create index feedback_recent on feedback (workspace_id, created_at desc, feedback_id desc);

-- A fit of the confidence on labelled questions. Never changed once it is there: another fit is another row.
create table calibration (
  workspace_id uuid not null references workspace on delete cascade,
  calibration_id uuid not null,
  -- Fingerprint of the embedder and version of the cutting that the questions were asked with: with others it is stale.
  model text not null,
  cutting text not null,
  preset text not null,
  -- ISO 639-1; 'und': every language without a calibration of its own.
  language text not null,
  source text not null check (source in ('SET', 'FEEDBACK')),
  -- src/confidence/calibration: what makes a value of signals, how well it does, where the tiers begin, what is promised.
  fit jsonb not null,
  sample_size integer not null,
  data_hash text not null,
  created_at timestamptz not null,
  primary key (workspace_id, calibration_id)
);
create index calibration_recent on calibration (workspace_id, created_at desc, calibration_id desc);

-- The one in use for a language: switched by one statement.
create table active_calibration (
  workspace_id uuid not null,
  preset text not null,
  language text not null,
  calibration_id uuid not null,
  activated_at timestamptz not null,
  primary key (workspace_id, preset, language),
  foreign key (workspace_id, calibration_id) references calibration on delete cascade
);
create index active_calibration_of on active_calibration (workspace_id, calibration_id);

-- Drift is told from the newest runs, and gaps from those that were not answered: the preset narrows both.
create index run_of_preset on run (workspace_id, preset, created_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['feedback', 'calibration', 'active_calibration'] loop
    execute format('alter table %I enable row level security', name);
    execute format($policy$
      create policy own_workspace on %I to candor_app
        using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
        with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
    $policy$, name);
    execute format('grant select, insert, update, delete on %I to candor_app', name);
  end loop;
end
$$;
