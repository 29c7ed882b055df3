import { blockConflicted } from '@lodging/contract-inventory';
import type { ReceivedEvent, InboxMark } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { ConnectionUseCases } from '../use-cases/connection-use-cases.ts';

type BlockConflicted = ReceivedEvent<z.infer<typeof blockConflicted.data>>;

export const inventoryEvents = { [blockConflicted.type]: blockConflicted.data };

export function onInventoryEvents({ openConflict }: Pick<ConnectionUseCases, 'openConflict'>) {
  return {
    [blockConflicted.type]: async (event: BlockConflicted, seen: InboxMark) => {
      await openConflict(
        event.tenantId,
        {
          found: {
            ...event.data,
            startsAt: Temporal.Instant.from(event.data.startsAt),
            endsAt: Temporal.Instant.from(event.data.endsAt),
          },
          toldAt: Temporal.Instant.from(event.occurredAt),
        },
        seen,
      );
    },
  };
}
