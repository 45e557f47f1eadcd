-- Whose words the answers of a workspace have where a question does not say. Null: the product's own choice (src/workspaces/settings.ts).
alter table workspace add column if not exists wording text check (wording in ('QUOTED', 'WRITTEN'));
