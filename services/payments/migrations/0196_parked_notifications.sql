-- without a transaction

-- For the gauge of notifications that an operator must review.
DROP INDEX CONCURRENTLY IF EXISTS provider_events_parked;
CREATE INDEX CONCURRENTLY provider_events_parked ON provider_events (settled_at) WHERE state = 'parked';
