-- The site that relative addresses of documents are paths of. Null: none, and they are not shown (src/workspaces/documentAddress.ts).
alter table workspace add column if not exists document_site text;
