-- without a transaction
-- While a table has no statistics, all indexes that begin with the tenant promise the same, and the planner takes the youngest of
-- them. Built anew, the primary key is the youngest: a claim finds its resource by it, and not by resources_of_room_type and a
-- filter over all resources of the tenant.
DROP INDEX CONCURRENTLY IF EXISTS resources_pkey_ccnew;
DROP INDEX CONCURRENTLY IF EXISTS resources_pkey_ccold;
REINDEX INDEX CONCURRENTLY resources_pkey;
