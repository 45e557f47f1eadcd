-- What a question asks of all documents before it is searched: which analyses they went through. Without an index that was a count of every document.
create index document_search_config on document (workspace_id, search_config) where state = 'PUBLISHED' and deleted_at is null;
