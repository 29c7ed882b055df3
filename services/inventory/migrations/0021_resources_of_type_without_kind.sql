-- without a transaction
-- The index with the kind answers for the one without.

DROP INDEX CONCURRENTLY IF EXISTS resources_of_type_in_order;
