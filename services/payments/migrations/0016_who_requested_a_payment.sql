-- Key or operator, and request, for the history of the booking. Null for older payments.
ALTER TABLE payments ADD COLUMN requested_by jsonb;
