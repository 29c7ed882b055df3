import { askWhoKeeps } from './find-dead-letter.ts';
import type { ServiceUpkeep } from './ops-ports.ts';

export function readDeadLetter(
  { services }: { services: readonly ServiceUpkeep[] },
  deadLetterId: string,
  requestId: string,
) {
  return askWhoKeeps(services, (service) => service.readDeadLetter(deadLetterId, requestId));
}
