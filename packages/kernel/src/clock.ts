export interface Clock {
  now(): Temporal.Instant;
}

/** Returns a new UUIDv7 (RFC 9562 §5.7). */
export type NewId = () => string;
