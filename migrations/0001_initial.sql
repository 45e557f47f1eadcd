-- The whole store. Rules that every statement and table here keeps (docs/decisions.md, "Day-one rules"):
-- workspace_id leads every key; ids and times come from the application, so no column has a default; no triggers, no serials,
-- no sub-queries in policies; a search enters through a pinned SECURITY DEFINER function, because row level
-- security switches the full-text index off (the operator @@ is not LEAKPROOF: 0.2 ms became 11 to 22 ms).
-- Checks that need a name stand apart from their columns: Citus refuses a column that brings its check.

create extension if not exists vector;
create extension if not exists btree_gin;
create extension if not exists unaccent;

do $$
begin
  create role candor_app nologin;
exception when duplicate_object or unique_violation then
  null; -- Roles belong to the cluster: another database of it made the role first.
end
$$;

do $$
begin
  execute format('grant candor_app to %I', current_user);
  execute format('grant usage on schema %I to candor_app', current_schema());
end
$$;

-- Workspaces, and who may do what in them.

-- What questions may spend: null is the product's own (src/workspaces/budget.ts). A default: what a question takes that says nothing; a
-- maximum: what no question exceeds. The gate: how sure an answer must be, by name, so that whoever chose it follows when it is measured
-- anew, or as a confidence on the scale that ships; both null: the product's own (src/workspaces/gate.ts).
create table workspace (
  workspace_id uuid primary key,
  name text not null,
  embedder text, -- the fingerprint of the vectors in use; null until the first document
  created_at timestamptz not null,
  retention_days integer not null check (retention_days between 0 and 3650),
  default_millis integer,
  default_rounds integer,
  default_tokens integer,
  max_millis integer,
  max_rounds integer,
  max_tokens integer,
  gate_caution text,
  gate_from double precision,
  audit_days integer, -- for how many days the audit is kept; null: for ever
  -- What processes keep of a workspace (its aliases, its active calibrations) holds while this id is the same: whoever writes them gives
  -- another, in the same transaction, and each question reads it first. An id and no counter, so that nobody reads it to write it.
  facts_epoch uuid, -- null: nothing of the kind was ever written
  constraint workspace_gate_caution check (gate_caution in ('STRICT', 'BALANCED', 'GENEROUS')),
  constraint workspace_gate_from check (gate_from between 0 and 1),
  constraint workspace_one_gate check (gate_caution is null or gate_from is null)
);

create table api_key (
  workspace_id uuid not null references workspace on delete cascade,
  key_id uuid not null,
  name text not null,
  role text not null check (role in ('READER', 'EDITOR', 'ADMIN')),
  secret_hash bytea not null, -- SHA-256 of 32 random bytes: nothing to guess, so no slow hash is needed
  created_at timestamptz not null,
  revoked_at timestamptz,
  access_groups text[], -- null: sees every document
  scopes text[], -- null: every scope of the role
  expires_at timestamptz,
  last_used_at timestamptz,
  rotated_at timestamptz,
  previous_hash bytea, -- the secret of before, which goes on working for a while: the key keeps its id, its runs and its history
  previous_until timestamptz,
  origins text[], -- a public key, for pages of these origins
  runs text, -- null: as the role reads them
  primary key (workspace_id, key_id),
  constraint api_key_scopes check (scopes <@ array['ASK', 'READ', 'WRITE', 'ADMIN']),
  constraint api_key_runs check (runs in ('OWN', 'ALL')),
  constraint api_key_previous check ((previous_hash is null) = (previous_until is null))
);

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

-- The end of each workspace's chain: its last link, and the link before the oldest that is kept.
create table audit_head (
  workspace_id uuid primary key references workspace on delete cascade,
  sequence bigint not null,
  hash bytea not null,
  anchor_sequence bigint not null,
  anchor_hash bytea not null
);

-- hash = sha256(hash before, sequence, entry). The entry is JSON with ids and hashes alone; a text stands outside of the chain, which holds
-- the hash of salt and text: both can be erased, and what is left tells nothing.
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

-- Documents, their versions and what those were cut into.

create table document (
  workspace_id uuid not null references workspace on delete cascade,
  document_id uuid not null,
  key text not null,
  title text not null,
  url text,
  state text not null check (state in ('PUBLISHED', 'DRAFT')),
  metadata jsonb not null,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  source_type text not null,
  semantic_type text,
  author text,
  language text, -- ISO 639-1; null: not recognised
  search_config text not null,
  access_groups text[] not null, -- empty: everybody of the workspace
  superseded_by text, -- the key of the document that replaces this one
  deleted_at timestamptz, -- set: invisible to everything but a restore, until the retention ends
  -- As whoever took it in says: TRUSTED settles a conflict, UNTRUSTED alone never makes an answer sure.
  trust text not null check (trust in ('TRUSTED', 'NORMAL', 'UNTRUSTED')),
  primary key (workspace_id, document_id),
  unique (workspace_id, key)
);
create index document_recent on document (workspace_id, updated_at desc, document_id desc);
create index document_deleted on document (workspace_id, deleted_at) where deleted_at is not null;
-- Drafts and deleted documents: who may read everything is served by what is hidden, which is the exception.
create index document_hidden on document (workspace_id, document_id) where state <> 'PUBLISHED' or deleted_at is not null;
-- Which analyses the documents went through, asked before each search; without an index that was a count of every document.
create index document_search_config on document (workspace_id, search_config) where state = 'PUBLISHED' and deleted_at is null;

