-- What other calendars have as taken. The claims are derived from it, in the same transaction.

-- The number of the last change that was applied for a connection; its row is the lock of the connection.
CREATE TABLE block_steps (
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  sequence bigint NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, connection_id)
);

ALTER TABLE block_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE block_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY block_steps_tenant ON block_steps
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- One event of a feed over one resource. Its id stays the same for as long as the block exists, also when its dates or its
-- key change.
CREATE TABLE external_blocks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  key text NOT NULL,
  listing_id uuid NOT NULL,
  inbound_event text NOT NULL,
  -- The event's own times, as a conflict shows them.
  event_starts_at text NOT NULL,
  event_ends_at text NOT NULL,
  -- On the axis of the resource, as the claims are.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- A claim is at most 400 days long, so that a longer block has several. The first has the id of the block.
  claim_ids uuid[] NOT NULL,
  -- How often the dates changed, and when they last did.
  revision integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id),
  CONSTRAINT external_blocks_once UNIQUE (tenant_id, connection_id, resource_id, key),
  CONSTRAINT external_blocks_take_time CHECK (starts_at < ends_at)
);
CREATE INDEX external_blocks_by_end ON external_blocks (tenant_id, resource_id, ends_at);

ALTER TABLE external_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE external_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY external_blocks_tenant ON external_blocks
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
