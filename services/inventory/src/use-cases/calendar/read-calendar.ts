import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import {
  calendarDays,
  checkCalendarWidth,
  checkWidthInAnyZone,
  daysOfWindow,
} from '../../domain/calendar/calendar.ts';
import type { CalendarDay } from '../../domain/calendar/calendar.ts';
import { checkWindowOrder } from '../../domain/time/check-window.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { countPlans, refuseTooMuch } from '../../domain/search/work.ts';
import { tooManyClaims } from '../../domain/units/too-many-claims.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { readerOf } from '../stays/reader-of.ts';

export interface ReadCalendar {
  readonly resourceId: string;
  readonly window: StayWindow;
}

export interface Calendar {
  readonly currency: string;
  readonly days: readonly CalendarDay[];
  readonly version: string;
}

/** Two calendars of one window and version are equal. Reading the version is cheaper than reading the calendar. */
export async function readCalendarVersion(
  { calendars }: Pick<InventoryDeps, 'calendars'>,
  { tenantId }: RequestContext,
  { resourceId, window }: ReadCalendar,
): Promise<Result<string | null>> {
  const invalid = checkWindowOrder(window) ?? checkWidthInAnyZone(window);
  if (invalid !== undefined) return invalid;
  const version = await calendars.findVersion(tenantId, resourceId, window);
  return version === undefined ? resourceNotFound : ok(version);
}

export async function readCalendar(
  { calendars }: Pick<InventoryDeps, 'calendars'>,
  ctx: RequestContext,
  { resourceId, window }: ReadCalendar,
): Promise<Result<Calendar>> {
  const invalid = checkWindowOrder(window) ?? checkWidthInAnyZone(window);
  if (invalid !== undefined) return invalid;
  const snapshot = await calendars.find(readerOf(ctx), resourceId, window);
  if (snapshot === undefined) return resourceNotFound;
  if (snapshot === 'too-many-claims') return tooManyClaims;
  const { resource, version } = snapshot;
  const tooWide = checkCalendarWidth(resource, window);
  if (tooWide !== undefined) return tooWide;
  const range = daysOfWindow(resource, window);
  const work = (range.end - range.first) * countPlans(resource);
  const tooMuch = refuseTooMuch(work);
  if (tooMuch !== undefined) return tooMuch;
  ctx.work?.add(work);
  const days = calendarDays(snapshot, range);
  return ok({ currency: resource.currency, days, version });
}
