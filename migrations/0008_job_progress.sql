-- How far a running job is within its file: { current, phase, done, total, secondsLeft }.
alter table ingest_job add column progress jsonb;
