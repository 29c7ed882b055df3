-- The span of the request that made the reservation, where it was recorded: later requests of the stay link to it.
ALTER TABLE reservations ADD COLUMN traceparent text;
