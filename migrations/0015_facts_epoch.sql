-- What processes keep of a workspace (its aliases, its active calibrations) holds while this id is the same: whoever writes them gives another, in the same transaction,
-- and each question reads it first. Null: nothing of the kind was ever written. An id and no counter, so that nobody reads it to write it.
alter table workspace add column facts_epoch uuid;

-- Which aliases can stand in a question is told from what is kept, by words that need no table.
drop table alias_word;
