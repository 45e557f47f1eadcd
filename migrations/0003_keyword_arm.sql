-- What the keyword arm of 0007 reads (docs/decisions/bm25-postings.md), and lists of runs by their tier.

-- The lengths of a workspace's versions, which each keyword search adds up, from an index alone; and the versions that ended, the exception.
create index document_version_lengths on document_version (workspace_id, effective_from)
  include (version_id, passage_count, body_length, title_length, heading_length);
create index document_version_ended on document_version (workspace_id, effective_until) where effective_until is not null;

-- Runs of one tier, newest first: of 100,000 runs, those of a rare one stood far apart.
create index run_of_tier on run (workspace_id, tier, created_at desc, run_id desc);
