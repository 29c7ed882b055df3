/** RFC 3339 in UTC with milliseconds: `2026-11-20T09:00:00.000Z`. The only conversion of instants to text. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}

export function instantTextOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : instantText(instant);
}

/** The instant that a text names; null where there is none. */
export function instantOrNull(text: string | null | undefined): Temporal.Instant | null {
  return text === undefined || text === null ? null : Temporal.Instant.from(text);
}
