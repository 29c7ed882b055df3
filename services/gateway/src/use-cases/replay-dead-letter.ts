import { askWhoKeeps } from './find-dead-letter.ts';
import type { ServiceUpkeep } from './ops-ports.ts';

export function replayDeadLetter(
  { services }: { services: readonly ServiceUpkeep[] },
  deadLetterId: string,
  requestId: string,
) {
  return askWhoKeeps(services, (service) => service.replayDeadLetter(deadLetterId, requestId));
}
