import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calendarOf, google } from './sample-feeds.ts';
import { createFeedParser } from '../src/outbound/sync/parse-feed.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A missing program would fail as one does that is stopped. */
function program(name: string): string {
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`no such program: ${path}`);
  return path;
}
const TOO_EXPENSIVE = {
  ok: false,
  refusal: { message: 'The calendar takes too much time or memory to read.' },
};
const stay = ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261207'];

/** The longest time that this process's event loop was blocked during the work. */
async function longestBlockDuring(work: Promise<unknown>): Promise<number> {
  const watch = { longest: 0, done: false };
  const finished = work.finally(() => (watch.done = true));
  for (let last = performance.now(); !watch.done; last = performance.now()) {
    await delay(5);
    watch.longest = Math.max(watch.longest, performance.now() - last);
  }
  await finished;
  return watch.longest;
}

describe('the parser process', () => {
  test('expands series and resolves zones', async () => {
    const feed = await createFeedParser().parse(bytesOf(google), now);
    expect(feed).toMatchObject({ ok: true, value: { leftOut: { broken: 0, own: 0, blockNothing: 1 } } });
    expect(feed.ok && feed.value.events.map(({ when }) => when.from)).toEqual([
      { instant: '2026-12-04T15:00:00Z' },
      { instant: '2026-12-25T15:00:00Z' },
      { instant: '2026-12-19T15:00:00Z' },
    ]);
  });

  test('says why it refuses a calendar', async () => {
    expect(await createFeedParser().parse(bytesOf('<html>'), now)).toEqual({
      ok: false,
      refusal: { message: 'The address answers with a web page, not with a calendar.' },
    });
  });

  test('reads ten thousand events in less than two seconds of processor time', async () => {
    const events = Array.from({ length: 10_000 }, (_, index) => [
      `UID:${index}@x`,
      'SUMMARY:a stay',
      ...stay,
    ]);
    const parser = createFeedParser({ cpuLimitMs: 2_000 });
    const feed = await parser.parse(bytesOf(calendarOf(...events)), now);
    expect(feed.ok && feed.value.events.length).toBe(10_000);
  });
});

describe('calendars made to be expensive, and programs that misbehave', () => {
  const list = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');
  const dense = `RRULE:FREQ=YEARLY;COUNT=1;BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)};BYSECOND=${list(0, 59)};BYMONTHDAY=${list(1, 31)}`;

  test('a short rule of many combinations costs its own event only', async () => {
    const feed = await createFeedParser().parse(
      bytesOf(
        calendarOf(['UID:bomb', 'DTSTART:20261204T160000Z', 'DURATION:P1D', dense], ['UID:good', ...stay]),
      ),
      now,
    );
    expect(feed).toMatchObject({ ok: true, value: { events: [{ uid: 'good' }], leftOut: { broken: 1 } } });
  });

  test.each([
    [
      'twenty thousand series since 1900',
      'DTSTART;VALUE=DATE:19000101',
      'RRULE:FREQ=DAILY;COUNT=999999;BYMONTH=2;BYMONTHDAY=29,-31',
    ],
    [
      'twenty thousand series without an instance',
      'DTSTART;VALUE=DATE:19000101',
      'RRULE:FREQ=YEARLY;COUNT=9;BYMONTH=2;BYMONTHDAY=30',
    ],
    ['twenty thousand daily series', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY'],
    [
      'twenty thousand series of every hour, and positions among them',
      'DTSTART:19000101T000000',
      `RRULE:FREQ=YEARLY;COUNT=99999;BYHOUR=${list(0, 23)};BYSETPOS=${list(300, 361)};BYDAY=MO,TU,WE,TH,FR,SA,SU`,
    ],
  ])('%s are refused', async (_, ...lines) => {
    const events = Array.from({ length: 20_000 }, (__, index) => [`UID:${index}`, ...lines]);
    const parsing = createFeedParser().parse(bytesOf(calendarOf(...events)), now);
    expect(await longestBlockDuring(parsing)).toBeLessThan(1_000);
    expect((await parsing).ok).toBe(false);
  });

  test('ten thousand series of one UID and as many replaced instances are read within the limits', async () => {
    const series = Array.from({ length: 10_000 }, () => ['UID:a', ...stay, 'RRULE:FREQ=YEARLY;COUNT=2']);
    const single = Array.from({ length: 10_000 }, (_, index) => [
      'UID:a',
      `RECURRENCE-ID:20261204T00${String(index % 3_600).padStart(4, '0')}`,
      ...stay,
    ]);
    const parser = createFeedParser({ cpuLimitMs: 20_000 });
    const feed = await parser.parse(bytesOf(calendarOf(...series.concat(single))), now);
    expect(feed).not.toEqual(TOO_EXPENSIVE);
  });

  test.each([
    ['ten mebibytes of line ends', '\n'.repeat(10 * 1024 * 1024)],
    ['ten mebibytes of open components', 'BEGIN:VCALENDAR\n' + 'BEGIN:A\n'.repeat(1_250_000)],
    ['ten mebibytes of one line', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART${';A=B'.repeat(2_500_000)}`],
    ['ten mebibytes of folds', 'BEGIN:VCALENDAR\n' + '\n '.repeat(5_000_000)],
    ['ten mebibytes of exceptions', calendarOf([...stay, 'EXDATE:20261204T000000\n'.repeat(450_000)])],
  ])('%s are parsed or refused, and the event loop is not blocked', async (_, text) => {
    const parsing = createFeedParser().parse(bytesOf(text), now);
    expect(await longestBlockDuring(parsing)).toBeLessThan(1_000);
    expect(await parsing).toHaveProperty('ok');
  });

  test('a program that computes too long is killed', async () => {
    const parser = createFeedParser({ program: program('endless-process.ts'), cpuLimitMs: 300 });
    expect(await parser.parse(bytesOf(google), now)).toEqual(TOO_EXPENSIVE);
  });

  test('a program that waits for ever is killed', async () => {
    const parser = createFeedParser({ program: program('idle-process.ts'), timeoutMs: 500 });
    expect(await parser.parse(bytesOf(google), now)).toEqual(TOO_EXPENSIVE);
  });

  test('a program that waits for the CPU is not killed', async () => {
    // It sleeps for longer than it may compute, which takes as much elapsed time as a busy machine does.
    const parser = createFeedParser({ program: program('late-process.ts'), cpuLimitMs: 1_500 });
    expect(await parser.parse(bytesOf(google), now)).toMatchObject({ refusal: { message: 'late' } });
  });

  test('a program that takes too much memory ends by itself', async () => {
    const parser = createFeedParser({
      program: program('hoarding-process.ts'),
      timeoutMs: 60_000,
      cpuLimitMs: 60_000,
    });
    const parsing = parser.parse(bytesOf(google), now);
    expect(await longestBlockDuring(parsing)).toBeLessThan(1_000);
    expect(await parsing).toEqual(TOO_EXPENSIVE);
  });

  test('the process has no network, files, children or settings', async () => {
    const parser = createFeedParser({ program: program('prying-process.ts') });
    expect(await parser.parse(bytesOf(google), now)).toEqual({
      ok: false,
      refusal: { message: 'ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED TZ' },
    });
  });
});
