import * as contract from '@lodging/contract-reservations';
import { mapResult } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { ReservationsDeps } from '../ports/deps.ts';
import { readPickup } from '../use-cases/periods/read-pickup.ts';
import { summarizeDays } from '../use-cases/periods/summarize-days.ts';
import { summarizePeriod } from '../use-cases/periods/summarize-period.ts';
import {
  dailySeriesToWire,
  periodSummaryToWire,
  pickupToWire,
  readPickupFromWire,
  summarizeDaysFromWire,
  summarizePeriodFromWire,
} from '../wire/periods.ts';

/** The reports. */
export function periodRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.summarizePeriod, async (request, ctx) => {
      const input = summarizePeriodFromWire(request);
      return mapResult(await summarizePeriod(deps, ctx, input), (summary) =>
        periodSummaryToWire(input.period, summary),
      );
    }),
    on(contract.summarizeDays, async (request, ctx) => {
      const input = summarizeDaysFromWire(request);
      return mapResult(await summarizeDays(deps, ctx, input), (series) => dailySeriesToWire(input, series));
    }),
    on(contract.readPickup, async (request, ctx) => {
      const input = readPickupFromWire(request);
      return mapResult(await readPickup(deps, ctx, input), (currencies) => pickupToWire(input, currencies));
    }),
  ];
}
