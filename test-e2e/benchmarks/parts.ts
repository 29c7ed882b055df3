import { measureReads } from './availability.ts';
import { startBare } from './bare/start-bare.ts';
import { measureBookings } from './bookings.ts';
import { measureContention } from './contention.ts';
import { measureGrowth } from './growth.ts';
import { measureHolds } from './holds.ts';
import { measureOfflineBookings } from './offline.ts';
import { measureRules } from './rules.ts';
import { measureSearch } from './search.ts';
import type { Report } from './report.ts';
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
    title: 'availability beside the bare look-up',
    measure: (stage) => besideBare(stage, 'availability'),
  },
  quotes: { title: 'quotes beside the bare look-up', measure: (stage) => besideBare(stage, 'quotes') },
  holds: { title: 'holds beside pgbench', measure: measureHolds },
  offlineBookings: { title: 'offline bookings beside pgbench', measure: measureOfflineBookings },
  stays: { title: 'whole stays', measure: measureStays },
  contention: {
    title: 'many guests for a few rooms',
    measure: (stage) => measureContention(stage, Math.max(15, 3 * stage.seconds)),
  },
  rules: { title: 'quotes with 20 taxes and fees', measure: measureRules },
  search: { title: 'searches of 1,000 resources with a million claims', measure: measureSearch },
  bookings: { title: 'lists, history and previews among 100,000 bookings', measure: measureBookings },
  webhooks: { title: 'webhooks', measure: measureWebhooks },
  growth: {
    title: 'availability while the house grows',
    measure: (stage, say) => measureGrowth(stage, (step) => say(`  ${step}`)),
  },
  telemetry: {
    title: 'telemetry, with and without',
    byNameOnly: true,
    measure: ({ seconds, rounds }) => measureTelemetry({ seconds, rounds }),
  },
};

async function besideBare(stage: Stage, kind: 'availability' | 'quotes') {
  const bare = await startBare(stage.demo);
  try {
    return await measureReads(stage, bare, kind);
  } finally {
    await bare.stop();
  }
}
