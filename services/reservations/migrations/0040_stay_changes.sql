-- A change of a stay, from the request that carries a quoted change to its end. Also the idempotency record of that request.
CREATE TABLE stay_changes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  livemode boolean NOT NULL,
  -- Null once the change was refused: its key may be used again.
  idempotency_key uuid,
  fingerprint text NOT NULL,
  state text NOT NULL,
  settle text NOT NULL,
  -- The stay, its party, price and terms before and after, as they were quoted.
  proposal jsonb NOT NULL,
  refund_minor_units bigint NOT NULL,
  due_minor_units bigint NOT NULL,
  -- The units move from one claim to another place: false where only plan or party change.
  moves_units boolean NOT NULL,
  -- Leases of the units that an unpaid change needs beyond those of the stay.
  part_ids uuid[] NOT NULL DEFAULT '{}',
  -- The payment of the change can be paid: its client was answered.
  is_payable boolean NOT NULL DEFAULT false,
  -- Money came in for the change, so that it is applied, or the money goes back.
  is_paid boolean NOT NULL DEFAULT false,
  actor jsonb NOT NULL,
  request_id text,
  note text,
  action text NOT NULL DEFAULT 'changed',
  -- Refunds of the change, as payments reported them last.
  refunds jsonb,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Fences off a worker whose lease has ended.
  attempt integer NOT NULL DEFAULT 1,
  -- Until then a worker is at it; afterwards the sweeper is. Null: nothing is left to do.
  next_attempt_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT stay_changes_one_per_key UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT stay_changes_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT stay_changes_known_state CHECK (state IN
    ('applying', 'awaiting_payment', 'applied', 'expired', 'cancelled', 'refused')),
  CONSTRAINT stay_changes_known_settle CHECK (settle IN ('now', 'later'))
);
CREATE UNIQUE INDEX stay_changes_one_open ON stay_changes (tenant_id, reservation_id)
  WHERE state IN ('applying', 'awaiting_payment');
CREATE INDEX stay_changes_in_order ON stay_changes (tenant_id, reservation_id, created_at, id);
CREATE INDEX stay_changes_unfinished ON stay_changes (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

ALTER TABLE stay_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY stay_changes_tenant ON stay_changes
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY stay_changes_job ON stay_changes TO {{schema}}_job USING (true) WITH CHECK (true);

-- The open change of a reservation, where whoever locks the row finds it.
ALTER TABLE reservations ADD COLUMN change_id uuid;
ALTER TABLE reservations ADD COLUMN change_state text;
-- What was paid to the operator when the booking was made, once its price has changed.
ALTER TABLE reservations ADD COLUMN paid_offline_minor_units bigint;

-- What a later cancellation keeps at least, and what changes have retained so far.
ALTER TABLE reservation_terms ADD COLUMN floor_minor_units bigint;
ALTER TABLE reservation_terms ADD COLUMN retained_minor_units bigint;
