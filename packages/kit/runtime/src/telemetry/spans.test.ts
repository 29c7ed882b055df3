import { trace, TraceFlags } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { keepSpans } from '../../test/keep-spans.ts';
import {
  contextFromStranger,
  currentTraceparent,
  inChildSpan,
  inSpan,
  sampleStrangers,
  SpanKind,
} from './spans.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SAMPLED = `00-${TRACE}-b7ad6b7169203331-01`;
const UNSAMPLED = `00-${TRACE}-b7ad6b7169203331-00`;

const ended = keepSpans();

it('continues a remote trace, sampled when the caller sampled it', async () => {
  const inside = await inSpan('serve', { traceparent: SAMPLED, kind: SpanKind.SERVER }, async () => {
    await Promise.resolve();
    return currentTraceparent();
  });
  expect(inside).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(ended.map((span) => span.name)).toEqual(['serve']);
  expect(ended[0]?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
});

it('passes the trace id on where nothing is recorded', async () => {
  const inside = await inSpan('serve', { traceparent: UNSAMPLED }, async () => currentTraceparent());
  expect(inside).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  expect(ended).toEqual([]);
});

it('makes no span below one that is not recorded, and names its caller in what it passes on', async () => {
  const made: string[] = [];
  const inside = await inSpan('serve', { traceparent: UNSAMPLED }, async (served) => {
    await inSpan('call', { kind: SpanKind.CLIENT }, async (called) => {
      made.push(served.spanContext().spanId, called.spanContext().spanId);
    });
    return currentTraceparent();
  });
  expect(new Set(made)).toEqual(new Set(['b7ad6b7169203331']));
  expect(inside).toBe(UNSAMPLED);
  expect(currentTraceparent()).toBeUndefined();
});

it('starts a trace where the header is malformed', async () => {
  const inside = await inSpan('serve', { traceparent: 'nonsense' }, async () => currentTraceparent());
  expect(inside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(inside).not.toContain(TRACE);
  expect(currentTraceparent()).toBeUndefined();
});

it('marks a span whose work threw, and throws the error on', async () => {
  const failing = inSpan('fail', { traceparent: SAMPLED }, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(ended[0]?.status.code).toBe(2);
  expect(ended[0]?.attributes).toEqual({ 'error.type': 'Error' });
});

it('links work to its cause without becoming its child', async () => {
  await inSpan('parent', { traceparent: SAMPLED }, () =>
    inSpan('consume', { links: [UNSAMPLED, undefined, 'bad'] }, async () => undefined),
  );
  expect(ended[0]?.links.map((link) => link.context.traceId)).toEqual([TRACE]);
});

it('records a child span only inside a trace that is recorded', async () => {
  const step = () => inChildSpan('query', {}, async () => undefined);
  await inSpan('quiet', { traceparent: UNSAMPLED }, step);
  expect(ended).toEqual([]);
  await inSpan('loud', { traceparent: SAMPLED }, step);
  expect(ended.map((span) => span.name)).toEqual(['query', 'loud']);
});

it('keeps the trace id of a stranger, and samples at the configured rate, whatever the stranger says', () => {
  const sampledOf = (traceparents: string[]) =>
    traceparents.filter((traceparent) => {
      const context = contextFromStranger(traceparent);
      const { traceId = '', traceFlags } = (context && trace.getSpanContext(context)) ?? {};
      expect(traceparent).toContain(traceId);
      return traceFlags === TraceFlags.SAMPLED;
    }).length;
  const all = [SAMPLED, UNSAMPLED, `00-${'0'.repeat(31)}1-b7ad6b7169203331-01`];
  const many = all.flatMap((one) => Array.from({ length: 1_000 }, () => one));
  expect(sampledOf(many)).toBe(0);
  sampleStrangers(1);
  expect(sampledOf(many)).toBe(3_000);
  sampleStrangers(0.5);
  expect(sampledOf(many)).toBeGreaterThan(1_000);
  expect(sampledOf(many)).toBeLessThan(2_000);
  expect(contextFromStranger('00-nonsense')).toBeUndefined();
});
