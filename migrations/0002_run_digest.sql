-- What is learned from a run, beside its record (digestOf in src/agent/runs/runs.ts): gaps, the labelling queue, calibrations and health read the newest
-- thousand runs, and each record has ten to a hundred times as much. Null in a run of before: there the record is read.
alter table run add column digest jsonb;

-- Runs of one outcome, newest first: of 100,000 runs, those that ended in a rare one stood far apart.
create index run_of_outcome on run (workspace_id, outcome, created_at desc, run_id desc);
