import { daysBetween } from '@lodging/format';
import { todayIn } from '../../api/clock.ts';
import { cancelledOnQuery } from '../../api/queries/events.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';

/** How far back the event log goes. */
const LOG_DAYS = 30;

/** The bookings that were cancelled on a date: no filter of the list has it, and the log of events does. */
export function useCancelledOn(date: string | undefined) {
  const { tenant } = useSession();
  const { data, error, refetch } = useRead({
    ...cancelledOnQuery(date ?? '', tenant.timezone),
    enabled: date !== undefined,
  });
  return {
    /** Undefined while it is read. */
    fits: date === undefined ? () => true : data && (({ id }: { readonly id: string }) => data.has(id)),
    error: date === undefined ? null : error,
    isTooOld: date !== undefined && daysBetween(date, todayIn(tenant.timezone)) >= LOG_DAYS,
    readAgain: () => refetch(),
  };
}
