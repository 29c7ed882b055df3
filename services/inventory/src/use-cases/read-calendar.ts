import type { readCalendar as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { calendarDays, daysOfWindow, refuseHugeWindow, refuseWideWindow } from '../domain/calendar.ts';
import type { CalendarDay } from '../domain/calendar.ts';
import { refuseBackwards } from '../domain/check-window.ts';
import type { CalendarEtags, Calendars } from './ports.ts';
import { noResource, windowOf } from './wire.ts';

interface Deps {
  readonly calendars: Calendars;
  readonly calendarEtags: CalendarEtags;
}

export function readCalendar({ calendars, calendarEtags }: Deps) {
  return async (tenantId: string, { resourceId, from, to, knownEtags }: RequestOf<typeof operation>) => {
    const window = windowOf({ from, to });
    const invalid = refuseBackwards(window) ?? refuseHugeWindow(window);
    if (invalid !== undefined) return invalid;
    const keyOf = (mark: string) => `${tenantId} ${resourceId} ${from} ${to} ${mark}`;
    if (knownEtags.length > 0) {
      const mark = await calendars.mark(tenantId, resourceId, window);
      if (mark === undefined) return refuse(...noResource);
      const etag = calendarEtags.find(keyOf(mark));
      if (etag !== undefined && isKnown(etag, knownEtags)) return ok({ etag, calendar: null });
    }
    const found = await calendars.find(tenantId, resourceId, window);
    if (found === undefined) return refuse(...noResource);
    const { resource, mark } = found;
    const tooWide = refuseWideWindow(resource, window);
    if (tooWide !== undefined) return tooWide;
    const days = calendarDays(found, daysOfWindow(resource, window)).map(writeDay);
    const calendar = { resourceId, from, to, currency: resource.currency, days };
    const etag = calendarEtags.make(keyOf(mark), calendar);
    return ok({ etag, calendar: isKnown(etag, knownEtags) ? null : calendar });
  };
}

function writeDay({ date, status, reasons, priceHintMinorUnits: hint, restrictions }: CalendarDay) {
  const { closedToArrival, closedToDeparture, maxStayNights, minStayNights, stopSell } = restrictions;
  return {
    date,
    status,
    reasons: [...reasons],
    priceHintMinorUnits: hint === null ? null : String(hint),
    restrictions: { closedToArrival, closedToDeparture, maxStayNights, minStayNights, stopSell },
  };
}

/** RFC 9110 §13.1.2 compares without regard to weakness; `*` is any. */
function isKnown(etag: string, known: readonly string[]): boolean {
  return known.some((one) => one === '*' || one === etag || one === `W/${etag}`);
}
