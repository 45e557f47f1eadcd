-- Which document is a later edition of which (docs/decisions/editions.md). Stored is what each document says of itself; who replaces whom is
-- told when a question is asked, among what the asker may read.
alter table document
  add column if not exists title_series text, -- its title without year, season and version; empty: it has none; null: not read yet
  add column if not exists file_series text, -- the same of the last part of its key
  add column if not exists replaces text[], -- the roots of the words that its beginning says that it replaces
  add column if not exists supersedes text, -- the key of the document that this one replaces, as who loaded it says
  add column if not exists successor_override uuid[]; -- by hand: the document that replaces this one; empty: none does; null: nobody has decided
create index document_title_series on document (workspace_id, title_series);
create index document_file_series on document (workspace_id, file_series);
create index document_replaces on document (workspace_id) where replaces <> '{}';
create index document_supersedes on document (workspace_id, supersedes) where supersedes is not null;
create index document_superseded_by on document (workspace_id, superseded_by) where superseded_by is not null;
create index document_decided on document (workspace_id) where successor_override is not null;
create index document_unread_series on document (workspace_id) where title_series is null;
