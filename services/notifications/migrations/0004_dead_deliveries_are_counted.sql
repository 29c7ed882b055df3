-- The platform's operator asks how many deliveries were given up; without this the whole log of 30 days is read for it.

CREATE INDEX deliveries_dead ON deliveries (tenant_id, endpoint_id) WHERE status = 'dead';
