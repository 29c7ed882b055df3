-- External calendars that are imported: their connections, the resources they are mapped to, and their last content.

CREATE TABLE connections (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  livemode boolean NOT NULL,
  channel text NOT NULL,
  -- The address is a secret: sealed for use, masked for show.
  sealed_feed_url text NOT NULL,
  shown_feed_url text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Hidden from all but the sweeper, which releases its blocks before it deletes the row.
  deleted_at timestamptz,
  last_sync_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  event_count integer NOT NULL DEFAULT 0,
  next_sync_at timestamptz DEFAULT now(),
  -- Incremented by each request for a sync, so that a sync under way does not count as the answer to it.
  asked bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  -- Of the last successful response, and the day on which the feed was last read as a whole.
  etag text,
  last_modified text,
  read_on date,
  -- A digest of the blocks that inventory has stored.
  applied_as text,
  -- A digest of a feed that shrank too far to be accepted at once.
  doubted text,
  doubted_at timestamptz,
  -- Orders the requests to inventory about this connection.
  sequence bigint NOT NULL DEFAULT 0,
  leased_by uuid,
  leased_at timestamptz,
  leased_until timestamptz,
  lease bigint NOT NULL DEFAULT 0,
  -- Attempts in a row that inventory did not store. While it is unreachable the calendar itself is not read again: what was
  -- read is kept, and sent when inventory is back.
  outages integer NOT NULL DEFAULT 0,
  -- When the calendar is to be read next; the run before that only sends what is known.
  read_at timestamptz,
  -- The connections of a tenant take turns, and repeated requests for a sync wait: a requested sync begins at most a minute
  -- before this, and each request moves it.
  sync_allowance_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT connections_status_known CHECK (status IN ('active', 'paused', 'error'))
);
CREATE INDEX connections_in_order ON connections (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX connections_due ON connections (next_sync_at) WHERE next_sync_at IS NOT NULL;
CREATE INDEX connections_leased ON connections (leased_by) WHERE leased_by IS NOT NULL;

ALTER TABLE connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
CREATE POLICY connections_tenant ON connections
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY connections_job ON connections TO {{schema}}_job USING (true) WITH CHECK (true);

CREATE TABLE listings (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  external_listing_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT listings_mapped_once UNIQUE (tenant_id, connection_id, resource_id),
  CONSTRAINT listings_of_connection FOREIGN KEY (tenant_id, connection_id)
    REFERENCES connections (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE listings ENABLE ROW LEVEL SECURITY;
ALTER TABLE listings FORCE ROW LEVEL SECURITY;
CREATE POLICY listings_tenant ON listings
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- The events that were accepted last: they hold while the feed cannot be read, and identify an event that comes under a new UID.
CREATE TABLE believed_feeds (
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  events jsonb NOT NULL,
  believed_on date NOT NULL,
  PRIMARY KEY (tenant_id, connection_id),
  CONSTRAINT believed_feeds_of_connection FOREIGN KEY (tenant_id, connection_id)
    REFERENCES connections (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE believed_feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE believed_feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY believed_feeds_tenant ON believed_feeds
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
