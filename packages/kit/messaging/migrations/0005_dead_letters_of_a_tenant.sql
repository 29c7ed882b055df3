-- without a transaction
-- The timeline of a booking reads the newest dead letters of its tenant.
DROP INDEX CONCURRENTLY IF EXISTS dead_letters_of_tenant;
CREATE INDEX CONCURRENTLY dead_letters_of_tenant ON dead_letters (tenant_id, died_at DESC);
