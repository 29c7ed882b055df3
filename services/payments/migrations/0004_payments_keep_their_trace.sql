-- The trace in which a payment was opened, so that what the provider says of it later can be joined to it.
ALTER TABLE payments ADD COLUMN traceparent text;
