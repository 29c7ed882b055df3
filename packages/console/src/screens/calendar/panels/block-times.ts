import type { ResourceRecord } from '../../../api/records.ts';
import type { Nights } from '../../../domain/calendar/chart-window.ts';
import { instantAt } from '../../../domain/local-time.ts';

/** Nights of lodging are dates; what is sold by time is closed from midnight to midnight. */
export function blockTimes({ roomType, timezone }: ResourceRecord, { from, to }: Nights): Nights {
  if (roomType !== null) return { from, to };
  return { from: instantAt(from, '00:00', timezone), to: instantAt(to, '00:00', timezone) };
}
