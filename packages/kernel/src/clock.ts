export interface Clock {
  now(): Temporal.Instant;
}

/** Makes a new UUIDv7 (RFC 9562 §5.7). */
export type NewId = () => string;
