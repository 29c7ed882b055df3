import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { ICalEventData } from 'ical-generator';
import { oneLine } from '../../domain/mails/mail-variables.ts';
import type { StayFacts } from '../../domain/mails/stay-facts.ts';
import type { WriteStayCalendar } from '../../ports/mails.ts';

const SECOND_MS = 1_000;
/** ical-generator adds them to every all-day event. */
const MICROSOFT_LINES = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\nX-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE\r\n';

export const writeStayCalendar: WriteStayCalendar = (tenantId, stay, { summary, location, now }) => {
  const event: ICalEventData = {
    id: uidOf(tenantId, stay.reservationId),
    sequence: stay.version,
    stamp: now.toString({ smallestUnit: 'second' }),
    ...timesOf(stay),
    summary: oneLine(summary) ?? '',
    location: location === null ? null : location.replaceAll(/\p{Cc}+/gu, ', '),
    status: stay.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  };
  const calendar = ical({
    prodId: '//Lodging//Lodging 1.0//EN',
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    events: [event],
  });
  // ical-generator ends no calendar with a line break, which RFC 5545 §3.4 requires.
  return `${calendar.toString().replaceAll(MICROSOFT_LINES, '')}\r\n`;
};

/** As the feed of the resource has it (`channels`, own-uid). */
function uidOf(tenantId: string, reservationId: string): string {
  return `${reservationId}.${tenantId.slice(-12)}@lodging`;
}

/** As the feed: nights are days of the property, anything else has times. */
function timesOf({ isLodging, startsAt, endsAt, timeZone }: StayFacts) {
  if (isLodging) {
    const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
    return { allDay: true, start: dateOf(startsAt), end: dateOf(endsAt) };
  }
  const end = Math.ceil(endsAt.epochMilliseconds / SECOND_MS) * SECOND_MS;
  return { start: startsAt.toString(), end: new Date(end) };
}