-- A version's text never changes. Which version is valid when is told by effective_from and effective_until alone. Counts and lengths are
-- sums over its passages that are not omitted: the mean lengths of a corpus are read from its versions, not from its chunks.
create table document_version (
  workspace_id uuid not null,
  version_id uuid not null,
  document_id uuid not null,
  number integer not null,
  content_hash text not null,
  effective_from timestamptz not null,
  effective_until timestamptz, -- exclusive; null: still valid
  created_at timestamptz not null,
  chunk_count integer not null,
  source_type text not null,
  flags text[] not null,
  expires_at timestamptz, -- as its source says; effective_until already has it
  passage_count integer not null,
  body_length integer not null,
  title_length integer not null,
  heading_length integer not null,
  primary key (workspace_id, version_id),
  unique (workspace_id, document_id, number),
  foreign key (workspace_id, document_id) references document on delete cascade
);

-- Apart from the version: each search reads every version of its workspace, and short texts were stored inside the rows (5,000 versions
-- took 10 ms to go through, now 3).
create table version_text (
  workspace_id uuid not null,
  version_id uuid not null,
  text text not null,
  source_map jsonb, -- { unit, offsets, positions }
  blocks jsonb, -- of the text, in order, each as [kind, start, end] and a heading's depth
  problems text[], -- what of the source was not read, in sentences for a person
  primary key (workspace_id, version_id),
  foreign key (workspace_id, version_id) references document_version on delete cascade
);

-- Narrow on purpose: every keyword search reads this table whole for the workspace.
create table chunk (
  workspace_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  parent_id uuid not null, -- itself for a passage; a hypothetical's passage
  kind text not null check (kind in ('PASSAGE', 'HYPOTHETICAL')),
  ordinal integer not null,
  start_offset integer not null, -- UTF-16 units of the version's text
  end_offset integer not null,
  omitted boolean not null, -- the rule's verdict, or the override's
  duplicate_group uuid, -- one of the chunks that say the same; null: none does
  body_length integer not null, -- of each field in lexemes
  title_length integer not null,
  heading_length integer not null,
  primary key (workspace_id, chunk_id),
  foreign key (workspace_id, version_id) references document_version on delete cascade
);
create index chunk_of_version on chunk (workspace_id, version_id, ordinal);
-- What is the exception: chunks that are not searched, and hypotheticals.
create index chunk_omitted on chunk (workspace_id, chunk_id) where omitted;
create index chunk_derived on chunk (workspace_id, chunk_id) where kind <> 'PASSAGE';
create index chunk_of_group on chunk (workspace_id, duplicate_group) where duplicate_group is not null;

