import type { Client } from '../harness/client.ts';
import { availabilityRequests } from './availability.ts';
import { freshBrowser, makeExpensiveHotel, requestsOf, sentBy } from './expensive-hotel.ts';
import type { ExpensiveHotel, ExpensiveRequest } from './expensive-hotel.ts';
import { countUnavailable, findUnfair, p99Of, ratioOf } from './fairness-verdict.ts';
import type { Beside, Turn } from './fairness-verdict.ts';
import { quantile } from './load.ts';
import { sendPaced } from './paced-requests.ts';
import type { Answered, Response, SentRequest } from './paced-requests.ts';
import { makeUnlimitedKey } from './stage.ts';
import type { Stage } from './stage.ts';

/** Of another tenant's availability, in milliseconds. */
export interface GuestFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
  /** How many were refused, by code. */
  readonly refusals: Record<string, number>;
}

/** The ratio is the p99 over that of quiet stretches just before. */
export interface LoadedFigures extends GuestFigures, Beside {
  /** What the publishable key got: successes by status, refusals by code. */
  readonly flood: Record<string, number>;
}

export interface FairnessFigures {
  readonly quiet: GuestFigures;
  /** Beside the requests of one publishable key, of each kind, as many as its limit admits. */
  readonly beside: readonly LoadedFigures[];
}

const GUEST_EVERY_MS = 20;
/** The limit of a publishable key: 1,200 a minute. */
const FLOOD_EVERY_MS = 50;
const FLOOD_SECONDS = 10;
const ANSWERS = 500;
const ROUNDS = { least: 3, most: 12 };
const QUIET_SECONDS = 3;

/**
 * What another tenant's guests notice of a publishable key that sends the dearest requests that it may. Throws where that is
 * too much.
 */
export async function measureFairness(stage: Stage, say: (text: string) => void): Promise<FairnessFigures> {
  const hotel = await makeExpensiveHotel(stage.demo);
  const guests = await guestRequests(stage);
  const [, ...dear] = requestsOf(hotel);
  await sendPaced(guests, GUEST_EVERY_MS, after(QUIET_SECONDS));
  const quiet: Answered[] = [];
  const beside: LoadedFigures[] = [];
  for (const request of dear) {
    say(`  ${request.name}`);
    const { turns, flood } = await besideFlood(hotel, guests, request);
    const calm = turns.flatMap((turn) => turn.calm);
    quiet.push(...calm);
    const figures = guestFigures(turns.flatMap((turn) => turn.loaded));
    const [ratio, unavailable] = [ratioOf(turns), countUnavailable(turns)];
    const times = `${ratio.toFixed(2)} times in the median of ${turns.length} turns`;
    say(`    p99 ${p99Of(calm).toFixed(1)} → ${figures.p99Ms.toFixed(1)} ms, ${times}`);
    beside.push({ name: request.name, ...figures, ratio, unavailable, flood });
  }
  const unfair = findUnfair(beside);
  if (unfair.length > 0) throw new Error(`not fair: ${unfair.join('; ')}`);
  return { quiet: guestFigures(quiet), beside };
}

async function guestRequests(stage: Stage): Promise<SentRequest[]> {
  const { demo } = stage;
  const tenant = demo.tenants[1];
  if (tenant === undefined) throw new Error('the demo has no second tenant');
  const { key } = await makeUnlimitedKey(demo, tenant.id);
  const headers = { authorization: `Bearer ${key}` };
  return availabilityRequests({ ...stage, tenant }).map(({ path }) => ({
    url: demo.gatewayUrl + path,
    headers,
  }));
}

const after = (seconds: number) => {
  const until = performance.now() + seconds * 1_000;
  return () => performance.now() >= until;
};

interface BesideFlood {
  readonly turns: readonly Turn[];
  readonly flood: Record<string, number>;
}

/** Each round has a key of its own: what guests notice counts only while the key has something left to spend. */
async function besideFlood(
  hotel: ExpensiveHotel,
  guests: readonly SentRequest[],
  request: ExpensiveRequest,
): Promise<BesideFlood> {
  const turns: Turn[] = [];
  const flood: Record<string, number> = {};
  const isEnough = () =>
    turns.length >= ROUNDS.least && turns.reduce((sum, { loaded }) => sum + loaded.length, 0) >= ANSWERS;
  while (turns.length < ROUNDS.most && !isEnough()) {
    const calm = await sendPaced(guests, GUEST_EVERY_MS, after(QUIET_SECONDS));
    const flooding = startFlood(await freshBrowser(hotel), request);
    const loaded = await sendPaced(guests, GUEST_EVERY_MS, flooding.isOver);
    const flooded = await flooding.answers;
    turns.push({ calm, loaded, flood: flooded });
    for (const { status, code = String(status) } of flooded) count(flood, code);
  }
  return { turns, flood };
}

/** As many as the limit of the key admits, in even steps; over when its budget is spent. */
function startFlood(browser: Client, request: ExpensiveRequest) {
  const isLate = after(FLOOD_SECONDS);
  let isSpent = false;
  const isOver = () => isSpent || isLate();
  const onAnswer = ({ code, headers }: Response) => {
    // A second says that there is too much at once; the budget comes back later.
    isSpent ||= code === 'rate_limited' && Number(headers.get('retry-after')) > 1;
  };
  const sent = sentBy(browser, request);
  return { isOver, answers: sendPaced([sent], FLOOD_EVERY_MS, isOver, onAnswer) };
}

function guestFigures(answers: readonly Answered[]): GuestFigures {
  const times = answers.map(({ ms }) => ms);
  const refusals: Record<string, number> = {};
  for (const { code } of answers) if (code !== undefined) count(refusals, code);
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), answers: answers.length, refusals };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
