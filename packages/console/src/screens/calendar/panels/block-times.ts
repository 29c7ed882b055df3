import { addDays, daysBetween } from '@lodging/format';
import type { OccupancyEntry, ResourceRecord } from '../../../api/records.ts';
import type { Nights } from '../../../domain/calendar/chart-window.ts';
import { atDate, instantAt } from '../../../domain/local-time.ts';
import { localDate } from '../../../ui/when.tsx';

/** What of a block's times was changed: the others, and the times of day, stay as they are. */
export function changedTimes(
  { roomType, timezone }: ResourceRecord,
  block: Pick<OccupancyEntry, 'from' | 'to' | 'startsAt' | 'endsAt'>,
  { from, to }: Nights,
): Partial<Nights> {
  const days = daysBetween(block.to, to);
  const end = localDate(block.endsAt, timezone);
  return {
    ...(from !== block.from && { from: roomType !== null ? from : atDate(block.startsAt, timezone, from) }),
    ...(days !== 0 && { to: roomType !== null ? to : atDate(block.endsAt, timezone, addDays(end, days)) }),
  };
}

/** Nights of lodging are dates; what is sold by time is closed from midnight to midnight. */
export function blockTimes({ roomType, timezone }: ResourceRecord, { from, to }: Nights): Nights {
  if (roomType !== null) return { from, to };
  return { from: instantAt(from, '00:00', timezone), to: instantAt(to, '00:00', timezone) };
}