create table chunk_text (
  workspace_id uuid not null,
  chunk_id uuid not null,
  body text not null,
  section_path text[] not null,
  tsv tsvector not null,
  content_type text not null,
  token_count integer not null,
  quality real not null,
  omit_reason text, -- the rule that omits it; null: none does
  omit_override boolean, -- a person's word against the rule
  hypotheticals_at timestamptz, -- null: none were generated yet
  layout_uncertain boolean, -- true: the page of a PDF that it stands on may be read in another order than a person reads it
  primary key (workspace_id, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
-- GIN(workspace, tsv) beat GIN(tsv) 3:1 on a shared table.
create index chunk_text_tsv on chunk_text using gin (workspace_id, tsv);

-- BM25F in plain SQL: 9 ms at 10,000 chunks from postings, 166 ms by unnesting tsvectors. Frequencies by field, so that a field's weight
-- and length count (Robertson, Zaragoza and Taylor 2004).
create table posting (
  workspace_id uuid not null,
  lexeme text not null,
  chunk_id uuid not null,
  body smallint not null,
  title smallint not null,
  heading smallint not null,
  body_length smallint not null, -- of the chunk, in lexemes; 32,767 stands for all above
  title_length smallint not null,
  heading_length smallint not null,
  counted boolean not null, -- of a passage, and not of a hypothetical
  -- The keyword arm reads this index and nothing else (docs/decisions.md, "A posting carries what its chunk has").
  primary key (workspace_id, lexeme, chunk_id) include (body, title, heading, body_length, title_length, heading_length, counted),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
-- The cascade from chunk would scan the table without it.
create index posting_of_chunk on posting (workspace_id, chunk_id);

-- Every word of a workspace once. `added` is the transaction that brought it: a reader that kept the lower bound of its last snapshot
-- reads what is new since, whatever order transactions commit in.
create table vocabulary (
  workspace_id uuid not null references workspace on delete cascade,
  lexeme text not null,
  added bigint not null,
  primary key (workspace_id, lexeme)
);
create index vocabulary_added on vocabulary (workspace_id, added);

create table chunk_window (
  workspace_id uuid not null,
  model text not null,
  chunk_id uuid not null,
  ordinal integer not null,
  start_offset integer not null, -- UTF-16 units of the chunk's text
  end_offset integer not null,
  embedding halfvec storage plain not null, -- in the row: an exact scan that follows TOAST pointers is several times slower
  primary key (workspace_id, model, chunk_id, ordinal),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
create index chunk_window_of_chunk on chunk_window (workspace_id, chunk_id);

-- The signs of each window's vector, by which the vector arm chooses the chunks that it compares exactly. Narrow, and eight windows a row:
-- every question reads the codes of its workspace, and 10,000 rows of 5.3 codes take 11 ms where a row a window takes 27 (embedded).
-- No length: models differ.
create table chunk_code (
  workspace_id uuid not null,
  chunk_id uuid not null,
  model text not null,
  part integer not null, -- of the windows 8 * part to 8 * part + 7
  code_0 bit varying not null,
  code_1 bit varying,
  code_2 bit varying,
  code_3 bit varying,
  code_4 bit varying,
  code_5 bit varying,
  code_6 bit varying,
  code_7 bit varying,
  -- The model behind the chunk: the cascade reads this index, too.
  primary key (workspace_id, chunk_id, model, part),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);

-- MinHash bands (Broder 1997): chunks that share one are compared word for word.
create table chunk_band (
  workspace_id uuid not null,
  hash bigint not null,
  chunk_id uuid not null,
  primary key (workspace_id, hash, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
create index chunk_band_of_chunk on chunk_band (workspace_id, chunk_id);

-- Curated answers, aliases and fitted weights.

create table curated_answer (
  workspace_id uuid not null references workspace on delete cascade,
  curated_id uuid not null,
  question text not null,
  alternatives text[] not null,
  answer text not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  primary key (workspace_id, curated_id)
);

-- The link outlives its document: a curated answer whose source is gone must be able to say so.
create table curated_source (
  workspace_id uuid not null,
  curated_id uuid not null,
  document_id uuid not null,
  content_hash text, -- of the version that was valid when the answer was saved
  primary key (workspace_id, curated_id, document_id),
  foreign key (workspace_id, curated_id) references curated_answer on delete cascade
);
create index curated_source_of_document on curated_source (workspace_id, document_id);

-- One row a wording: the question and each alternative.
create table curated_window (
  workspace_id uuid not null,
  model text not null,
  curated_id uuid not null,
  ordinal integer not null,
  wording text not null,
  lexemes text[] not null,
  embedding halfvec storage plain not null,
  primary key (workspace_id, model, curated_id, ordinal),
  foreign key (workspace_id, curated_id) references curated_answer on delete cascade
);
create index curated_window_of_answer on curated_window (workspace_id, curated_id);

-- Words that mean the same in this workspace: any phrase of a group may stand for any other.
create table alias (
  workspace_id uuid not null references workspace on delete cascade,
  alias_id uuid not null,
  term text not null,
  synonyms text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, alias_id)
);
create unique index alias_of_term on alias (workspace_id, lower(term));
create index alias_recent on alias (workspace_id, updated_at desc, alias_id desc);

-- Weights of the fusion that were fitted on a workspace's own questions, for one embedder and one language.
create table fusion_weights (
  workspace_id uuid not null references workspace on delete cascade,
  model text not null,
  language text not null, -- ISO 639-1 of the questions; 'und': every other
  vector_weight double precision not null,
  keyword_weight double precision not null,
  question_count integer not null,
  ndcg_before double precision not null,
  ndcg_after double precision not null,
  data_hash text not null, -- of the questions it was fitted on
  fitted_at timestamptz not null,
  primary key (workspace_id, model, language)
);

-- Synchronised folders and ingest jobs.

-- A folder or file that is kept in step, and what was read from it.
create table sync_source (
  workspace_id uuid not null references workspace on delete cascade,
  source_id uuid not null,
  root text not null,
  created_at timestamptz not null,
  primary key (workspace_id, source_id),
  unique (workspace_id, root)
);

create table sync_file (
  workspace_id uuid not null,
  source_id uuid not null,
  path text not null,
  size bigint not null,
  modified_at timestamptz not null,
  content_hash text not null,
  decision text not null, -- what the last change was, and why
  reason text not null,
  decided_at timestamptz not null,
  primary key (workspace_id, source_id, path),
  foreign key (workspace_id, source_id) references sync_source on delete cascade
);

-- One file may hold many documents (JSON Lines), and many files one document (its versions).
create table sync_document (
  workspace_id uuid not null,
  source_id uuid not null,
  path text not null,
  document_id uuid not null,
  version_id uuid not null,
  primary key (workspace_id, source_id, path, document_id),
  foreign key (workspace_id, source_id, path) references sync_file on delete cascade,
  foreign key (workspace_id, document_id) references document on delete cascade
);
create index sync_document_of_document on sync_document (workspace_id, document_id);

create table ingest_job (
  workspace_id uuid not null references workspace on delete cascade,
  job_id uuid not null,
  label text not null, -- the path, the address or the number of files, for people
  state text not null check (state in ('RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  source_id uuid, -- of a synchronised folder
  total integer not null,
  options jsonb not null,
  timings jsonb not null,
  error jsonb,
  lease_owner uuid, -- the process at work; another may take over when the lease ends
  lease_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, job_id)
);
create index ingest_job_recent on ingest_job (workspace_id, created_at desc, job_id desc);

create table ingest_item (
  workspace_id uuid not null,
  job_id uuid not null,
  ordinal integer not null,
  name text not null, -- a path or a key
  action text not null check (action in ('INGEST', 'MOVE', 'DELETE')),
  source jsonb not null, -- where the bytes are: { file } | { url } | { payload: true } | { document }
  reason text not null, -- why the plan has it
  state text not null check (state in ('PENDING', 'DONE', 'FAILED')),
  results jsonb not null, -- one entry a document: { key, status, documentId, error }
  finished_at timestamptz,
  primary key (workspace_id, job_id, ordinal),
  foreign key (workspace_id, job_id) references ingest_job on delete cascade
);

-- Uploaded bytes until their item is done, in parts, so that neither side holds a file in memory.
create table ingest_payload (
  workspace_id uuid not null,
  job_id uuid not null,
  ordinal integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (workspace_id, job_id, ordinal, part),
  foreign key (workspace_id, job_id, ordinal) references ingest_item on delete cascade
);

-- Runs, what people said of them, and what the confidence was fitted on.

create table run (
  workspace_id uuid not null references workspace on delete cascade,
  run_id uuid not null,
  question text not null,
  conversation_id text,
  preset text not null,
  outcome text,
  tier text,
  confidence_value double precision,
  stop_reason text,
  record jsonb not null,
  created_at timestamptz not null,
  access_groups text[], -- what the asker could see; null: everything
  asked_by uuid, -- whose conversation it belongs to: the API key that asked; null: the keyless local mode and the command line
  replay_of uuid, -- the run that this one repeats. Not a foreign key: a repetition outlives what it repeated
  primary key (workspace_id, run_id)
);
create index run_recent on run (workspace_id, created_at desc, run_id desc);
create index run_of_conversation on run (workspace_id, conversation_id, created_at desc);
-- Drift is told from the newest runs, and gaps from those that were not answered: the preset narrows both.
create index run_of_preset on run (workspace_id, preset, created_at desc);
-- Own runs are a page by asker.
create index run_of_asker on run (workspace_id, asked_by, created_at desc, run_id desc);

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

-- The second fence. The first is workspace_id = $n on every table of every statement.
do $$
declare
  name text;
begin
  foreach name in array array[
    'workspace', 'api_key', 'person', 'allowance', 'reservation', 'audit_head', 'audit_entry', 'document',
    'document_version', 'version_text', 'chunk', 'chunk_text', 'posting', 'vocabulary', 'chunk_window',
    'chunk_code', 'chunk_band', 'curated_answer', 'curated_source', 'curated_window', 'alias',
    'fusion_weights', 'sync_source', 'sync_file', 'sync_document', 'ingest_job', 'ingest_item',
    'ingest_payload', 'run', 'feedback', 'calibration', 'active_calibration'
  ] loop
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

-- Functions. A search enters through a SECURITY DEFINER function with a pinned search path that first checks the entered workspace.

-- Refuses a search of any workspace but the one that this transaction has entered.
create function candor_assert_workspace(p_workspace uuid) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_workspace is distinct from nullif(current_setting('candor.workspace_id', true), '')::uuid then
    raise exception 'workspace % was not entered', p_workspace using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The versions that a caller may read at an instant. p_groups null: everything; else what is open to all or to one of the groups.
-- Plain SQL without settings of its own, so that the planner takes it apart inside the search functions.
create function candor_visible(p_workspace uuid, p_as_of timestamptz, p_groups text[])
  returns table (version_id uuid, document_id uuid, passage_count integer, body_length integer, title_length integer, heading_length integer)
  language sql stable as $$
  select v.version_id, v.document_id, v.passage_count, v.body_length, v.title_length, v.heading_length
  from public.document_version v
  join public.document d on d.workspace_id = p_workspace and d.document_id = v.document_id
  where v.workspace_id = p_workspace
    and d.state = 'PUBLISHED' and d.deleted_at is null
    and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
    and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
$$;

-- The documents that a filter lets through. Keys that the filter leaves out let everything through. SearchFilter in schema/retrieval.graphql names them.
create function candor_filtered(p_workspace uuid, p_filter jsonb)
  returns table (document_id uuid)
  language sql stable as $$
  select d.document_id
  from public.document d
  where d.workspace_id = p_workspace
    and (p_filter -> 'documentIds' is null or d.document_id::text = any (array(select jsonb_array_elements_text(p_filter -> 'documentIds'))))
    and (p_filter -> 'tags' is null or d.tags @> array(select jsonb_array_elements_text(p_filter -> 'tags')))
    and (p_filter -> 'sourceTypes' is null or d.source_type = any (array(select jsonb_array_elements_text(p_filter -> 'sourceTypes'))))
    and (p_filter -> 'semanticTypes' is null or lower(d.semantic_type) = any (array(select lower(jsonb_array_elements_text(p_filter -> 'semanticTypes')))))
    and (p_filter -> 'authors' is null or lower(d.author) = any (array(select lower(jsonb_array_elements_text(p_filter -> 'authors')))))
    and (p_filter -> 'languages' is null or d.language = any (array(select jsonb_array_elements_text(p_filter -> 'languages'))))
    and (p_filter -> 'accessGroups' is null or d.access_groups = '{}' or d.access_groups && array(select jsonb_array_elements_text(p_filter -> 'accessGroups')))
    and (p_filter ->> 'keyPrefix' is null or starts_with(d.key, p_filter ->> 'keyPrefix'))
    and (p_filter ->> 'updatedAfter' is null or d.updated_at >= (p_filter ->> 'updatedAfter')::timestamptz)
    and (p_filter ->> 'updatedBefore' is null or d.updated_at < (p_filter ->> 'updatedBefore')::timestamptz)
    and (p_filter ->> 'includeSuperseded' is distinct from 'false' or d.superseded_by is null)
$$;

-- The vector arm: parents by their best window, nearest first. The 12 chunks nearest by Hamming distance for each hit that is asked for are compared exactly, with all of
-- their windows: thirty hits have .992 of the exact ten best and .960 of the exact thirty (225 questions over 7,646 chunks of nine public sets, the built-in embedder). Who may read no more chunks than that
-- gets the exact order. Chosen are the nearest of what the caller may read, never the nearest of all: what is hidden takes no place. First all chunks are
-- chosen from and looked at in their order, which spares reading every document; where that leaves too few, and with a filter, those that may be read are
-- chosen from: the outcome is the same. A passage has ten hypotheticals at most, so that twelve chunks a hit are always of enough passages: nothing shortens
-- the result.
-- Unit vectors: the cosine distance is 1 + the negative inner product. Calls neither candor_visible nor candor_filtered, which the application's role may not call on the workers of a distributed engine.
-- Laterals with offset 0 are looked up by key one by one, whatever the planner knows of the tables.
create function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, distance double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_code bit varying := binary_quantize(p_query);
  v_wanted integer := 12 * p_limit;
  v_chunks uuid[];
  v_parents uuid[];
  v_seen bigint;
  -- SearchFilter, as candor_filtered reads it: null lets everything through.
  v_documents text[];
  v_tags text[];
  v_source_types text[];
  v_semantic_types text[];
  v_authors text[];
  v_languages text[];
  v_access_groups text[];
begin
  perform candor_assert_workspace(p_workspace);
  if p_filter = '{}' then
    with near as materialized (
      select k.chunk_id, least(k.code_0 <~> v_code, k.code_1 <~> v_code, k.code_2 <~> v_code, k.code_3 <~> v_code, k.code_4 <~> v_code, k.code_5 <~> v_code, k.code_6 <~> v_code, k.code_7 <~> v_code) as bits
      from chunk_code k
      where k.workspace_id = p_workspace and k.model = p_model
      order by 2, 1
      limit 2 * v_wanted
    ), each as materialized (
      select n.chunk_id, min(n.bits) as bits from near n group by n.chunk_id order by 2, 1
    ), readable as materialized (
      select n.chunk_id, c.parent_id, n.bits
      from each n
      cross join lateral (
        select o.parent_id, o.version_id from chunk o where o.workspace_id = p_workspace and o.chunk_id = n.chunk_id and not o.omitted offset 0
      ) as c
      cross join lateral (
        select o.document_id from document_version o
        where o.workspace_id = p_workspace and o.version_id = c.version_id
          and o.effective_from <= p_as_of and (o.effective_until is null or o.effective_until > p_as_of)
        offset 0
      ) as v
      cross join lateral (
        select 1 from document o
        where o.workspace_id = p_workspace and o.document_id = v.document_id
          and o.state = 'PUBLISHED' and o.deleted_at is null
          and (p_groups is null or o.access_groups = '{}' or o.access_groups && p_groups)
        offset 0
      ) as d
      order by n.bits, n.chunk_id
      limit v_wanted
    )
    select array_agg(r.chunk_id), array_agg(r.parent_id), (select count(*) from near)
    into v_chunks, v_parents, v_seen
    from readable r;
  end if;
  if v_seen is null or (v_seen = 2 * v_wanted and coalesce(cardinality(v_chunks), 0) < v_wanted) then
    v_documents := case when p_filter ? 'documentIds' then array(select jsonb_array_elements_text(p_filter -> 'documentIds')) end;
    v_tags := case when p_filter ? 'tags' then array(select jsonb_array_elements_text(p_filter -> 'tags')) end;
    v_source_types := case when p_filter ? 'sourceTypes' then array(select jsonb_array_elements_text(p_filter -> 'sourceTypes')) end;
    v_semantic_types := case when p_filter ? 'semanticTypes' then array(select lower(jsonb_array_elements_text(p_filter -> 'semanticTypes'))) end;
    v_authors := case when p_filter ? 'authors' then array(select lower(jsonb_array_elements_text(p_filter -> 'authors'))) end;
    v_languages := case when p_filter ? 'languages' then array(select jsonb_array_elements_text(p_filter -> 'languages')) end;
    v_access_groups := case when p_filter ? 'accessGroups' then array(select jsonb_array_elements_text(p_filter -> 'accessGroups')) end;
    with readable as materialized (
      select c.chunk_id, c.parent_id
      from document d
      join document_version v on v.workspace_id = p_workspace and v.document_id = d.document_id
      join chunk c on c.workspace_id = p_workspace and c.version_id = v.version_id
      where d.workspace_id = p_workspace
        and d.state = 'PUBLISHED' and d.deleted_at is null
        and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
        and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
        and not c.omitted
        and (v_documents is null or d.document_id::text = any (v_documents))
        and (v_tags is null or d.tags @> v_tags)
        and (v_source_types is null or d.source_type = any (v_source_types))
        and (v_semantic_types is null or lower(d.semantic_type) = any (v_semantic_types))
        and (v_authors is null or lower(d.author) = any (v_authors))
        and (v_languages is null or d.language = any (v_languages))
        and (v_access_groups is null or d.access_groups = '{}' or d.access_groups && v_access_groups)
        and (p_filter ->> 'keyPrefix' is null or starts_with(d.key, p_filter ->> 'keyPrefix'))
        and (p_filter ->> 'updatedAfter' is null or d.updated_at >= (p_filter ->> 'updatedAfter')::timestamptz)
        and (p_filter ->> 'updatedBefore' is null or d.updated_at < (p_filter ->> 'updatedBefore')::timestamptz)
        and (p_filter ->> 'includeSuperseded' is distinct from 'false' or d.superseded_by is null)
    ), near as materialized (
      select r.chunk_id, r.parent_id, min(least(k.code_0 <~> v_code, k.code_1 <~> v_code, k.code_2 <~> v_code, k.code_3 <~> v_code, k.code_4 <~> v_code, k.code_5 <~> v_code, k.code_6 <~> v_code, k.code_7 <~> v_code)) as bits
      from readable r
      join chunk_code k on k.workspace_id = p_workspace and k.model = p_model and k.chunk_id = r.chunk_id
      group by r.chunk_id, r.parent_id
      order by 3, 1
      limit v_wanted
    )
    select array_agg(n.chunk_id), array_agg(n.parent_id)
    into v_chunks, v_parents
    from near n;
  end if;
  return query
  with nearest as materialized (
    select a.parent_id, w.distance
    from unnest(v_chunks, v_parents) as a (chunk_id, parent_id)
    cross join lateral (
      select o.embedding <#> p_query as distance from chunk_window o where o.workspace_id = p_workspace and o.model = p_model and o.chunk_id = a.chunk_id offset 0
    ) as w
  )
  select n.parent_id, 1 + min(n.distance)
  from nearest n
  group by n.parent_id
  having 1 + min(n.distance) <= p_max_distance
  order by 2, 1
  limit p_limit;
end
$$;

-- The keyword arm of the default preset: BM25F (Robertson, Zaragoza and Taylor 2004) with k1 1.2, b .75 in each field, weights body 1,
-- title 2, headings 1. Any word matches. A word of the question is a group: the lexeme itself, and words of the vocabulary that look like
-- it, each counting by its similarity (1: the lexeme; from .99: the same word written otherwise) and never more than the lexeme itself when
-- that is known; of a group only the best counts in a passage. p_phrases must stand there in this order; each is a word more. Document
-- frequencies are counted on what the caller may read at the time of the search, so they are right under concurrent writes. A hypothetical
-- is found and counts in none, because its parent does, and proves nothing: matched and known words are those of passages alone (a made-up
-- question was answered at .86 before that). The first row has the weights of the words, and which are known.
-- Who may read everything, without a filter: one pass over the versions adds the lengths up, and only what does not count (versions that
-- do not hold, chunks that are omitted) is looked up in chunks; lengths come with the postings. Everybody else, and every filter: chunks
-- and versions that may be read are joined, so that nothing tells of the others. Where no word has a look-alike, every hit is the best of
-- its word, and the step that finds the best is left out. Sums are of integers: in floating point they would differ by their order, and so
-- by who asks. The words that a passage holds are told of the passages that are given, and not of all that were found.
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs. One plan for all questions: to plan takes 3 ms of 25 (embedded), and what is
  -- switched off counts as dear, so that a server would compile the plan each time.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_everything boolean := p_groups is null and p_filter = '{}';
  v_alike boolean := cardinality(p_lexemes) > cardinality(p_counts);
  v_derived boolean;
  v_hidden uuid[] := '{}';
  v_left_out uuid[] := '{}';
  v_size double precision;
  v_body double precision;
  v_title double precision;
  v_heading double precision;
begin
  perform candor_assert_workspace(p_workspace);
  if v_everything then
    v_hidden := array(
      select d.document_id from document d where d.workspace_id = p_workspace and (d.state <> 'PUBLISHED' or d.deleted_at is not null)
    );
    select coalesce(array_agg(v.version_id) filter (where not v.counts), '{}'), sum(v.passage_count) filter (where v.counts),
      sum(v.body_length) filter (where v.counts), sum(v.title_length) filter (where v.counts), sum(v.heading_length) filter (where v.counts)
    into v_left_out, v_size, v_body, v_title, v_heading
    from (
      select o.version_id, o.passage_count, o.body_length, o.title_length, o.heading_length,
        o.effective_from <= p_as_of and (o.effective_until is null or o.effective_until > p_as_of) and h.document_id is null as counts
      from document_version o
      left join unnest(v_hidden) as h (document_id) on h.document_id = o.document_id
      where o.workspace_id = p_workspace
    ) as v;
  else
    select sum(v.passage_count), sum(v.body_length), sum(v.title_length), sum(v.heading_length)
    into v_size, v_body, v_title, v_heading
    from candor_visible(p_workspace, p_as_of, p_groups) v;
  end if;
  v_size := greatest(v_size, 1);
  v_body := greatest(v_body / v_size, 1);
  v_title := greatest(v_title / v_size, 1);
  v_heading := greatest(v_heading / v_size, 1);
  v_derived := exists (select 1 from chunk c where c.workspace_id = p_workspace and c.kind <> 'PASSAGE');
  return query
  with visible as materialized (
    select v.version_id,
      p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f) as allowed
    from candor_visible(p_workspace, p_as_of, p_groups) v
    where not v_everything
  ), left_out as materialized (
    select c.chunk_id
    from unnest(v_left_out) as x (version_id)
    cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = x.version_id offset 0) as c
    union all
    select c.chunk_id from chunk c where v_everything and c.workspace_id = p_workspace and c.omitted
  ), term as materialized (
    select t.number::integer, t.lexeme, t.member, t.similarity
    from unnest(p_lexemes, p_groups_of, p_similarities) with ordinality as t (lexeme, member, similarity, number)
  ), found as (
    -- Laterals with offset 0: a word after the other, from the covering index alone.
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, true as allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where v_everything and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    where not exists (select 1 from left_out x where x.chunk_id = p.chunk_id)
    union all
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, v.allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where not v_everything and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = p.chunk_id
    join visible v on v.version_id = c.version_id
    where not c.omitted
    union all
    select t.number, c.chunk_id, 1::smallint, 0::smallint, 0::smallint, c.body_length::smallint, c.title_length::smallint, c.heading_length::smallint, c.kind = 'PASSAGE', v_everything or v.allowed
    from unnest(p_phrases) with ordinality as q (phrase, ordinal)
    join term t on t.lexeme = '"' || (cardinality(p_counts) - cardinality(p_phrases) + q.ordinal)::text
    join chunk_text b on b.workspace_id = p_workspace and b.tsv @@ phraseto_tsquery(p_config, q.phrase)
    cross join lateral (
      select o.chunk_id, o.version_id, o.kind, o.body_length, o.title_length, o.heading_length
      from chunk o where o.workspace_id = p_workspace and o.chunk_id = b.chunk_id and not o.omitted offset 0
    ) as c
    left join visible v on v.version_id = c.version_id
    where v.version_id is not null or (v_everything and not exists (select 1 from left_out x where x.chunk_id = c.chunk_id))
  ), hit as materialized (
    select f.number, f.chunk_id, f.counted, f.allowed,
      f.body / (0.25 + 0.75 * f.body_length / v_body) + case when f.title > 0 then 2 * f.title / (0.25 + 0.75 * f.title_length / v_title) else 0 end
        + case when f.heading > 0 then f.heading / (0.25 + 0.75 * f.heading_length / v_heading) else 0 end as frequency
    from found f
  ), held as materialized (
    select h.number, count(*) as passages from hit h where h.counted group by h.number
  ), weighed as materialized (
    select t.number, t.member, t.similarity, coalesce(h.passages, 0) > 0 as known,
      ln(1 + (v_size - coalesce(h.passages, 0) + 0.5) / (coalesce(h.passages, 0) + 0.5)) as idf
    from term t
    left join held h on h.number = t.number
  ), own as materialized (
    select w.member, w.idf, w.known, p_counts[w.member] as times,
      exists (select 1 from weighed s where s.member = w.member and s.similarity >= 0.99 and s.known) as found
    from weighed w where w.similarity = 1
  ), weight as materialized (
    select w.number, w.member, 2.2e6 * o.times * w.similarity * case when o.known then least(w.idf, o.idf) else w.idf end as value, w.similarity >= 0.99 as exact
    from weighed w
    join own o on o.member = w.member
    where w.known
  ), part as (
    -- Millionths as integers: their sums do not hang on the order, which differs by who asks.
    select h.chunk_id, w.member, least(w.value * h.frequency / (h.frequency + 1.2), 2e9)::integer as part
    from hit h
    join weight w on w.number = h.number
    where h.allowed
  ), best as (
    select p.chunk_id, p.part from part p where not v_alike
    union all
    select p.chunk_id, max(p.part) from part p where v_alike group by p.chunk_id, p.member
  ), scored as (
    select b.chunk_id, sum(b.part) as score from best b group by b.chunk_id
  ), of_parents as (
    select s.chunk_id as parent_id, s.score from scored s where not v_derived
    union all
    select c.parent_id, max(s.score)
    from scored s
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = s.chunk_id
    where v_derived
    group by c.parent_id
  ), ranked as materialized (
    select s.parent_id, s.score from of_parents s order by s.score desc, s.parent_id limit p_limit
  ), proven as materialized (
    -- A passage is its own parent.
    select h.chunk_id, array_agg(distinct w.member) as members
    from hit h
    join ranked r on r.parent_id = h.chunk_id
    join weight w on w.number = h.number
    where w.exact and h.allowed
    group by h.chunk_id
  )
  select r.parent_id, r.score / 1e6::double precision, coalesce(n.members, '{}'),
    case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.idfs end, case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.known end
  from ranked r
  left join proven n on n.chunk_id = r.parent_id
  cross join (
    select array_agg(o.idf * o.times order by o.member) as idfs, array_agg(o.found order by o.member) as known from own o
  ) as question
  order by r.score desc, r.parent_id;
end
$$;

-- Keyword arms of published recipes, which stay runnable as baselines (src/retrieval/presets.ts).
-- Each query is built from the lexemes that Postgres' own parser finds, the first 32 in the order of the text, cast and not parsed again:
-- no text of a caller can make an invalid query, a query of operators alone is none, and there are no negations, so that each asks for a
-- lexeme that must be there.
-- The arms on `simple` have no index and analyse the text of the visible chunks for each question. 1,000 chunks of 220 words in 3 windows each, on
-- two cores that others were busy on: candor_search_plain 30 to 50 ms, candor_search_simple 70 to 150, candor_search_prefix 0.9 s on a server and
-- 1 to 1.9 s embedded. A stored column would make each of them fast and every ingestion slower and larger, for the sake of two baselines.

-- The keyword arm of the published recipes: an AND query as a search box parses it, ranked by cover density.
create function candor_search_websearch(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_query tsquery := websearch_to_tsquery('english', p_query);
begin
  perform candor_assert_workspace(p_workspace);
  -- A query of negations alone matches every row: demand one positive lexeme that can use the index.
  if querytree(v_query) in ('', 'T') then
    return;
  end if;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  )
  select c.parent_id, max(ts_rank_cd(t.tsv, v_query))::double precision as score
  from chunk_text t
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = t.chunk_id
  join visible v on v.version_id = c.version_id
  where t.workspace_id = p_workspace and t.tsv @@ v_query and not c.omitted
  group by c.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

-- filtered-rrf: plainto_tsquery('english'): every lexeme must match; ranked by cover density. Reads the index, whose documents are
-- analysed in their own languages.
create function candor_search_plain(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_query tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_query := (
    select string_agg('''' || replace(replace(word.lexeme, '\', '\\'), '''', '''''') || '''', ' & ')
    from (select u.lexeme from unnest(to_tsvector('english', p_query)) as u (lexeme, positions, weights) order by u.positions[1], u.lexeme limit 32) as word
  )::tsquery;
  if v_query is null then
    return;
  end if;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  )
  select c.parent_id, max(ts_rank_cd(t.tsv, v_query))::double precision as score
  from chunk_text t
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = t.chunk_id
  join visible v on v.version_id = c.version_id
  where t.workspace_id = p_workspace and t.tsv @@ v_query and not c.omitted
  group by c.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

-- weighted: plainto_tsquery('simple') and cover density divided by itself + 1 (flag 32), which lies in 0..1. The index knows stems only,
-- so the text is analysed at query time, but only where it holds the letters of every word; see the figures above.
create function candor_search_simple(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[];
  v_query tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_words := array(
    select u.lexeme from unnest(to_tsvector('simple', p_query)) as u (lexeme, positions, weights) order by u.positions[1], u.lexeme limit 32
  );
  if cardinality(v_words) = 0 then
    return;
  end if;
  v_query := (select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ') from unnest(v_words) as word)::tsquery;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), held as materialized (
    select c.parent_id, t.body
    from chunk c
    join visible v on v.version_id = c.version_id
    join chunk_text t on t.workspace_id = p_workspace and t.chunk_id = c.chunk_id
    where c.workspace_id = p_workspace and not c.omitted
      and not exists (select 1 from unnest(v_words) as word where strpos(lower(t.body), word) = 0)
  ), ranked as (
    select h.parent_id, to_tsvector('simple', h.body) as words from held h
  )
  select r.parent_id, max(ts_rank_cd(r.words, v_query, 32))::double precision as score
  from ranked r
  where r.words @@ v_query
  group by r.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

-- two-tier: windows stand in for child chunks. Each word is a prefix, without accents, and all must begin a word of one child; when no
-- child has them all, any will do. A single letter or digit begins nearly everything and is left out. Offsets count UTF-16 units and substr
-- code points: beyond the basic plane a child begins a little later and ends as much later, so nothing is skipped.
create function candor_search_prefix(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[];
  v_all tsquery;
  v_any tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_words := array(
    select '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':*'
    from unnest(to_tsvector('simple', public.unaccent(normalize(p_query, NFC)))) as u (lexeme, positions, weights)
    where u.lexeme !~ '^[0-9a-z]$'
    order by u.positions[1], u.lexeme
    limit 32
  );
  if cardinality(v_words) = 0 then
    return;
  end if;
  v_all := array_to_string(v_words, ' & ')::tsquery;
  v_any := array_to_string(v_words, ' | ')::tsquery;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), span as (
    -- Another embedder may have cut the same text otherwise: the same child is read once.
    select distinct w.chunk_id, w.start_offset, w.end_offset from chunk_window w where w.workspace_id = p_workspace
  ), child as materialized (
    select c.parent_id, to_tsvector('simple', public.unaccent(substr(t.body, s.start_offset + 1, s.end_offset - s.start_offset))) as words
    from chunk c
    join visible v on v.version_id = c.version_id
    join chunk_text t on t.workspace_id = p_workspace and t.chunk_id = c.chunk_id
    join span s on s.chunk_id = c.chunk_id
    where c.workspace_id = p_workspace and not c.omitted
  ), hit as materialized (
    select h.parent_id, h.words, h.words @@ v_all as complete from child h where h.words @@ v_any
  ), mode as (
    select coalesce(bool_or(h.complete), false) as strict from hit h
  )
  select h.parent_id, max(ts_rank_cd(h.words, case when m.strict then v_all else v_any end))::double precision as score
  from hit h
  cross join mode m
  where h.complete or not m.strict
  group by h.parent_id
  order by 2 desc, 1
  limit p_limit;
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

revoke all on function
  candor_visible, candor_filtered, candor_search_vector, candor_search_bm25, candor_search_websearch, candor_search_plain,
  candor_search_simple, candor_search_prefix, candor_append_audit, candor_prune_audit, candor_erase_audit
from public;
grant execute on function
  candor_search_vector, candor_search_bm25, candor_search_websearch, candor_search_plain, candor_search_simple, candor_search_prefix,
  candor_append_audit, candor_prune_audit, candor_erase_audit
to candor_app;
