-- Sources with a name (src/knowledge/sync/sources.ts): folders, remotes of rclone, sites, and what an integration sends.
alter table sync_source
  add column name text,
  add column kind text,
  add column access_groups text[], -- who may read what does not say so itself; null: nobody said
  add column every_seconds integer, -- null: it is read when somebody asks for it
  add column read_at timestamptz, -- when it was last read to the end
  add column result jsonb, -- what came of that: SourceResult in src/knowledge/sync/sources.ts
  add constraint sync_source_kind check (kind in ('FOLDER', 'RCLONE', 'SITE', 'PUSHED'));
update sync_source set name = root, kind = 'FOLDER';
alter table sync_source alter column name set not null, alter column kind set not null;
create unique index sync_source_name on sync_source (workspace_id, name);

-- What the next reading of a page needs to know of this one: PageNote in src/knowledge/sync/site/readSite.ts.
alter table sync_file add column note jsonb;

-- The source that a document came from first; null: it was sent by hand. Not a foreign key: a document outlives its source.
alter table document add column if not exists source_id uuid;
update document set source_id = held.source_id
from (select s.workspace_id, s.document_id, min(s.source_id::text)::uuid as source_id from sync_document s group by s.workspace_id, s.document_id) as held
where document.workspace_id = held.workspace_id and document.document_id = held.document_id;
