const ZERO = 48;
/** Of January to December, outside leap years. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY = 2;

/** The number that the two digits at this place write. */
export function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

/** Whether a text that begins with `dddd-dd-dd` begins with a day of the calendar. */
export function beginsWithDay(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month - 1] ?? 0) + (isLeap && month === FEBRUARY ? 1 : 0);
  return day >= 1 && day <= days;
}
