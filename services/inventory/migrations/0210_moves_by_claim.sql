-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS claim_moves_by_claim;
-- After a restore, the moves of a claim are forgotten.
CREATE INDEX CONCURRENTLY claim_moves_by_claim ON claim_moves (tenant_id, claim_id);
