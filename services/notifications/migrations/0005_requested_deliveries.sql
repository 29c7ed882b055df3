-- Pings and redeliveries of an endpoint are limited; each moves this time on.

ALTER TABLE webhook_endpoints ADD COLUMN request_allowance_at timestamptz;
