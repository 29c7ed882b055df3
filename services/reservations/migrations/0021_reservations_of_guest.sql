-- without a transaction

-- An attempt that failed may have left an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS reservations_of_guest;

-- The bookings of a guest in the order of the list, and what their number, the earliest and the latest start are read from.
CREATE INDEX CONCURRENTLY reservations_of_guest ON reservations (tenant_id, guest_id, created_at, id) INCLUDE (starts_at)
  WHERE guest_id IS NOT NULL;
