-- Statements of two documents that contradict each other, found before anybody asks (src/learning/audits), and what a person said of them.
create table found_conflict (
  workspace_id uuid not null,
  conflict_id uuid not null,
  wording text not null, -- a digest of both documents and both quotes: what a person's word is about
  kind text not null,
  -- Where the sides stand; moved along when a later version has the same words.
  first_document_id uuid not null,
  first_version_id uuid not null,
  first_start integer not null, -- UTF-16 units of the version's text
  first_quote text not null,
  first_value text not null, -- empty: the quote as a whole
  second_document_id uuid not null,
  second_version_id uuid not null,
  second_start integer not null,
  second_quote text not null,
  second_value text not null,
  found_at timestamptz not null,
  verdict text, -- null: nobody has said
  resolved_at timestamptz,
  resolved_by uuid, -- the key or person; not a foreign key: a word outlives the key that it was said with
  primary key (workspace_id, conflict_id),
  unique (workspace_id, wording),
  foreign key (workspace_id, first_version_id) references document_version on delete cascade,
  foreign key (workspace_id, second_version_id) references document_version on delete cascade,
  constraint found_conflict_kind check (kind in ('NUMERIC', 'TEMPORAL', 'POLARITY')),
  constraint found_conflict_verdict check (verdict in ('FIRST_HOLDS', 'SECOND_HOLDS', 'BOTH_HOLD', 'NO_CONFLICT'))
);
-- The cascades and the move to a later version would scan the table without them.
create index found_conflict_first on found_conflict (workspace_id, first_document_id, first_version_id);
create index found_conflict_second on found_conflict (workspace_id, second_document_id, second_version_id);
create index found_conflict_first_version on found_conflict (workspace_id, first_version_id);
create index found_conflict_second_version on found_conflict (workspace_id, second_version_id);

-- The versions that were compared with all that were compared before them.
create table audited_version (
  workspace_id uuid not null,
  version_id uuid not null,
  primary key (workspace_id, version_id),
  foreign key (workspace_id, version_id) references document_version on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['found_conflict', 'audited_version'] loop
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
