/**
 * Deliveries that are inserted for a tenant in a minute. The minute begins with its first one. What is more waits in the log:
 * as rows, one event would be as many as the tenant has endpoints.
 */
export const DELIVERIES_PER_MINUTE = 6_000;

/**
 * Of a row of `event_positions`. A minute that begins much later than now was begun by a process with a wrong clock: it is no
 * longer counted.
 */
const isMinuteOf = (row: string, now: string) =>
  `(${row}.deliveries_since > ${now} - interval '1 minute' AND ${row}.deliveries_since <= ${now} + interval '1 minute')`;

/** The deliveries of the current minute. */
export const madeBy = (row: string, now: string) =>
  `CASE WHEN ${isMinuteOf(row, now)} THEN ${row}.deliveries_made ELSE 0 END`;

/** The beginning of the minute in which the next delivery counts. */
export const minuteOf = (row: string, now: string) =>
  `CASE WHEN ${isMinuteOf(row, now)} THEN ${row}.deliveries_since ELSE ${now} END`;
