import { measureReads } from './availability.ts';
import { startBare, type Bare } from './bare/start-bare.ts';
import { measureBookings } from './bookings.ts';
import { measureChanges } from './changes.ts';
import { measureContention } from './contention.ts';
import { measureCosts } from './costs.ts';
import { measureFairness } from './fairness.ts';
import { measureGrowth } from './growth.ts';
import { measureHolds } from './holds.ts';
import { measureCalendar } from './occupancy-calendar.ts';
import { measureOccupancyQuotes } from './occupancy-quotes.ts';
import { measureOfflineBookings } from './offline.ts';
import { measureRules } from './rules.ts';
import { measureSearch } from './search.ts';
import type { Report } from './report.ts';
import { makeUnlimitedTenant } from './stage.ts';
import type { Stage } from './stage.ts';
import { measureStays } from './stays.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureWebhooks } from './webhooks.ts';

type Measured = Omit<Report, 'machine' | 'at' | 'memoryMb'>;
export type PartName = keyof Measured;

interface Part<Name extends PartName> {
  readonly title: string;
  /** It takes a minute and answers a question of its own. */
  readonly byNameOnly?: boolean;
  measure(stage: Stage, say: (text: string) => void): Promise<Measured[Name]>;
}

/** In the order in which they are measured: `growth` leaves millions of rows behind. */
export const PARTS: { readonly [Name in PartName]: Part<Name> } = {
  availability: {
    title: 'availability beside the bare look-up and the bare path',
    measure: (stage) => besideBare(stage, (bare) => measureReads(stage, bare, 'availability')),
  },
  quotes: {
    title: 'quotes beside the bare look-up and the bare path',
    measure: (stage) => besideBare(stage, (bare) => measureReads(stage, bare, 'quotes')),
  },
  holds: {
    title: 'holds beside pgbench and the bare path',
    measure: (stage) => besideBare(stage, async (bare) => measureHolds(await inOwnTenant(stage), bare)),
  },
  offlineBookings: {
    title: 'offline bookings beside pgbench and the bare path',
    measure: (stage) =>
      besideBare(stage, async (bare) => measureOfflineBookings(await inOwnTenant(stage), bare)),
  },
  stays: {
    title: 'whole stays beside the bare path',
    measure: (stage) => besideBare(stage, (bare) => measureStays(stage, bare)),
  },
  contention: {
    title: 'many guests for a few rooms',
    measure: (stage) => measureContention(stage, Math.max(15, 3 * stage.seconds)),
  },
  rules: { title: 'quotes with 20 taxes and fees', measure: measureRules },
  search: { title: 'searches of 1,000 resources with a million claims', measure: measureSearch },
  bookings: { title: 'lists, history and previews among 100,000 bookings', measure: measureBookings },
  occupancyQuotes: {
    title: 'quotes by occupancy of a derived plan beside plain ones',
    measure: measureOccupancyQuotes,
  },
  changes: { title: 'changes of stays beside holds', measure: measureChanges },
  calendar: { title: 'the calendar of the console', measure: measureCalendar },
  webhooks: { title: 'webhooks', measure: measureWebhooks },
  fairness: {
    title: 'availability beside the dearest requests of another tenant',
    byNameOnly: true,
    measure: measureFairness,
  },
  growth: {
    title: 'availability while the hotel grows',
    measure: async (stage, say) => measureGrowth(await inOwnTenant(stage), (step) => say(`  ${step}`)),
  },
  costs: {
    title: 'what reads cost, and as how many requests they count',
    byNameOnly: true,
    measure: (stage, say) => measureCosts(stage, say),
  },
  telemetry: {
    title: 'telemetry, with and without',
    byNameOnly: true,
    measure: ({ seconds, rounds }) => measureTelemetry({ seconds, rounds }),
  },
};

/** For thousands of rooms: the tenant of the others can add none beside them. */
async function inOwnTenant(stage: Stage): Promise<Stage> {
  return { ...stage, ...(await makeUnlimitedTenant(stage.demo)) };
}

async function besideBare<Figures>(
  stage: Stage,
  measure: (bare: Bare) => Promise<Figures>,
): Promise<Figures> {
  const bare = await startBare(stage);
  try {
    return await measure(bare);
  } finally {
    await bare.stop();
  }
}
