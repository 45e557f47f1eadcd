-- Who may do what, what they may spend, and what they did.

-- Null scopes: every scope of the role. Origins: a public key, for pages of these origins. Null runs: as the role reads them.
alter table api_key
  add column scopes text[],
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column rotated_at timestamptz,
  -- The secret of before, which goes on working for a while: the key keeps its id, and with it its runs and its history.
  add column previous_hash bytea,
  add column previous_until timestamptz,
  add column origins text[],
  add column runs text;
-- Apart from the columns: Citus refuses a column that brings its check.
alter table api_key add constraint api_key_scopes check (scopes <@ array['ASK', 'READ', 'WRITE', 'ADMIN']);
alter table api_key add constraint api_key_runs check (runs in ('OWN', 'ALL'));
alter table api_key add constraint api_key_previous check ((previous_hash is null) = (previous_until is null));

-- Who came with a token of an identity provider. The id is random, so that nobody is told by it once the row is gone.
create table person (
  workspace_id uuid not null references workspace on delete cascade,
  person_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (workspace_id, person_id),
  unique (workspace_id, issuer, subject)
);

-- Own runs are a page by asker.
create index run_of_asker on run (workspace_id, asked_by, created_at desc, run_id desc);

-- What a key, a person or the whole workspace (then the holder is the workspace's own id) may spend within a window of UTC.
create table allowance (
  workspace_id uuid not null references workspace on delete cascade,
  holder_id uuid not null,
  period text not null check (period in ('MINUTE', 'DAY', 'MONTH')),
  max_asks bigint,
  max_tokens bigint,
  window_start timestamptz not null,
  used_asks bigint not null,
  used_tokens bigint not null,
  primary key (workspace_id, holder_id, period)
);

-- Tokens of questions at work. One that is never settled (its process died) is charged whole when it expires.
create table reservation (
  workspace_id uuid not null references workspace on delete cascade,
  reservation_id uuid not null,
  holder_id uuid not null,
  tokens bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, reservation_id)
);

-- For how many days the audit is kept; null: for ever.
alter table workspace add column audit_days integer;

-- The end of each workspace's chain: its last link, and the link before the oldest that is kept.
create table audit_head (
  workspace_id uuid primary key references workspace on delete cascade,
  sequence bigint not null,
  hash bytea not null,
  anchor_sequence bigint not null,
  anchor_hash bytea not null
);

-- hash = sha256(hash before, sequence, entry). The entry is JSON with ids and hashes alone; a text stands outside of the chain, which holds the
-- hash of salt and text: both can be erased, and what is left tells nothing.
create table audit_entry (
  workspace_id uuid not null references workspace on delete cascade,
  sequence bigint not null,
  entry text not null,
  hash bytea not null,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  text_salt bytea,
  text text,
  primary key (workspace_id, sequence)
);
create index audit_entry_of_actor on audit_entry (workspace_id, actor_id, sequence desc);

do $$
declare
  name text;
begin
  foreach name in array array['person', 'allowance', 'reservation', 'audit_head', 'audit_entry'] loop
    execute format('alter table %I enable row level security', name);
    execute format($policy$
      create policy own_workspace on %I to candor_app
        using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
        with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
    $policy$, name);
    -- The audit is read by the application's role and written by the functions below alone: nothing can change a link of the chain.
    execute format(case when name like 'audit%' then 'grant select on %I to candor_app' else 'grant select, insert, update, delete on %I to candor_app' end, name);
  end loop;
end
$$;

-- Adds links at the end. The lock on the head makes writers take turns, in one process as in many.
create function candor_append_audit(
  p_workspace uuid, p_entries text[], p_times timestamptz[], p_actors uuid[], p_actions text[], p_salts bytea[], p_texts text[]
) returns table (sequence bigint, hash bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_sequence bigint;
  v_hash bytea;
begin
  perform candor_assert_workspace(p_workspace);
  insert into audit_head as h (workspace_id, sequence, hash, anchor_sequence, anchor_hash)
    values (p_workspace, 0, '\x', 0, '\x') on conflict (workspace_id) do nothing;
  select h.sequence, h.hash into v_sequence, v_hash from audit_head h where h.workspace_id = p_workspace for update;
  for i in 1 .. cardinality(p_entries) loop
    v_sequence := v_sequence + 1;
    v_hash := sha256(v_hash || convert_to(v_sequence || E'\n' || p_entries[i], 'UTF8'));
    insert into audit_entry (workspace_id, sequence, entry, hash, at, actor_id, action, text_salt, text)
      values (p_workspace, v_sequence, p_entries[i], v_hash, p_times[i], p_actors[i], p_actions[i], p_salts[i], p_texts[i]);
  end loop;
  update audit_head h set sequence = v_sequence, hash = v_hash where h.workspace_id = p_workspace;
  return query select v_sequence, v_hash;
end
$$;

-- Forgets the oldest links up to the first that is younger than `p_before`, and keeps the hash that the rest hangs on.
create function candor_prune_audit(p_workspace uuid, p_before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last bigint;
  v_hash bytea;
  v_removed bigint;
begin
  perform candor_assert_workspace(p_workspace);
  perform 1 from audit_head h where h.workspace_id = p_workspace for update;
  select max(e.sequence) into v_last from audit_entry e
    where e.workspace_id = p_workspace and e.sequence < coalesce(
      (select min(y.sequence) from audit_entry y where y.workspace_id = p_workspace and y.at >= p_before), 9223372036854775807);
  if v_last is null then
    return 0;
  end if;
  select e.hash into v_hash from audit_entry e where e.workspace_id = p_workspace and e.sequence = v_last;
  delete from audit_entry e where e.workspace_id = p_workspace and e.sequence <= v_last;
  get diagnostics v_removed = row_count;
  update audit_head h set anchor_sequence = v_last, anchor_hash = v_hash where h.workspace_id = p_workspace;
  return v_removed;
end
$$;

-- Takes the texts of an actor out, with the salts that their hashes were made with. The chain holds.
create function candor_erase_audit(p_workspace uuid, p_actor uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_erased bigint;
begin
  perform candor_assert_workspace(p_workspace);
  update audit_entry e set text = null, text_salt = null
    where e.workspace_id = p_workspace and e.actor_id = p_actor and e.text_salt is not null;
  get diagnostics v_erased = row_count;
  return v_erased;
end
$$;

revoke all on function candor_append_audit, candor_prune_audit, candor_erase_audit from public;
grant execute on function candor_append_audit, candor_prune_audit, candor_erase_audit to candor_app;
