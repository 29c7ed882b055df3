import { SERVICES, untilReady } from '../fault.ts';
import type { Fault } from '../fault.ts';

/** kill -9; the supervisor starts the service again. */
export const kills: Fault[] = SERVICES.map((service) => ({
  name: `kill ${service}`,
  lasts: [0, 500],
  lane: 'machine',
  async start({ stack }) {
    const { pid } = await stack.process(service);
    process.kill(pid, 'SIGKILL');
    return { detail: `pid ${pid}`, heal: () => untilReady(stack, service, pid) };
  },
}));
