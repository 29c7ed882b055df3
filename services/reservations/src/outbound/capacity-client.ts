import { summarizeCapacity } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import type { ReadCapacity } from '../use-cases/report-ports.ts';

export function capacityClient(bus: Bus): ReadCapacity {
  return async (call, { from, to }) => {
    const answer = await bus.ask(summarizeCapacity, { from: from.toString(), to: to.toString() }, call);
    if (!answer.ok) throw new Error(`inventory knows no capacity: ${answer.refusal.code}`);
    return answer.value.capacity;
  };
}
