-- without a transaction

-- For the purge of keys.
DROP INDEX CONCURRENTLY IF EXISTS refunds_with_key;
CREATE INDEX CONCURRENTLY refunds_with_key ON refunds (created_at) WHERE idempotency_key IS NOT NULL;
