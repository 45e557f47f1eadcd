-- The passage of the run that the person chose as the answer; null: none. An id, and not a foreign key: a judgement outlives a passage.
alter table feedback add column passage_id uuid;
