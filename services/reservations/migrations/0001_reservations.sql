-- A reservation is one row. The row is also the idempotency record of the request that created it.

CREATE TABLE reservations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  livemode boolean NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  resource_id uuid NOT NULL,
  room_type_id uuid,
  rate_plan_id uuid,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  time_zone text NOT NULL,
  quantity integer NOT NULL,
  occupancy_adults integer,
  occupancy_children integer NOT NULL,
  total_minor_units bigint NOT NULL,
  currency text NOT NULL,
  source text NOT NULL,
  hold_expires_at timestamptz,
  quote_id uuid,
  idempotency_key uuid,
  fingerprint text,
  -- Who works on the row, fenced by number: creating it, sweeping it, or ending it after its hold expired.
  attempt integer NOT NULL DEFAULT 1,
  attempt_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Why the operator changed its state last, in the operator's own words.
  move_reason text,
  -- Held, but the client that requested it has no way to pay yet; attempt_until says until when one may be opened.
  awaits_payment_handle boolean NOT NULL DEFAULT false,
  -- No event reports a no-show, so inventory frees its units at our request alone.
  units_to_free boolean NOT NULL DEFAULT false,
  -- Set with the refund obligation, under the lock of the row: nothing confirms the reservation afterwards.
  refund_decided boolean NOT NULL DEFAULT false,
  -- The widest network of the client that placed the hold with a publishable key, a keyed hash; and nights times units.
  client_hash text,
  held_unit_nights integer,
  -- E-mail, name and phone of the guest, sealed (AES-256-GCM), and a keyed hash by which the guest's bookings are found.
  guest_sealed text,
  guest_email_hash text,
  -- What the operator keeps with a booking. No metadata is null.
  external_reference text,
  notes text,
  guest_language text,
  metadata jsonb,
  confirmed_at timestamptz,
  -- Paid to the operator when the booking was made.
  paid_offline boolean,
  -- From its local date on the nights of a no-show are free again.
  no_show_at timestamptz,
  -- The span of the request that made the reservation, where it was recorded: later requests of the stay link to it.
  traceparent text,
  publishable_key_id uuid,
  -- The narrower networks of the client, of IPv6 alone, widest first.
  network_hashes text[],
  -- When a code that was mailed to the guest came back.
  guest_verified_at timestamptz,
  -- Cards that the provider declined while the hold could be paid. Counted for holds of a limited client alone.
  declined_cards integer NOT NULL DEFAULT 0,
  CONSTRAINT reservations_one_per_key UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT reservations_one_per_quote UNIQUE (tenant_id, quote_id),
  CONSTRAINT reservations_known_state CHECK (state IN
    ('pending', 'held', 'confirmed', 'cancelled', 'checked_in', 'checked_out', 'no_show', 'expired')),
  CONSTRAINT reservations_known_source CHECK (source IN ('direct', 'manual')),
  CONSTRAINT reservations_hold_has_end CHECK (
    CASE WHEN state IN ('pending', 'held', 'expired') THEN hold_expires_at IS NOT NULL
         WHEN state = 'cancelled' THEN true
         ELSE hold_expires_at IS NULL END),
  CONSTRAINT reservations_window CHECK (starts_at < ends_at),
  CONSTRAINT reservations_quantity CHECK (quantity > 0),
  CONSTRAINT reservations_total CHECK (total_minor_units >= 0),
  CONSTRAINT reservations_refund_is_final CHECK (NOT refund_decided OR state = 'expired')
);

-- The timers look for what is due, across tenants.
CREATE INDEX reservations_pending ON reservations (created_at) WHERE state = 'pending';
CREATE INDEX reservations_held ON reservations (hold_expires_at) WHERE state = 'held';
CREATE INDEX reservations_with_key ON reservations (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX reservations_units_to_free ON reservations (attempt_until) WHERE units_to_free;

-- Each serves one filter of a list in the order of the list. No list has pending reservations, so the first row of a hold
-- writes none of them. Behind row level security only leakproof comparisons (equality, order of instants) use an index:
-- one on a range or on lower() would never be used.
CREATE INDEX reservations_in_order ON reservations (tenant_id, created_at, id);
CREATE INDEX reservations_of_resource ON reservations (tenant_id, resource_id, created_at, id) WHERE state <> 'pending';
CREATE INDEX reservations_in_state ON reservations (tenant_id, state, created_at, id) WHERE state <> 'pending';
-- A period is most often now or later: its stays are at this index's end, however many there were before.
CREATE INDEX reservations_by_end ON reservations (tenant_id, ends_at, starts_at) WHERE state <> 'pending';
CREATE INDEX reservations_of_guest_hash ON reservations (tenant_id, guest_email_hash, created_at, id)
  WHERE state <> 'pending' AND guest_email_hash IS NOT NULL;
CREATE INDEX reservations_of_source ON reservations (tenant_id, source, created_at, id) WHERE state <> 'pending';
CREATE INDEX reservations_of_plan ON reservations (tenant_id, rate_plan_id, created_at, id)
  WHERE state <> 'pending' AND rate_plan_id IS NOT NULL;
-- A reference is one booking's until that is cancelled or has expired.
CREATE UNIQUE INDEX reservations_one_per_reference ON reservations (tenant_id, external_reference)
  WHERE external_reference IS NOT NULL AND state NOT IN ('cancelled', 'expired');
CREATE INDEX reservations_of_reference ON reservations (tenant_id, external_reference, created_at, id)
  WHERE external_reference IS NOT NULL AND state <> 'pending';
CREATE INDEX reservations_of_several_units ON reservations (tenant_id, created_at, id, quantity)
  WHERE state <> 'pending' AND quantity > 1;
CREATE INDEX reservations_by_start ON reservations (tenant_id, starts_at) WHERE state <> 'pending';
CREATE INDEX reservations_by_update ON reservations (tenant_id, updated_at) WHERE state <> 'pending';
-- A booking that was paid to the operator when it was made counts as collected on that day.
CREATE INDEX reservations_paid_offline ON reservations (tenant_id, created_at) WHERE paid_offline;

-- While a table has no statistics, the planner estimates all indexes that begin with the tenant alike and takes the youngest
-- of them. So the primary key is made after them: rows are found by it, and not by reservations_in_order and a filter.
ALTER TABLE reservations ADD PRIMARY KEY (tenant_id, id);

-- Of open holds, which are counted against the limits of publishable keys; no other search can use these.
CREATE INDEX reservations_open_of_client ON reservations (tenant_id, client_hash, hold_expires_at)
  WHERE client_hash IS NOT NULL AND state IN ('pending', 'held');
CREATE INDEX reservations_open_of_key ON reservations (tenant_id, publishable_key_id, hold_expires_at)
  WHERE publishable_key_id IS NOT NULL AND state IN ('pending', 'held');
-- There are few holds with five declined cards, and each hold of a limited client looks for them.
CREATE INDEX reservations_declined_of_client ON reservations (tenant_id, client_hash, hold_expires_at)
  WHERE declined_cards >= 5;

ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY reservations_tenant ON reservations
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY reservations_job ON reservations TO {{schema}}_job USING (true) WITH CHECK (true);
