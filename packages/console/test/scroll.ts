import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largestCalendar } from './largest-calendar.ts';
import { openCalendar } from './open-calendar.ts';
import { openConsole } from './open-console.ts';

/** Scrolls the largest calendar, and prints how long frames and tasks took: `node test/scroll.ts`. */

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

const STEPS = 100;
const site = await openConsole();
const { grid, page } = await openCalendar(site, {
  stays: [],
  path: '/calendar?days=60',
  prepare: largestCalendar,
});
await page.waitForLoadState('networkidle');
const path = join(tmpdir(), `lodging-scroll-${process.pid}.json`);
await site.browser.startTracing(page, {
  path,
  categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
});
await grid.hover();
for (let step = 0; step < STEPS; step += 1) {
  await page.mouse.wheel(step % 4 === 0 ? 120 : 0, 100);
}
await page.waitForLoadState('networkidle');
await site.browser.stopTracing();
const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
rmSync(path);

const drawn = traceEvents.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1_000);
const frames = drawn.toSorted((a, b) => a - b).flatMap((at, index, all) => at - (all[index - 1] ?? at) || []);
const renderers = new Set(traceEvents.filter(({ name }) => name === 'FunctionCall').map(({ pid }) => pid));
const tasks = traceEvents
  .filter(({ name, pid }) => name.endsWith('RunTask') && renderers.has(pid))
  .map(({ dur = 0 }) => dur / 1_000);
const share = (part: number[], all: number[]) => ((100 * part.length) / Math.max(1, all.length)).toFixed(1);
const quick = frames.filter((ms) => ms <= 33.4);
process.stdout.write(
  `${frames.length} frames, ${share(quick, frames)} % within 33 ms, longest ${Math.max(...frames).toFixed(0)} ms\n` +
    `${tasks.length} tasks, longest ${Math.max(...tasks).toFixed(0)} ms, ${tasks.filter((ms) => ms > 100).length} above 100 ms\n`,
);
await site.close();
