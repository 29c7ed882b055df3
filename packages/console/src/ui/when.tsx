import { dateIn } from '@lodging/format';
import { relativeTime } from '../domain/relative-time.ts';
import { useFormats, useLanguage } from '../texts/use-texts.ts';

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

interface FromNowProps {
  readonly at: string;
  readonly timeZone: string;
  /** Milliseconds. */
  readonly now: number;
}

/** How far an instant is from now, such as `4 minutes ago`; the instant itself is its title. */
export function FromNow({ at, timeZone, now }: FromNowProps) {
  const { dateTime } = useFormats();
  const language = useLanguage();
  const { count, unit } = relativeTime(Date.parse(at) - now);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
  return (
    <time dateTime={at} title={dateTime(at, timeZone)}>
      {words}
    </time>
  );
}

/** The local date of an instant. */
export function localDate(at: string, timeZone: string): string {
  return dateIn(timeZone, Date.parse(at));
}
