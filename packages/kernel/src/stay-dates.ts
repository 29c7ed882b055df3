type Style = 'with_year' | 'without_year';

/** The dates of a stay as a person reads them: `10–12 June 2027`. `language` is a tag of BCP 47. */
export function stayDatesText(
  { from, to }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
  language: string,
  style: Style = 'with_year',
): string {
  const year = style === 'with_year' ? ({ year: 'numeric' } as const) : {};
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...year,
    timeZone: 'UTC',
  });
  // ICU writes thin spaces, which some fonts show as boxes.
  return format
    .formatRange(startOf(from), startOf(to))
    .replaceAll(/(?<=\d\.?)\u2009–\u2009/g, '–')
    .replaceAll('\u2009', ' ');
}

function startOf(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}
