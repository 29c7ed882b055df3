-- Key or operator, and request, for the history of the booking. Null for refunds that nobody requested, and older ones.
ALTER TABLE refunds ADD COLUMN requested_by jsonb;
