-- without a transaction

-- An attempt that failed may have left an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS claims_parts;

CREATE INDEX CONCURRENTLY claims_parts ON claims (tenant_id, part_of) WHERE part_of IS NOT NULL;
