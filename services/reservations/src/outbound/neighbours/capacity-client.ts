import { summarizeCapacity, summarizeDailyCapacity } from '@lodging/contract-inventory';
import type { ResponseOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { MAX_SERIES_DAYS } from '../../domain/periods/period.ts';
import type { DailyCapacity } from '../../domain/periods/summarize-days.ts';
import type { CapacityClient } from '../../ports/periods.ts';

export function createCapacityClient(bus: Bus): CapacityClient {
  return {
    readCapacity: async (ctx, { from, to }) => {
      const answer = await bus.request(summarizeCapacity, { from: from.toString(), to: to.toString() }, ctx);
      if (!answer.ok) throw new Error(`inventory refused to read the capacity: ${answer.refusal.code}`);
      return answer.value.capacity;
    },
    readDailyCapacity: async (ctx, { from, to }, byRoomType) => {
      const request = { from: from.toString(), to: to.toString(), byRoomType, most: MAX_SERIES_DAYS };
      const answer = await bus.request(summarizeDailyCapacity, request, ctx);
      return answer.ok ? ok(answer.value.capacity.map(toDailyCapacity)) : answer;
    },
  };
}

function toDailyCapacity({
  currency,
  roomTypeId: id,
  roomTypeName,
  availableUnits,
}: ResponseOf<typeof summarizeDailyCapacity>['capacity'][number]): DailyCapacity {
  return { currency, roomType: id === null ? null : { id, name: roomTypeName ?? '' }, availableUnits };
}
