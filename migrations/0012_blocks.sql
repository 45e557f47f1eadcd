-- The blocks of a version's canonical text, in order, each as [kind, start, end] and a heading's depth. Null: stored before they were kept.
alter table version_text add column blocks jsonb;
