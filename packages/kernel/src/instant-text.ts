/** An instant in UTC to the millisecond (RFC 3339): `2026-11-20T09:00:00.000Z`. All texts of instants are written here. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
