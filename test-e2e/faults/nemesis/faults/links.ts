import { LINKED } from '../../stack/links.ts';
import type { Linked } from '../../stack/links.ts';
import type { Trouble } from '../../stack/proxy.ts';
import type { Fault } from '../fault.ts';

const ON: Readonly<Record<Linked, readonly string[]>> = {
  postgres: ['gateway', 'inventory', 'reservations', 'payments', 'notifications', 'channels', '*'],
  nats: ['gateway', 'inventory', 'reservations', 'payments', 'notifications', 'channels', '*'],
  redis: ['gateway'],
  stripe: ['payments'],
};

/** Between one service, picked by the seed, and a server; sometimes between all services and the server. */
const link = (name: string, server: Linked, lasts: [number, number], trouble: Trouble): Fault => ({
  name: `link ${name} ${server}`,
  lasts,
  lane: 'machine',
  async start({ stack, random }) {
    const owner = random.pick(ON[server]);
    stack.links[server].trouble(owner, trouble);
    return { detail: `of ${owner}`, heal: async () => stack.links[server].heal() };
  },
});

export const linkFaults: Fault[] = LINKED.flatMap((server) => [
  link('cut', server, [1_500, 6_000], { kind: 'cut' }),
  link('slow', server, [3_000, 8_000], { kind: 'slow', ms: 250 }),
  link('silent', server, [3_000, 9_000], { kind: 'silent' }),
]);
