-- without a transaction

-- An attempt that failed may have left an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS scheduled_payments_due;

-- The bookings of a tenant that have something due. No sale writes it: a payment is scheduled when it is made.
CREATE INDEX CONCURRENTLY scheduled_payments_due ON scheduled_payments (tenant_id, reservation_id) WHERE state = 'due';
