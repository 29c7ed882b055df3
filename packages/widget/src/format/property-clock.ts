/** Where clocks have 24 hours and weeks begin on Monday, whatever the language of the guest. */
export function isEuropean(timeZone: string): boolean {
  return /^(Europe|Atlantic|Arctic)\//.test(timeZone);
}

/** The first day of the week of a calendar, Monday being 1: that of the property, else of the guest’s region. */
export function firstWeekdayOf(locale: string, timeZone: string | null): number {
  if (timeZone !== null && isEuropean(timeZone)) return 1;
  const { getWeekInfo }: { getWeekInfo?: () => { firstDay: number } } = Intl.Locale.prototype;
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1;
}
