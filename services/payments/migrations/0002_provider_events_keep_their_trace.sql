-- What a notification leads to belongs to the trace of the request that brought it.
ALTER TABLE provider_events ADD COLUMN traceparent text;
