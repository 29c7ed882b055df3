-- without a transaction

-- At most one policy of a tenant is its default: the current version whose `body` says so. Bodies that were stored before have
-- no such field.
DROP INDEX CONCURRENTLY IF EXISTS cancellation_policies_default;
CREATE UNIQUE INDEX CONCURRENTLY cancellation_policies_default ON cancellation_policies (tenant_id)
  WHERE is_current AND body->>'default' = 'true';
