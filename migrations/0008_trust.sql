-- How far a document may be relied on, as whoever took it in says: TRUSTED settles a conflict, UNTRUSTED alone never makes an answer sure.
-- The default fills the rows that are there and goes again: no column takes its value from the database.
alter table document add column trust text not null default 'NORMAL' check (trust in ('TRUSTED', 'NORMAL', 'UNTRUSTED'));
alter table document alter column trust drop default;
