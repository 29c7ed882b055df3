import * as contract from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { InventoryDeps } from '../ports/deps.ts';
import { readCalendar, readCalendarVersion } from '../use-cases/calendar/read-calendar.ts';
import { matchesEtag } from './calendar-etags.ts';
import type { CalendarEtags } from './calendar-etags.ts';
import { calendarToWire } from '../wire/calendar.ts';
import { windowFromWire } from '../wire/time.ts';

/** A conditional read: where the ETag of the current version is known, no calendar is read or built. */
export function calendarRoute(deps: Pick<InventoryDeps, 'calendars'>, etags: CalendarEtags): Route {
  return on(contract.readCalendar, async (request, ctx) => {
    const { resourceId, from, to, knownEtags } = request;
    const keyOf = (version: string) => `${ctx.tenantId} ${resourceId} ${from} ${to} ${version}`;
    const input = windowFromWire(request);
    if (knownEtags.length > 0) {
      const version = await readCalendarVersion(deps, ctx, input);
      if (!version.ok) return version;
      const etag = version.value === null ? undefined : etags.get(keyOf(version.value));
      if (etag !== undefined && matchesEtag(etag, knownEtags)) return ok({ etag, calendar: null });
    }
    const read = await readCalendar(deps, ctx, input);
    if (!read.ok) return read;
    const calendar = calendarToWire(request, read.value);
    const etag = etags.compute(keyOf(read.value.version), calendar);
    return ok({ etag, calendar: matchesEtag(etag, knownEtags) ? null : calendar });
  });
}
