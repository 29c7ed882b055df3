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
/** So that most of what runs with each poll is compiled. */
const WARM_UP = 300;

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

interface Heap {
  readonly all: number;
  /** Machine code and bytecode, of which a browser makes more for what runs often. */
  readonly code: number;
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
  readonly nodes: number[];
}

/** In megabytes, after a collection. */
async function readHeap(): Promise<Heap> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return { all: usedSize / 1e6, code: bytesOfCode(JSON.parse(chunks.join('')) as Snapshot) / 1e6 };
}

function bytesOfCode({ snapshot: { meta }, nodes }: Snapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  const code = meta.node_types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length)
    if (nodes[at + type] === code) bytes += nodes[at + size] ?? 0;
  return bytes;
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

const heaps: Heap[] = [];
for (let sample = 0; sample <= SAMPLES; sample += 1) {
  await pollFor(sample === 0 ? WARM_UP : Math.ceil(POLLS / SAMPLES));
  const heap = await readHeap();
  heaps.push(heap);
  if ((await page.locator('[data-booking]').count()) === 0) throw new Error('the page has no lists any more');
  const polls = WARM_UP + sample * Math.ceil(POLLS / SAMPLES);
  process.stdout.write(
    `${polls} polls: ${heap.all.toFixed(2)} MB, ${heap.code.toFixed(2)} of them compiled code\n`,
  );
}
const growth = (of: (heap: Heap) => number): string => {
  const [first, last] = [heaps[0], heaps.at(-1)].map((heap) => (heap === undefined ? 0 : of(heap)));
  return `${(100 * ((last ?? 0) / (first ?? 1) - 1)).toFixed(1)} %`;
};
const [all, data] = [growth((heap) => heap.all), growth((heap) => heap.all - heap.code)];
process.stdout.write(`growth ${all}, without compiled code ${data}; ${faults.length} faults\n`);
await site.close();
