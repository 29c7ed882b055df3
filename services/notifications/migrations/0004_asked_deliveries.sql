-- What somebody asked for goes before the rest, however much that is.

CREATE INDEX deliveries_asked ON deliveries (tenant_id, endpoint_id, next_attempt_at) WHERE status = 'pending' AND asked;
