-- without a transaction
-- Resources of one room type and kind in order: those of another kind are not read.

DROP INDEX CONCURRENTLY IF EXISTS resources_of_type_and_kind;
CREATE INDEX CONCURRENTLY resources_of_type_and_kind ON resources (tenant_id, room_type_id, kind, created_at, id) WHERE archived_at IS NULL;
