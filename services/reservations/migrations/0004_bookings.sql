-- Bookings that the operator's own system enters: their guest, their way to be paid, and units that nothing else frees.

-- Personal data, like guest_email: in no event, no log line and no answer to a publishable key.
ALTER TABLE reservations ADD COLUMN guest_name text;
ALTER TABLE reservations ADD COLUMN guest_phone text;
-- Why the operator moved it last, in the operator's own words.
ALTER TABLE reservations ADD COLUMN move_reason text;
-- Held, but whoever asked for it has not been handed a way to pay; attempt_until says who may be at work on that.
ALTER TABLE reservations ADD COLUMN awaits_payment_handle boolean NOT NULL DEFAULT false;
-- A no-show is told by no event, so its units are freed by us or by nobody.
ALTER TABLE reservations ADD COLUMN units_to_free boolean NOT NULL DEFAULT false;

CREATE INDEX reservations_units_to_free ON reservations (attempt_until) WHERE units_to_free;
