-- What of a version's source was not read, in sentences for a person. Null: stored before that was kept.
alter table version_text add column problems text[];

-- True: the page of a PDF that the chunk stands on may be read in another order than a person reads it. Null: stored before that was told.
alter table chunk_text add column layout_uncertain boolean;
