-- without a transaction

-- Refuses the key of another booking: the first refund under a key always has the part 0.
DROP INDEX CONCURRENTLY IF EXISTS refunds_request_key_once;
CREATE UNIQUE INDEX CONCURRENTLY refunds_request_key_once ON refunds (tenant_id, idempotency_key, key_part)
  WHERE idempotency_key IS NOT NULL;
