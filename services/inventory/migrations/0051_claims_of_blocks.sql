-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS claims_of_blocks;
CREATE INDEX CONCURRENTLY claims_of_blocks ON claims (tenant_id, block_id) WHERE block_id IS NOT NULL;
