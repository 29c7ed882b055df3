-- A deleted endpoint is marked and out of everybody's sight; what a million deliveries leave behind goes in bites.

ALTER TABLE webhook_endpoints ADD COLUMN deleted_at timestamptz;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (tenant_id, id) WHERE deleted_at IS NOT NULL;
