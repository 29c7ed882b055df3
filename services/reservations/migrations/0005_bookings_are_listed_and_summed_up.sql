-- What an operator asks of many bookings at once: lists by filter, and the money of a period.

-- An address is kept in lower case, so that looking one up without case is looking it up.
ALTER TABLE reservations ADD CONSTRAINT reservations_email_in_lower_case CHECK (guest_email = lower(guest_email));

-- Each serves one filter of a list in the order of the list. Nobody ever lists what is pending, so the first row of a
-- hold writes none of them. Only comparisons that cannot leak (equality, order of moments) are usable behind row level
-- security: an index on a range or on lower() would never be.
CREATE INDEX reservations_of_resource ON reservations (tenant_id, resource_id, created_at, id) WHERE state <> 'pending';
CREATE INDEX reservations_in_state ON reservations (tenant_id, state, created_at, id) WHERE state <> 'pending';
CREATE INDEX reservations_of_guest ON reservations (tenant_id, guest_email, created_at, id)
  WHERE state <> 'pending' AND guest_email IS NOT NULL;
-- A period is most often now or later: its stays are at this index's end, whatever there was before.
CREATE INDEX reservations_by_end ON reservations (tenant_id, ends_at, starts_at) WHERE state <> 'pending';

-- What payments told of money that went back; `version` is the refund's at payments, so that old news changes nothing.
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
