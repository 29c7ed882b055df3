// Owns the shapes through which time and identity reach code that may not look for them itself.

export interface Clock {
  now(): Temporal.Instant;
}

/** Makes a new UUIDv7 (RFC 9562 §5.7). */
export type NewId = () => string;
