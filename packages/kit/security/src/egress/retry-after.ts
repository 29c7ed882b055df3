const MAX_SECONDS = 86_400;

/** Seconds from now, at most a day. Undefined where the header is missing, malformed or in the past (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | undefined, now: Temporal.Instant): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.epochMilliseconds) / 1_000);
  return Number.isNaN(seconds) || seconds < 0 ? undefined : Math.min(seconds, MAX_SECONDS);
}
