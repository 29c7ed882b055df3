// Owns the table of events that channels listens to.
import { blockConflicted } from '@lodging/contract-inventory';
import type { ReceivedEvent, Seen } from '@lodging/kit-outbox';
import type { z } from 'zod';
import type { openConflict } from '../use-cases/open-conflict.ts';

export const inventoryEvents = { [blockConflicted.type]: blockConflicted.data };

export function onInventoryEvents(open: ReturnType<typeof openConflict>) {
  return {
    [blockConflicted.type]: (event: ReceivedEvent<z.infer<typeof blockConflicted.data>>, seen: Seen) =>
      open(event.tenantId, event.data, seen),
  };
}
