-- What an operator may. Those who exist, and those whom an earlier release makes, are managers. The name is shown in the history
-- of bookings.
ALTER TABLE operators
  ADD COLUMN name text,
  ADD COLUMN role text NOT NULL DEFAULT 'manager' CHECK (role IN ('admin', 'manager', 'front_desk', 'viewer'));
