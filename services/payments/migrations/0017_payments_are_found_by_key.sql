-- without a transaction
-- While a table has no statistics, all indexes that begin with the tenant promise the same, and the planner takes the youngest of
-- them. Built anew, the primary key is the youngest: rows are found by it, and not by payments_attempt_once and a filter.
DROP INDEX CONCURRENTLY IF EXISTS payments_pkey_ccnew;
DROP INDEX CONCURRENTLY IF EXISTS payments_pkey_ccold;
REINDEX INDEX CONCURRENTLY payments_pkey;
