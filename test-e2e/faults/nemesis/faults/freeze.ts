import { SERVICES } from '../fault.ts';
import type { Fault, Service } from '../fault.ts';

/** Every lease of the product ends after at most 30 s. */
const BEYOND_LEASES: [number, number] = [33_000, 35_000];
const SHORT: [number, number] = [1_500, 6_000];

const freeze = (name: string, service: Service, lasts: [number, number]): Fault => ({
  name: `${name} ${service}`,
  lasts,
  lane: 'machine',
  async start({ stack }) {
    const { pid } = await stack.process(service);
    process.kill(pid, 'SIGSTOP');
    return {
      detail: `pid ${pid}`,
      heal: async () => void process.kill(pid, 'SIGCONT'),
    };
  },
});

export const freezes: Fault[] = [
  ...SERVICES.map((service) => freeze('freeze', service, SHORT)),
  ...(['inventory', 'reservations', 'payments', 'notifications'] as const).map((service) =>
    freeze('freeze beyond leases', service, BEYOND_LEASES),
  ),
];
