-- When the provider says that the money came in. Null for what came in before, and on a row that an earlier version wrote:
-- there the time of its newest snapshot stands for it.
ALTER TABLE payments ADD COLUMN paid_at timestamptz;
CREATE INDEX payments_by_time ON payments (tenant_id, coalesce(paid_at, provider_as_of))
  WHERE state IN ('succeeded', 'refunded');
CREATE INDEX refunds_by_time ON refunds (tenant_id, created_at) WHERE state <> 'failed';
CREATE INDEX offline_payments_by_time ON offline_payments (tenant_id, created_at);
