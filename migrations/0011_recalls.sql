-- Answers called back (docs/decisions/recalls.md): which runs hang on which documents, what was last seen of each document, and how each
-- answer was found to stand. All of it is told anew when a document changes, whoever changed it, or when its time has come.

-- The documents that a run quotes in a version that was valid when it was asked, and those that were found to say something else since.
create table run_source (
  workspace_id uuid not null,
  document_id uuid not null, -- not a foreign key: an answer outlives its document
  run_id uuid not null,
  quoted boolean not null, -- false: it was read in the place of what is quoted
  primary key (workspace_id, document_id, run_id),
  foreign key (workspace_id, run_id) references run on delete cascade
);
-- The cascade from run would scan the table without it.
create index run_source_of_run on run_source (workspace_id, run_id);

create table source_watch (
  workspace_id uuid not null references workspace on delete cascade,
  document_id uuid not null, -- not a foreign key: that it is gone is to be seen
  state text not null, -- as `seen` in src/agent/recalls/recalls.sql.ts has it; empty: look at its runs again
  primary key (workspace_id, document_id)
);

create table run_standing (
  workspace_id uuid not null,
  run_id uuid not null,
  verdict text not null,
  since timestamptz not null, -- when the verdict was found first
  citation_number integer not null, -- the citation that decides
  -- Where something else stands now; null: nowhere. The words are read when they are shown, as the reader may read them.
  now_document_id uuid,
  now_version_id uuid,
  now_start integer, -- UTF-16 units of the version's text
  now_end integer,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references run on delete cascade,
  constraint run_standing_verdict check (verdict in ('STANDS', 'CHANGED', 'GONE'))
);
create index run_standing_recent on run_standing (workspace_id, since desc, run_id desc) where verdict <> 'STANDS';

-- Answers from before are looked at once.
insert into run_source (workspace_id, document_id, run_id, quoted)
select distinct r.workspace_id, (c.citation ->> 'documentId')::uuid, r.run_id, true
from run r
cross join lateral jsonb_path_query(r.record, '$.result.citations[*] ? (@.isCurrent == true && @.documentId like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') as c (citation)
where r.outcome = 'ANSWER' and r.replay_of is null;

insert into source_watch (workspace_id, document_id, state)
select distinct s.workspace_id, s.document_id, '' from run_source s;

do $$
declare
  name text;
begin
  foreach name in array array['run_source', 'source_watch', 'run_standing'] loop
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
