-- Whose conversation a run belongs to: the API key that asked; null: the keyless local mode and the command line.
alter table run add column asked_by uuid;
-- The run that this one repeats. Not a foreign key: a repetition outlives what it repeated.
alter table run add column replay_of uuid;
