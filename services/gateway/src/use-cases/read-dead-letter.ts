// Owns showing one dead letter to the platform's operator, without the data of its message.
import { askWhoKeeps } from './find-dead-letter.ts';
import type { ServiceUpkeep } from './upkeep-ports.ts';

export function readDeadLetter(
  { services }: { services: readonly ServiceUpkeep[] },
  deadLetterId: string,
  requestId: string,
) {
  return askWhoKeeps(services, (service) => service.readDeadLetter(deadLetterId, requestId));
}
