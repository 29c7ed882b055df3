import { beforeEach, expect, it } from 'vitest';
import { keepSpans } from '../../test/keep-spans.ts';
import { createLogger } from './logger.ts';
import { inChildSpan, inSpan } from './spans.ts';
import { annotateWork, linkToOrigin } from './work-attributes.ts';

const RECORD = 'example.record.id';
const ID = '0199aa00-0000-7000-8000-000000000001';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SAMPLED = `00-${TRACE}-b7ad6b7169203331-01`;
const UNSAMPLED = `00-${TRACE}-b7ad6b7169203331-00`;

const ended = keepSpans();

const lines: Record<string, unknown>[] = [];
const log = createLogger({
  name: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
});

beforeEach(() => {
  lines.length = 0;
});

it('a span, those that begin below it and their log lines have the attributes; those beside it do not', async () => {
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    await inChildSpan('before it is known', {}, async () => undefined);
    annotateWork({ [RECORD]: ID });
    await inChildSpan('read', {}, async () => log.info('line'));
  });
  await inSpan('other', { traceparent: SAMPLED }, async () => log.info('line'));
  const named = ended.map(({ name, attributes }) => [name, attributes[RECORD]]);
  expect(named).toEqual([
    ['before it is known', undefined],
    ['read', ID],
    ['serve', ID],
    ['other', undefined],
  ]);
  expect(lines.map((line) => line[RECORD])).toEqual([ID, undefined]);
});

it('log lines have them where nothing is recorded, too', async () => {
  await inSpan('serve', { traceparent: UNSAMPLED }, async () => {
    annotateWork({ [RECORD]: ID });
    await inSpan('below', {}, async () => log.info('line'));
  });
  expect(ended).toEqual([]);
  expect(lines).toMatchObject([{ [RECORD]: ID, trace_id: TRACE }]);
});

it('works side by side below one that is not recorded have their own attributes each', async () => {
  const other = '0199aa00-0000-7000-8000-000000000002';
  await inSpan('sweep', { traceparent: UNSAMPLED }, async () => {
    const work = (id: string) =>
      inSpan('call', {}, async () => {
        annotateWork({ [RECORD]: id });
        await Promise.resolve();
        log.info(id);
      });
    await Promise.all([work(ID), work(other)]);
    log.info('sweep');
  });
  expect(lines.map((line) => [line['msg'], line[RECORD]])).toEqual([
    [ID, ID],
    [other, other],
    ['sweep', undefined],
  ]);
});

it('work about a record is linked once to the request that made it, from the first span that knew', async () => {
  const origin = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    linkToOrigin(origin);
    annotateWork({ [RECORD]: ID });
    for (const read of [origin, null, 'nonsense', origin])
      await inChildSpan('read', {}, async () => linkToOrigin(read));
  });
  await inSpan('made it', { traceparent: SAMPLED }, async () => {
    annotateWork({ [RECORD]: ID });
    linkToOrigin(SAMPLED);
  });
  const links = ended.map(({ name, links: own }) => [name, own.map(({ context }) => context.traceId)]);
  expect(links.filter(([name]) => name !== 'read')).toEqual([
    ['serve', ['1'.repeat(32)]],
    ['made it', []],
  ]);
  expect(links.every(([name, own]) => name === 'serve' || own?.length === 0)).toBe(true);
});

it('attributes that become known later are added to those of the work, and a new value replaces an earlier one', async () => {
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    annotateWork(undefined);
    annotateWork({ [RECORD]: ID });
    await inSpan('below', {}, async () => {
      annotateWork({ [RECORD]: 'other', 'example.version': '2' });
      log.info('line');
    });
    log.info('line');
  });
  expect(lines.map((line) => [line[RECORD], line['example.version']])).toEqual([
    ['other', '2'],
    [ID, undefined],
  ]);
  expect(ended.map(({ attributes }) => attributes)).toMatchObject([
    { [RECORD]: 'other', 'example.version': '2' },
    { [RECORD]: ID },
  ]);
});

it('a warning marks its span, so that the trace is kept; log lines say whether their trace is recorded', async () => {
  await inSpan('quiet', { traceparent: SAMPLED }, async () => log.info('line'));
  await inSpan('loud', { traceparent: SAMPLED }, async () => log.warn('line'));
  await inSpan('unheard', { traceparent: UNSAMPLED }, async () => log.warn('line'));
  expect(ended.map(({ attributes }) => attributes['lodging.logged'])).toEqual([undefined, true]);
  expect(lines.map((line) => line['trace_flags'])).toEqual(['01', '01', '00']);
});
