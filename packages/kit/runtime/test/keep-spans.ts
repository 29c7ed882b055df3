import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { beforeEach } from 'vitest';
import { startTelemetry } from '../src/telemetry/telemetry.ts';

/** The recorded spans of the current test, as they ended. Without a ratio nothing is sampled but what a caller sampled. */
export function keepSpans({ sampleRatio = 0 } = {}): readonly ReadableSpan[] {
  const ended: ReadableSpan[] = [];
  const keep: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => void ended.push(span),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  startTelemetry({ name: 'test', sampleRatio, spanProcessors: [keep] });
  beforeEach(() => {
    ended.length = 0;
  });
  return ended;
}
