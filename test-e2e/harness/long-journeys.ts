import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Journeys that take more than ten seconds on two processors: `npm run test:rest` runs them, with all files of faults/. */
export const LONG_JOURNEYS = [
  'journeys/bad-input.test.ts',
  'journeys/booking-page.test.ts',
  'journeys/booking-timeline.test.ts',
  'journeys/channels.test.ts',
  'journeys/command-line.test.ts',
  'journeys/console-arrivals.test.ts',
  'journeys/console-booking.test.ts',
  'journeys/console-calendar.test.ts',
  'journeys/console-desk.test.ts',
  'journeys/console-guests.test.ts',
  'journeys/console-lists.test.ts',
  'journeys/console-money.test.ts',
  'journeys/console-moves.test.ts',
  'journeys/console-screens.test.ts',
  'journeys/console-selling.test.ts',
  'journeys/console-session.test.ts',
  'journeys/console-systems.test.ts',
  'journeys/cost-of-a-stay.test.ts',
  'journeys/faulty-bodies.test.ts',
  'journeys/feeds.test.ts',
  'journeys/floods-of-requests.test.ts',
  'journeys/guides.test.ts',
  'journeys/mcp.test.ts',
  'journeys/money-back.test.ts',
  'journeys/publishable-key-limits.test.ts',
  'journeys/readme-in-a-row.test.ts',
  'journeys/readme-typescript.test.ts',
  'journeys/reference.test.ts',
  'journeys/sandbox-copy.test.ts',
  'journeys/telemetry.test.ts',
  'journeys/webhook-endpoints.test.ts',
  'journeys/widget-file.test.ts',
];

/** A minute or more each. */
export const LONGEST_JOURNEYS = [
  'faults/recovery-drill.test.ts',
  'journeys/command-line.test.ts',
  'journeys/channels.test.ts',
];

/**
 * No request may fail in them: the start of another stack beside them would take the processors for seconds. Or they take
 * the processors themselves, with guests who never pause.
 */
export const UNDISTURBED_JOURNEYS = [
  'faults/frozen-servers.test.ts',
  'faults/moved-schema.test.ts',
  'faults/rollout.test.ts',
  'faults/rotation.test.ts',
];

for (const path of [...LONG_JOURNEYS, ...LONGEST_JOURNEYS, ...UNDISTURBED_JOURNEYS]) {
  // Under another name it would run where it is not expected.
  if (!existsSync(join(import.meta.dirname, '..', path))) throw new Error(`there is no test-e2e/${path}`);
}
