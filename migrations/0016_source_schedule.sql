-- Sources are read again by the process that serves (src/knowledge/sync/schedule.ts), and can be removed.
alter table sync_source
  add column if not exists options json, -- what is said of each reading: ReadingOptions in src/knowledge/sync/sources.ts; json, because the order of the keys counts
  add column if not exists tried_at timestamptz, -- when a reading last ended, also one that failed
  add column if not exists reading_by uuid, -- the process that reads it
  add column if not exists reading_until timestamptz, -- until then, unless that process says otherwise
  add column if not exists reading json, -- since when, and how far it is: SourceReading
  add column if not exists removed_at timestamptz; -- its deleted documents are its own again if it is read once more
alter table sync_source
  drop constraint if exists sync_source_kind,
  add constraint sync_source_kind check (kind in ('FOLDER', 'RCLONE', 'SITE', 'PUSHED', 'FETCHED'));
update sync_source set tried_at = read_at;
