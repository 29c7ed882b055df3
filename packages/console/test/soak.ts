import { fakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import { booking } from './records.ts';

/**
 * As many polls as a page has in half an hour with one each second, by a clock that is moved, while another client of the
 * API changes bookings; prints the heap after collections: `node test/soak.ts [polls]`.
 */

const POLLS = Number(process.argv[2] ?? 1_800);
const POLL_MS = 10_000;
const SAMPLES = 6;

const site = await openConsole();
const api = fakeApi();
api.bookings.clear();
for (let n = 1; n <= 40; n += 1) {
  const stay = booking({ n, guest: `Guest ${n}`, state: n % 2 === 0 ? 'checked_in' : 'confirmed' });
  api.bookings.set(stay.id, stay);
}
const { page, context, faults } = await site.open({ api });
await page.getByRole('table', { name: 'Arrivals' }).getByText('Guest 1', { exact: true }).waitFor();
const session = await context.newCDPSession(page);

async function heapMegabytes(): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

async function pollFor(count: number): Promise<void> {
  for (let poll = 0; poll < count; poll += 1) {
    const id = [...api.bookings.keys()][poll % api.bookings.size] ?? '';
    if (poll % 5 === 0) api.change(id, { notes: `Note ${poll}` });
    await context.clock.runFor(POLL_MS);
    // The screen lock ends a session without input.
    await page.keyboard.press('Shift');
  }
  // Requests of pages are kept here, not there.
  api.requests.length = 0;
}

const heaps: number[] = [];
for (let sample = 0; sample <= SAMPLES; sample += 1) {
  await pollFor(sample === 0 ? 60 : Math.ceil(POLLS / SAMPLES));
  heaps.push(await heapMegabytes());
  if ((await page.locator('[data-booking]').count()) === 0) throw new Error('the page has no lists any more');
  process.stdout.write(`${sample * Math.ceil(POLLS / SAMPLES)} polls: ${heaps.at(-1)?.toFixed(1)} MB\n`);
}
const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
process.stdout.write(`growth ${(100 * (last / first - 1)).toFixed(1)} %, ${faults.length} faults\n`);
await site.close();
