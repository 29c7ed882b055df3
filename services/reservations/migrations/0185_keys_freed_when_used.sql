-- without a transaction

-- An Idempotency-Key older than its 30 days is freed by the request that uses it again, so no timer looks for old ones. The
-- release before this one still does, once an hour, and reads the table for it.
DROP INDEX CONCURRENTLY IF EXISTS reservations_with_key;
