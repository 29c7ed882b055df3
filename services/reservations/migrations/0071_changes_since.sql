-- without a transaction

-- An attempt that failed may have left an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS reservation_history_of_stay_changes;

-- The stays that were moved since a moment, for what was on the books then. No sale writes it.
CREATE INDEX CONCURRENTLY reservation_history_of_stay_changes ON reservation_history (tenant_id, at)
  WHERE action IN ('changed', 'relocated');
