-- without a transaction
-- While a table has no statistics, all indexes that begin with the tenant promise the same, and the planner takes the youngest of
-- them. Built anew, the primary key is the youngest: rows are found by it, and not by reservations_in_order and a filter. The
-- index of open holds comes after it: it serves no other search.
DROP INDEX CONCURRENTLY IF EXISTS reservations_pkey_ccnew;
DROP INDEX CONCURRENTLY IF EXISTS reservations_pkey_ccold;
REINDEX INDEX CONCURRENTLY reservations_pkey;
DROP INDEX CONCURRENTLY IF EXISTS reservations_open_of_client_ccnew;
DROP INDEX CONCURRENTLY IF EXISTS reservations_open_of_client_ccold;
REINDEX INDEX CONCURRENTLY reservations_open_of_client;
