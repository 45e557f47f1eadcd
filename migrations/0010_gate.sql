-- How sure an answer must be in a workspace. Both null: the product's own (src/workspaces/gate.ts). A caution is kept by its name, so that whoever
-- chose it follows when it is measured anew; a number is a confidence on the scale that ships.
alter table workspace add column gate_caution text;
alter table workspace add column gate_from double precision;
-- Apart from the columns: Citus refuses a column that brings its check.
alter table workspace add constraint workspace_gate_caution check (gate_caution in ('STRICT', 'BALANCED', 'GENEROUS'));
alter table workspace add constraint workspace_gate_from check (gate_from between 0 and 1);
alter table workspace add constraint workspace_one_gate check (gate_caution is null or gate_from is null);
