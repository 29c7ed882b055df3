-- without a transaction

-- An attempt that failed may have left an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS reservations_one_per_booking_reference;

-- It does not begin with the tenant: while the table has no statistics, the planner takes the youngest index that does.
CREATE UNIQUE INDEX CONCURRENTLY reservations_one_per_booking_reference ON reservations (reference, tenant_id);

CALL fill_references();
