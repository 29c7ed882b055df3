-- Resources of one room type and kind in order: those of another kind are not read. It replaces the one without the kind.

CREATE INDEX resources_of_type_and_kind ON resources (tenant_id, room_type_id, kind, created_at, id) WHERE archived_at IS NULL;
DROP INDEX resources_of_type_in_order;
