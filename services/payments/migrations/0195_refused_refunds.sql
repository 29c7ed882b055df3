-- without a transaction

-- For the gauge of refunds that are owed, and for their hourly retry.
DROP INDEX CONCURRENTLY IF EXISTS refunds_refused;
CREATE INDEX CONCURRENTLY refunds_refused ON refunds (checked_at) WHERE state = 'failed';
