import type { FeedEvent, FeedTime } from './feed-event.ts';
import { instantsBetween } from './local-time.ts';
import type { InstantSpan, LocalTime } from './local-time.ts';

/** Lodgings are let by nights, generic resources by instants. */
export interface TargetResource {
  readonly kind: 'lodging' | 'generic';
  readonly timezone: string;
}

/** `to` is exclusive: of dates, the day of check-out, on which the next stay may begin. */
export type OccupiedTime =
  | { readonly kind: 'dates'; readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate }
  | { readonly kind: 'instants'; readonly from: Temporal.Instant; readonly to: Temporal.Instant };

/** Null where it takes nothing: on a lodging, an event that begins and ends on one local day takes no night. */
export function occupiedTime(event: Pick<FeedEvent, 'when'>, resource: TargetResource): OccupiedTime | null {
  const { when } = event;
  if (resource.kind === 'lodging' && when.kind === 'date') {
    return datesOf(Temporal.PlainDate.from(when.from), Temporal.PlainDate.from(when.to));
  }
  const span = eventInstants(event, resource);
  if (resource.kind === 'generic') {
    return Temporal.Instant.compare(span.from, span.to) < 0 ? { kind: 'instants', ...span } : null;
  }
  const dateOf = (instant: Temporal.Instant): Temporal.PlainDate =>
    instant.toZonedDateTimeISO(resource.timezone).toPlainDate();
  return datesOf(dateOf(span.from), dateOf(span.to));
}

/** The event's own times, which a conflict shows. Dates are midnights in the resource's time zone. */
export function eventInstants({ when }: Pick<FeedEvent, 'when'>, resource: TargetResource): InstantSpan {
  const localTime = (time: FeedTime | string): LocalTime => {
    if (typeof time === 'string') {
      return { local: Temporal.PlainDate.from(time).toPlainDateTime(), zone: resource.timezone };
    }
    return 'local' in time
      ? { local: Temporal.PlainDateTime.from(time.local), zone: resource.timezone }
      : {
          local: Temporal.Instant.from(time.instant).toZonedDateTimeISO('UTC').toPlainDateTime(),
          zone: 'UTC',
        };
  };
  return instantsBetween(localTime(when.from), localTime(when.to));
}

function datesOf(from: Temporal.PlainDate, to: Temporal.PlainDate): OccupiedTime | null {
  return Temporal.PlainDate.compare(from, to) < 0 ? { kind: 'dates', from, to } : null;
}
