import pg from 'pg';
import type { Arena, Fault } from '../fault.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than the clients go without a change. */
const WAIT_MS = 4_000;
/** Shorter than a move takes. */
const EVERY_MS = 2;
/** Of the subject of the request that moves units. */
const MOVE = '.move-claim';

/** True: a change of a stay is being applied, so that its units are about to move. */
async function untilChanging({ stack: { servers } }: Arena): Promise<boolean> {
  const url = new URL(servers.postgres.current().adminUrl);
  url.pathname = '/lodging';
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  try {
    const until = performance.now() + WAIT_MS;
    const sql = `SELECT 1 FROM reservations.stay_changes
      WHERE state = 'applying' AND next_attempt_at > clock_timestamp() LIMIT 1`;
    while (performance.now() < until) {
      if ((await client.query(sql)).rows.length > 0) return true;
      await pause(EVERY_MS);
    }
    return false;
  } finally {
    await client.end();
  }
}

/** The connection is lost while a stay is changed, whether its units have moved or not. */
const cutOff: Fault = {
  name: 'change cut off',
  lasts: [3_200, 4_500],
  lane: 'machine',
  async start(arena) {
    const isChanging = await untilChanging(arena);
    const { nats } = arena.stack.links;
    nats.trouble('reservations', { kind: 'cut' });
    return { detail: isChanging ? 'while a stay is changed' : '', heal: async () => nats.heal() };
  },
};

/** The units move, and the answer is lost. */
const unanswered: Fault = {
  name: 'change unanswered',
  lasts: [3_200, 4_500],
  lane: 'machine',
  async start({ stack: { links } }) {
    links.nats.trouble('reservations', { kind: 'unanswered', text: MOVE });
    const until = performance.now() + WAIT_MS;
    while (performance.now() < until && !links.nats.isSilent('reservations')) await pause(EVERY_MS);
    const detail = links.nats.isSilent('reservations') ? 'after the request that moves its units' : '';
    return { detail, heal: async () => links.nats.heal() };
  },
};

export const changeFaults: readonly Fault[] = [cutOff, unanswered];
