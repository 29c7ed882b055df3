// Owns handing a dead letter back to the consumer that could not act on it.
import { askWhoKeeps } from './find-dead-letter.ts';
import type { ServiceUpkeep } from './upkeep-ports.ts';

export function replayDeadLetter(
  { services }: { services: readonly ServiceUpkeep[] },
  deadLetterId: string,
  requestId: string,
) {
  return askWhoKeeps(services, (service) => service.replayDeadLetter(deadLetterId, requestId));
}
