-- A search for two letters, and one among the deleted; docs/decisions/009 has the figures.

-- Two letters are found by the groups of three that begin with them. That names every third letter there can be; the rows with
-- a sign besides, which are few, are known here. The class of signs is the one of search-narrative.ts, to the letter: the
-- planner takes this index for that condition and no other.
create index transactions_unusual on transactions (id)
  where search_text ~ '[^abcdefghijklmnopqrstuvwxyz0123456789ابپتټثجچحخدډذرزژسشصضطظعغفقکگڼلمنوهیېۍئءؤےںھہٹڈڑښړږځڅګ .,:;!?''"/\\()#%&*+=@_<>،؛؟«»٫٬\u0001\u000a\u00a0\u064b-\u0655-]';

-- The narratives of deleted rows by themselves: among those of all rows, fifty are looked at for each that is deleted. Written
-- at a deletion only.
create index transactions_deleted_narrative on transactions using gin (search_text gin_trgm_ops) where deleted_at is not null;
