const DAY_SECONDS = 86_400;

export function readRetryAfter(header: string | undefined, now: Temporal.Instant): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.epochMilliseconds) / 1_000);
  return Number.isNaN(seconds) || seconds < 0 ? undefined : Math.min(seconds, DAY_SECONDS);
}
