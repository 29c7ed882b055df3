-- Resources of one room type, and of one kind, in the order in which alternatives are looked for.

CREATE INDEX resources_of_type_in_order ON resources (tenant_id, room_type_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX resources_of_kind_in_order ON resources (tenant_id, kind, created_at, id) WHERE archived_at IS NULL;
