-- For how many days a workspace keeps its runs, and how many at most: runs take more space than the documents that they ask (docs/scaling.md).
-- Null: the product's own (src/agent/runs/purgeRuns.ts).
alter table workspace add column run_days integer;
alter table workspace add column run_count integer;
alter table workspace add constraint workspace_run_days check (run_days between 1 and 36500);
alter table workspace add constraint workspace_run_count check (run_count between 1 and 1000000000);
