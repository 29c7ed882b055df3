-- The Idempotency-Key of a requested refund, for 30 days. An amount that takes several payments is cut into refunds that share
-- the key, numbered from 0. The amount is that of the request; null: all.
ALTER TABLE refunds
  ADD COLUMN idempotency_key uuid,
  ADD COLUMN key_part integer,
  ADD COLUMN key_amount_minor_units bigint;
