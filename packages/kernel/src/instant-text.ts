/** RFC 3339 in UTC with milliseconds: `2026-11-20T09:00:00.000Z`. The only conversion of instants to text. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
