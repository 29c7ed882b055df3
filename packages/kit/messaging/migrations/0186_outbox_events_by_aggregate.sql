-- An event is found by its aggregate. Its id is made for it alone, and a consumer that receives an event twice skips it.
ALTER TABLE outbox DROP CONSTRAINT outbox_event_once;
