import type { readRates as operation } from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { dayNumber, isoDate } from '../domain/day-number.ts';
import type { Days } from '../domain/paint-days.ts';
import type { SellablePlan } from '../domain/resource.ts';
import type { OwnRates } from '../domain/sell-days.ts';
import { refuseRange } from '../domain/set-bulk-rates.ts';
import type { Calendars, Resources } from './ports.ts';
import { noResource, writeRates } from './wire.ts';

type Request = RequestOf<typeof operation>;
/** Nightly rates come with a window. */
type Answer = ResponseOf<typeof operation>;

interface Deps {
  readonly resources: Resources;
  readonly calendars: Calendars;
}

export function readRates({ resources, calendars }: Deps) {
  return async (tenantId: string, { resourceId, window }: Request): Promise<Result<Answer>> => {
    if (window !== undefined) return readWithNights(calendars, tenantId, resourceId, window);
    const found = await resources.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writeRates(found));
  };
}

async function readWithNights(
  calendars: Calendars,
  tenantId: string,
  resourceId: string,
  window: NonNullable<Request['window']>,
): Promise<Result<Answer>> {
  const invalid = refuseRange(window);
  if (invalid !== undefined) return invalid;
  const days = { first: dayNumber(window.from), end: dayNumber(window.to) };
  const found = await calendars.findRates(tenantId, resourceId, days);
  if (found === undefined) return refuse(...noResource);
  const { resource, ownRates } = found;
  const ratePlans = resource.plans.map(({ restrictions: _restrictions, pricing: _pricing, ...plan }) => plan);
  return ok({
    ...writeRates({ ...resource, ratePlans }),
    nightlyRates: resource.plans.flatMap((plan) => nightsOf(plan, ownRates.get(plan.id), days)),
  });
}

/** A date with neither a rate of its own nor a base is left out. */
function nightsOf({ code, pricing }: SellablePlan, own: OwnRates | undefined, { first, end }: Days) {
  const base = pricing?.baseAmountMinorUnits ?? undefined;
  return Array.from({ length: end - first }, (_, index) => first + index).flatMap((day) => {
    const override = own?.get(day);
    const amount = override ?? base;
    if (amount === undefined) return [];
    const source = override === undefined ? ('base' as const) : ('override' as const);
    return [{ ratePlanCode: code, date: isoDate(day), amountMinorUnits: String(amount), source }];
  });
}
