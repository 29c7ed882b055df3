import type { Fault } from '../fault.ts';

export const natsFaults: Fault[] = [
  {
    name: 'nats restart',
    lasts: [100, 3_000],
    lane: 'machine',
    async start({ stack: { servers } }) {
      await servers.nats.kill('SIGKILL');
      return { detail: '', heal: () => servers.nats.start() };
    },
  },
  {
    name: 'nats freeze',
    lasts: [2_000, 7_000],
    lane: 'machine',
    async start({ stack: { servers } }) {
      const { pid } = servers.nats.current();
      process.kill(pid, 'SIGSTOP');
      return { detail: '', heal: async () => void process.kill(pid, 'SIGCONT') };
    },
  },
  {
    name: 'nats store lost',
    lasts: [100, 1_500],
    lane: 'machine',
    async start({ stack: { servers } }) {
      await servers.nats.kill('SIGKILL');
      servers.nats.loseStore();
      return { detail: '', heal: () => servers.nats.start() };
    },
  },
];
