import { dateIn } from '@lodging/format';
import { useFormats } from '../texts/use-texts.ts';

/** A local date. */
export function Day({ date, isShort = false }: { readonly date: string; readonly isShort?: boolean }) {
  const formats = useFormats();
  return <time dateTime={date}>{isShort ? formats.shortDate(date) : formats.date(date)}</time>;
}

/** An instant in a time zone. */
export function Moment({
  at,
  timeZone,
  isShort = false,
}: {
  readonly at: string;
  readonly timeZone: string;
  readonly isShort?: boolean;
}) {
  const formats = useFormats();
  return <time dateTime={at}>{isShort ? formats.time(at, timeZone) : formats.dateTime(at, timeZone)}</time>;
}

/** The local date of an instant. */
export function localDate(at: string, timeZone: string): string {
  return dateIn(timeZone, Date.parse(at));
}
