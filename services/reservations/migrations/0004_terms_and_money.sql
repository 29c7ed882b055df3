-- What was sold, as it was sold: the itemised price and the conditions. Version 1 is inserted with the reservation.
CREATE TABLE reservation_terms (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  bill jsonb NOT NULL,
  policy jsonb,
  schedule jsonb NOT NULL,
  -- The total in the currency that the request asked to show, and its rate.
  display jsonb,
  -- Why this version replaced the one before.
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, version),
  CONSTRAINT reservation_terms_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE reservation_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_terms_tenant ON reservation_terms
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Refunds as payments reported them; `version` is the refund's at payments, so that an older event changes nothing.
CREATE TABLE refunds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  amount_minor_units bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT refunds_known_state CHECK (state IN ('pending', 'succeeded', 'failed')),
  CONSTRAINT refunds_amount CHECK (amount_minor_units >= 0)
);
CREATE INDEX refunds_by_time ON refunds (tenant_id, made_at) WHERE state <> 'failed';

ALTER TABLE refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY refunds_tenant ON refunds
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Money that has to go back: decided in the transaction that ends the hold, sent by a timer until payments has recorded it.
CREATE TABLE refund_obligations (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  cause text NOT NULL,
  -- Null: everything that came in, and whatever comes in later.
  amount_minor_units bigint,
  decided_at timestamptz NOT NULL,
  -- When payments had recorded it. A payment that arrives later opens the obligation again.
  settled_at timestamptz,
  -- Incremented by each attempt, and when it is opened again: an attempt that names an old number settles nothing.
  attempt integer NOT NULL DEFAULT 1,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, cause),
  CONSTRAINT refund_obligations_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT refund_obligations_amount CHECK (amount_minor_units > 0)
);
CREATE INDEX refund_obligations_open ON refund_obligations (next_attempt_at) WHERE settled_at IS NULL;

ALTER TABLE refund_obligations ENABLE ROW LEVEL SECURITY;
ALTER TABLE refund_obligations FORCE ROW LEVEL SECURITY;
CREATE POLICY refund_obligations_tenant ON refund_obligations
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refund_obligations_job ON refund_obligations TO {{schema}}_job USING (true) WITH CHECK (true);

-- What is kept of a stay that was cancelled, or whose guest did not come: decided in the transaction that changes the
-- state. Payments is requested to return the rest until it has answered.
CREATE TABLE settlements (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cancellation', 'no_show')),
  -- The whole penalty, also where less has come in.
  keep_minor_units bigint NOT NULL CHECK (keep_minor_units >= 0),
  -- What was paid to the operator; no refund is made of it.
  offline_minor_units bigint NOT NULL CHECK (offline_minor_units >= 0),
  -- Null where no policy decided.
  policy_code text,
  -- The index of a step, or what else decided.
  step text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled')),
  -- What payments answered last; null until it has answered.
  outcome jsonb,
  -- Money moved while payments answered: its answer may be old.
  ask_again boolean NOT NULL DEFAULT false,
  -- Incremented by each attempt of the timer: an attempt that names an old number records nothing.
  attempt integer NOT NULL DEFAULT 1,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT settlements_one_of_reservation UNIQUE (tenant_id, reservation_id),
  CONSTRAINT settlements_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX settlements_open ON settlements (next_attempt_at) WHERE state = 'open';
-- What a settlement keeps counts on the day on which it was decided.
CREATE INDEX settlements_by_time ON settlements (tenant_id, created_at);

ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY settlements_tenant ON settlements
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY settlements_job ON settlements TO {{schema}}_job USING (true) WITH CHECK (true);

-- What is due later of a stay that was sold with a deposit. Its due day is published once; it is paid when the total has come in.
CREATE TABLE scheduled_payments (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose = 'balance'),
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
  due_at timestamptz NOT NULL,
  -- `void`: the stay ended before.
  state text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'due', 'paid', 'void')),
  -- When the state is evaluated next; also the lease of the process that evaluates it.
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, purpose),
  CONSTRAINT scheduled_payments_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_payments_open ON scheduled_payments (next_attempt_at) WHERE state IN ('scheduled', 'due');

ALTER TABLE scheduled_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE scheduled_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY scheduled_payments_tenant ON scheduled_payments
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY scheduled_payments_job ON scheduled_payments TO {{schema}}_job USING (true) WITH CHECK (true);
