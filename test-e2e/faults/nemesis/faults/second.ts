import { join } from 'node:path';
import type { Arena, Fault, Service } from '../fault.ts';
import { canCopyProcesses, startSecond } from '../../stack/second-instance.ts';
import type { SecondInstance } from '../../stack/second-instance.ts';

const REPEATED = ['inventory', 'reservations', 'payments', 'notifications'] as const;
const FIVE_MINUTES_MS = 300_000;
const AWAKE_TOGETHER_MS = 4_000;

const unavailable = (): string | undefined =>
  canCopyProcesses ? undefined : 'a second process is made from /proc, which only Linux has';

async function second({ stack }: Arena, service: string, clockMs?: number): Promise<SecondInstance> {
  const { pid } = await stack.process(service);
  const logFile = join(stack.directory, `${service}-second.log`);
  return startSecond({ service, pid, logFile, ...(clockMs === undefined ? {} : { clockMs }) });
}

/** Two instances, of which the second is killed in the middle of its work. */
const twoOf = (service: Service): Fault => ({
  name: `second ${service} killed`,
  lasts: [3_000, 7_000],
  lane: 'machine',
  unavailable,
  async start(arena) {
    const other = await second(arena, service);
    if (service === 'gateway') arena.gateways.push(other.url);
    return {
      detail: `pid ${other.pid}`,
      async heal() {
        arena.gateways.splice(1);
        await other.stop(0);
      },
    };
  },
});

/**
 * The first instance stands still until all its leases are over, while a second one takes its work; then it wakes in the
 * middle of what it was doing, and both run.
 */
const zombie = (service: Service): Fault => ({
  name: `zombie ${service}`,
  lasts: [33_000, 35_000],
  lane: 'machine',
  unavailable,
  async start(arena) {
    const { pid } = await arena.stack.process(service);
    const other = await second(arena, service);
    process.kill(pid, 'SIGSTOP');
    return {
      detail: `pid ${pid} stands still, ${other.pid} works`,
      async heal() {
        process.kill(pid, 'SIGCONT');
        await new Promise((resolve) => setTimeout(resolve, AWAKE_TOGETHER_MS));
        await other.stop(5_000);
      },
    };
  },
});

/** A replica whose clock is five minutes off. */
const clock = (name: string, service: Service, offMs: number): Fault => ({
  name: `${name} ${service}`,
  lasts: [6_000, 10_000],
  lane: 'machine',
  unavailable,
  async start(arena) {
    const other = await second(arena, service, offMs);
    if (service === 'gateway') arena.gateways.push(other.url);
    return {
      detail: `pid ${other.pid}, ${offMs} ms`,
      async heal() {
        arena.gateways.splice(1);
        await other.stop(5_000);
      },
    };
  },
});

/** The instances share nothing but the database, and each transaction holds its locks for longer. */
const twoSlow = (service: Service): Fault => ({
  name: `second ${service} on a slow link`,
  lasts: [4_000, 8_000],
  lane: 'machine',
  unavailable,
  async start(arena) {
    const other = await second(arena, service);
    const { postgres } = arena.stack.links;
    postgres.trouble(service, { kind: 'slow', ms: 250 });
    return {
      detail: `pid ${other.pid}`,
      async heal() {
        postgres.heal();
        await other.stop(5_000);
      },
    };
  },
});

export const seconds: Fault[] = [
  ...REPEATED.map(twoOf),
  twoOf('gateway'),
  twoSlow('inventory'),
  ...REPEATED.map(zombie),
  ...REPEATED.map((service) => clock('clock ahead', service, FIVE_MINUTES_MS)),
  ...REPEATED.map((service) => clock('clock behind', service, -FIVE_MINUTES_MS)),
  clock('clock ahead', 'gateway', FIVE_MINUTES_MS),
];
