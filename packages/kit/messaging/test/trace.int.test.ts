import { ok } from '@lodging/kernel';
import { on, serve } from '../src/index.ts';
import { SpanKind, currentTraceparent, inSpan, startTelemetry, systemContext } from '@lodging/kit-runtime';
import type { Span, Telemetry } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startOutboxRelay } from '../src/outbox/relay.ts';
import { callers } from './callers.ts';
import { openPost, TENANT } from './post.ts';
import type { Post } from './post.ts';

type Processor = NonNullable<Parameters<typeof startTelemetry>[0]['spanProcessors']>[number];
type Ended = Parameters<Processor['onEnd']>[0];

const ended: Ended[] = [];
const keeping: Processor = {
  onStart: () => undefined,
  onEnd: (span) => void ended.push(span),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

let post: Post;
let telemetry: Telemetry;

beforeAll(async () => {
  telemetry = startTelemetry({ name: 'post', sampleRatio: 1, spanProcessors: [keeping] });
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(async () => {
  await post.close();
  await telemetry.stop();
});

it('follows a request through the neighbour, the outbox and the stream into the consumer', async () => {
  const value = z.object({ weight: z.number() });
  const subject = 'rpc.traced.v1.send-parcel';
  const operation = { subject, request: value, response: value, refusals: [], idempotent: true, callers };
  const sendParcel = on(operation, async (request) => {
    await post.append(post.event({ data: { weight: 7 } }));
    return ok(request);
  });
  const service = await serve(post.bus, { group: 'traced', log: post.log }, [sendParcel]);
  const relay = await startOutboxRelay(post.relaying());
  const seenInConsumer: (string | undefined)[] = [];
  await post.consume(async () => void seenInConsumer.push(currentTraceparent()));

  let traceId = '';
  await inSpan('POST /v1/parcels', { kind: SpanKind.SERVER }, async (span: Span) => {
    traceId = span.spanContext().traceId;
    await post.bus.request(operation, { weight: 1 }, systemContext(TENANT, false, { timeoutMs: 5000 }));
  });
  await eventually('the consumer ran', () => seenInConsumer.length === 1);
  await Promise.all([service.stop(), relay.stop()]);
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(seenInConsumer[0]?.split('-')[1]).toBe(traceId);

  const ofTrace = () => ended.filter((span) => span.spanContext().traceId === traceId);
  const processed = await eventually('the span of the processing', () =>
    ofTrace().find(({ kind }) => kind === SpanKind.CONSUMER),
  );
  const sent = ofTrace().find(({ kind }) => kind === SpanKind.PRODUCER);
  const names = ofTrace().map(({ name, kind }) => `${SpanKind[kind]} ${name}`);
  expect(names).toContain(`CLIENT ${subject}`);
  expect(names).toContain(`SERVER ${subject}`);
  const weights = ofTrace().map(({ kind, attributes }) => [SpanKind[kind], attributes['post.weight']]);
  expect(weights.filter(([kind]) => ['SERVER', 'PRODUCER', 'CONSUMER'].includes(String(kind)))).toEqual(
    expect.arrayContaining([
      ['SERVER', '1 of send-parcel'],
      ['PRODUCER', '7 of sent'],
      ['CONSUMER', '7 of sent'],
    ]),
  );
  expect(processed.links.map(({ context }) => context.spanId)).toEqual([sent?.spanContext().spanId]);
});
